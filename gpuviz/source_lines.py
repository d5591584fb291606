"""The lines of a Python text as Python counts them: `str.splitlines` knows more ends of a line.

A form feed, a vertical tab or U+2028 within a text ends none for Python.
"""

from __future__ import annotations

import io
import re

_NO_END_OF_A_LINE = re.compile("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def source_lines(text: str) -> list[str]:
    """The lines with their ends, each of which is a line feed."""
    return io.StringIO(text, newline=None).readlines()


def without_other_ends(line: str) -> str:
    """The line with nothing in it that `str.splitlines` takes for its end.

    A form feed before the indentation goes, as it does not count; elsewhere a space comes for it.
    """
    return _NO_END_OF_A_LINE.sub(" ", line.lstrip("\x0c"))
