"""Whether a window can open here, in words: run in a process of its own by whoever has no Qt.

To ask means to load Qt's libraries, which the process of a notebook shall not have.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

from gpuviz.cli.desktop import check_display, missing_library
from gpuviz.messages import RequestRefused, word

SHORTER = {"desktop.no-display": word("There is no display.")}
"""What is said of a refusal where the rest of its sentence is about the command line."""


def why_no_window() -> str | None:
    """What is in the way, in a sentence; None where a window can open."""
    command = [sys.executable, "-m", __name__]
    asked = subprocess.run(command, capture_output=True, text=True, check=False)
    return asked.stdout.strip() or None


def main() -> int:
    """Print what is in the way, if anything is."""
    try:
        if importlib.util.find_spec("PySide6") is None:
            raise missing_library("PySide6 is not installed")
        check_display(os.environ)
    except RequestRefused as refusal:
        print(SHORTER.get(refusal.message.code, refusal.message))
    return 0


if __name__ == "__main__":
    sys.exit(main())
