"""What kernels compute: the gallery against its NumPy twins, barrier kernels against NumPy."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.operation import correct_operations, find_operation
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Site, Trace
from tests.helpers.gallery_cases import AWKWARD_SIZES, awkward_sizes
from tests.simt.kernels import config, run

LINES = [info.name for info in correct_operations() if len(info.threads) == 1]
FLAT = [name for name in LINES if name not in AWKWARD_SIZES]
ROWS = [
    (name, size, block)
    for name in LINES
    for size in AWKWARD_SIZES.get(name, [])
    for block in (1, 32, 33, 1024)
    if block <= (find_operation(name).max_block or (1024,))[0]
]
UNEQUAL = (3, 40, 17)
BLOCKS_2D = [(1, 1), (7, 5), (16, 16), (33, 31), (32, 32)]


def shaped_sizes() -> list[tuple[str, tuple[int, ...]]]:
    found: list[tuple[str, tuple[int, ...]]] = []
    for info in correct_operations():
        if len(info.threads) > 1:
            unequal = [] if info.name in AWKWARD_SIZES else [UNEQUAL[: len(info.size_names)]]
            sizes = [*awkward_sizes(info, (1, 31, 33)), *unequal]
            found += [(info.name, size) for size in sizes]
    return found


def launch_operation(name: str, sizes: tuple[int, ...], block: tuple[int, ...]) -> LaunchResult:
    info = find_operation(name)
    size = info.sizes(sizes)
    shape = Dim3(*block)
    launch = LaunchConfig(info.grid(size, shape), shape)
    device = find_device(DEFAULT_DEVICE)
    request = LaunchRequest(7, info.path, size, launch, "emulator", device)
    return EmulatorEngine().run(request, lambda share: None)


def assert_right(result: LaunchResult) -> None:
    assert result.correct is True, f"off by {result.max_abs_error}"
    assert result.trace.hazards == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "block"),
    list(itertools.product(FLAT, (1, 31, 33, 1000), (1, 32, 33, 1024))),
)
def test_the_flat_gallery_agrees_with_numpy(name: str, size: int, block: int) -> None:
    assert_right(launch_operation(name, (size,), (block,)))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "block"), list(itertools.product(FLAT, (33, 256))))
def test_a_million_and_three_elements_agree_with_numpy(name: str, block: int) -> None:
    assert_right(launch_operation(name, (1_000_003,), (block,)))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "block"), ROWS)
def test_the_gallery_of_rows_agrees_with_numpy(
    name: str, size: tuple[int, ...], block: int
) -> None:
    assert_right(launch_operation(name, size, (block,)))


@pytest.mark.slow
@pytest.mark.parametrize(("operation", "block"), list(itertools.product(shaped_sizes(), BLOCKS_2D)))
def test_the_shaped_gallery_agrees_with_numpy(
    operation: tuple[str, tuple[int, ...]], block: tuple[int, ...]
) -> None:
    name, size = operation
    info = find_operation(name)
    if info.max_block is not None and any(
        n > m for n, m in zip(block, info.max_block, strict=False)
    ):
        pytest.skip(f"{name} is written for blocks up to {info.max_block}")

    assert_right(launch_operation(name, size, block))


BLOCK_SUM = """
def block_sum(a, out):
    s = cuda.shared.array(128, np.float64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = a[i] if i < a.size else 0.0
    cuda.syncthreads()
    stride = cuda.blockDim.x // 2
    while stride > 0:
        if t < stride:
            s[t] += s[t + stride]
        cuda.syncthreads()
        stride //= 2
    if t == 0:
        out[cuda.blockIdx.x] = s[0]
"""

REVERSE = """
def reverse(a):
    s = cuda.shared.array(shape=(SIZE,), dtype=np.int32)
    t = cuda.threadIdx.x
    base = cuda.blockIdx.x * cuda.blockDim.x
    s[t] = a[base + t]
    cuda.syncthreads()
    a[base + t] = s[cuda.blockDim.x - 1 - t]
"""

TRANSPOSE = """
def transpose(a, b):
    tile = cuda.shared.array((8, 9), np.int32)
    x, y = cuda.grid(2)
    if x < a.shape[1] and y < a.shape[0]:
        tile[cuda.threadIdx.y, cuda.threadIdx.x] = a[y, x]
    cuda.syncthreads()
    column = cuda.blockIdx.y * 8 + cuda.threadIdx.x
    row = cuda.blockIdx.x * 8 + cuda.threadIdx.y
    if row < b.shape[0] and column < b.shape[1]:
        b[row, column] = tile[cuda.threadIdx.x, cuda.threadIdx.y]
"""

STENCIL = """
@cuda.jit(device=True)
def staged(a, i):
    s = cuda.shared.array(34, np.int64)
    t = cuda.threadIdx.x
    s[t + 1] = a[i]
    if t == 0:
        s[0] = a[i - 1] if i > 0 else 0
    if t == 31:
        s[33] = a[i + 1] if i + 1 < a.size else 0
    cuda.syncthreads()
    total = s[t] + s[t + 1] + s[t + 2]
    cuda.syncthreads()
    return total

def stencil(a, b, rounds):
    i = cuda.grid(1)
    for _ in range(rounds):
        b[i] += staged(a, i)
"""


@pytest.mark.parametrize("chunk_lanes", [32, 128, 1000, 1 << 16])
def test_block_sums_agree_with_numpy_wherever_chunks_end(chunk_lanes: int) -> None:
    values = np.random.default_rng(0).random(1000)
    options = ExecutionOptions(chunk_lanes=chunk_lanes)

    done = run(BLOCK_SUM, config(8, 128), {"a": values, "out": np.zeros(8)}, options)

    padded = np.append(values, np.zeros(24)).reshape(8, 128)
    assert np.allclose(done.arrays["out"], padded.sum(axis=1), rtol=1e-13)
    assert done.trace.hazards == ()
    assert done.trace.counters is not None
    assert done.trace.counters.barriers == 8 * 8


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 31, 32, 33, 1024])
@pytest.mark.parametrize("chunk_lanes", [1, 1 << 16])
def test_each_block_reverses_its_part_through_its_own_shared_memory(
    size: int, chunk_lanes: int
) -> None:
    values = np.arange(5 * size, dtype=np.int32)
    expected = values.reshape(5, size)[:, ::-1].reshape(-1)
    options = ExecutionOptions(chunk_lanes=chunk_lanes)

    done = run(REVERSE, config(5, size), {"a": values}, options, SIZE=size)

    assert np.array_equal(done.arrays["a"], expected)
    assert done.trace.hazards == ()


def test_a_tiled_transpose_agrees_with_numpy() -> None:
    values = np.arange(30 * 21, dtype=np.int32).reshape(30, 21)
    arguments = {"a": values, "b": np.zeros((21, 30), np.int32)}

    done = run(TRANSPOSE, config((3, 4), (8, 8)), arguments)

    assert np.array_equal(done.arrays["b"], values.T)
    assert done.trace.hazards == ()


def test_a_device_function_keeps_its_shared_array_in_a_loop() -> None:
    values = np.arange(96) ** 2
    padded = np.pad(values, 1)
    arguments: dict[str, Any] = {"a": values, "b": np.zeros(96, np.int64), "rounds": 3}

    done = run(STENCIL, config(3, 32), arguments)

    assert np.array_equal(done.arrays["b"], 3 * (padded[:-2] + padded[1:-1] + padded[2:]))
    assert done.trace.shared_bytes == 34 * 8
    assert done.trace.hazards == ()


def test_a_value_read_from_shared_memory_stays_when_the_element_changes() -> None:
    kernel = """
        def kernel(out):
            s = cuda.shared.array(4, np.int32)
            if cuda.threadIdx.x == 0:
                s[0] = 1
            cuda.syncthreads()
            x = s[0]
            cuda.syncthreads()
            if cuda.threadIdx.x == 0:
                s[0] = 7
            cuda.syncthreads()
            out[cuda.grid(1)] = x
        """

    done = run(kernel, config(4, 32), {"out": np.zeros(128, np.int32)})

    assert done.arrays["out"].tolist() == [1] * 128


def test_results_do_not_depend_on_where_chunks_end() -> None:
    kernel = """
        def kernel(a, out):
            i = cuda.grid(1)
            for k in range(cuda.blockIdx.x % 3):
                out[i] += a[(i + k) % a.size]
            if cuda.blockIdx.x == 4:
                return
            out[i] *= cuda.gridDim.x
        """
    runs = [
        run(
            kernel,
            config(11, 20),
            {"a": np.arange(100), "out": np.zeros(11 * 20, np.int64)},
            ExecutionOptions(chunk_lanes=chunk_lanes),
        )
        for chunk_lanes in (32, 64, 1 << 16)
    ]

    first, *others = runs
    for other in others:
        assert np.array_equal(other.arrays["out"], first.arrays["out"])
        assert other.trace.counters == first.trace.counters
        assert by_site(other.trace) == by_site(first.trace)


def by_site(trace: Trace) -> dict[Site, list[list[int]]]:
    """Requests, sectors and lines of every warp; sites are numbered in the order they are met."""
    counted = trace.warp_counters
    assert counted is not None
    columns = (counted.requests, counted.units, counted.lines)
    return {s: [c[row].tolist() for c in columns] for row, s in enumerate(trace.sites)}
