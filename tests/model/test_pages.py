"""What DRAM loses by opening pages, by how blocks follow each other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.model.dram import GDDR_WITH_ECC
from gpuviz.model.work import LaunchWork, launch_work
from gpuviz.trace import Trace
from tests.simt.kernels import config, run

T4 = find_device("t4")
SIDE = 1024
SMALL = replace(find_device("t4"), sm_count=2)  # fewer blocks at a time than stand side by side
TURNED = "b[x, y] = a[y, x]"
TILED = """
    tile[cuda.threadIdx.y, cuda.threadIdx.x] = a[y, x]
    cuda.syncthreads()
    row = cuda.blockIdx.x * 16 + cuda.threadIdx.y
    col = cuda.blockIdx.y * 16 + cuda.threadIdx.x
    b[row, col] = tile[cuda.threadIdx.x, cuda.threadIdx.y]"""


def traced(body: str) -> Trace:
    side = 32 if "32" in body else 16
    kernel = (
        "def kernel(a, b):\n    x, y = cuda.grid(2)\n"
        "    tile = cuda.shared.array((32, 33), np.float32)\n"
        f"    {body.strip()}\n"
    )
    arrays = {name: np.zeros((SIDE, SIDE), np.float32) for name in "ab"}
    return run(kernel, config((SIDE // side, SIDE // side), (side, side)), arrays).trace


def lost(work: LaunchWork) -> tuple[float, float]:
    """Of what is read and what is written, the part that goes into opening pages."""
    slow, written = work.dram_slow_bytes.sum(), work.dram_slow_written_bytes.sum()
    moved, stored = work.dram_bytes.sum(), work.dram_written_bytes.sum()
    return float((slow - written) / (moved - stored)), float(written / stored)


@pytest.mark.slow
@pytest.mark.parametrize("body", [TURNED, TILED], ids=["naive", "tiled"])
def test_a_transpose_opens_pages_for_what_it_stores_and_not_for_what_it_loads(body: str) -> None:
    read, written = lost(launch_work(traced(body), SMALL))

    assert read == 0
    assert written == pytest.approx(GDDR_WITH_ECC.page_bytes / 64 - 1)


def test_a_copy_reads_and_writes_pages_whole() -> None:
    assert lost(launch_work(traced("b[y, x] = a[y, x]"), T4)) == (0, 0)


def test_blocks_that_gather_at_random_open_a_page_for_each_sector() -> None:
    kernel = "def kernel(a, b, at):\n    i = cuda.grid(1)\n    b[i] = a[at[i]]\n"
    count = 1 << 12
    at = np.random.default_rng(0).integers(0, 1 << 16, count)
    arrays = {"a": np.zeros(1 << 16, np.float32), "b": np.zeros(count, np.float32), "at": at}

    work = launch_work(run(kernel, config(count // 256, 256), arrays).trace, T4)

    assert work.dram_slow_bytes.sum() > 0
    assert work.dram_slow_written_bytes.sum() == 0


@pytest.mark.parametrize(("stride", "is_slow"), [(1, False), (8, False), (64, False), (128, True)])
def test_a_stride_is_slow_once_little_of_each_page_is_touched(stride: int, is_slow: bool) -> None:
    kernel = f"def kernel(a, b):\n    i = cuda.grid(1)\n    b[i] = a[i * {stride}]\n"
    arrays = {"a": np.zeros(1024 * stride, np.float32), "b": np.zeros(1024, np.float32)}

    work = launch_work(run(kernel, config(4, 256), arrays).trace, T4)

    assert (work.dram_slow_bytes.sum() > 0) == is_slow


def test_pages_of_hbm_are_open_again_before_rows_of_128_bytes_are_moved() -> None:
    trace = traced(TILED.replace("16", "32"))

    assert launch_work(trace, find_device("h100_sxm")).dram_slow_bytes.sum() == 0


def test_a_trace_without_accesses_is_taken_to_stream() -> None:
    trace = replace(traced(TURNED), accesses=None, steps=None, followed=())

    assert launch_work(trace, T4).dram_slow_bytes.sum() == 0
