"""Makes the bundle of this system with PyInstaller: `python -m tools.bundle [--out DIR]`.

The folder has everything: Python, Qt, Numba, the gallery, lessons. Scripts that are checked may
import the whole standard library and NumPy, so all of both is in it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENTRY = Path(__file__).with_name("entry.py")
WHOLE = ("gpuviz", "numba", "llvmlite", "greenlet")
"""Packages of which every module is taken, as they import by name."""
NOT_IN_IT = (
    *("PyInstaller", "pytest", "coverage", "setuptools", "cffi", "matplotlib", "IPython"),
    *("scipy", "cuda"),  # Numba looks for them, and does without
    *("tkinter", "idlelib", "turtledemo", "lib2to3", "this", "antigravity"),
)
NAMED = ("numpy", "numba", "llvmlite", "greenlet", "pillow", "pyqtgraph", "imageio_ffmpeg")
"""Packages of which `gpuviz doctor` tells the version."""
PURE_PYTHON_FILES = ("process_tree/guard.py", "process_tree/members.py")
"""Of gpuviz: run by their path, so they have to be files."""


def main() -> int:
    """Runs PyInstaller; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.bundle", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "bundle")
    out = parser.parse_args().out.resolve()
    without_screen = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
    }  # hooks import what they look at
    return subprocess.run(command(out), check=False, cwd=ROOT, env=without_screen).returncode


def command(out: Path) -> list[str]:
    """What is asked of PyInstaller."""
    return [
        *(sys.executable, "-m", "PyInstaller", str(ENTRY)),
        *("--name", "gpuviz", "--noconfirm", "--onedir", "--log-level", "WARN"),
        *("--distpath", str(out), "--workpath", str(out / "work"), "--specpath", str(out / "work")),
        *("--paths", str(ROOT)),
        *(word for name in WHOLE for word in ("--collect-submodules", name)),
        *(word for name in _standard_library() for word in ("--hidden-import", name)),
        *(word for name in NOT_IN_IT for word in ("--exclude-module", name)),
        *_data(ROOT / "kernels", "gpuviz/kernels"),
        *_data(ROOT / "assets", "gpuviz/assets"),
        *(
            word
            for name in PURE_PYTHON_FILES
            for word in _data(ROOT / "gpuviz" / name, f"gpuviz/{Path(name).parent}")
        ),
        *(word for name in NAMED for word in ("--copy-metadata", name)),
    ]


def _data(path: Path, to: str) -> tuple[str, str]:
    return "--add-data", f"{path}:{to}"


def _standard_library() -> list[str]:
    """Modules that a script may import; those with an underscore come with the others."""
    return sorted(
        name
        for name in sys.stdlib_module_names
        if not name.startswith("_") and name not in NOT_IN_IT
    )


if __name__ == "__main__":
    sys.exit(main())
