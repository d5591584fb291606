"""How far the model is from the hold-out launches, which no constant was fitted on."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.gpu.hold_outs import HoldOutTime
from benchmarks.gpu.operations import operation
from benchmarks.gpu.prediction import emulated, emulated_as_compiled
from gpuviz.device import Device, Latencies
from gpuviz.launch import Dim3
from gpuviz.model.calibration import Calibration

BAND_QUANTILES = (5, 95)  # percent of the hold-out launches lie within the band, nine of ten
MEDIAN_GOAL, WORST_GOAL = 0.25, 3.0  # relative error; factor


@dataclass(frozen=True, slots=True)
class HoldOut:
    """One launch, measured and modelled with caches that hold none of its arrays."""

    operation: str
    size: tuple[int, ...]
    block: Dim3
    measured_s: float
    modelled_s: float
    default_s: float  # modelled with the constants that gpuviz has without a fit

    @property
    def ratio(self) -> float:
        """Measured time / modelled time."""
        return self.measured_s / self.modelled_s

    @property
    def error(self) -> float:
        """How far the modelled time is off, as a share of the measured one."""
        return abs(self.modelled_s / self.measured_s - 1)

    @property
    def factor(self) -> float:
        """How many times too long or too short the modelled time is, at least 1."""
        return max(self.ratio, 1 / self.ratio)


@dataclass(frozen=True, slots=True)
class Validation:
    """All hold-out launches and what follows from them."""

    launches: tuple[HoldOut, ...]

    @property
    def median_error(self) -> float:
        """As a share of the measured time."""
        return float(np.median([launch.error for launch in self.launches]))

    @property
    def default_error(self) -> float:
        """The median error of the constants that nothing was fitted to."""
        errors = [abs(launch.default_s / launch.measured_s - 1) for launch in self.launches]
        return float(np.median(errors))

    @property
    def worst(self) -> HoldOut:
        """The launch with the largest factor."""
        return max(self.launches, key=lambda launch: launch.factor)

    @property
    def band(self) -> tuple[float, float]:
        """(lowest, highest) measured / modelled of most launches; 1 lies within."""
        low, high = np.percentile([launch.ratio for launch in self.launches], BAND_QUANTILES)
        return min(float(low), 1.0), max(float(high), 1.0)

    def by_operation(self) -> Iterator[tuple[str, float, float]]:
        """(operation, median error, largest factor)."""
        for name in dict.fromkeys(launch.operation for launch in self.launches):
            mine = [launch for launch in self.launches if launch.operation == name]
            error = float(np.median([launch.error for launch in mine]))
            yield name, error, max(launch.factor for launch in mine)


def device_of(values: dict[str, Any]) -> Device:
    """The Device that `dataclasses.asdict` made a dictionary of, and JSON lists of its tuples."""
    known: dict[str, Any] = {
        field.name: tuple(values[field.name])
        if isinstance(values[field.name], list)
        else values[field.name]
        for field in dataclasses.fields(Device)
    }
    return Device(**{**known, "lat": Latencies(**values["lat"])})


def validate(
    times: Iterable[HoldOutTime], device: Device, calibration: Calibration, compiled: bool
) -> Validation:
    """Models every launch that was timed, on all cores; `compiled`: with the compiler's mix."""
    model = functools.partial(_held_out, device=device, calibration=calibration, compiled=compiled)
    with ProcessPoolExecutor() as pool:
        return Validation(tuple(pool.map(model, times)))


def _held_out(
    time: HoldOutTime, device: Device, calibration: Calibration, compiled: bool
) -> HoldOut:
    block = Dim3(*time.block)
    emulate = emulated_as_compiled if compiled else emulated
    launch = emulate(operation(time.operation), tuple(time.size), block, device)
    fitted, default = (
        launch.predicted(device, time.registers, constants).kernel_s
        for constants in (calibration, Calibration())
    )
    return HoldOut(time.operation, tuple(time.size), block, time.cold_s, fitted, default)
