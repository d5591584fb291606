"""How facts are read from the result of a launch; None while there is none."""

from __future__ import annotations

from collections.abc import Callable

from gpuviz.device import Occupancy
from gpuviz.engines.request import LaunchResult
from gpuviz.insight.summary import launch_meaning
from gpuviz.lesson.seen import ObservedState
from gpuviz.trace import Times, Trace
from gpuviz.trace.blocks_on_sm import occupancy_of

Number = int | float
MICROSECONDS = 1e6  # in a second


def of_result(
    read: Callable[[LaunchResult], Number | bool | None],
) -> Callable[[ObservedState], Number | bool | None]:
    """Reads the result."""
    return lambda seen: None if seen.result is None else read(seen.result)


def of_trace(
    read: Callable[[Trace], Number | str | None],
) -> Callable[[ObservedState], Number | str | None]:
    """Reads the trace of the result."""
    return lambda seen: None if seen.trace is None else read(seen.trace)


def c_microseconds(trace: Trace) -> float | None:
    """Of the kernel in CUDA C; unknown where the model says nothing of it."""
    in_c = trace.prediction.in_c if trace.prediction else None
    return None if in_c is None else in_c.kernel_s * MICROSECONDS


def of_hazards(kind: str | None) -> Callable[[ObservedState], Number | None]:
    """Counts the hazards of a kind, or all; unknown where nobody looked for them."""

    def read(seen: ObservedState) -> int | None:
        trace = seen.trace
        if trace is None:
            return None
        asked = trace.hazard_kinds_checked if kind is None else {kind}
        looked = bool(asked) and set(asked) <= {*trace.hazard_kinds_checked}
        found = [hazard for hazard in trace.hazards if kind in (None, hazard.kind)]
        return len(found) if found or looked else None

    return read


def of_counter(name: str) -> Callable[[ObservedState], Number | None]:
    """Reads a counter; unknown on an engine that counts nothing."""

    def read(seen: ObservedState) -> int | None:
        counters = None if seen.trace is None else seen.trace.counters
        return None if counters is None else int(getattr(counters, name))

    return read


def of_occupancy(
    read: Callable[[Occupancy], Number | frozenset[str]],
) -> Callable[[ObservedState], Number | frozenset[str] | None]:
    """Reads what an SM holds of the launch."""
    return lambda s: None if s.trace is None else read(occupancy_of(s.trace, s.device))


def of_limits() -> Callable[[ObservedState], Number | None]:
    """Reads the waves, as the launch panel says them."""

    def read(seen: ObservedState) -> int | None:
        if seen.trace is None:
            return None
        return launch_meaning(seen.config, seen.device, seen.trace).waves

    return read


def of_time(read: Callable[[Times], float | None]) -> Callable[[ObservedState], Number | None]:
    """Reads a time, in microseconds."""

    def microseconds(seen: ObservedState) -> float | None:
        times = None if seen.trace is None else seen.trace.times
        found = None if times is None else read(times)
        return None if found is None else found * MICROSECONDS

    return microseconds
