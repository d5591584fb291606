"""Microbenchmarks of launches: occupancy, empty kernels, barriers, blocks on their SMs, copies."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from benchmarks.gpu import kernels
from benchmarks.gpu.gpu import Case, Gpu, Launch, Row
from gpuviz.device import occupancy

MOST_ARRAYS = 6
BARRIERS = 1000  # in a row
BLOCK_CYCLES = 20_000  # that each logged block lasts
EMPTY_BLOCKS = 1 << 20
BLOCK_WARPS = 32  # of a logged block: few fit on an SM
COPIED_BYTES = tuple(1 << power for power in range(12, 31, 3))  # 4 KiB .. 1 GiB
OCCUPIED = tuple(
    (threads, dynamic) for threads in (32, 96, 128, 257, 384, 1024) for dynamic in (0, 8192, 24576)
)


def occupancy_cases(gpu: Gpu) -> Iterator[Row]:
    """1: blocks on an SM by the driver, beside gpuviz's own figure for the same kernel."""
    for name, kernel, arguments in _occupied_kernels(gpu):
        for threads, dynamic in OCCUPIED:
            case: Case = {"kernel": name, "threads": threads, "dynamic_shared": dynamic}
            launch = Launch("occupancy", case, kernel, 1, threads, arguments, dynamic)
            registers, static = gpu.registers(launch), gpu.shared_bytes(launch)
            ours = occupancy(gpu.device, threads, registers, static, dynamic).blocks_per_sm
            yield Row(
                1,
                launch.name,
                {**case, "registers": registers, "static_shared": static},
                "blocks",
                gpu.blocks_per_sm(launch),
                expected=ours,
            )


def _occupied_kernels(gpu: Gpu) -> Iterator[tuple[str, object, tuple[object, ...]]]:
    """Few and many registers, and static shared memory."""
    values = gpu.array(lambda: np.ones(10, np.float32))
    clocks = gpu.array(lambda: np.zeros((1024, 2), np.int64))
    turns = np.int64(1)
    for independent in (1, 8):
        kernel = kernels.chain("fma", independent)
        yield f"chain of {independent}", kernel, (values, turns, clocks)
    yield "shared", kernels.shared_strided(np.uint32), (np.uint64(1), turns, clocks)


def empty_kernels(gpu: Gpu) -> Iterator[Row]:
    """2: from launch to launch on the GPU, and what Python needs to queue one."""
    for arrays in range(MOST_ARRAYS + 1):
        arguments = tuple(gpu.empty(1, np.float32) for _ in range(arrays))
        case: Case = {"arrays": arrays}
        launch = Launch("empty", case, kernels.empty(arrays), 1, 32, arguments)
        if arrays == 0:
            yield Row.of(2, launch, gpu.seconds(launch), "seconds")
        queued = Launch("queueing", case, launch.kernel, 1, 32, arguments)
        yield Row.of(2, queued, gpu.queueing(queued), "seconds")


def barriers(gpu: Gpu) -> Iterator[Row]:
    """10: SM clocks of one barrier, by the warps of the block."""
    for warps in (1, 2, 4, 8, 16, 32):
        case = {"warps": warps}
        arguments = (np.int64(BARRIERS),)
        launch = Launch("barrier", case, kernels.barriers, 1, warps * kernels.WARP, arguments)
        yield Row.of(10, launch, gpu.cycles(launch).each(BARRIERS), "cycles", gpu.clock_mhz())


def block_logs(gpu: Gpu) -> Iterator[Row]:
    """11: where blocks run, how long a freed place stays empty, how many blocks start at a time."""
    threads = BLOCK_WARPS * kernels.WARP
    sms = gpu.device.sm_count
    wave = sms * max(gpu.device.max_threads_per_sm // threads, 1)
    for grid in (1, sms, sms + 1, int(2.5 * wave)):
        case = {"grid": grid}
        arguments = (np.int64(BLOCK_CYCLES),)
        launch = Launch("block_log", case, kernels.block_log, grid, threads, arguments)
        for _ in range(2):  # the first one compiles
            log = gpu.records(launch, (grid, len(kernels.RECORDED)))
        yield from _of_log(launch, log, sms)
    for threads in (32, 64):
        starts: Case = {"blocks": EMPTY_BLOCKS, "threads": threads}
        launch = Launch("block_starts", starts, kernels.empty(0), EMPTY_BLOCKS, threads)
        yield Row.of(11, launch, gpu.seconds(launch), "seconds", gpu.clock_mhz())


def _of_log(launch: Launch, log: NDArray[np.int64], sms: int) -> Iterator[Row]:
    used = len(np.unique(log[:, 0]))
    yield Row(11, "sms_used", launch.case, "blocks", used, expected=min(launch.blocks, sms))
    ticks = np.diff(np.unique(log[:, 3:5]))
    if len(ticks):
        yield Row(11, "globaltimer_tick", launch.case, "seconds", float(ticks.min()) * 1e-9)
    gaps = block_gaps(log)
    if len(gaps):
        quarter, median, three_quarters = np.percentile(gaps, (25, 50, 75))
        spread = three_quarters - quarter
        yield Row(11, "block_gap", launch.case, "cycles", median, spread, len(gaps))


def block_gaps(log: NDArray[np.int64]) -> NDArray[np.int64]:
    """SM clocks from a block's end to the start of the block that took its place.

    Of an SM that holds n blocks at a time, the block that starts as number n + k follows the k-th
    that ended.
    """
    found = []
    for sm in np.unique(log[:, 0]):
        start, end = np.sort(log[log[:, 0] == sm, 1:3], axis=0).T
        held = int(np.searchsorted(start, end[0]))  # started before any had ended
        found.append(start[held:] - end[: len(start) - held])
    return np.concatenate(found)


def copies(gpu: Gpu) -> Iterator[Row]:
    """12: host and GPU, both ways, pinned and ordinary memory."""
    for nbytes in COPIED_BYTES:
        for to_gpu in (True, False):
            for pinned in (True, False):
                case = {"bytes": nbytes, "to_gpu": to_gpu, "pinned": pinned}
                timed = gpu.copying(nbytes, to_gpu, pinned)
                launch = Launch("copy_over_pcie", case, None, 0, 0)
                yield Row.of(12, launch, timed, "seconds")
