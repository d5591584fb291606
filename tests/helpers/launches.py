"""Launches of the gallery that the emulator has really run."""

from __future__ import annotations

import functools

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest
from gpuviz.insight.order import PlayOrder, play_order
from gpuviz.launch import LaunchConfig
from gpuviz.operation import find_operation
from gpuviz.trace import Trace


@functools.cache
def emulated(name: str, size: tuple[int, ...] = ()) -> Trace:
    """An operation with its own block and size, or another size, on a T4."""
    info = find_operation(name)
    size = size or info.default_size
    config = LaunchConfig(info.grid(size, info.default_block), info.default_block)
    request = LaunchRequest(1, info.path, size, config, "emulator", find_device("t4"))
    return EmulatorEngine().run(request, lambda share: None).trace


def order_of(trace: Trace) -> PlayOrder:
    """The order in which it is played on a T4."""
    order = play_order(trace, find_device("t4"))
    assert order is not None
    return order


def row_of(trace: Trace, array: str) -> int:
    """The row of an array in Trace.arrays."""
    return next(row for row, info in enumerate(trace.arrays) if info.name == array)
