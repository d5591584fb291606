"""Microbenchmarks of memory: latencies, rates of DRAM and L2, strides, banks, atomics."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from benchmarks.gpu import kernels
from benchmarks.gpu.gpu import Case, Gpu, Launch, Row
from gpuviz.simt.observe.coalescing import Layout, wavefronts

KIB, MIB = 1 << 10, 1 << 20
CHASED_BYTES = tuple(size * KIB for size in (16, 64, 128, 192, 512, 2048)) + tuple(
    size * MIB for size in (8, 16, 32, 64, 256, 1024)
)
LINE_BYTES = 128  # one step of the chase
MOST_STEPS = 1 << 20  # 128 MiB: with fewer, what was chased before would lie in L2 for good
DRAM_BYTES = 1024 * MIB
L2_BYTES = 16 * MIB
BLOCKS = (32, 64, 128, 256, 512, 1024)
PER_SM = (1, 2, 4, 8)  # blocks of 256 threads, for the knee of Little's law
TURNS = 256
STRIDES = (1, 2, 4, 8, 16, 32, 3, 5, 9, 17, 33, 63)
DRAM_STRIDES = (1, 2, 4, 8, 16, 32, 64)
BANK_STRIDES = (1, 2, 3, 4, 5, 8, 9, 16, 17, 31, 32, 33)
SM_WARPS = 32  # in the block that keeps one SM busy
ATOMIC_BLOCK = 256
ATOMIC_TURNS = 64
SHARED_BY = {"one address": 40, "one per block": 8, "one per warp": 5, "one per lane": 0}  # shift
SECTOR_ITEMS = 8  # of 4 bytes


def pointer_chase(gpu: Gpu) -> Iterator[Row]:
    """3: SM clocks from one load to the next that depends on it, with its address arithmetic."""
    for nbytes in CHASED_BYTES:
        steps = min(nbytes // LINE_BYTES, MOST_STEPS)
        arguments = (gpu.array(functools.partial(cycle, nbytes)), np.int64(steps))
        launch = Launch("chase", {"bytes": nbytes}, kernels.chase, 1, 1, arguments)
        yield Row.of(3, launch, gpu.cycles(launch).each(steps), "cycles", gpu.clock_mhz())


def cycle(nbytes: int) -> NDArray[np.uint64]:
    """Where to go next, uint64 indices: through all 128-byte lines in random order, and round."""
    items = LINE_BYTES // 8
    order = np.random.default_rng(0).permutation(nbytes // LINE_BYTES).astype(np.uint64) * items
    order = np.roll(order, -int(np.argmin(order)))  # from line 0
    following = np.zeros(nbytes // 8, np.uint64)
    following[order] = np.roll(order, -1)
    return following


def streams(gpu: Gpu) -> Iterator[Row]:
    """4: reading, writing and copying 1 GiB, by block, and reading by blocks on an SM."""
    full = gpu.device.max_threads_per_sm
    for access in ("read", "write", "copy"):
        for block in BLOCKS:
            per_sm = min(full // block, gpu.device.max_blocks_per_sm)
            yield _stream(gpu, 4, access, DRAM_BYTES, block, per_sm)
    for per_sm in PER_SM:
        yield _stream(gpu, 4, "read", DRAM_BYTES, 256, per_sm)


def l2_streams(gpu: Gpu) -> Iterator[Row]:
    """5: the same where L2 holds everything."""
    for block in (256, 512, 1024):
        yield _stream(gpu, 5, "read", L2_BYTES, block, gpu.device.max_threads_per_sm // block)


def _stream(gpu: Gpu, parameter: int, access: str, nbytes: int, block: int, per_sm: int) -> Row:
    grid = gpu.device.sm_count * per_sm
    turn = 4 * grid * block  # elements of one turn of all threads
    count = max(nbytes // 4 // turn, 1) * turn
    case: Case = {"access": access, "bytes": 4 * count, "block": block, "blocks_per_sm": per_sm}
    a = gpu.empty(count, np.float32)
    arguments = {
        "read": (a, np.int64(count), gpu.empty(1, np.float32)),
        "write": (a, np.int64(count), np.float32(1)),
        "copy": (a, gpu.empty(count if access == "copy" else 1, np.float32), np.int64(count)),
    }[access]
    launch = Launch("stream", case, getattr(kernels, access), grid, block, arguments)
    return Row.of(parameter, launch, gpu.seconds(launch), "seconds", gpu.clock_mhz())


def strides(gpu: Gpu) -> Iterator[Row]:
    """6: SM clocks of a warp's load from L1, and seconds of loads from DRAM, by stride."""
    zeros = gpu.array(lambda: np.zeros(kernels.STRIDED_ELEMENTS, np.uint32))
    loads = TURNS * kernels.INDEPENDENT_LOADS * SM_WARPS
    for stride in STRIDES:
        arguments = (zeros, np.uint64(stride), np.int64(TURNS))
        case = {"stride": stride}
        block = SM_WARPS * kernels.WARP
        launch = Launch("strided", case, kernels.strided, 1, block, arguments)
        yield Row.of(6, launch, gpu.cycles(launch).each(loads), "cycles", gpu.clock_mhz())
    a, total = gpu.empty(DRAM_BYTES // 4, np.float32), gpu.empty(1, np.float32)
    for stride in DRAM_STRIDES:
        count = DRAM_BYTES // 4 // stride
        case = {"stride": stride, "loads": count}
        spread = (a, np.int64(count), np.int64(stride), total)
        launch = Launch("read_apart", case, kernels.read_apart, count // 256, 256, spread)
        yield Row.of(6, launch, gpu.seconds(launch), "seconds", gpu.clock_mhz())


def banks(gpu: Gpu) -> Iterator[Row]:
    """8: SM clocks of a warp's load from shared memory, beside the wavefronts gpuviz counts."""
    loads = TURNS * kernels.INDEPENDENT_LOADS * SM_WARPS
    for dtype in (np.uint32, np.uint64):
        item = np.dtype(dtype).itemsize
        for stride in BANK_STRIDES:
            arguments = (np.uint64(stride), np.int64(TURNS))
            case = {"stride": stride, "itemsize": item}
            kernel, block = kernels.shared_strided(dtype), SM_WARPS * kernels.WARP
            launch = Launch("bank_stride", case, kernel, 1, block, arguments)
            timed = gpu.cycles(launch).each(loads)
            places = np.arange(kernels.WARP)[np.newaxis] * stride
            fronts = float(wavefronts(places, Layout(item), None)[0][0])
            yield Row(
                8,
                launch.name,
                case,
                "cycles",
                timed.median,
                timed.spread,
                timed.samples,
                gpu.clock_mhz(),
                fronts,
            )


def atomics(gpu: Gpu) -> Iterator[Row]:
    """9: seconds of atomic additions, by how many threads share an address."""
    grid = 4 * gpu.device.sm_count
    for dtype in (np.int32, np.float32):
        for sharing, shift in SHARED_BY.items():
            yield _global_atomics(gpu, dtype, sharing, shift, 1, grid)
            yield _shared_atomics(gpu, dtype, sharing, shift, grid)
        yield _global_atomics(gpu, dtype, "one per sector", 0, SECTOR_ITEMS, grid)


def _global_atomics(
    gpu: Gpu, dtype: type, sharing: str, shift: int, spacing: int, grid: int
) -> Row:
    threads = grid * ATOMIC_BLOCK
    target = gpu.array(lambda: np.zeros(threads * spacing, dtype))
    arguments = (target, np.int64(shift), np.int64(spacing), np.int64(ATOMIC_TURNS))
    case = _atomic_case("global", dtype, sharing, threads)
    launch = Launch("atomics", case, kernels.atomics, grid, ATOMIC_BLOCK, arguments)
    return Row.of(9, launch, gpu.seconds(launch), "seconds", gpu.clock_mhz())


def _shared_atomics(gpu: Gpu, dtype: type, sharing: str, shift: int, grid: int) -> Row:
    target = gpu.array(lambda: np.zeros(1024, dtype))
    arguments = (np.int64(shift), np.int64(ATOMIC_TURNS), target)
    case = _atomic_case("shared", dtype, sharing, grid * ATOMIC_BLOCK)
    kernel = kernels.shared_atomics(dtype)
    launch = Launch("atomics", case, kernel, grid, ATOMIC_BLOCK, arguments)
    return Row.of(9, launch, gpu.seconds(launch), "seconds", gpu.clock_mhz())


def _atomic_case(space: str, dtype: type, sharing: str, threads: int) -> Case:
    return {
        "space": space,
        "dtype": np.dtype(dtype).name,
        "sharing": sharing,
        "operations": threads * ATOMIC_TURNS,
    }
