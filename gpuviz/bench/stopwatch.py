"""Times the CPU twins of an operation: the same work on the same inputs, without a GPU.

A call that runs cannot be stopped, so no twin is called at full size before smaller sizes have
shown that it ends in time: the sizes climb a ladder, and each rung predicts the next by its
floating-point operations.
"""

from __future__ import annotations

import functools
import itertools
import math
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.bench.disturbances import disturbances, machine
from gpuviz.bench.measurement import Measurement, measure, seconds_of
from gpuviz.engines.chosen_inputs import copied_alike
from gpuviz.engines.host import (
    USER_ERRORS,
    LoadedOperation,
    check_outputs,
    error_words,
    load_operation,
)
from gpuviz.engines.request import CpuTimes, CpuTimingRequest
from gpuviz.messages import EnglishTemplate, GpuvizError, Message
from gpuviz.operation.inputs import without_files
from gpuviz.units import seconds as seconds_text

REFERENCE = "numpy_twin"
TWINS = (
    REFERENCE,
    "one_thread",
    "all_threads",
)  # the reference first: it bounds what can be checked
RUNG = 8  # operations grow at most about this much from rung to rung
SMALLEST_RUNG = 1 << 18  # operations: some 10 ms in the slowest twin

Arguments = dict[str, object]
Twin = Callable[..., object]


def time_cpu_twins(request: CpuTimingRequest) -> CpuTimes:
    """Times each twin of the request's operation after checking what it computes.

    Raises GpuvizError when the file cannot be loaded.
    """
    ladder, before = _ladder(request), machine()
    outcomes = {name: _time_twin(ladder, name, request.budget_seconds) for name in TWINS}
    measured = {name: got for name, got in outcomes.items() if isinstance(got, Measurement)}
    median_s = {name: found.median_s for name, found in measured.items()}
    spread_s = {name: found.spread_s for name, found in measured.items()}
    return CpuTimes(
        number=request.number,
        one_thread_s=median_s.get("one_thread"),
        all_threads_s=median_s.get("all_threads"),
        numpy_s=median_s.get(REFERENCE),
        messages=tuple(got for got in outcomes.values() if isinstance(got, Message)),
        one_thread_spread_s=spread_s.get("one_thread"),
        all_threads_spread_s=spread_s.get("all_threads"),
        numpy_spread_s=spread_s.get(REFERENCE),
        disturbances=disturbances(before, machine(), measured),
    )


@dataclass(slots=True)
class _Ladder:
    """Inputs and reference of each rung, made when first asked for and shared by the twins."""

    loaded: LoadedOperation
    rungs: list[tuple[int, ...]]
    seed: int
    reference_limit: float = math.inf  # operations beyond which the reference itself takes too long
    _arguments: dict[tuple[int, ...], Arguments] = field(default_factory=dict)
    _references: dict[tuple[int, ...], Mapping[str, NDArray[Any]]] = field(default_factory=dict)

    def operations(self, size: tuple[int, ...]) -> int:
        info = self.loaded.info
        return max(1, info.flop_count(size) or info.byte_count(size) or math.prod(size))

    def arguments(self, size: tuple[int, ...]) -> Arguments:
        """Fresh copies of the arrays; scalars as they are."""
        if size not in self._arguments:
            self._arguments[size] = self._loaded_for(size).arguments(size, self.seed)
        return {name: _copied(value) for name, value in self._arguments[size].items()}

    def _loaded_for(self, size: tuple[int, ...]) -> LoadedOperation:
        """A file of numbers fits the full size alone: the rungs below it have the file's own."""
        loaded = self.loaded
        if size == self.rungs[-1]:
            return loaded
        return loaded.with_inputs(without_files(loaded.inputs))

    def is_right(self, size: tuple[int, ...], arguments: Arguments) -> bool:
        """Whether a twin left in `arguments` what NumPy computes; unknown counts as right."""
        if self.operations(size) > self.reference_limit:
            return True
        if size not in self._references:
            self._references[size] = self.loaded.reference(self.arguments(size))
        outputs = {name: _array(arguments, name) for name in self.loaded.info.outputs}
        correct, _ = check_outputs(self.loaded, outputs, self._references[size])
        return correct is not False


