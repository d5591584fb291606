"""Microbenchmarks of arithmetic: chains of one operation, and arithmetic beside loads."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np

from benchmarks.gpu import kernels
from benchmarks.gpu.gpu import Case, Gpu, Launch, Row

INDEPENDENT = (1, 2, 8)  # chains of a thread at a time
WARPS = (1, 4, 8, 16, 32)
TURNS = 64
MIXED_ELEMENTS = 1 << 28
MULTIPLY_ADDS = (0, 8, 16, 24, 32, 48, 64, 96, 128, 256)  # for each element


def chains(gpu: Gpu) -> Iterator[Row]:
    """7: SM clocks from one operation of a warp to its next, by independent chains and warps."""
    for operation, (dtype, _) in kernels.STEPS.items():
        for independent in INDEPENDENT:
            values = gpu.array(functools.partial(np.ones, independent + 2, dtype))
            for warps in WARPS:
                yield _chain(gpu, operation, independent, warps, values)
    yield from mixes(gpu)


def _chain(gpu: Gpu, operation: str, independent: int, warps: int, values: object) -> Row:
    case: Case = {"operation": operation, "independent": independent, "warps": warps}
    kernel = kernels.chain(operation, independent)
    arguments = (values, np.int64(TURNS))
    launch = Launch("chain", case, kernel, 1, warps * kernels.WARP, arguments)
    steps = TURNS * kernels.UNROLLED
    return Row.of(7, launch, gpu.cycles(launch).each(steps), "cycles", gpu.clock_mhz())


def mixes(gpu: Gpu) -> Iterator[Row]:
    """7: seconds to read 1 GiB with so many multiply-adds for each element: how they overlap."""
    a, total = gpu.empty(MIXED_ELEMENTS, np.float32), gpu.empty(1, np.float32)
    grid = gpu.device.sm_count * gpu.device.max_threads_per_sm // 256
    for count in MULTIPLY_ADDS:
        arguments = (a, np.int64(MIXED_ELEMENTS), np.int64(count), total)
        case = {"multiply_adds": count, "elements": MIXED_ELEMENTS}
        launch = Launch("mix", case, kernels.mix, grid, 256, arguments)
        yield Row.of(7, launch, gpu.seconds(launch), "seconds", gpu.clock_mhz())
