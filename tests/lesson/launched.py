"""The launches of a lesson without a window: what conditions can ask before and after each step."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from gpuviz.device import Device, find_device, load_devices
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.lesson import Lesson, ObservedState, Setting, merged
from gpuviz.lesson.names import operation_named
from gpuviz.lesson.state import BASE, ObservedLaunch, first_state, fresh
from gpuviz.trace import Prediction

PUBLISHED = Path(__file__).parents[2] / "benchmarks" / "published" / "devices_plus.toml"


class LaunchedStep(NamedTuple):
    """The launch as a step begins, and as its solution leaves it; None where it is refused."""

    before: ObservedState | None
    after: ObservedState | None


def launched(lesson: Lesson, number: int) -> LaunchedStep:
    """Step `number` of a lesson, from 1, with the launches that its texts speak of."""
    steps = lesson.steps[:number]
    kept = [Setting(name, value, 0) for name, value in BASE.items()]
    for step in steps[:-1]:
        kept += [*step.settings, *step.solution]
    kept += steps[-1].settings
    return LaunchedStep(_observed(kept), _observed([*kept, *steps[-1].solution]))


def observed_at(operation: str, size: str) -> ObservedState:
    """A launch of an operation at that size, with all else as a lesson begins."""
    kept = [Setting(name, value, 0) for name, value in BASE.items()]
    found = _observed([*kept, Setting("operation", operation, 0), Setting("size", size, 0)])
    assert found is not None
    return found


def _observed(settings: Iterable[Setting]) -> ObservedState | None:
    last = merged(settings)
    state = first_state()
    for setting in last:
        state = state.after(setting)
    if state.refusal() is not None:
        return None
    result = _run(state)
    row = _row(result, {one.name: one.value for one in last}.get("launch", "1"))
    of_pipeline = state.operation.is_pipeline
    return ObservedState(
        state.operation,
        state.size,
        state.config,
        "emulator",
        state.device,
        "lockstep",
        result=result,
        trace=result.launches[row],
        launch=row + 1 if of_pipeline else None,
    )


def _row(result: LaunchResult, launch: str) -> int:
    """The row of a launch by its number or the name of its kernel."""
    kernels = [trace.kernel for trace in result.launches]
    return int(launch) - 1 if launch.isdecimal() else kernels.index(launch)


@functools.cache
def known_devices() -> dict[str, Device]:
    """Those of gpuviz, and those that only published measurements name."""
    return load_devices() | load_devices(PUBLISHED)


def modelled(operation: str, size: str, device: str, block: str = "") -> Prediction:
    """What the model says of an operation of that size, with its own block unless told."""
    gpu = find_device(device, known_devices())
    state = fresh(operation_named(operation), gpu).after(Setting("size", size, 0))
    (trace,) = _run(state.after(Setting("block", block, 0)) if block else state).launches
    assert trace.prediction is not None
    return trace.prediction


@functools.lru_cache(maxsize=4)  # a step begins where the last one ended
def _run(state: ObservedLaunch) -> LaunchResult:
    config = None if state.operation.is_pipeline else state.config
    path = state.operation.path
    request = LaunchRequest(1, path, state.size, config, "emulator", state.device)
    return EmulatorEngine().run(request, lambda _: None)
