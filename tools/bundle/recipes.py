"""Writes what installers and desktops read, from `packaging/`: `python -m tools.bundle.recipes`.

    linux/share/..       .desktop file, MIME types, AppStream metadata, icons
    windows/gpuviz.iss   for Inno Setup
    macos/Info.plist     what PyInstaller puts into gpuviz.app, to look at

On Linux `--archive` makes of these and of the bundle one gpuviz-VERSION-linux-MACHINE.tar.gz, in
which `install.sh` puts everything where the desktop of this user finds it.
"""

from __future__ import annotations

import argparse
import platform
import shutil
import string
import sys
import tarfile
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from tools.bundle import identity, macos
from tools.bundle.contents import ROOT
from tools.bundle.icons import write_icons
from tools.bundle.identity import FileType

TEMPLATES = ROOT / "packaging"


def main() -> int:
    """Writes them all."""
    parser = argparse.ArgumentParser(prog="python -m tools.bundle.recipes", description=__doc__)
    parser.add_argument("--bundle", type=Path, default=ROOT / "dist" / "bundle" / identity.NAME)
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "recipes")
    parser.add_argument("--archive", action="store_true", help="a .tar.gz of the bundle, on Linux")
    arguments = parser.parse_args()
    out, bundle = arguments.out.resolve(), arguments.bundle.resolve()
    write_recipes(out, bundle)
    if arguments.archive:
        print(write_archive(out, bundle))
    return 0


def write_recipes(out: Path, bundle: Path) -> None:
    """Writes the recipes of all systems into a folder."""
    icons = out / "icons"
    write_icons(icons)
    _write_linux(out / "linux" / "share", icons)
    _write(out / "windows" / "gpuviz.iss", inno_setup(bundle, icons, out))
    (out / "macos").mkdir(parents=True, exist_ok=True)
    (out / "macos" / "Info.plist").write_bytes(macos.as_text())


def write_archive(out: Path, bundle: Path) -> Path:
    """Packs a bundle, its recipes and `install.sh`; gives the archive."""
    name = f"{identity.NAME}-{identity.VERSION}-linux-{platform.machine()}"
    archive = out / f"{name}.tar.gz"
    with tempfile.TemporaryDirectory() as folder, tarfile.open(archive, "w:gz") as packed:
        about = Path(folder) / "id"
        about.write_text(f"{identity.ID}\n", encoding="utf-8")
        packed.add(about, f"{name}/id")
        packed.add(TEMPLATES / "linux" / "install.sh", f"{name}/install.sh")
        packed.add(ROOT / "LICENSE", f"{name}/LICENSE")
        packed.add(out / "linux" / "share", f"{name}/share")
        packed.add(bundle, f"{name}/gpuviz")
    return archive


def desktop_entry(program: str = identity.NAME) -> str:
    """The .desktop file (specifications.freedesktop.org/desktop-entry)."""
    return _filled("linux/gpuviz.desktop.in", {"exec": program, "icon": identity.ID})


def mime_types(types: Sequence[FileType] = identity.TYPES) -> str:
    """Types of files for shared-mime-info, but for those that it knows."""
    rows = "\n".join(_mime_entry(kind) for kind in types if kind.kind_of)
    return _filled("linux/mime.xml.in", {"mime_entries": rows})


def metainfo() -> str:
    """What a software centre shows (freedesktop.org/software/appstream/docs)."""
    provided = "\n".join(f"    <mediatype>{kind.mime}</mediatype>" for kind in identity.TYPES)
    date = time.strftime("%Y-%m-%d", time.gmtime((ROOT / "CHANGELOG.md").stat().st_mtime))
    values = {name: escape(value) for name, value in identity.values().items()}
    return _filled("linux/metainfo.xml.in", {**values, "provided_types": provided, "date": date})


def inno_setup(bundle: Path, icons: Path, out: Path) -> str:
    """The script of the Windows installer (jrsoftware.org/ishelp)."""
    return _filled(
        "windows/gpuviz.iss.in",
        {
            "bundle": str(bundle),
            "out": str(out),
            "icon_file": str(icons / "gpuviz.ico"),
            "licence_file": str(ROOT / "LICENSE"),
            "registry": "\n".join(_registry(kind) for kind in identity.TYPES),
        },
    )


def _write_linux(share: Path, icons: Path) -> None:
    _write(share / "applications" / f"{identity.ID}.desktop", desktop_entry())
    _write(share / "mime" / "packages" / f"{identity.ID}.xml", mime_types())
    _write(share / "metainfo" / f"{identity.ID}.metainfo.xml", metainfo())
    for icon in (icons / "hicolor").glob("*/apps/*.png"):
        place = share / "icons" / "hicolor" / icon.parent.parent.name / "apps"
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(icon, place / f"{identity.ID}.png")


def _mime_entry(kind: FileType) -> str:
    icon = f"    <icon name={quoteattr(identity.ID)}/>\n" if kind.role == "owner" else ""
    return (
        f"  <mime-type type={quoteattr(kind.mime)}>\n"
        f"    <comment>{escape(kind.name)}</comment>\n"
        f'    <comment xml:lang="zh_CN">{escape(kind.name_zh)}</comment>\n'
        f"    <sub-class-of type={quoteattr(kind.kind_of)}/>\n"
        f'    <glob pattern="*{kind.suffix}"/>\n'
        f"{icon}  </mime-type>"
    )


def _registry(kind: FileType) -> str:
    """Windows shows gpuviz below "Open with"; of what is its own it is the program."""
    program = f"{{app}}\\{identity.WINDOWED}.exe"
    supported = f"Software\\Classes\\Applications\\{identity.WINDOWED}.exe\\SupportedTypes"
    rows = [_row(supported, kind.suffix, "")]
    if kind.role == "owner":
        ours = f"{identity.NAME}.{kind.word}"
        suffix, own = f"Software\\Classes\\{kind.suffix}", f"Software\\Classes\\{ours}"
        rows += [
            _row(suffix, "", ours, "uninsdeletevalue"),
            _row(f"{suffix}\\OpenWithProgids", ours, "", "uninsdeletevalue"),
            _row(own, "", kind.name, "uninsdeletekey"),
            _row(f"{own}\\DefaultIcon", "", f"{program},0"),
            _row(f"{own}\\shell\\open\\command", "", f'"{program}" "%1"'),
        ]
    return "\n".join(rows)


def _row(key: str, name: str, value: str, flags: str = "") -> str:
    """One line of [Registry]; quotes in a value are written twice."""
    named = f' ValueName: "{name}";' if name else ""
    doubled = value.replace('"', '""')
    ending = f"; Flags: {flags}" if flags else ""
    return f'Root: HKA; Subkey: "{key}"; ValueType: string;{named} ValueData: "{doubled}"{ending}'


def _filled(template: str, more: dict[str, str]) -> str:
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    return string.Template(text).substitute({**identity.values(), **more})


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
