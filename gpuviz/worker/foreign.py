"""What is read of a process that ran a stranger's code: typed, plain, and held against the request.

Such a process may say anything. So its answer is an Outcome, which `frames` reads by the declared
types; every trace in it is validated as a recording is, every sentence has to be sayable, and
numbers that the window counts on have to be those of the request.
"""

from __future__ import annotations

import hashlib
import math
import typing
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz import messages as known_errors
from gpuviz.bench.points import SweepPoint
from gpuviz.engines.compiled_kernel import CompiledLaunch
from gpuviz.engines.grading import VERDICTS, Grading
from gpuviz.engines.request import CpuTimes, LaunchResult, PipelineEvent
from gpuviz.engines.source_levels import CompiledLevels, SourceLevel
from gpuviz.engines.wrong_elements import WrongElements
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import GpuvizError, Message, SourcePlace
from gpuviz.places import resource_dir
from gpuviz.repair.search import Repairs
from gpuviz.trace import FunctionSource, Trace
from gpuviz.trace.array_history import check_history
from gpuviz.trace.members import DamagedTrace
from gpuviz.trace.validate import validate
from gpuviz.worker.jobs import FileJob, GradePuzzle, SweepLaunch, TryRepairs
from gpuviz.worker.protocol import JobFailure

LONGEST_SOURCE = 1 << 20  # letters
MOST_LINES = 1 << 18  # of PTX or SASS
LONGEST_LINE = 1 << 16  # letters
LONGEST_LOG = 20_000  # letters of a traceback
MOST_DEVICES = 1 << 10
ErrorName = Literal["GpuvizError", "RequestRefused", "NotSupportedError", "KernelFailed"]


@dataclass(frozen=True, slots=True)
class FileVersion:
    """A kernel file with what stands in it: a process serves one of them."""

    path: Path
    digest: str


@dataclass(frozen=True, slots=True)
class PlainError:
    """A JobFailure."""

    kind: ErrorName
    message: Message
    place: SourcePlace | None
    log: str


@dataclass(frozen=True, slots=True)
class PlainWrong:
    """WrongElements; `figures` are [held, wanted]."""

    array: str
    shape: tuple[int, ...]
    count: int
    elements: NDArray[np.int64]
    figures: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job: the one field that is not None."""

    result: LaunchResult | None = None  # without `wrong` and `failure`
    wrong: tuple[PlainWrong, ...] = ()  # of `result`
    failure: PlainError | None = None  # of `result`
    times: CpuTimes | None = None
    point: SweepPoint | None = None
    compiled: CompiledLaunch | None = None
    levels: CompiledLevels | None = None
    repairs: Repairs | None = None
    grading: Grading | None = None  # without its result: that is `result` with `wrong`
    message: Message | None = None
    error: PlainError | None = None


def is_foreign(path: Path) -> bool:
    """Whether a kernel file is not of the gallery."""
    return path.resolve().parent != resource_dir("kernels").resolve()


def version_of(path: Path, text: str | None = None) -> FileVersion:
    """The file as it is now, or with a text in its place."""
    try:
        content = path.read_bytes() if text is None and path.is_file() else b""
    except OSError:
        content = b""
    if text is not None:
        content = text.encode(errors="surrogatepass")
    return FileVersion(path.resolve(), hashlib.sha256(content).hexdigest())


def outcome_of(result: object) -> Outcome:
    """The outcome that stands for a job's result. Raises TypeError for one that does not travel."""
    match result:
        case LaunchResult():
            wrong = tuple(map(_plain_wrong, result.wrong))
            failure = None if result.failure is None else plain_error(JobFailure(result.failure))
            return Outcome(replace(result, wrong=(), failure=None), wrong, failure)
        case CpuTimes():
            return Outcome(times=result)
        case SweepPoint():
            return Outcome(point=result)
        case CompiledLaunch():
            return Outcome(compiled=result)
        case CompiledLevels():
            return Outcome(levels=result)
        case Repairs():
            return Outcome(repairs=result)
        case Grading():
            launched = Outcome() if result.result is None else outcome_of(result.result)
            return replace(launched, grading=replace(result, result=None))
        case Message():
            return Outcome(message=result)
    raise TypeError(f"a foreign process cannot answer with {type(result).__name__}")


