"""The standard streams of a command, also where somebody has closed them or the disk is full."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import IO

from gpuviz.messages import Message, RequestRefused, reason_of
from gpuviz.texts import tr

STDIN, STDOUT, STDERR = 0, 1, 2  # file descriptors


def open_standard_streams() -> None:
    """Gives a number to each stream that was closed: the next file opened would get it else.

    What is printed to a closed stdout is an error, as on a full disk; complaints to a closed stderr
    are lost. A character that a terminal cannot show becomes a question mark.
    """
    for number, flags in ((STDIN, os.O_RDONLY), (STDOUT, os.O_RDONLY), (STDERR, os.O_WRONLY)):
        if not _is_open(number):
            _put(os.open(os.devnull, flags), number)
    sys.stdin = sys.stdin or _stream(STDIN, "r")
    sys.stdout = sys.stdout or _stream(STDOUT, "w")
    sys.stderr = sys.stderr or _stream(STDERR, "w")
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def tell_note(words: object) -> None:
    """Says on stderr what is worth knowing and stops nothing."""
    print("gpuviz:", tr("Note: {words}").format(words=words), file=sys.stderr)


def print_for_programs(text: str) -> None:
    """Prints what other programs read, who expect UTF-8 whatever a terminal shows here: stdout of a
    CI system's job on Windows is cp1252.
    """
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="replace")
    print(text, end="")


def flush_printed(last: str = "") -> None:
    """Has everything printed arrive, and the text `last`.

    Raises BrokenPipeError where nobody reads it, and RequestRefused where it cannot be written.
    """
    try:
        print(last, end="", flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        template = "What there is to say cannot be printed ({reason}): look where stdout goes."
        values = {"reason": reason_of(error)}
        raise RequestRefused(Message("cli.unprintable", template, values)) from None


def finish_printing() -> None:
    """Throws away what cannot be printed: Python would complain of it at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):  # a stream without a number is a test's
                _put(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _put(descriptor: int, number: int) -> None:
    if descriptor != number:
        os.dup2(descriptor, number)
        os.close(descriptor)


def _stream(number: int, mode: str) -> IO[str]:
    return open(number, mode, encoding="utf-8", errors="replace", closefd=False)
