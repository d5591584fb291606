"""Recipes of desktops and installers: one place says who gpuviz is, and each format is kept."""

from __future__ import annotations

import os
import plistlib
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import gpuviz
from gpuviz.cli.app import SUFFIXES
from tools.bundle import identity, macos, recipes
from tools.bundle.icons import MACOS_PX, SIZES_PX, WINDOWS_PX

FLAGS = {
    "ignoreversion",
    "recursesubdirs",
    "createallsubdirs",
    "unchecked",
    "uninsdeletekey",
    "uninsdeletevalue",
    "nowait",
    "postinstall",
    "skipifsilent",
}
PARAMETERS = {
    "Tasks": {"Name", "Description", "Flags"},
    "InstallDelete": {"Type", "Name"},
    "Files": {"Source", "DestDir", "Flags"},
    "Icons": {"Name", "Filename", "Comment", "Tasks"},
    "Registry": {"Root", "Subkey", "ValueType", "ValueName", "ValueData", "Flags"},
    "Run": {"Filename", "Description", "Flags"},
}
"""What jrsoftware.org/ishelp has for each section, as far as it is used."""
CONSTANTS = {"app", "autopf", "autoprograms", "autodesktop"}
PARAMETER = re.compile(r'(\w+): ("(?:[^"]|"")*"|[^;"]*)(?:; |$)')


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("recipes")
    recipes.write_recipes(out, out / "bundle")
    return out


