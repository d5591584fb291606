"""Runs one command of the command line, and says what went wrong in one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from gpuviz import interrupts
from gpuviz.cli import completing
from gpuviz.cli.commands import WITH_SCRIPTS, build_parser, with_command
from gpuviz.cli.language import language_for, speak
from gpuviz.cli.streams import finish_printing, flush_printed, open_standard_streams
from gpuviz.messages import GpuvizError, KernelFailed, Message, RequestRefused, tidy

GOOD, KERNEL_IS_WRONG, CANNOT_BE_MET = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives the exit code; what went wrong is one line on stderr."""
    open_standard_streams()
    if completing.ASKED in os.environ:
        completing.answer()
    words = list(sys.argv[1:] if argv is None else argv)
    speak(language_for(words, os.environ))
    code = _exit_code(words)
    finish_printing()
    return code


def _exit_code(words: list[str]) -> int:
    try:
        return _run(words)
    except KernelFailed as error:
        return _complain(str(error), KERNEL_IS_WRONG)
    except GpuvizError as error:
        return _complain(str(error), CANNOT_BE_MET)
    except KeyboardInterrupt:
        return interrupts.INTERRUPTED
    except BrokenPipeError:  # in the middle of it: what would have come is not known
        return GOOD
    except Exception as error:
        return _unforeseen(error)


def _run(words: list[str]) -> int:
    _check_folder()
    words = with_command(words)
    behind: list[str] = []  # of a script
    if words[0] in WITH_SCRIPTS:
        from gpuviz.cli.script_words import arranged

        words, behind = arranged(words)
    try:
        arguments = build_parser(words[0], words).parse_args(words)
        arguments.args = behind
        from gpuviz.cli.log import log_file

        with log_file():
            code: int = arguments.run(arguments)
    except SystemExit:  # --help and --version have been printed
        code = GOOD
    with suppress(BrokenPipeError):  # the reader of a pipe, such as `head`, has seen enough
        flush_printed()
    return code


def _check_folder() -> None:
    """Raises RequestRefused where no relative name can lead anywhere."""
    try:
        os.getcwd()
    except OSError:
        template = "The folder that this terminal is in is gone: go to another one with cd."
        raise RequestRefused(Message("cli.folder-gone", template)) from None


def _unforeseen(error: Exception) -> int:
    """Says what no room should have let out, unless it comes of Ctrl+C or a stdout that fails."""
    if interrupts.heard():
        return interrupts.INTERRUPTED
    try:
        if isinstance(error, OSError) and error.filename is None:
            flush_printed("\n")  # fails again if that is what has failed
    except BrokenPipeError:
        return GOOD
    except RequestRefused as refused:
        return _complain(str(refused), CANNOT_BE_MET)
    import logging

    from gpuviz.cli.log import log_file

    with log_file() as path:
        logging.getLogger(__name__).error("the command failed", exc_info=error)
    template = "gpuviz itself failed ({error}): please report {log}"
    values = {"error": f"{type(error).__name__}: {error}", "log": path}
    text = Message("cli.unforeseen", template, values).text
    return _complain(text, CANNOT_BE_MET)


def _complain(text: str, code: int) -> int:
    with suppress(OSError):  # a stderr that takes nothing
        print("gpuviz:", tidy(text), file=sys.stderr, flush=True)
    return code
