"""Films the first two minutes of somebody who has never seen the program.

    python -m tools.film first_minutes.mp4 [--language zh_CN]

The window is the real one, on settings of its own that have never been written; a pointer and the
keys that are pressed are drawn over it. Takes as long as the film.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path


def main() -> int:
    """Make the film."""
    parser = argparse.ArgumentParser(prog="python -m tools.film", description=__doc__)
    parser.add_argument("path", type=Path, help="an .mp4 file that does not exist yet")
    parser.add_argument("--language", choices=("en", "zh_CN"), default="en")
    asked = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as home:
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
            os.environ[name] = home
        from tools.film.first_minutes import film

        return film(asked.path, asked.language)


if __name__ == "__main__":
    sys.exit(main())
