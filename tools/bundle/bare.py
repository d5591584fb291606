"""Tries a bundle where there is nothing else: `python -m tools.bundle.bare DIR/gpuviz`.

It runs in a root folder of its own, in which there is nothing but fonts and a few libraries that
every desktop has (Linux, as root); with `--here` on this system as it is. Prints the size, and how
long each thing takes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
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
    parser.add_argument("--here", action="store_true", help="in no root folder of its own")
    arguments = parser.parse_args()
    bundle = arguments.bundle.resolve()
    print(f"{'size':20} {size_bytes(bundle) / 1e6:6.0f} MB")
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        if arguments.here:
            _lay_out(root)
            return sum(_fails(partial(run_here, bundle, root), *tried) for tried in TRIED)
        furnish(root, bundle)
        return sum(_fails(partial(run_inside, root), *tried) for tried in TRIED)


def size_bytes(bundle: Path) -> int:
    """Of all files in it; what links lead to counts once."""
    files = (file for file in bundle.rglob("*") if file.is_file() and not file.is_symlink())
    return sum(file.stat().st_size for file in files)


def why_not() -> str | None:
    """Why no root folder of its own can be had here; None where it can."""
    if sys.platform != "linux":
        return "only Linux has root folders for a process"
    if os.getuid() != 0:
        return "only root may change the root folder"
    tried = subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False)
    return None if tried.returncode == 0 else "this system gives no namespace for mounts"


def furnish(root: Path, bundle: Path) -> None:
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
    _lay_out(root / "tmp")


def _lay_out(folder: Path) -> None:
    """What the program is asked to open."""
    lessons = resource_dir("assets") / "lessons" / "en"
    lesson = next(iter(sorted(lessons.glob("02_*.md"))))
    shutil.copy(lesson, folder / "lesson.md")
    (folder / "script.py").write_text(SCRIPT, encoding="utf-8")


def run_inside(root: Path, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Runs the bundle's program where that folder is the root."""
    return subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "sh", "-c", INSIDE, str(root), *words],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )


def run_here(bundle: Path, folder: Path, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Runs it on this system; `folder` is in the place of /tmp."""
    program = bundle / f"gpuviz{'.exe' if sys.platform == 'win32' else ''}"
    given = [word.replace("/tmp/", f"{folder}{os.sep}") for word in words]
    return subprocess.run(
        [program, *given],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def _fails(
    run: Callable[[Sequence[str]], subprocess.CompletedProcess[str]],
    what: str,
    words: Sequence[str],
) -> bool:
    began = time.perf_counter()
    ended = run(words)
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
