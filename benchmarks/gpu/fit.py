"""Fits the model's constants to the rows of the microbenchmarks, one constant after the other.

Each constant comes from the microbenchmark made for it; a constant without rows, or whose fit lies
outside of what is sensible, keeps its default and is named.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from benchmarks.gpu.gpu import Row
from gpuviz.device import Device
from gpuviz.launch import WARP_SIZE
from gpuviz.model.calibration import SENSIBLE

PLAIN_BARRIER_WARPS = 8  # a block of 256 threads
FEW_CONFLICTS = 17  # odd strides from here on: banks do not limit, lines do
EXPONENTS = np.geomspace(1.0, 50.0, 2000)


class NoRows(Exception):
    """What a constant is fitted to was not measured."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The constants that could be fitted, and why the others could not."""

    constants: dict[str, float]
    left_out: dict[str, str]


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one run, and the device they were measured on."""

    rows: tuple[Row, ...]
    device: Device

    def of(self, benchmark: str, **case: object) -> list[Row]:
        """Rows of one benchmark whose case has these values. Raises NoRows."""
        found = [
            row
            for row in self.rows
            if row.benchmark == benchmark
            and all(row.case.get(name) == value for name, value in case.items())
        ]
        if not found:
            raise NoRows(f"no row of {benchmark}" + (f" with {case}" if case else ""))
        return found


def fit(rows: Iterable[Row], device: Device) -> Fit:
    """All constants of gpuviz.model.calibration that these rows tell."""
    measured = Rows(tuple(rows), device)
    constants: dict[str, float] = {}
    left_out = dict.fromkeys(SENSIBLE.keys() - LAWS.keys(), "no microbenchmark tells it")
    for name, law in LAWS.items():
        try:
            value = float(law(measured))
        except NoRows as missing:
            left_out[name] = str(missing)
            continue
        lowest, highest = SENSIBLE[name]
        if math.isfinite(value) and lowest <= value <= highest:
            constants[name] = value
        else:
            left_out[name] = f"the fit gives {value:.6g}, not between {lowest} and {highest}"
    return Fit(constants, left_out)


def _launch_seconds(rows: Rows) -> float:
    return rows.of("empty", arrays=0)[0].median


def _rate(rows: Rows, row: Row) -> float:
    """Bytes a second of a stream, a copy counted twice."""
    moved = float(row.case["bytes"]) * (2 if row.case["access"] == "copy" else 1)
    return moved / (row.median - _launch_seconds(rows))


def _dram_share(rows: Rows) -> float:
    """The median of reading, writing and copying, each with its best block."""
    best = []
    for access in ("read", "write", "copy"):
        streams = [row for row in rows.of("stream", access=access) if row.parameter == 4]
        best.append(max(_rate(rows, row) for row in streams))
    return float(np.median(best)) / (rows.device.mem_bw_gbs * 1e9)


def _l2_share(rows: Rows) -> float:
    """Against the clock that the SMs had."""
    streams = [row for row in rows.of("stream") if row.parameter == 5 and row.clock_mhz]
    if not streams:
        raise NoRows("no row of stream within L2")
    per_clock = rows.device.l2_bytes_per_clock * rows.device.sm_count
    return max(_rate(rows, row) / (per_clock * float(row.clock_mhz or 0) * 1e6) for row in streams)


def _issue_share(rows: Rows) -> float:
    """The most multiply-adds that an SM starts in a clock, of one by each scheduler."""
    return max(
        float(row.case["independent"]) * float(row.case["warps"]) / row.median
        for row in rows.of("chain", operation="fma")
    ) / min(rows.device.warp_schedulers, rows.device.fp32_lanes / WARP_SIZE)


def _tag_cycles_per_line(rows: Rows) -> float:
    lined = [
        row.median / min(int(row.case["stride"]), 32)
        for row in rows.of("strided")
        if int(row.case["stride"]) % 2 and int(row.case["stride"]) >= FEW_CONFLICTS
    ]
    if not lined:
        raise NoRows("no row of strided with a large odd stride")
    return float(np.median(lined))


def _barrier_cycles(rows: Rows) -> float:
    return rows.of("barrier", warps=PLAIN_BARRIER_WARPS)[0].median


def _block_launch_cycles(rows: Rows) -> float:
    """Of the largest grid, which has the most blocks that follow others."""
    return max(rows.of("block_gap"), key=lambda row: row.samples).median


def _blocks_per_clock(rows: Rows) -> float:
    """The most, of blocks that do nothing."""
    launch = _launch_seconds(rows)
    return max(
        float(row.case["blocks"]) / ((row.median - launch) * float(row.clock_mhz or math.nan) * 1e6)
        for row in rows.of("block_starts")
    )


def _atomics_per_clock(rows: Rows, sharing: str) -> float:
    """The median of the types of number."""
    found = rows.of("atomics", space="global", sharing=sharing)
    launch = _launch_seconds(rows)
    return float(
        np.median(
            [
                float(row.case["operations"])
                / ((row.median - launch) * float(row.clock_mhz or math.nan) * 1e6)
                for row in found
            ]
        )
    )


def _same_address(rows: Rows) -> float:
    return _atomics_per_clock(rows, "one address")


def _spread(rows: Rows) -> float:
    return _atomics_per_clock(rows, "one per sector") / rows.device.sm_count


def _overlap_exponent(rows: Rows) -> float:
    """Of time**p = loads**p + arithmetic**p, the p that fits best.

    Loads alone: without multiply-adds. Arithmetic grows as the multiply-adds.
    """
    launch = _launch_seconds(rows)
    mixed = [(int(row.case["multiply_adds"]), row.median - launch) for row in rows.of("mix")]
    loads = dict(mixed).get(0)
    counts, seconds = np.array([(count, time) for count, time in mixed if count]).T
    if loads is None or len(counts) < 3:
        raise NoRows("too few rows of mix")
    return float(min(EXPONENTS, key=lambda p: _mix_error(p, loads, counts, seconds)))


def _mix_error(exponent: float, loads: float, counts: np.ndarray, seconds: np.ndarray) -> float:
    """The sum of squared logarithms, with the rate of arithmetic that fits the largest count."""
    last = int(np.argmax(counts))
    alone = max(seconds[last] ** exponent - loads**exponent, 0.0) ** (1 / exponent)
    computing = alone / counts[last] * counts
    modelled = (loads**exponent + computing**exponent) ** (1 / exponent)
    return float((np.log(modelled / seconds) ** 2).sum())


def _copy_seconds(rows: Rows) -> float:
    """The least, of few bytes in pinned memory."""
    return min(row.median for row in rows.of("copy_over_pcie", pinned=True))


def _copy_rate_gbs(rows: Rows, pinned: bool) -> float:
    """Of the largest copies, the mean of both ways."""
    found = rows.of("copy_over_pcie", pinned=pinned)
    most = max(int(row.case["bytes"]) for row in found)
    times = [row.median for row in found if row.case["bytes"] == most]
    return most / (float(np.mean(times)) - _copy_seconds(rows)) / 1e9


def _share_of_pcie(rows: Rows, pinned: bool) -> float:
    if rows.device.pcie_gbs is None:
        raise NoRows(f"{rows.device.name} has no PCIe")
    return min(_copy_rate_gbs(rows, pinned) / rows.device.pcie_gbs, 1.0)


LAWS: dict[str, Callable[[Rows], float]] = {
    "overlap_exponent": _overlap_exponent,
    "dram_share": _dram_share,
    "issue_share": _issue_share,
    "l2_share": _l2_share,
    "tag_cycles_per_line": _tag_cycles_per_line,
    "barrier_cycles": _barrier_cycles,
    "block_launch_cycles": _block_launch_cycles,
    "blocks_per_clock": _blocks_per_clock,
    "same_address_atomics_per_clock": _same_address,
    "spread_atomics_per_clock_per_sm": _spread,
    "launch_seconds": _launch_seconds,
    "copy_seconds": _copy_seconds,
    "pageable_share": lambda rows: _share_of_pcie(rows, pinned=False),
    "pageable_most_gbs": lambda rows: _copy_rate_gbs(rows, pinned=False),
    "pinned_share": lambda rows: _share_of_pcie(rows, pinned=True),
}
