"""The file that a student begins with: its comments in the student's language."""

from __future__ import annotations

import re
from collections.abc import Mapping

COMMENT = re.compile(r"Comment `(.+)`")
"""The title of a section that has a comment in another language."""
MARKS = (('"""', '"""'), ("# ", ""), ("// ", ""))


def with_comments(source: str, comments: Mapping[str, str]) -> str:
    """A text in Python or CUDA C with its comments of one line as `comments` have them.

    A docstring of one line is a comment too; code, and the number of lines, stay as they are.
    """
    return "\n".join(_told(line, comments) for line in source.split("\n"))


def _told(line: str, comments: Mapping[str, str]) -> str:
    for mark, end in MARKS:
        code, found, said = line.partition(mark)
        comment = comments.get(said.removesuffix(end))
        if found and said.endswith(end) and comment is not None:
            return f"{code}{mark}{comment}{end}"
    return line