def plain_error(failure: JobFailure) -> PlainError:
    """A failure for the way."""
    error = failure.error
    known = typing.get_args(ErrorName)  # the way has no other classes: LaunchFailed is one below
    kind: Any = next(c.__name__ for c in type(error).__mro__ if c.__name__ in known)
    return PlainError(kind, error.message, error.place, failure.log[-LONGEST_LOG:])


def result_of(outcome: Outcome, job: FileJob[Any]) -> object:
    """The job's answer, or the JobFailure that it raised, once it is found to be one of that job.

    Raises DamagedTrace.
    """
    if outcome.error is not None:
        return failure_of_plain(outcome.error)
    given = (
        *(outcome.grading, outcome.result, outcome.times),
        *(outcome.point, outcome.compiled, outcome.levels, outcome.repairs),
    )
    answer = next((one for one in (*given, outcome.message) if one is not None), None)
    _check(isinstance(answer, job.answers), "it answered what was not asked")
    return _checked(answer, outcome, job)


def _checked(answer: object, outcome: Outcome, job: FileJob[Any]) -> object:
    request: Any = job.request
    match answer:
        case LaunchResult():
            return _result(answer, outcome, request)
        case CpuTimes():
            return _times(answer, request)
        case SweepPoint():
            return _point(answer, job)
        case CompiledLaunch():
            _check(answer.trace.config == request.config, "it compiled another launch")
            validate(answer.trace)
        case CompiledLevels():
            return _levels(answer)
        case Repairs():
            return _repairs(answer, job)
        case Grading():
            return _grading(answer, outcome, job)
        case Message():
            _sayable((answer,))
    return answer


def failure_of_plain(error: PlainError) -> JobFailure:
    """The failure that an error stands for. Raises DamagedTrace for one that cannot be said."""
    _sayable((error.message,))
    kind: type[GpuvizError] = getattr(known_errors, error.kind)
    return JobFailure(kind(error.message, error.place), error.log[-LONGEST_LOG:])


def _plain_wrong(wrong: WrongElements) -> PlainWrong:
    figures = np.stack([wrong.held, wrong.wanted])
    return PlainWrong(wrong.array, wrong.shape, wrong.count, wrong.elements, figures)


def _result(result: LaunchResult, outcome: Outcome, request: Any) -> LaunchResult:
    _check(result.number == request.number, "it answered another launch")
    if request.config is None:
        _check(not outcome.wrong, "its wrong elements are those of no launch")
    else:
        configs = [trace.config for trace in result.launches]
        _check(configs == [request.config], "it launched another grid")
        _check(outcome.failure is None, "a launch that broke off has no result")
    for trace in result.launches:
        validate(trace)
        _check(trace.device in (None, request.device), "it describes another device")
    launches = range(len(result.launches))
    _check(set(result.whole) <= set(launches), "a whole launch is not there")
    _check(all(_is_event(event, launches) for event in result.events), "an event is at no time")
    if result.history is not None:
        threads = [one.config.blocks * one.config.block.size for one in result.launches]
        check_history(result.history, threads, result.inputs)
    _check(_is_time(result.as_graph_s), "it would take no time as a graph")
    _sayable(result.messages)
    wrong = tuple(map(_wrong, outcome.wrong))
    failure = None if outcome.failure is None else failure_of_plain(outcome.failure).error
    return replace(result, wrong=wrong, failure=failure)


def _wrong(plain: PlainWrong) -> WrongElements:
    size, elements = math.prod(plain.shape), plain.elements
    inside = elements.ndim == 1 and 0 < len(elements) <= plain.count <= size
    _check(inside and min(plain.shape, default=1) >= 0, "its wrong elements are none of an array")
    _check(bool(((elements >= 0) & (elements < size)).all()), "a wrong element is outside")
    fits = plain.figures.shape == (2, len(elements)) and plain.figures.dtype.kind in "biufc"
    _check(fits, "its wrong elements have no values")
    return WrongElements(plain.array, plain.shape, plain.count, elements, *plain.figures)


def _is_event(event: PipelineEvent, launches: range) -> bool:
    known = event.launch is None or event.launch in launches
    times = math.isfinite(event.end_s) and 0.0 <= event.start_s <= event.end_s
    return known and times and event.nbytes >= 0 and 0 <= event.device < MOST_DEVICES


def _times(times: CpuTimes, request: Any) -> CpuTimes:
    _check(times.number == request.number, "it timed another launch")
    _check(all(_is_time(value) for value in _seconds(times)), "a time is negative or no number")
    _sayable((*times.messages, *times.disturbances))
    return times


