"""The command line: one module for each command, declared in `commands`."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from gpuviz.cli.commands import build_parser, with_command
from gpuviz.cli.log import log_file
from gpuviz.cli.script_words import arranged
from gpuviz.messages import GpuvizError, KernelFailed

GOOD, KERNEL_IS_WRONG, CANNOT_BE_MET, INTERRUPTED = 0, 1, 2, 130
logger = logging.getLogger(__name__)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives the exit code; what went wrong is one line on stderr."""
    _never_fail_to_print()
    with log_file() as path:
        return _exit_code(list(sys.argv[1:] if argv is None else argv), path)


def _exit_code(words: list[str], log_path: Path) -> int:
    try:
        code = _run(words)
        sys.stdout.flush()
        return code
    except KernelFailed as error:
        return _complain(str(error), KERNEL_IS_WRONG)
    except GpuvizError as error:
        return _complain(str(error), CANNOT_BE_MET)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of a pipe, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD
    except Exception as error:
        logger.exception("the command failed")
        text = f"gpuviz itself failed ({type(error).__name__}: {error}): please report {log_path}"
        return _complain(text, CANNOT_BE_MET)


def _run(words: list[str]) -> int:
    words, behind = arranged(with_command(words))
    arguments = build_parser(words[0]).parse_args(words)
    arguments.args = behind  # of a script
    code: int = arguments.run(arguments)
    return code


def _complain(text: str, code: int) -> int:
    print("gpuviz:", " ".join(text.split()), file=sys.stderr)
    return code


def _never_fail_to_print() -> None:
    """A character that a terminal cannot show becomes a question mark instead of an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
