"""What the model says of a launch: emulated here, with the registers that the GPU's kernel has."""

from __future__ import annotations

import dataclasses

from gpuviz.device import Device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.model.calibration import Calibration
from gpuviz.model.predict import predict
from gpuviz.operation import OperationInfo
from gpuviz.trace import Prediction, Trace


def request_for(
    info: OperationInfo, size: tuple[int, ...], block: Dim3, device: Device
) -> LaunchRequest:
    """One launch on the emulator whose grid covers the size."""
    config = LaunchConfig(info.grid(size, block), block)
    return LaunchRequest(1, info.path, size, config, "emulator", device)


def emulated(info: OperationInfo, size: tuple[int, ...], block: Dim3, device: Device) -> Trace:
    """The trace that the model is fed with."""
    return EmulatorEngine().run(request_for(info, size, block, device), lambda _share: None).trace


def predicted(
    trace: Trace, device: Device, registers: int | None, calibration: Calibration | None = None
) -> Prediction:
    """The kernel alone, without copies; `registers` of a thread, None: as assumed."""
    if registers is not None:
        trace = dataclasses.replace(trace, registers_per_thread=registers)
    return predict(trace, device, 0, 0, calibration).prediction
