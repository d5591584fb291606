"""Colour for the one word of a report that is looked for first: whether it is good.

On a terminal only. NO_COLOR takes it away (no-color.org), FORCE_COLOR brings it into a pipe.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

GOOD, BAD = "\x1b[32m", "\x1b[1;31m"  # green; bold red
END = "\x1b[0m"


def coloured(text: str, colour: str) -> str:
    """A text as stdout shows it: in a colour, or as it is."""
    is_shown = shows_colour(os.environ, sys.stdout.isatty(), sys.platform)
    return f"{colour}{text}{END}" if is_shown else text


def shows_colour(environment: Mapping[str, str], is_terminal: bool, platform: str) -> bool:
    """Whether colours are wanted and understood; Windows' old console shows them as signs."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return environment["FORCE_COLOR"] != "0"
    if platform == "win32" and not environment.get("WT_SESSION"):
        return False
    return is_terminal and environment.get("TERM") != "dumb"
