"""Latencies out of the rows of the microbenchmarks, for the table of devices."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from benchmarks.gpu.gpu import Row

KIB, MIB = 1 << 10, 1 << 20
L1_BYTES = (16 * KIB, 64 * KIB)  # of these sizes a chase surely hits L1, L2, DRAM
L2_BYTES = (512 * KIB, 2048 * KIB)
DRAM_BYTES = (256 * MIB, 1024 * MIB)
ADDRESS_OPERATIONS = 2  # dependent ones between two loads of the chase: shift and add


def latencies(rows: Iterable[Row]) -> dict[str, float]:
    """SM clocks by the name that devices.toml has for them; what was not measured is missing."""
    rows = tuple(rows)
    found = {
        "alu": _median(rows, "chain", operation="fma", independent=1, warps=1),
        "l1": _chase(rows, L1_BYTES),
        "l2": _chase(rows, L2_BYTES),
        "dram": _chase(rows, DRAM_BYTES),
    }
    known = {name: cycles for name, cycles in found.items() if cycles is not None}
    arithmetic = ADDRESS_OPERATIONS * known.get("alu", 0.0)
    return {name: cycles - (arithmetic if name != "alu" else 0) for name, cycles in known.items()}


def _median(rows: tuple[Row, ...], benchmark: str, **case: object) -> float | None:
    values = [
        row.median
        for row in rows
        if row.benchmark == benchmark
        and all(row.case.get(name) == value for name, value in case.items())
    ]
    return float(np.median(values)) if values else None


def _chase(rows: tuple[Row, ...], sizes: tuple[int, ...]) -> float | None:
    values = [row.median for row in rows if row.benchmark == "chase" and row.case["bytes"] in sizes]
    return float(np.median(values)) if values else None
