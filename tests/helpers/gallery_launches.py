"""Launches of the gallery on inputs of a test's own, on the emulator."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.host import load_operation
from gpuviz.engines.names import ScheduleName
from gpuviz.engines.request import LaunchResult
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.operation import find_operation
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import Execution, execute
from gpuviz.trace import Counters, Hazard
from tests.gpu.launch_checks import request_for, run

Shape = tuple[int, ...]


def launched(
    name: str,
    size: Shape | None = None,
    block: Shape | None = None,
    schedule: ScheduleName = "lockstep",
) -> LaunchResult:
    """An operation with its own inputs, at its own size and in its own block unless told."""
    info = find_operation(name)
    case = (name, size or info.default_size, block or tuple(info.default_block))
    return run(EmulatorEngine(), replace(request_for(case, "emulator"), schedule=schedule))


def counters(name: str, size: Shape | None = None, block: Shape | None = None) -> Counters:
    """What such a launch counts, once its result is right."""
    result = launched(name, size, block)
    assert result.correct is True
    assert result.trace.counters is not None
    return result.trace.counters


def made_of(
    name: str,
    size: Shape,
    arguments: dict[str, Any],
    block: Shape | None = None,
    blocks: int | None = None,
) -> dict[str, Any]:
    """All arguments after a launch on these, which stay as they are; without a hazard.

    `blocks`: of a grid along x, in the place of the one that fits the size.
    """
    changed, done = _executed(name, size, arguments, block, blocks)
    assert done.trace.hazards == ()
    return changed


def hazards_of(name: str, size: Shape, arguments: dict[str, Any]) -> tuple[Hazard, ...]:
    """What is wrong in a launch on these arguments, which stay as they are."""
    return _executed(name, size, arguments, None, None)[1].trace.hazards


def _executed(
    name: str, size: Shape, arguments: dict[str, Any], block: Shape | None, blocks: int | None
) -> tuple[dict[str, Any], Execution]:
    info = find_operation(name)
    shape = Dim3(*(block or tuple(info.default_block)))
    grid = info.grid(info.sizes(size), shape) if blocks is None else Dim3(blocks)
    changed = copy.deepcopy(arguments)
    kernel = capture_kernel(load_operation(info.path).kernel)
    return changed, execute(kernel, LaunchConfig(grid, shape), changed)


def inputs_of(name: str, size: Shape, seed: int = 5) -> dict[str, Any]:
    """The inputs that the file makes."""
    return load_operation(find_operation(name).path).arguments(size, seed)


def sectors_per_request(
    name: str, size: Shape | None = None, block: Shape | None = None
) -> dict[tuple[str, str], float]:
    """By array and kind of access: what the first such site in the source costs."""
    trace = launched(name, size, block).trace
    counted = trace.warp_counters
    assert counted is not None
    found: dict[tuple[str, str], float] = {}
    for row, site in sorted(enumerate(trace.sites), key=lambda entry: entry[1].line):
        mean = float(counted.units[row].sum() / counted.requests[row].sum())
        found.setdefault((site.array, site.kind), mean)
    return found
