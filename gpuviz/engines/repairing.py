"""Repairs of a kernel file, tried: the emulator runs the edited text as it ran the file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest
from gpuviz.messages import GpuvizError
from gpuviz.operation import describe_runnable
from gpuviz.operation.module import MAX_FILE_BYTES, read_as
from gpuviz.ordinary_file import BYTE_ORDER_MARK, text_style
from gpuviz.repair.asked import CHANGED, LaunchFaults, launch_faults, nothing_repaired
from gpuviz.repair.search import Outcome, Repairs, search, within

TRYING_S = 60.0  # then no more trial begins


def repair_operation(request: LaunchRequest, asked: LaunchFaults) -> Repairs:
    """What repairs the hazards of a launch of the emulator, tried with the same request."""
    info = describe_runnable(request.operation)
    mark, source = _exact_source(request)
    if not asked.stand_in(source):
        return nothing_repaired([CHANGED] * len(asked.faults))
    before = Outcome(asked.faults, asked.correct)
    found = search(
        source,
        info.path.name,
        before,
        lambda text: tried(request, text),
        within(TRYING_S),
    )
    return replace(found, text=None if found.text is None else mark + found.text)


def _exact_source(request: LaunchRequest) -> tuple[str, str]:
    """The same of what ran: a text that is in no file yet would be saved as the file's is."""
    if request.text is None:
        return exact_text(request.operation)
    mark, line_end = text_style(request.operation, MAX_FILE_BYTES)
    return mark, request.text.replace("\n", line_end)


def exact_text(path: Path) -> tuple[str, str]:
    """(the mark in front of a text in UTF-8, if it has one; the text with its ends of lines).

    Raises UnicodeDecodeError and OSError.
    """
    text = path.read_bytes().decode()
    return (text[:1], text[1:]) if text.startswith(BYTE_ORDER_MARK) else ("", text)


def tried(request: LaunchRequest, text: str) -> Outcome:
    """What comes of the request with another text in the place of the file."""

    try:
        with read_as(request.operation, text):
            result = EmulatorEngine().run(request, lambda told: None)
    except GpuvizError:
        return Outcome((), None, failed=True)
    if result.failure is not None or any(trace.failure for trace in result.launches):
        return Outcome((), None, failed=True)
    found = launch_faults(result.launches, result.correct, request.operation)
    return Outcome(found.faults, result.correct)
