"""Remembers the text that `exec` compiles: a kernel in it has no file that it could be read from.

Python tells of each text by an audit event (https://peps.python.org/pep-0578); nothing is patched.
"""

from __future__ import annotations
import __future__

import sys
import warnings
from collections import deque
from types import CodeType

MOST_TEXTS = 2000
LONGEST = 200_000  # characters
FUTURE = __future__.annotations.compiler_flag  # exec takes it over from who calls it

_texts: deque[str] = deque(maxlen=MOST_TEXTS)
_listening = False


def remember_executed() -> None:
    """From now on texts without a file are remembered, as long as the process lives."""
    global _listening
    if not _listening:
        sys.addaudithook(_listen)
        _listening = True


def executed_text(code: CodeType) -> str | None:
    """The text that `code` was compiled from, None where it was not seen."""
    candidates = [*reversed(_texts), *_command_line()]
    return next((text for text in candidates if code in functions_in(text, code)), None)


def _listen(event: str, details: tuple[object, ...]) -> None:
    if event != "compile":
        return
    source, filename = details
    if isinstance(source, str):
        source = source.encode(errors="replace")
    if isinstance(source, bytes) and str(filename).startswith("<") and len(source) <= LONGEST:
        text = source.decode(errors="replace")
        if ("def " in text or "lambda" in text) and text not in _texts:
            _texts.append(text)


def _command_line() -> list[str]:
    """The program of `python -c PROGRAM`."""
    words = sys.orig_argv
    return words[words.index("-c") + 1 :][:1] if "-c" in words else []


def functions_in(text: str, code: CodeType) -> list[CodeType]:
    """All that a text makes when it is compiled as `code` was, none where it cannot be."""
    future = code.co_flags & FUTURE
    with warnings.catch_warnings(record=True):  # they were told when it was first compiled
        try:
            return _parts_of(compile(text, code.co_filename, "exec", future, dont_inherit=True))
        except (SyntaxError, ValueError):
            return []


def _parts_of(code: CodeType) -> list[CodeType]:
    """The functions, lambdas and classes in a compiled text, at any depth."""
    inner = [part for part in code.co_consts if isinstance(part, CodeType)]
    return [*inner, *(deeper for part in inner for deeper in _parts_of(part))]
