"""What the model says of a launch that is emulated here, with the GPU's own count of registers."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from gpuviz.device import Device
from gpuviz.engines.compilation import compile_kernel
from gpuviz.engines.compiled_kernel import CompiledKernel
from gpuviz.engines.compiled_mix import compiled_mix
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.model.calibration import Calibration
from gpuviz.model.mix import CompiledMix
from gpuviz.model.predict import predict
from gpuviz.operation import OperationInfo
from gpuviz.trace import Prediction, Trace


@dataclass(frozen=True, slots=True)
class Emulated:
    """All that the model is fed with; `mix`: None where nothing compiles."""

    trace: Trace
    mix: CompiledMix | None = None

    def predicted(
        self, device: Device, registers: int | None = None, calibration: Calibration | None = None
    ) -> Prediction:
        """The kernel alone, without copies; `registers` of a thread, None: as compiled or assumed.

        `calibration`: None for the constants that gpuviz has now.
        """
        trace = self.trace
        if registers is not None:
            trace = dataclasses.replace(trace, registers_per_thread=registers)
        return predict(trace, device, 0, 0, calibration, self.mix).prediction


def request_for(
    info: OperationInfo, size: tuple[int, ...], block: Dim3, device: Device
) -> LaunchRequest:
    """One launch on the emulator whose grid covers the size."""
    config = LaunchConfig(info.grid(size, block), block)
    return LaunchRequest(1, info.path, size, config, "emulator", device)


def emulated(info: OperationInfo, size: tuple[int, ...], block: Dim3, device: Device) -> Emulated:
    """As interpreted, without a compiler."""
    return _emulated(request_for(info, size, block, device), None)


def emulated_as_compiled(
    info: OperationInfo, size: tuple[int, ...], block: Dim3, device: Device
) -> Emulated:
    """With the instructions that the compiler makes for this device, if there is one."""
    request = request_for(info, size, block, device)
    compiled = compile_kernel(request)
    return _emulated(request, compiled if isinstance(compiled, CompiledKernel) else None)


def _emulated(request: LaunchRequest, compiled: CompiledKernel | None) -> Emulated:
    request = dataclasses.replace(request, compiled=compiled)
    trace = EmulatorEngine().run(request, lambda _share: None).trace
    return Emulated(trace, compiled_mix(compiled.lines, trace) if compiled else None)
