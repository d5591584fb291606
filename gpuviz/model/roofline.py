"""The roofline of a device, and the point of a launch under it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gpuviz.device import Device
from gpuviz.model.calibration import Calibration, load_calibration
from gpuviz.model.dram import dram_rate
from gpuviz.trace import Prediction
from gpuviz.trace.prediction import Resource

RoofName = Literal["dram", "l2", "fp32", "fp64"]


@dataclass(frozen=True, slots=True)
class Roof:
    """What one resource allows: floating-point operations a second, or bytes a second."""

    name: RoofName
    rate: float
    kind: Literal["operations", "bytes"]

    def operations_per_second(self, intensity: float) -> float:
        """How high the roof is over so many operations for each byte of DRAM."""
        return self.rate if self.kind == "operations" else self.rate * intensity


@dataclass(frozen=True, slots=True)
class RooflinePoint:
    """One launch: what it does for each byte, how fast, and what stops it."""

    intensity: float | None
    """Floating-point operations for each byte of DRAM; None where no byte is moved."""
    operations_per_second: float
    limiter: Resource


def roofline(device: Device, calibration: Calibration | None = None) -> tuple[Roof, ...]:
    """The roofs of `device`.

    Arithmetic at its peak, a fused multiply-add counting as two; memory at what streams reach.
    """
    constants = load_calibration() if calibration is None else calibration
    l2 = device.sm_count * device.clock_hz * device.l2_bytes_per_clock
    fp64 = 2.0 * device.fp64_lanes * device.sm_count * device.clock_hz
    return (
        Roof("dram", dram_rate(device, constants), "bytes"),
        Roof("l2", constants.l2_share * l2, "bytes"),
        Roof("fp32", device.fp32_flops, "operations"),
        Roof("fp64", fp64, "operations"),
    )


def roofline_point(prediction: Prediction, kernel_seconds: float | None = None) -> RooflinePoint:
    """Where a launch stands: at its modelled time, or at `kernel_seconds` where it was measured.

    The operations and bytes are modelled in both cases.
    """
    seconds = prediction.kernel_s if kernel_seconds is None else kernel_seconds
    moved = prediction.dram_bytes
    return RooflinePoint(
        intensity=prediction.flops / moved if moved else None,
        operations_per_second=prediction.flops / seconds if seconds else 0.0,
        limiter=prediction.limiter,
    )
