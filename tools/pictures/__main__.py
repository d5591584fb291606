"""`python -m tools.pictures --out DIR`: pictures of the window, and a list of what is wrong.

A window is a process of its own, so that scale factors work; one that was photographed before is
not again. Nothing is shown on a screen.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from gpuviz.operation import list_operations
from tools.pictures.findings import Finding, summed
from tools.pictures.shots import Shot, found_in

SIZES = (("1280x720", 1.0), ("1366x768", 1.0), ("1920x1080", 1.0), ("1920x1080", 1.5))
"""Of a screen in pixels, and how many of them make one pixel of a widget."""
LANGUAGES = ("en", "zh_CN")
TOO_LONG_S = 600  # for one window


def main(arguments: Sequence[str] | None = None) -> int:
    """0 where nothing was found, 1 where something was, 2 where a window failed."""
    given = _parser().parse_args(arguments)
    if given.one:
        from tools.pictures.window import photograph

        photograph(Shot.parse(given.one), given.out)
        return 0
    shots = shots_of(given.operation, given.size, given.scale, given.language)
    failed = [shot for shot in shots if not _taken(shot, given.out)]
    found = [one for shot in shots if shot not in failed for one in found_in(shot, given.out)]
    print(table(found))
    for shot in failed:
        print(f"failed: {shot.name}", file=sys.stderr)
    return 2 if failed else 1 if found else 0


def shots_of(
    operations: Sequence[str],
    sizes: Sequence[str],
    scales: Sequence[float],
    languages: Sequence[str],
) -> list[Shot]:
    """All that is asked for; nothing asked for is everything."""
    names = operations or [info.name for info in list_operations()]
    plain = [(size, scale) for size in sizes for scale in scales or (1.0,)]
    screens = plain or [pair for pair in SIZES if not scales or pair[1] in scales]
    return [
        Shot(name, size, scale, language)
        for language, (size, scale), name in itertools.product(
            languages or LANGUAGES, screens, names
        )
    ]


def table(found: Sequence[Finding]) -> str:
    """A line for each, with the number of windows in which it is."""
    lines = [
        f"{count:4}  {one.kind:14}  {one.where:34}  {one.what}" for one, count in summed(found)
    ]
    return "\n".join(lines)


def _taken(shot: Shot, folder: Path) -> bool:
    """Whether there are pictures of it, from now or from before."""
    if shot.list_in(folder).exists():
        return True
    command = [sys.executable, "-m", "tools.pictures", "--out", str(folder), "--one", shot.name]
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "QT_SCALE_FACTOR": f"{shot.scale:g}",
    }
    try:
        done = subprocess.run(command, env=environment, check=False, timeout=TOO_LONG_S)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0 and shot.list_in(folder).exists()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder for them")
    parser.add_argument("--operation", action="append", default=[], help="one of the gallery")
    parser.add_argument("--size", action="append", default=[], help="of the screen: 1280x720")
    parser.add_argument("--scale", action="append", default=[], type=float, help="1.5")
    parser.add_argument("--language", action="append", default=[], choices=LANGUAGES)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
