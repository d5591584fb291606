"""The points of a sweep as rows for a spreadsheet: one for each point, units in the headings."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from gpuviz.bench.points import SweepPoint
from gpuviz.engines.request import CpuTimes
from gpuviz.trace import Times

Cell = str | int | float | bool | None

SHAPES = ("block_x", "block_y", "block_z", "grid_x", "grid_y", "grid_z")
GPU = (
    "source",
    "h2d_s",
    "kernel_s",
    "d2h_s",
    "with_copies_s",
    "kernel_spread_s",
    "kernel_cold_s",
    "h2d_pinned_s",
    "d2h_pinned_s",
)
CPU = tuple(
    f"cpu_{twin}_{part}"
    for twin in ("one_thread", "all_threads", "numpy")
    for part in ("s", "spread_s")
)
FINDINGS = ("occupancy_fraction", "occupancy_limited_by", "limiter", "correct", "hazards", "note")


def copies_s(times: Times | None) -> float | None:
    """Seconds of the copies before and after a kernel; None where one is unknown."""
    if times is None or times.h2d_s is None or times.d2h_s is None:
        return None
    return times.h2d_s + times.d2h_s


def with_copies_s(times: Times | None) -> float | None:
    """Seconds of the kernel and of its copies; None where one is unknown."""
    copies = copies_s(times)
    if times is None or copies is None or times.kernel_s is None:
        return None
    return times.kernel_s + copies


def headings(size_names: Sequence[str]) -> tuple[str, ...]:
    """Of the columns; `source` is of the GPU's seconds, those of the CPU are always measured."""
    return (*(f"size_{name}" for name in size_names), *SHAPES, *GPU, *CPU, *FINDINGS)


def row(point: SweepPoint) -> tuple[Cell, ...]:
    """The cells of a point, in the order of `headings`; None is unknown."""
    return (*point.size, *_shapes(point), *_gpu(point), *_cpu(point.cpu), *_findings(point))


def csv_text(size_names: Sequence[str], points: Sequence[SweepPoint]) -> str:
    """The whole table as CSV; what is unknown is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings(size_names))
    writer.writerows(row(point) for point in points)
    return text.getvalue()


def _shapes(point: SweepPoint) -> tuple[Cell, ...]:
    config = point.config
    grid: Sequence[Cell] = config.grid if config else (None,) * 3
    block: Sequence[Cell] = config.block if config else (None,) * 3
    return (*block, *grid)


def _gpu(point: SweepPoint) -> tuple[Cell, ...]:
    times = point.times
    if times is None:
        return (None,) * len(GPU)
    return (
        times.source,
        times.h2d_s,
        times.kernel_s,
        times.d2h_s,
        with_copies_s(times),
        times.kernel_spread_s,
        times.kernel_cold_s,
        times.h2d_pinned_s,
        times.d2h_pinned_s,
    )


def _cpu(times: CpuTimes | None) -> tuple[Cell, ...]:
    if times is None:
        return (None,) * len(CPU)
    return (
        times.one_thread_s,
        times.one_thread_spread_s,
        times.all_threads_s,
        times.all_threads_spread_s,
        times.numpy_s,
        times.numpy_spread_s,
    )


def _findings(point: SweepPoint) -> tuple[Cell, ...]:
    held = point.occupancy
    return (
        held.fraction if held else None,
        " and ".join(held.limited_by) if held else None,
        point.prediction.limiter if point.prediction else None,
        point.correct,
        point.hazards,
        _note(point),
    )


def _note(point: SweepPoint) -> str | None:
    """Why figures are missing or may be off."""
    reasons = [point.message] if point.message else []
    for times in (point.times, point.cpu):
        reasons += times.disturbances if times else ()
    reasons += point.cpu.messages if point.cpu else ()
    return " ".join(message.text for message in reasons) or None
