"""`python -m tools.docs`: makes the pictures that are missing, and builds the site into build/site.

With names of pictures, makes these anew and nothing else. `--try PAGE.md` does what a page says and
prints what comes of it. Nothing is shown on a screen, and no network is needed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.docs.links import ROOT
from tools.docs.offline import loaded_from_elsewhere
from tools.docs.pictures import FOLDER, PICTURES, SCALE, THEMES, make
from tools.docs.trial import not_run, tried

SITE = ROOT / "build" / "site"


def main(arguments: Sequence[str] | None = None) -> int:
    """0 where everything could be made, and mkdocs had nothing to say against the pages."""
    given = _parser().parse_args(arguments)
    if given.here:
        make(FOLDER, given.pictures)
        return 0
    if given.page is not None:
        return gone_through(given.page)
    failed = photographed(given.pictures or missing())
    return failed if given.pictures or failed else built(SITE)


def gone_through(page: Path) -> int:
    """Prints what each command of a page prints; 1 where one does something else than is shown."""
    wrong = 0
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "reader"
        folder.mkdir()
        for one in tried(page.read_text(encoding="utf-8"), folder, not_run()):
            verdict = one.wrong or "as the page says"
            print(f"--- line {one.line}, exit code {one.exit_code}, {verdict}: {one.text}")
            print(one.printed)
            wrong += bool(one.wrong)
    return int(wrong > 0)


def missing() -> list[str]:
    """The pictures that are not there."""
    return [
        one.name
        for one in PICTURES
        if not all((FOLDER / f"{one.name}-{theme}.webp").exists() for theme in THEMES)
    ]


def photographed(names: Sequence[str]) -> int:
    """Makes pictures, in a process with settings of its own; its exit code."""
    if not names:
        return 0
    with tempfile.TemporaryDirectory() as home:
        homes = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
        environment = {
            **os.environ,
            **dict.fromkeys(homes, home),
            "QT_QPA_PLATFORM": "offscreen",
            "QT_SCALE_FACTOR": f"{SCALE:g}",
        }
        command = [sys.executable, "-m", "tools.docs", "--here", *names]
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def built(site: Path) -> int:
    """Builds the pages, strictly; mkdocs' exit code, or 1 where they load something."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    failed = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    found = [] if failed else loaded_from_elsewhere(site)
    for one in found:
        print(f"loaded from elsewhere by {one}", file=sys.stderr)
    return failed or int(bool(found))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.docs", description=__doc__)
    names = [one.name for one in PICTURES]
    parser.add_argument("pictures", nargs="*", choices=[*names, []], metavar="PICTURE")
    parser.add_argument("--try", dest="page", type=Path, metavar="PAGE.md", help="do what it says")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
