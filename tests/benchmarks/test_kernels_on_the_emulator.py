"""The microbenchmarks' kernels that read no clock, run on the emulator: they do what they time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.gpu import kernels
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import execute
from gpuviz.trace import Counters

GRID, BLOCK = 3, 64
THREADS = GRID * BLOCK
COUNT = 2 * 4 * THREADS  # two turns of all threads


def run(kernel: Any, **arguments: Any) -> tuple[Mapping[str, NDArray[Any]], Counters]:
    done = execute(capture_kernel(kernel), LaunchConfig(Dim3(GRID), Dim3(BLOCK)), arguments)
    assert done.trace.hazards == ()
    assert done.trace.counters is not None
    return done.arrays, done.trace.counters


def test_a_stream_reads_every_element_once() -> None:
    a, total = np.ones(COUNT, np.float32), np.zeros(1, np.float32)

    _, counters = run(kernels.read, a=a, count=np.int64(COUNT), total=total)

    assert counters.global_load_sectors == 4 * COUNT // 32
    assert counters.global_store_requests == 0


def test_a_stream_writes_and_copies_every_element_once() -> None:
    written, _ = run(
        kernels.write, a=np.zeros(COUNT, np.float32), count=np.int64(COUNT), value=np.float32(2)
    )
    copied, _ = run(
        kernels.copy, a=written["a"], b=np.zeros(COUNT, np.float32), count=np.int64(COUNT)
    )

    assert np.all(copied["b"] == 2)


def test_a_mix_does_so_many_multiply_adds_with_each_element() -> None:
    a, total = np.full(THREADS, 3, np.float32), np.zeros(1, np.float32)

    _, few = run(kernels.mix, a=a, count=np.int64(THREADS), multiply_adds=np.int64(1), total=total)
    _, more = run(kernels.mix, a=a, count=np.int64(THREADS), multiply_adds=np.int64(5), total=total)

    warps = THREADS // 32
    assert more.warp_steps - few.warp_steps == 4 * 2 * warps  # the loop's head and its body
    assert more.global_load_sectors == few.global_load_sectors == THREADS * 4 // 32


@pytest.mark.parametrize(
    ("shift", "spacing", "places"), [(40, 1, 1), (6, 1, GRID), (5, 1, THREADS // 32), (0, 8, 192)]
)
def test_atomics_meet_on_as_many_addresses_as_they_are_told(
    shift: int, spacing: int, places: int
) -> None:
    target = np.zeros(THREADS * spacing, np.int32)

    arrays, counters = run(
        kernels.atomics,
        target=target,
        shift=np.int64(shift),
        spacing=np.int64(spacing),
        turns=np.int64(2),
    )

    assert np.count_nonzero(arrays["target"]) == places
    assert arrays["target"].sum() == counters.atomic_operations == 2 * THREADS


@pytest.mark.parametrize("stride", [1, 4, 32])
def test_threads_that_read_apart_need_the_sectors_of_their_stride(stride: int) -> None:
    a, total = np.ones(THREADS * stride, np.float32), np.zeros(1, np.float32)

    _, counters = run(
        kernels.read_apart, a=a, count=np.int64(THREADS), stride=np.int64(stride), total=total
    )

    assert counters.global_load_sectors == THREADS * min(stride, 8) // 8