def _ladder(request: CpuTimingRequest) -> _Ladder:
    loaded = load_operation(request.operation, "emulated").with_inputs(request.inputs)
    ladder = _Ladder(loaded, [loaded.info.sizes(request.size)], request.seed)
    size = ladder.rungs[0]
    while ladder.operations(size) > SMALLEST_RUNG and max(size) > 1:
        limit = ladder.operations(size) // RUNG
        while ladder.operations(size) > limit and max(size) > 1:
            size = tuple(max(1, n // 2) for n in size)
        ladder.rungs.insert(0, size)
    return ladder


def _time_twin(ladder: _Ladder, name: str, budget_seconds: float) -> Measurement | Message | None:
    """The times of a twin; None: it has none; a Message: why there is no figure."""
    twin = ladder.loaded.twin(name)
    if twin is None:
        return None
    try:
        with np.errstate(all="ignore"):
            twin(*ladder.arguments(ladder.rungs[0]).values())  # compiles
        with np.errstate(all="ignore"), _unheard():
            return _climb(ladder, name, twin, budget_seconds) or _measured(
                ladder, twin, budget_seconds
            )
    except GpuvizError as error:
        return error.message
    except USER_ERRORS as error:  # the twin is the user's code: whatever it raises is a finding
        template = "The CPU twin {twin} of {operation} stopped with {error}: it has no time."
        return _message("failed", template, ladder, name, error=_named(error))


@contextmanager
def _unheard() -> Iterator[None]:
    """Lets a twin print to nobody: once was heard, and thousands of repeats follow."""
    with Path(os.devnull).open("w") as nobody, redirect_stdout(nobody):
        yield


def _named(error: BaseException) -> str:
    words = error_words(error)
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def _climb(ladder: _Ladder, name: str, twin: Twin, budget_seconds: float) -> Message | None:
    """Runs the compiled twin at every rung, ends warm at full size; a Message when it is wrong or
    would take too long.
    """
    for size, following in itertools.pairwise([*ladder.rungs, ladder.rungs[-1]]):
        arguments = ladder.arguments(size)
        seconds = seconds_of(functools.partial(twin, *arguments.values()))
        if not ladder.is_right(size, arguments):
            template = (
                "The CPU twin {twin} of {operation} gives another result than NumPy at size"
                " {size}: not timed."
            )
            return _message("wrong", template, ladder, name, size=",".join(map(str, size)))
        needed = seconds * ladder.operations(following) / ladder.operations(size)
        if needed > budget_seconds:
            return _too_slow(ladder, name, needed, following, budget_seconds)
    return None


def _too_slow(
    ladder: _Ladder, name: str, needed: float, size: tuple[int, ...], budget_seconds: float
) -> Message:
    if name == REFERENCE:
        ladder.reference_limit = ladder.operations(size) - 1
    template = (
        "The CPU twin {twin} of {operation} needs about {needed} at size {size}, more than its"
        " {budget} s: choose a smaller size to compare with it."
    )
    return _message(
        "too-slow",
        template,
        ladder,
        name,
        needed=seconds_text(needed),
        size=",".join(map(str, size)),
        budget=f"{budget_seconds:g}",
    )


def _measured(ladder: _Ladder, twin: Twin, budget_seconds: float) -> Measurement:
    fresh = ladder.arguments(ladder.rungs[-1])
    arguments = {name: _copied(value) for name, value in fresh.items()}
    values = tuple(arguments.values())

    def restore() -> None:
        """An output may be an input too: each sample starts from the same."""
        for name in ladder.loaded.info.outputs:
            np.copyto(_array(arguments, name), _array(fresh, name))

    return measure(lambda: twin(*values), budget_seconds, restore)


def _array(arguments: Arguments, name: str) -> NDArray[Any]:
    value = arguments[name]
    assert isinstance(
        value, np.ndarray
    )  # OUTPUTS are arrays: the operation's description checks it
    return value


def _copied(value: object) -> object:
    return copied_alike(value) if isinstance(value, np.ndarray) else value


def _message(
    code: str, template: EnglishTemplate, ladder: _Ladder, twin: str, **values: object
) -> Message:
    names = {"twin": twin, "operation": ladder.loaded.info.name}
    return Message(f"stopwatch.{code}", template, {**names, **values})
