"""Plugins for tests, installed as pip leaves them: a package, and beside it what says so."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path

import pytest

from gpuviz import device, plugins
from gpuviz.lesson import names, puzzle
from gpuviz.operation import plugged

EXAMPLE = Path(__file__).parents[2] / "examples" / "plugin" / "warp_course"
CUBE = (EXAMPLE / "kernels" / "cube.py").read_text(encoding="utf-8")
LESSON = (EXAMPLE / "lessons" / "en" / "01_cubes.md").read_text(encoding="utf-8")
PUZZLE: Mapping[str, bytes] = {
    f"puzzles/01_cube_guard/{path.name}": path.read_bytes()
    for path in (EXAMPLE / "puzzles" / "01_cube_guard").iterdir()
    if path.is_file()
}
GPU = "course_gpu"
EXPLODES = "raise SystemExit('a plugin was imported')\n"


def make_package(
    site: Path,
    files: Mapping[str, str | bytes],
    *,
    plugin: str = "course",
    package: str = "gpu_course",
    version: str = "1.0",
    value: str | None = None,
) -> Path:
    """A package with these files in a folder of packages; its folder. Importing it is an error."""
    folder = site / package
    for name, content in {"__init__.py": EXPLODES, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    say_so(site, f"{plugin} = {value or package}", package, version)
    return folder


def say_so(site: Path, line: str, package: str = "gpu_course", version: str = "1.0") -> Path:
    """The entry point alone; its file."""
    info = site / f"{package}-{version}.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
    file = info / "entry_points.txt"
    file.write_text(f"[console_scripts]\nother = other:main\n\n[gpuviz.operations]\n{line}\n")
    return file


def device_file(device_id: str = GPU, name: str = "GPU of a course") -> str:
    """The devices of the example with another id and name."""
    text = (EXAMPLE / "devices.toml").read_text(encoding="utf-8")
    return text.replace("room_gpu", device_id).replace("GPU of room 3", name)


COURSE: Mapping[str, str | bytes] = {
    "kernels/cube.py": CUBE,
    "lessons/en/01_cubes.md": LESSON,
    "devices.toml": device_file(),
    **PUZZLE,
}


def use(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the packages of a folder installed in this process until the test ends."""
    monkeypatch.syspath_prepend(site)
    importlib.invalidate_caches()
    forget()


def forget() -> None:
    """Look for plugins anew."""
    for found in (
        *(plugins.installed, plugged.kernel_shelf, device.plugin_shelf, puzzle.puzzle_shelf),
        names.operation_names,
    ):
        found.cache_clear()
