"""The launches that judge the model: python -m benchmarks.gpu.hold_outs OPERATION.. [--dry-run]

Operations of the gallery and of benchmarks/gpu/holdouts, each at three sizes and with two other
blocks, timed with warm and with cold caches. Prints one JSON object a line, so that what was done
before a crash or a timeout is kept.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import json
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.gpu.gpu import Case, Gpu, Launch
from benchmarks.gpu.microbenchmarks import the_gpu
from benchmarks.gpu.operations import operation
from gpuviz.engines.host import load_operation
from gpuviz.launch import Dim3
from gpuviz.messages import RequestRefused
from gpuviz.operation import OperationInfo

LINE_SIZES = (1 << 14, 1 << 20, 1 << 24)
LINE_BLOCKS = ((32,), (1024,))  # besides each operation's own
PLANE_SIZES = (128, 512, 1024)
PLANE_BLOCKS = ((8, 8), (32, 4))
DRY_SIZES = (20, 70)
MOST_WORK, MOST_DRY_WORK = 1 << 35, 1 << 20  # floating-point operations of a launch
MOST_BYTES, MOST_DRY_BYTES = 1 << 31, 1 << 20  # of its arrays


@dataclass(frozen=True, slots=True)
class HoldOutTime:
    """Seconds of one launch; registers and shared bytes as the driver counts them."""

    operation: str
    size: tuple[int, ...]
    block: tuple[int, int, int]
    warm_s: float
    cold_s: float  # the caches holding none of the arrays, which is what is modelled
    spread_s: float  # of the cold one
    registers: int
    shared_bytes: int


def launches(info: OperationInfo, dry_run: bool) -> Iterator[tuple[tuple[int, ...], Dim3]]:
    """Sizes with the operation's own block, then other blocks at the last but one of the sizes."""
    is_long = not _is_too_much(info, (LINE_SIZES[-1],), dry_run=False)
    numbers = DRY_SIZES if dry_run else LINE_SIZES if is_long else PLANE_SIZES
    sizes = [_size(info, number, dry_run) for number in numbers]
    for size in sizes:
        yield size, info.default_block
    for block in LINE_BLOCKS if len(info.threads) == 1 else PLANE_BLOCKS:
        if _is_written_for(info, Dim3(*block)):
            yield sizes[-2], Dim3(*block)


def _size(info: OperationInfo, number: int, dry_run: bool) -> tuple[int, ...]:
    """The number for all sizes, or for the first of them alone where that is too much."""
    if _is_too_much(info, (number,), dry_run):
        return (number, *info.default_size[1:])
    return info.sizes((number,))


def _is_too_much(info: OperationInfo, size: tuple[int, ...], dry_run: bool) -> bool:
    whole = info.sizes(size)
    work, moved = info.flop_count(whole) or 0, info.byte_count(whole) or 0
    most_work = MOST_DRY_WORK if dry_run else MOST_WORK
    return work > most_work or moved > (MOST_DRY_BYTES if dry_run else MOST_BYTES)


def _is_written_for(info: OperationInfo, block: Dim3) -> bool:
    try:
        info.check_block(block)
    except RequestRefused:
        return False
    return True


def timed(gpu: Gpu, info: OperationInfo, size: tuple[int, ...], block: Dim3) -> HoldOutTime:
    """One launch on fresh inputs, which later launches find changed: no kernel's time minds."""
    loaded = load_operation(info.path)
    values = loaded.arguments(size, 0)
    arguments = tuple(
        gpu.array(functools.partial(np.asarray, value)) if isinstance(value, np.ndarray) else value
        for value in values.values()
    )
    case: Case = {"operation": info.name, "size": _joined(size), "block": _joined(block)}
    grid = tuple(info.grid(size, block))
    launch = Launch("hold_out", case, loaded.kernel, grid, tuple(block), arguments)
    warm, cold = gpu.seconds(launch), gpu.cold_seconds(launch)
    return HoldOutTime(
        info.name,
        size,
        (block.x, block.y, block.z),
        warm.median,
        cold.median,
        cold.spread,
        gpu.registers(launch),
        gpu.shared_bytes(launch),
    )


def _joined(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


def main() -> None:
    """Prints the times of the operations that are named; a failure does not stop the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("operations", nargs="+")
    parser.add_argument("--dry-run", action="store_true")
    options = parser.parse_args()
    gpu = the_gpu(options.dry_run)
    for name in options.operations:
        info = operation(name)
        for size, block in launches(info, options.dry_run):
            try:
                row = dataclasses.asdict(timed(gpu, info, size, block))
            except Exception as error:  # whatever it is, the next launch may still work
                row = {"operation": name, "size": size, "error": f"{type(error).__name__}: {error}"}
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