def _seconds(times: CpuTimes) -> Iterator[float | None]:
    yield from (times.one_thread_s, times.all_threads_s, times.numpy_s)
    yield from (times.one_thread_spread_s, times.all_threads_spread_s, times.numpy_spread_s)


def _is_time(seconds: float | None) -> bool:
    return seconds is None or (math.isfinite(seconds) and seconds >= 0.0)


def _point(point: SweepPoint, job: FileJob[Any]) -> SweepPoint:
    assert isinstance(job, SweepLaunch)
    asked = (job.index, job.request.size, job.request.config)
    _check((point.index, point.size, point.config) == asked, "it answered another launch")
    _check(point.cpu is None and point.hazards >= 0, "its figures are none of a launch")
    said = () if point.message is None else (point.message,)
    validate(replace(_nothing(said), times=point.times, prediction=point.prediction))
    return point


def _levels(found: CompiledLevels) -> CompiledLevels:
    for level in found.levels:
        _check(len(level.lines) <= MOST_LINES, "a level has more lines than can be shown")
        _check(level.registers is None or level.registers >= 0, "it has less than no register")
        _check(min(_bytes_in(level), default=0) >= 0, "it takes less than no memory")
        texts = [level.compiled_for, *(line.text for line in level.lines)]
        _check(max(map(len, texts)) <= LONGEST_LINE, "a line is longer than can be shown")
        numbers = [n for line in level.lines for n in (*line.python_lines, *line.c_lines)]
        _check(min(numbers, default=1) >= 1, "a line stands for none of a source")
    _sayable(found.why_not.values())
    return found


def _bytes_in(level: SourceLevel) -> Iterator[int]:
    """Every number of bytes, address and count that a level tells."""
    yield from (level.shared_bytes or 0, level.local_bytes or 0)
    for line in level.lines:
        yield line.address or 0
        if line.access is not None:
            yield from (line.access.bytes, line.access.instructions)


def _repairs(repairs: Repairs, job: FileJob[Any]) -> Repairs:
    assert isinstance(job, TryRepairs)
    count, steps = len(job.asked.faults), range(len(repairs.steps))
    _check(len(repairs.of_fault) == len(repairs.why_not) == count, "it repaired other hazards")
    for row, why in zip(repairs.of_fault, repairs.why_not, strict=True):
        _check(row in steps if why is None else row is None, "a hazard has no repair and no reason")
    texts = [repairs.text or "", *(step.diff for step in repairs.steps)]
    _check(max(map(len, texts)) <= LONGEST_SOURCE, "a repair is longer than a source")
    _check((repairs.text is not None) == bool(repairs.steps), "its repairs give no source")
    figures = [n for one in repairs.steps for n in (one.tried.hazards, one.tried.new_hazards)]
    _check(min(figures, default=0) >= 0, "it found less than no hazard")
    _sayable(step.message for step in repairs.steps)
    _sayable(why for why in repairs.why_not if why is not None)
    return repairs


def _grading(grading: Grading, outcome: Outcome, job: FileJob[Any]) -> Grading:
    assert isinstance(job, GradePuzzle)
    request = job.request
    cases = range(len(request.cases))
    _check(grading.number == request.number, "it graded another answer")
    _check(grading.verdict in VERDICTS, "it gives no verdict")
    _check(grading.case in cases and 0 <= grading.passed <= len(cases), "it has other cases")
    _check(len(grading.figures) in (0, len(request.goals)), "its figures are those of no goals")
    _check(min(grading.figures, default=0) >= 0, "it counted less than nothing")
    _check(bool(grading.messages) != grading.is_solved, "it says nothing of what is wrong")
    _sayable((*grading.messages, *grading.notes))
    if outcome.result is None:
        return grading
    return replace(grading, result=_result(outcome.result, outcome, request.launch(grading.case)))


def _sayable(said: Iterable[Message]) -> None:
    validate(_nothing(said))


def _nothing(said: Iterable[Message]) -> Trace:
    """A trace of nothing but sentences: they are checked as those of a recording are."""
    one = Dim3(1, 1, 1)
    kernel = FunctionSource("kernel", "kernel.py", 1, "", True, {})
    return Trace("kernel", "", "", 0, "", LaunchConfig(one, one), (kernel,), notes=tuple(said))


def _check(holds: bool, otherwise: str) -> None:
    if not holds:
        raise DamagedTrace(otherwise)
