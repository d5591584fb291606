"""A script in the place of a pipeline: it runs from its first line to its last, as Python runs it.

What it prints, how it ends and what its host forgot is told beside its launches.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import chdir, redirect_stdout
from dataclasses import replace
from typing import Any

from gpuviz.cuda.host_watch import HostNote
from gpuviz.cuda.recording import Recording
from gpuviz.cuda.script import ScriptOutcome, run_script
from gpuviz.cuda.train import Asked, Train
from gpuviz.engines.pipeline_host import broke_off
from gpuviz.engines.printed import LONGEST_LINE, PRINTED, PrintedLines
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.messages import EnglishTemplate, GpuvizError, Message, RequestRefused
from gpuviz.operation import OperationInfo
from gpuviz.trace import Trace

MOST_LAUNCHES = 1000  # that are listed: each is some ten KB, whatever is kept of its steps


def run_as_script(
    info: OperationInfo, request: LaunchRequest, recording: Recording, train: Train
) -> LaunchResult:
    """Runs it in its folder; all of the result but what its launches and copies were."""
    printed = PrintedLines()
    stream: Any = HeardStream(sys.stdout, printed.add)
    with chdir(info.path.parent), redirect_stdout(stream):
        outcome = run_script(info.path, [], recording, info.source)
    stream.end()
    return LaunchResult(
        number=request.number,
        launches=(),
        correct=None,
        max_abs_error=None,
        emulation_seconds=recording.seconds,
        messages=(*_printed_words(printed), *map(_note_words, outcome.notes)),
        whole=(),
        failure=_failure(info, train, outcome, _printed_words(printed)),
    )


def listed(result: LaunchResult) -> LaunchResult:
    """The result with as many launches as can be listed; it says that there were more."""
    count = len(result.launches)
    if count <= MOST_LAUNCHES:
        return result
    left_out = result.launches[MOST_LAUNCHES:]
    return replace(
        result,
        launches=result.launches[:MOST_LAUNCHES],
        whole=tuple(row for row in result.whole if row < MOST_LAUNCHES),
        messages=(_more_launches(count, left_out), *result.messages),
    )


def asked_for_listed(asked: list[Asked]) -> list[Asked]:
    """What was asked for before the first launch that is not listed."""
    rows = (n for n, one in enumerate(asked) if (one.launch or 0) >= MOST_LAUNCHES)
    return asked[: next(rows, len(asked))]


class HeardStream:
    """A stream whose lines somebody hears as well; all else is as on the stream itself."""

    def __init__(self, stream: Any, heard: Callable[[str], None]) -> None:
        self._stream, self._heard = stream, heard
        self._line = ""

    def write(self, text: str) -> int:
        """Writes on, and tells the lines that have ended."""
        *lines, last = text.split("\n")
        for line in lines:
            self._heard(self._line + line)
            self._line = ""
        self._line = (self._line + last)[:LONGEST_LINE]
        written: int = self._stream.write(text)
        return written

    def end(self) -> None:
        """Tells the line that was not ended."""
        if self._line:
            self._heard(self._line)
        self._line = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _failure(
    info: OperationInfo, train: Train, outcome: ScriptOutcome, printed: tuple[Message, ...]
) -> GpuvizError | None:
    """What is said of how it ended; None where it came to its end and launched something.

    Without a launch there is no other place for what it printed.
    """
    first = next(iter(outcome.failures), None)
    if outcome.raised is not None:
        failure = broke_off(info, train, len(outcome.launches), outcome.raised, first)
    elif first is not None or outcome.launches:
        return first
    else:
        template = "{file} came to its end and launched no kernel: there is nothing to show of it."
        failure = RequestRefused(Message("script.no-launch", template, {"file": info.path.name}))
    if outcome.launches or not printed:
        return failure
    values = {"words": failure.message, "printed": printed[0]}
    message = Message("script.printed-before", "{words}\n{printed}", values)
    return type(failure)(message, failure.place)


def _printed_words(printed: PrintedLines) -> tuple[Message, ...]:
    if not printed.count:
        return ()
    template: EnglishTemplate = "The script printed:\n{lines}"
    if printed.count > len(printed.first):
        template = "The script printed {count} lines, which begin:\n{lines}"
    values = {"count": printed.count, "lines": "\n".join(printed.first)}
    return (Message(PRINTED, template, values),)


def _note_words(note: HostNote) -> Message:
    if note.place is None:
        return note.message
    values = {"line": note.place.line, "words": note.message}
    return Message("script.note", "Line {line}: {words}", values)


def _more_launches(count: int, left_out: tuple[Trace, ...]) -> Message:
    template = "The script launched {count} kernels, of which the first {most} are listed."
    wrong = sum(bool(trace.hazards) for trace in left_out)
    if wrong:
        template = (
            "The script launched {count} kernels, of which the first {most} are listed. Launches"
            " with hazards among the others: {wrong}."
        )
    values = {"count": count, "most": MOST_LAUNCHES, "wrong": wrong}
    return Message("script.more-launches", template, values)
