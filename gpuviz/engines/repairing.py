"""Repairs of a kernel file, tried: the emulator runs the edited text as it ran the file."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.host import Kernels, LoadedOperation, load_described
from gpuviz.engines.request import LaunchRequest
from gpuviz.messages import GpuvizError
from gpuviz.operation import describe_runnable, describe_runnable_text
from gpuviz.repair.asked import CHANGED, LaunchFaults, launch_faults, nothing_repaired
from gpuviz.repair.search import Outcome, Repairs, search, within
from gpuviz.source_lines import source_lines

TRYING_S = 60.0  # then no more trial begins
BYTE_ORDER_MARK = "\ufeff"


def repair_operation(request: LaunchRequest, asked: LaunchFaults) -> Repairs:
    """What repairs the hazards of a launch of the emulator, tried with the same request."""
    info = describe_runnable(request.operation)
    mark, source = exact_text(request.operation)
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


def exact_text(path: Path) -> tuple[str, str]:
    """(the mark in front of a text in UTF-8, if it has one; the text with its ends of lines).

    Raises UnicodeDecodeError and OSError.
    """
    text = path.read_bytes().decode()
    return (text[:1], text[1:]) if text.startswith(BYTE_ORDER_MARK) else ("", text)


def tried(request: LaunchRequest, text: str) -> Outcome:
    """What comes of the request with another text in the place of the file."""

    def load(path: Path, kernels: Kernels) -> LoadedOperation:
        return load_described(describe_runnable_text(path, text), kernels)

    try:
        with read_as(request.operation.absolute(), text):
            result = EmulatorEngine(load=load).run(request, lambda told: None)
    except GpuvizError:
        return Outcome((), None, failed=True)
    if result.failure is not None or any(trace.failure for trace in result.launches):
        return Outcome((), None, failed=True)
    found = launch_faults(result.launches, result.correct, request.operation)
    return Outcome(found.faults, result.correct)


@contextmanager
def read_as(path: Path, text: str) -> Iterator[None]:
    """Kernels of a file are read out of a text meanwhile."""
    name = str(path)
    before = linecache.cache.pop(name, None)
    linecache.cache[name] = (len(text), None, source_lines(text), name)
    try:
        yield
    finally:
        linecache.cache.pop(name, None)
        if before is not None:
            linecache.cache[name] = before
