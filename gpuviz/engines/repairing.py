"""Repairs of a kernel file, tried: the emulator runs the edited text as it ran the file."""

from __future__ import annotations

import linecache
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.host import Kernels, LoadedOperation, load_described
from gpuviz.engines.request import LaunchRequest, LaunchResult, Progress
from gpuviz.messages import GpuvizError, Message
from gpuviz.operation import describe, describe_text
from gpuviz.repair.fault import Fault, fault_of
from gpuviz.repair.search import MOST_TRIALS, Outcome, Repairs, search
from gpuviz.trace import Trace

ELSEWHERE = Message(
    "repair.elsewhere",
    "The line stands in another file than the kernel, and only the kernel's file is repaired.",
)
CHANGED = Message(
    "repair.changed", "The file has changed since it was launched: launch it again first."
)


@dataclass(frozen=True, slots=True)
class LaunchFaults:
    """The hazards of a launch, or of several, with what has to stand in the file.

    `texts` are (first line, text) of the functions that ran; `elsewhere` are rows of `faults` whose
    lines are those of another file.
    """

    faults: tuple[Fault, ...]
    correct: bool | None
    texts: tuple[tuple[int, str], ...]
    elsewhere: tuple[int, ...] = ()


def launch_faults(result: LaunchResult, path: Path) -> LaunchFaults:
    """What is to be repaired, in the order in which the launches have their hazards."""
    faults, elsewhere, texts = list[Fault](), list[int](), dict[tuple[int, str], None]()
    for trace in result.launches:
        for one in trace.functions:
            if Path(one.file) == path.absolute():
                texts[one.first_line, one.text] = None
        for hazard in trace.hazards:
            if not _stands_in(trace, hazard.line, path):
                elsewhere.append(len(faults))
            faults.append(fault_of(hazard, trace.config.block, trace.kernel))
    return LaunchFaults(tuple(faults), result.correct, tuple(texts), tuple(elsewhere))


def _stands_in(trace: Trace, line: int, path: Path) -> bool:
    """Whether a line is one of a function of the file, and of no function of another file."""
    files = {
        Path(one.file)
        for one in trace.functions
        if one.first_line <= line < one.first_line + len(one.text.splitlines())
    }
    return files == {path.absolute()}


def repair_operation(
    request: LaunchRequest, asked: LaunchFaults, progress: Progress
) -> Repairs:
    """What repairs the hazards of a launch of the emulator, tried with the same request."""
    info = describe(request.operation)
    if not _is_unchanged(info.source, asked.texts):
        return nothing_repaired([CHANGED] * len(asked.faults))
    trials = 0

    def trial(text: str) -> Outcome:
        nonlocal trials
        trials += 1
        progress(min(trials / MOST_TRIALS, 1.0))
        return tried(request, text)

    mine = [row for row in range(len(asked.faults)) if row not in asked.elsewhere]
    before = Outcome(tuple(asked.faults[row] for row in mine), asked.correct)
    found = search(info.source, info.path.name, before, trial)
    of_fault: list[int | None] = [None] * len(asked.faults)
    why_not: list[Message | None] = [ELSEWHERE] * len(asked.faults)
    for place, row in enumerate(mine):
        of_fault[row], why_not[row] = found.of_fault[place], found.why_not[place]
    return replace(found, of_fault=tuple(of_fault), why_not=tuple(why_not))


def nothing_repaired(why_not: Sequence[Message]) -> Repairs:
    """No repair of any fault."""
    return Repairs((), (None,) * len(why_not), tuple(why_not), None)


def tried(request: LaunchRequest, text: str) -> Outcome:
    """What comes of the request with another text in the place of the file."""

    def load(path: Path, kernels: Kernels) -> LoadedOperation:
        return load_described(describe_text(path, text), kernels)

    try:
        with read_as(request.operation.absolute(), text):
            result = EmulatorEngine(load=load).run(request, lambda told: None)
    except GpuvizError:
        return Outcome((), None, failed=True)
    if result.failure is not None:
        return Outcome((), None, failed=True)
    return Outcome(launch_faults(result, request.operation).faults, result.correct)


@contextmanager
def read_as(path: Path, text: str) -> Iterator[None]:
    """Kernels of a file are read out of a text meanwhile."""
    name = str(path)
    before = linecache.cache.pop(name, None)
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    try:
        yield
    finally:
        linecache.cache.pop(name, None)
        if before is not None:
            linecache.cache[name] = before


def _is_unchanged(source: str, texts: Sequence[tuple[int, str]]) -> bool:
    """Whether the functions that ran still stand where they stood."""
    lines = source.splitlines()
    for first, text in texts:
        ran = text.splitlines()
        now = lines[first - 1 : first - 1 + len(ran)]
        if [line.strip() for line in now] != [line.strip() for line in ran]:
            return False
    return True
