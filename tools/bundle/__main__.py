"""Makes the bundle of this system with PyInstaller: `python -m tools.bundle [--out DIR] [--films]`.

The folder has everything: Python, Qt, Numba, the gallery, lessons. `packaging/` has what makes an
installer, an application or an archive of it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tools.bundle import identity
from tools.bundle.contents import ROOT, STRIPPED
from tools.bundle.icons import write_icons

SPEC = ROOT / "packaging" / "gpuviz.spec"


def main() -> int:
    """Runs PyInstaller; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.bundle", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "bundle")
    parser.add_argument(
        "--films",
        action="store_true",
        help="with ffmpeg, which makes MP4 films: 165 MB; else one that is installed is used",
    )
    arguments = parser.parse_args()
    out = arguments.out.resolve()
    icons = out / "work" / "icons"
    write_icons(icons)
    variables = environment(os.environ, icons, films=arguments.films)
    code = subprocess.run(command(out), check=False, cwd=ROOT, env=variables).returncode
    if code == 0 and sys.platform == "linux":
        strip(out / identity.NAME)
    return code


def command(out: Path) -> list[str]:
    """What is asked of PyInstaller."""
    return [
        *(sys.executable, "-m", "PyInstaller", str(SPEC)),
        *("--noconfirm", "--log-level", "ERROR"),
        *("--distpath", str(out), "--workpath", str(out / "work")),
    ]


def strip(bundle: Path) -> None:
    """Takes the symbols off what has many, where binutils is installed."""
    program = shutil.which("strip")
    if program is None:
        print("strip (of binutils) is not installed: the bundle is 37 MB larger", file=sys.stderr)
        return
    for pattern in STRIPPED:
        for file in bundle.glob(pattern):
            subprocess.run([program, "--strip-unneeded", str(file)], check=True)


def environment(starter: Mapping[str, str], icons: Path, *, films: bool) -> dict[str, str]:
    """What the spec file reads; PyInstaller's hooks import Qt, so there is to be no screen."""
    found = (str(ROOT), starter.get("PYTHONPATH", ""))
    return {
        **starter,
        "PYTHONPATH": os.pathsep.join(filter(None, found)),
        "QT_QPA_PLATFORM": "offscreen",
        "GPUVIZ_BUNDLE_ICONS": str(icons),
        "GPUVIZ_BUNDLE_FILMS": "1" if films else "0",
    }


if __name__ == "__main__":
    sys.exit(main())
