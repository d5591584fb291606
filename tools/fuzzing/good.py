"""Good launches, to begin with."""

from __future__ import annotations

import functools

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.modelled import with_modelled_times
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.launch import LaunchConfig
from gpuviz.operation import find_operation
from gpuviz.trace import Trace


@functools.cache
def result_of(name: str, size: tuple[int, ...]) -> LaunchResult:
    """What the emulator says of an operation with its own block."""
    operation, device = find_operation(name), find_device("t4")
    block = operation.default_block
    config = LaunchConfig(operation.grid(size, block), block)
    request = LaunchRequest(1, operation.path, size, config, "emulator", device)
    return EmulatorEngine().run(request, lambda share: None)


def emulated(name: str, size: tuple[int, ...]) -> Trace:
    """Its recording, with the times that the model gives it."""
    return with_modelled_times(result_of(name, size).trace, find_device("t4"), None)
