"""Tries a bundle where there is nothing else: `python -m tools.bundle.bare DIR/gpuviz`.

It runs in a root folder of its own, in which there is nothing but fonts and a few libraries that
every desktop has (Linux, as root). Prints the size, and how long each thing takes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from gpuviz.places import resource_dir

NEEDED = (
    *("libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libutil.so.1"),
    "libz.so.1",
    *("libxcb.so.1", "libGL.so.1", "libEGL.so.1", "libGLX.so.0", "libGLdispatch.so.0"),
)
"""Of the system: the C library, zlib, and what leads to the screen and its driver."""
LOADER = "/lib64/ld-linux-x86-64.so.2"
LIBRARIES = Path("/lib/x86_64-linux-gnu")
FONTS = ("/usr/share/fonts/truetype", "/etc/fonts")
PROGRAM = "/gpuviz/gpuviz"
TRIED: Sequence[tuple[str, Sequence[str]]] = (
    ("says its version", ("--version",)),
    ("runs matmul_tiled", ("run", "matmul_tiled", "--no-cpu")),
    ("opens its window", ("app", "--operation", "matmul_tiled", "--screenshot", "/tmp/a.png")),
    ("plays a lesson", ("app", "/tmp/lesson.md", "--screenshot", "/tmp/b.png")),
    ("checks a script", ("check", "/tmp/script.py")),
)
SCRIPT = """import fractions, sqlite3
import numpy as np
from numba import cuda

@cuda.jit
def double(x):
    x[cuda.grid(1)] *= 2

x = np.ones(32, np.float32)
double[1, 32](x)
assert x.sum() == 64
"""


def main() -> int:
    """The number of things that it could not do."""
    parser = argparse.ArgumentParser(prog="python -m tools.bundle.bare", description=__doc__)
    parser.add_argument("bundle", type=Path)
    bundle = parser.parse_args().bundle.resolve()
    size = sum(file.stat().st_size for file in bundle.rglob("*") if _counts(file))
    print(f"{'size':20} {size / 1e6:6.0f} MB")
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        _furnish(root, bundle)
        return sum(_fails(root, what, words) for what, words in TRIED)


def _counts(file: Path) -> bool:
    return file.is_file() and not file.is_symlink()


def _furnish(root: Path, bundle: Path) -> None:
    """The bundle, what it needs of the system, and what the program is asked to open."""
    shutil.copytree(bundle, root / "gpuviz", symlinks=True)
    (root / "lib64").mkdir()
    shutil.copy(LOADER, root / "lib64")
    for name in NEEDED:
        if (LIBRARIES / name).exists():
            (root / LIBRARIES.relative_to("/")).mkdir(parents=True, exist_ok=True)
            shutil.copy(LIBRARIES / name, root / LIBRARIES.relative_to("/"))
    for folder in FONTS:
        if Path(folder).exists():
            shutil.copytree(folder, root / folder[1:], symlinks=True)
    for folder in ("tmp", "dev", "proc", "home"):
        (root / folder).mkdir(exist_ok=True)
    lessons = resource_dir("assets") / "lessons" / "en"
    lesson = next(iter(sorted(lessons.glob("02_*.md"))))
    shutil.copy(lesson, root / "tmp" / "lesson.md")
    (root / "tmp" / "script.py").write_text(SCRIPT, encoding="utf-8")


def _fails(root: Path, what: str, words: Sequence[str]) -> bool:
    began = time.perf_counter()
    ended = subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "sh", "-c", INSIDE, str(root), *words],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - began
    print(f"{what:20} {seconds:6.1f} s  {'well' if ended.returncode == 0 else 'FAILS'}")
    if ended.returncode != 0:
        print(ended.stdout[-2000:], ended.stderr[-2000:], file=sys.stderr)
    return ended.returncode != 0


INSIDE = (
    'mount --bind /dev "$0/dev" && mount --bind /proc "$0/proc" &&'
    ' exec env -i HOME=/home QT_QPA_PLATFORM=offscreen "$(command -v chroot)" "$0" '
    f'{PROGRAM} "$@"'
)
"""In a root folder of its own, with the devices and processes of this machine."""


if __name__ == "__main__":
    sys.exit(main())
