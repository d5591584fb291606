"""The program of a bundle stands for `python` where gpuviz starts processes with it."""

from __future__ import annotations

import importlib.util
import os
import pkgutil
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import gpuviz
from tools.bundle import contents
from tools.bundle.__main__ import SPEC, command, environment

ENTRY = Path(__file__).resolve().parents[2] / "tools" / "bundle" / "entry.py"


def said_by(*words: str) -> str:
    ran = subprocess.run(
        [sys.executable, str(ENTRY), *words], capture_output=True, text=True, check=True
    )
    return ran.stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--version"], f"gpuviz {gpuviz.__version__}"),
        (["-m", "gpuviz", "--version"], f"gpuviz {gpuviz.__version__}"),
        (["-P", "-m", "calendar", "2026", "1", "--type", "text"], "January 2026"),
        (["-P", "-c", "import sys; print(sys.argv)", "a", "-b"], "['-c', 'a', '-b']"),
    ],
)
def test_it_does_what_it_is_started_for(words: list[str], said: str) -> None:
    assert said_by(*words).startswith(said)


def test_a_file_runs_by_its_path_with_its_own_words(tmp_path: Path) -> None:
    file = tmp_path / "guard.py"
    file.write_text("import sys; print(__name__, sys.argv[1:])\n", encoding="utf-8")

    assert said_by("-I", "-S", str(file), "7", "-c") == "__main__ ['7', '-c']"


def submodules(package: str) -> list[str]:
    """Modules of a package, by the files that it has."""
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    found = pkgutil.walk_packages(spec.submodule_search_locations, f"{package}.", lambda name: None)
    return [package, *(module.name for module in found)]


