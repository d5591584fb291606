"""The microbenchmarks by number: python -m benchmarks.gpu.microbenchmarks NUMBER.. [--dry-run]

Prints a row of JSON for each figure, so that what was done before a crash or a timeout is kept.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Callable, Iterator

from benchmarks.gpu import micro_arithmetic, micro_launch, micro_memory
from benchmarks.gpu.gpu import Gpu, Row

MICROBENCHMARKS: dict[int, Callable[[Gpu], Iterator[Row]]] = {
    1: micro_launch.occupancy_cases,
    2: micro_launch.empty_kernels,
    3: micro_memory.pointer_chase,
    4: micro_memory.streams,
    5: micro_memory.l2_streams,
    6: micro_memory.strides,
    7: micro_arithmetic.chains,
    8: micro_memory.banks,
    9: micro_memory.atomics,
    10: micro_launch.barriers,
    11: micro_launch.block_logs,
    12: micro_launch.copies,
}


def the_gpu(dry_run: bool) -> Gpu:
    """This machine's GPU, or the invented one."""
    if dry_run:
        from benchmarks.gpu.fake import FakeGpu

        return FakeGpu()
    from benchmarks.gpu.real import RealGpu

    return RealGpu()


def main() -> None:
    """Prints the rows of the benchmarks that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", nargs="+", type=int, choices=MICROBENCHMARKS)
    parser.add_argument("--dry-run", action="store_true")
    options = parser.parse_args()
    gpu = the_gpu(options.dry_run)
    for number in options.numbers:
        for row in MICROBENCHMARKS[number](gpu):
            print(json.dumps(dataclasses.asdict(row)), flush=True)


if __name__ == "__main__":
    main()