def validated(program: str, *words: str | Path) -> None:
    """Fails if that program of this system finds something wrong; it may be missing."""
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    ended = subprocess.run([found, *map(str, words)], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def desktop_rows(text: str) -> dict[str, str]:
    head, *rows = text.splitlines()
    assert head == "[Desktop Entry]"
    return dict(row.split("=", 1) for row in rows)


def sections(script: str) -> dict[str, list[str]]:
    """The lines of each section of an Inno Setup script, without comments."""
    found: dict[str, list[str]] = {}
    for line in script.splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = lines = []
        elif line and not line.startswith(";"):
            lines.append(line)
    return found


def test_recipes_promise_no_file_that_gpuviz_does_not_open() -> None:
    assert {kind.suffix for kind in identity.TYPES} <= set(SUFFIXES)
    assert [kind.suffix for kind in identity.OWNED] == [".gpuviz"]


def test_every_recipe_tells_the_version_of_the_package(written: Path) -> None:
    version = gpuviz.__version__

    assert f'version="{version}"' in recipes.metainfo()
    assert macos.info_plist()["CFBundleShortVersionString"] == version
    assert f"AppVersion={version}" in (written / "windows" / "gpuviz.iss").read_text()


def test_a_desktop_entry_names_the_types_the_icon_and_both_languages(written: Path) -> None:
    (file,) = (written / "linux" / "share" / "applications").iterdir()
    rows = desktop_rows(file.read_text(encoding="utf-8"))

    assert rows["MimeType"].split(";")[:-1] == [kind.mime for kind in identity.TYPES]
    assert rows["Icon"] == file.stem == identity.ID
    assert "Comment[zh_CN]" in rows
    assert rows["Exec"] == "gpuviz %f"


def test_a_desktop_entry_is_one_for_desktop_file_validate(written: Path) -> None:
    (file,) = (written / "linux" / "share" / "applications").iterdir()

    validated("desktop-file-validate", file)


def test_software_centres_accept_the_metadata(written: Path) -> None:
    (file,) = (written / "linux" / "share" / "metainfo").iterdir()

    component = ElementTree.parse(file).getroot()
    assert component.findtext("id") == identity.ID
    assert component.findtext("launchable") == f"{identity.ID}.desktop"
    assert [kind.text for kind in component.iter("mediatype")] == [
        kind.mime for kind in identity.TYPES
    ]
    validated("appstreamcli", "validate", "--no-net", file)


def test_a_desktop_tells_recordings_by_their_names(written: Path, tmp_path: Path) -> None:
    (file,) = (written / "linux" / "share" / "mime" / "packages").iterdir()

    ElementTree.parse(file)
    packages = tmp_path / "packages"
    packages.mkdir()
    shutil.copy(file, packages)
    validated("update-mime-database", tmp_path)
    globs = (tmp_path / "globs2").read_text(encoding="utf-8")
    assert f"50:{identity.OWNED[0].mime}:*.gpuviz" in globs.splitlines()
    subclasses = (tmp_path / "subclasses").read_text(encoding="utf-8")
    assert f"{identity.OWNED[0].mime} application/zip" in subclasses.splitlines()


def test_a_desktop_is_told_of_types_that_it_does_not_know_and_keeps_their_icons() -> None:
    by_suffix = {kind.suffix: kind for kind in identity.KNOWN_TYPES}

    rows = ElementTree.fromstring(recipes.mime_types(identity.KNOWN_TYPES))

    own = "{http://www.freedesktop.org/standards/shared-mime-info}"
    types = {row.attrib["type"]: row for row in rows}
    assert set(types) == {by_suffix[suffix].mime for suffix in (".gpuviz", ".cu")}
    cuda = types[by_suffix[".cu"].mime]
    assert cuda.find(f"{own}icon") is None
    assert [glob.attrib["pattern"] for glob in cuda.iter(f"{own}glob")] == ["*.cu"]


@pytest.mark.parametrize("pixels", SIZES_PX)
def test_icons_of_a_theme_have_their_size(pixels: int, written: Path) -> None:
    place = written / "linux" / "share" / "icons" / "hicolor" / f"{pixels}x{pixels}" / "apps"

    with Image.open(place / f"{identity.ID}.png") as icon:
        assert icon.size == (pixels, pixels)
        assert icon.getpixel((0, 0)) == (0, 0, 0, 0), "its corners are round"
        assert len(icon.convert("RGB").getcolors(pixels * pixels) or ()) > 4


def test_icons_of_windows_and_macos_have_all_their_sizes(written: Path) -> None:
    with Image.open(written / "icons" / "gpuviz.ico") as icon:
        assert icon.info["sizes"] == {(pixels, pixels) for pixels in WINDOWS_PX}
    with Image.open(written / "icons" / "gpuviz.icns") as icon:
        assert (MACOS_PX // 2, MACOS_PX // 2, 2) in icon.info["sizes"]


def test_an_info_plist_can_be_read_and_declares_recordings(written: Path) -> None:
    plist = plistlib.loads((written / "macos" / "Info.plist").read_bytes())

    kinds = {kind["CFBundleTypeName"]: kind for kind in plist["CFBundleDocumentTypes"]}
    assert set(kinds) == {kind.name for kind in identity.TYPES}
    assert kinds["gpuviz recording"]["LSHandlerRank"] == "Owner"
    assert kinds["Python source"]["LSHandlerRank"] == "Alternate", "editors stay what they are"
    (declared,) = plist["UTExportedTypeDeclarations"]
    assert declared["UTTypeTagSpecification"]["public.filename-extension"] == ["gpuviz"]
    assert declared["UTTypeIdentifier"] in kinds["gpuviz recording"]["LSItemContentTypes"]


def test_a_type_of_others_that_macos_may_not_know_is_imported_and_not_claimed() -> None:
    (cuda,) = (kind for kind in identity.KNOWN_TYPES if kind.suffix == ".cu")

    plist = macos.info_plist([*identity.OWNED, cuda])

    (imported,) = plist["UTImportedTypeDeclarations"]
    assert imported["UTTypeConformsTo"] == ["public.source-code"]
    assert [kind["UTTypeIdentifier"] for kind in plist["UTExportedTypeDeclarations"]] == [
        identity.OWNED[0].uti
    ]


def test_entitlements_let_numba_run_what_it_has_compiled() -> None:
    rights = plistlib.loads((recipes.TEMPLATES / "macos" / "entitlements.plist").read_bytes())

    assert rights["com.apple.security.cs.allow-jit"] is True


def test_an_installer_script_has_only_words_that_inno_setup_knows(written: Path) -> None:
    found = sections((written / "windows" / "gpuviz.iss").read_text(encoding="utf-8"))

    assert set(found) == {"Setup", *PARAMETERS}
    for section, known in PARAMETERS.items():
        for line in found[section]:
            parameters = dict(PARAMETER.findall(line))
            assert "".join(f"{k}: {v}; " for k, v in parameters.items()) == f"{line}; ", line
            assert set(parameters) <= known, line
            assert set(parameters.get("Flags", "").split()) <= FLAGS, line
    used = set(re.findall(r"(?<!\{)\{(\w+)\}", str(found)))
    assert used <= CONSTANTS


def test_an_installer_needs_no_administrator_and_takes_back_what_it_registers(
    written: Path,
) -> None:
    found = sections((written / "windows" / "gpuviz.iss").read_text(encoding="utf-8"))
    setup = dict(line.split("=", 1) for line in found["Setup"])

    assert setup["PrivilegesRequired"] == "lowest"
    assert setup["ChangesAssociations"] == "yes"
    assert re.fullmatch(r"\{\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}", setup["AppId"])
    assert all("Root: HKA;" in line for line in found["Registry"]), "of this user, or of all"
    opens = [line for line in found["Registry"] if r"gpuviz.gpuviz\shell\open\command" in line]
    assert len(opens) == 1
    assert '"""{app}\\gpuvizw.exe"" ""%1"""' in opens[0], "a path with blanks stays one word"
    kept = [line for line in found["Registry"] if '"Software\\Classes\\.gpuviz"' in line]
    assert all("uninsdeletevalue" in line for line in kept)


def test_python_files_keep_the_program_that_they_have(written: Path) -> None:
    script = (written / "windows" / "gpuviz.iss").read_text(encoding="utf-8")

    rows = [line for line in script.splitlines() if '".py"' in line]
    assert len(rows) == 1
    assert "SupportedTypes" in rows[0]


POSIX = pytest.mark.skipif(sys.platform != "linux", reason="the archive is for Linux")


def installed(words: Sequence[str], folder: Path, home: Path) -> subprocess.CompletedProcess[str]:
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    script = folder / "install.sh"
    return subprocess.run(
        [script, *words], env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture
def unpacked(written: Path, tmp_path: Path) -> Path:
    """An archive of a bundle that says its words, unpacked."""
    bundle = tmp_path / "bundle"
    bundle.mkdir()
    program = bundle / "gpuviz"
    program.write_text('#!/bin/sh\necho "$0" "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    with tarfile.open(recipes.write_archive(written, bundle)) as packed:
        packed.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.glob("gpuviz-*-linux-*")
    return folder


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("user", ["anna", "Zoë Müller", "50% $HOME"])
def test_an_archive_installs_for_one_user_and_leaves_nothing(
    user: str, unpacked: Path, tmp_path: Path
) -> None:
    home = tmp_path / user
    share = home / ".local" / "share"

    put = installed([], unpacked, home)

    assert put.returncode == 0, put.stderr
    entry = share / "applications" / f"{identity.ID}.desktop"
    rows = desktop_rows(entry.read_text(encoding="utf-8"))
    program = share / "gpuviz-program" / "gpuviz"
    assert rows["TryExec"] == str(program)
    assert unquoted(rows["Exec"]) == [str(program), "%f"]
    started = subprocess.run([home / ".local/bin/gpuviz", "a"], capture_output=True, text=True)
    assert started.stdout.endswith(" a\n")

    again = installed([], unpacked, home)
    gone = installed(["--uninstall"], unpacked, home)

    assert (again.returncode, gone.returncode) == (0, 0)
    left = [file for file in home.rglob("*") if identity.ID in file.name or "gpuviz" in file.name]
    assert left == []


@POSIX
def test_an_archive_does_not_take_the_place_of_a_gpuviz_from_pip(
    unpacked: Path, tmp_path: Path
) -> None:
    of_pip = tmp_path / ".local" / "bin" / "gpuviz"
    of_pip.parent.mkdir(parents=True)
    of_pip.write_text("#!python\n", encoding="utf-8")

    put = installed([], unpacked, tmp_path)

    assert put.returncode == 1
    assert "pip" in put.stderr
    assert of_pip.read_text(encoding="utf-8") == "#!python\n"


def unquoted(value: str) -> list[str]:
    """The words of Exec: escapes of the file, then quotes, then % (Desktop Entry Specification)."""
    plain = value.replace("\\\\", "\\")
    quoted, _, rest = plain.removeprefix('"').partition('" ')
    assert "%" not in quoted.replace("%%", ""), "one alone begins a code such as %f"
    return [re.sub(r"\\(.)", r"\1", quoted).replace("%%", "%"), rest]
