"""How far the model is from the hold-out launches, which no constant was fitted on."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.gpu.launches import operation
from benchmarks.gpu.prediction import emulated, predicted
from gpuviz.device import Device, Latencies
from gpuviz.launch import Dim3
from gpuviz.model.calibration import Calibration

BAND_QUANTILES = (5, 95)  # percent of the hold-out launches lie within the band, nine of ten
MEDIAN_GOAL, WORST_GOAL = 0.25, 3.0  # relative error; factor


@dataclass(frozen=True, slots=True)
class HoldOut:
    """One launch, measured with cold caches where that was done, and modelled so."""

    operation: str
    size: tuple[int, ...]
    block: Dim3
    measured_s: float
    modelled_s: float

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
    rows: Iterable[dict[str, Any]], device: Device, calibration: Calibration
) -> Validation:
    """Models every launch of `rows` (as benchmarks/gpu/launches.py prints them) that was timed."""
    return Validation(tuple(_held_out(row, device, calibration) for row in rows if _is_timed(row)))


def _is_timed(row: dict[str, Any]) -> bool:
    """Not the recorded launch of each operation, which was not modelled beside it."""
    return bool(row.get("modelled") and row["time"] and row["time"]["kernel_s"])


def _held_out(row: dict[str, Any], device: Device, calibration: Calibration) -> HoldOut:
    size, block = tuple(row["size"]), Dim3(*row["block"])
    trace = emulated(operation(row["operation"]), size, block, device)
    registers = row["registers"] if row["registers_source"] == "measured" else None
    modelled = predicted(trace, device, registers, calibration)
    measured = row["time"]["kernel_cold_s"] or row["time"]["kernel_s"]
    return HoldOut(row["operation"], size, block, measured, modelled.kernel_s)