def made_on(platform: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Any]]:
    """What the spec file asks of PyInstaller on a system: the arguments of each of its words."""
    asked: dict[str, list[Any]] = defaultdict(list)

    def word(name: str) -> Callable[..., SimpleNamespace]:
        def note(*args: Any, **named: Any) -> SimpleNamespace:
            asked[name].append((args, named))
            return SimpleNamespace(pure=[], scripts=[], binaries=FOUND, datas=[])

        return note

    hooks = ModuleType("PyInstaller.utils.hooks")
    monkeypatch.setattr(hooks, "collect_submodules", lambda name, chosen: [], raising=False)
    monkeypatch.setattr(hooks, "copy_metadata", lambda name: [(name, ".")], raising=False)
    for name in ("PyInstaller", "PyInstaller.utils"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, "PyInstaller.utils.hooks", hooks)
    monkeypatch.setenv("GPUVIZ_BUNDLE_ICONS", str(folder))
    monkeypatch.setenv("GPUVIZ_BUNDLE_FILMS", "0")
    words = {name: word(name) for name in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")}
    code = compile(SPEC.read_text(encoding="utf-8"), str(SPEC), "exec")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", platform)
        exec(code, dict(words))
    return asked


FOUND = [
    ("imageio_ffmpeg/binaries/ffmpeg-linux-x86_64-v7", "/there", "DATA"),
    ("PySide6/Qt/plugins/platforms/libqxcb.so", "/there", "BINARY"),
    ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", "/there", "BINARY"),
    ("PySide6\\plugins\\platforms\\qwindows.dll", "/there", "BINARY"),
    ("PySide6/Qt/plugins/tls/libqopensslbackend.so", "/there", "BINARY"),
    ("PySide6/Qt/translations/qtbase_zh_CN.qm", "/there", "DATA"),
    ("PySide6/Qt/translations/qtbase_fr.qm", "/there", "DATA"),
    ("libgtk-3.so.0", "/there", "BINARY"),
    ("PySide6\\opengl32sw.dll", "/there", "BINARY"),
    ("libstdc++.so.6", "/there", "BINARY"),
]
KEPT = [
    "PySide6/Qt/plugins/platforms/libqxcb.so",
    "PySide6\\plugins\\platforms\\qwindows.dll",
    "PySide6/Qt/translations/qtbase_zh_CN.qm",
    "libstdc++.so.6",
]


@pytest.mark.slow
def test_a_bundle_has_what_no_import_statement_leads_to() -> None:
    data = {place: Path(file) for file, place in contents.data()}
    imports = contents.hidden_imports(submodules)

    assert all(path.exists() for path in data.values())
    assert {"gpuviz/kernels", "gpuviz/assets", "gpuviz/process_tree"} <= set(data)
    kernels, assets = data["gpuviz/kernels"], data["gpuviz/assets"]
    assert (kernels / "matmul_tiled.py").is_file()
    for needed in ("lessons/en", "lessons/zh_CN", "puzzles", "i18n/zh_CN.qm", "icons/run.svg"):
        assert (assets / needed).exists(), needed
    for needed in ("gpuviz.worker.__main__", "gpuviz.cli.qt_here", "gpuviz.api.script_process"):
        assert needed in imports, needed
    assert imports.count("sqlite3") == 1, "a script may import all of the standard library"
    assert not [name for name in imports if "tests" in name.split(".")]


def test_every_module_that_is_started_by_name_is_in_a_bundle() -> None:
    imports = set(contents.hidden_imports(submodules))
    started = {
        name
        for file in (contents.ROOT / "gpuviz").rglob("*.py")
        for name in re.findall(r'"-m",\s*"(gpuviz[\w.]*)"', file.read_text(encoding="utf-8"))
    }

    assert "gpuviz.worker" in started
    assert started <= imports


def test_what_is_run_by_its_path_is_a_file_of_a_bundle() -> None:
    files = {Path(file).name for file, _ in contents.data()}
    by_path = {"guard.py"}  # `guarded.py` starts guard.__file__, which imports members beside it

    assert by_path | {"members.py"} <= files


def test_a_bundle_leaves_out_what_windows_of_ours_do_not_use() -> None:
    without = [name for name, _, _ in contents.kept(FOUND, films=False)]
    with_films = [name for name, _, _ in contents.kept(FOUND, films=True)]

    assert without == KEPT
    assert set(with_films) - set(without) == {"imageio_ffmpeg/binaries/ffmpeg-linux-x86_64-v7"}


def test_linux_gets_one_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = made_on("linux", tmp_path, monkeypatch)

    (_, program), *others = asked["EXE"]
    assert (program["name"], program["console"], others) == ("gpuviz", True, [])
    assert [name for name, _, _ in asked["COLLECT"][0][0][1]] == KEPT
    assert "BUNDLE" not in asked


def test_windows_gets_a_program_without_a_console_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = made_on("win32", tmp_path, monkeypatch)

    programs = [(named["name"], named["console"]) for _, named in asked["EXE"]]
    assert programs == [("gpuviz", True), ("gpuvizw", False)]
    assert all(str(named["icon"]).endswith("gpuviz.ico") for _, named in asked["EXE"])
    assert len(asked["COLLECT"]) == 1, "both stand in one folder, on the same libraries"


def test_macos_gets_an_application_that_opens_recordings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = made_on("darwin", tmp_path, monkeypatch)

    ((_, application),) = asked["BUNDLE"]
    assert application["name"] == "gpuviz.app"
    assert application["version"] == gpuviz.__version__
    assert str(application["icon"]).endswith("gpuviz.icns")
    kinds = application["info_plist"]["CFBundleDocumentTypes"]
    assert "gpuviz recording" in [kind["CFBundleTypeName"] for kind in kinds]


def test_pyinstaller_looks_for_gpuviz_in_this_checkout(tmp_path: Path) -> None:
    words = command(tmp_path)
    variables = environment({"PYTHONPATH": "/others"}, tmp_path / "icons", films=True)

    assert Path(words[words.index("PyInstaller") + 1]) == SPEC
    assert variables["PYTHONPATH"].split(os.pathsep) == [str(contents.ROOT), "/others"]
    assert variables["GPUVIZ_BUNDLE_FILMS"] == "1"
