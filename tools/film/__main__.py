"""Films the first two minutes of somebody who has never seen the program.

    python -m tools.film first_minutes.mp4 [--language zh_CN]
    python -m tools.film docs/ten_seconds.gif --scenes ten_seconds

The window is the real one, on settings of its own that have never been written; a pointer and the
keys that are pressed are drawn over it. Takes as long as the film.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import tempfile
from pathlib import Path

SCENES = ("first_minutes", "ten_seconds")


def main() -> int:
    """Make the film."""
    parser = argparse.ArgumentParser(prog="python -m tools.film", description=__doc__)
    parser.add_argument("path", type=Path, help="an .mp4 or .gif file")
    parser.add_argument("--scenes", choices=SCENES, default=SCENES[0], help="what is filmed")
    parser.add_argument("--language", choices=("en", "zh_CN"), default="en")
    asked = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as home:
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
            os.environ[name] = home
        scenes = importlib.import_module(f"tools.film.{asked.scenes}")  # with Qt, behind these
        code: int = scenes.film(asked.path, asked.language)
        return code


if __name__ == "__main__":
    sys.exit(main())
