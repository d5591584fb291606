"""cuda.atomic.*: old and new values, against Numba's simulator one thread after the other."""

from __future__ import annotations

import itertools
import warnings
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.simt.execute import ExecutionOptions
from tests.simt.kernels import config, run

WHOLE = ("int32", "uint32", "int64", "uint64")
TYPES = {
    **dict.fromkeys(("and_", "or_", "xor", "exch"), WHOLE),
    **dict.fromkeys(("inc", "dec"), ("uint32", "uint64")),
    **dict.fromkeys(
        ("add", "sub", "max", "min", "nanmax", "nanmin"), (*WHOLE, "float32", "float64")
    ),
}
CASES = [(operation, dtype) for operation, dtypes in TYPES.items() for dtype in dtypes]
OPTIONS = {
    "recorded": ExecutionOptions(),
    "in small chunks": ExecutionOptions(chunk_lanes=64, record=False),
}
GRID, BLOCK = 5, 70
THREADS = GRID * BLOCK

each_way = pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)


def numbers(dtype: str, count: int, seed: int, special: bool = True) -> NDArray[Any]:
    """Numbers of the whole range of a type, small ones, and for floats NaN and infinity."""
    rng = np.random.default_rng(seed)
    if np.dtype(dtype).kind == "f":
        values = (rng.standard_normal(count) * 10.0 ** rng.integers(-3, 4, count)).astype(dtype)
        values[rng.random(count) < 0.1 * special] = np.nan
        values[rng.random(count) < 0.05 * special] = np.inf
        return values
    limits = np.iinfo(dtype)
    wide = rng.integers(limits.min, limits.max, count, dtype=dtype, endpoint=True)
    return np.where(rng.random(count) < 0.7, rng.integers(0, 9, count).astype(dtype), wide)


def in_turn(operation: str, a: NDArray[Any], places: Any, *operands: NDArray[Any]) -> NDArray[Any]:
    """Numba's simulator, one thread after the other; changes `a` and gives the old values."""
    from numba.cuda.simulator.kernelapi import FakeCUDAAtomic

    change, old = getattr(FakeCUDAAtomic(), operation), []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # whole numbers wrap around; all are NaN
        for place, *values in zip(places, *operands, strict=True):
            old.append(change(a, place, *values))
    return np.array(old, a.dtype)


def same(one: NDArray[Any], other: NDArray[Any]) -> bool:
    return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")


@pytest.mark.many
@each_way
@pytest.mark.parametrize(("case", "spread"), list(itertools.product(CASES, (1, 3, 400))))
def test_each_thread_finds_what_the_one_before_it_left(
    case: tuple[str, str], spread: int, options: ExecutionOptions
) -> None:
    operation, dtype = case
    text = f"""
def kernel(a, at, v, old):
    i = cuda.grid(1)
    old[i] = cuda.atomic.{operation}(a, at[i], v[i])
"""
    a, v = numbers(dtype, spread, 1), numbers(dtype, THREADS, 2)
    at = np.random.default_rng(3).integers(0, spread, THREADS)
    expected = a.copy()
    expected_old = in_turn(operation, expected, at, v)
    arrays = {"a": a, "at": at, "v": v, "old": np.zeros(THREADS, dtype)}

    execution = run(text, config(GRID, BLOCK), arrays, options)

    assert same(arrays["a"], expected)
    assert same(arrays["old"], expected_old)
    assert execution.trace.hazards == ()


@each_way
@pytest.mark.parametrize(("operation", "dtype"), CASES)
def test_some_threads_change_elements_and_nobody_asks_for_the_old_values(
    operation: str, dtype: str, options: ExecutionOptions
) -> None:
    text = f"""
def kernel(a, at, v):
    i = cuda.grid(1)
    if i % 3 != 1:
        cuda.atomic.{operation}(a, at[i], v[i])
"""
    a, v = numbers(dtype, 7, 4), numbers(dtype, THREADS, 5)
    at = np.random.default_rng(6).integers(-7, 7, THREADS)
    expected, chosen = a.copy(), np.arange(THREADS) % 3 != 1
    in_turn(operation, expected, at[chosen], v[chosen])
    arrays = {"a": a, "at": at, "v": v}

    run(text, config(GRID, BLOCK), arrays, options)

    assert same(arrays["a"], expected)


@pytest.mark.slow
@each_way
@pytest.mark.parametrize(("operation", "dtype"), CASES)
def test_each_block_changes_its_own_shared_array(
    operation: str, dtype: str, options: ExecutionOptions
) -> None:
    text = f"""
def kernel(a, at, v, old):
    s = cuda.shared.array((2, 3), np.{dtype})
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    if t < 6:
        s[t // 3, t % 3] = a[cuda.blockIdx.x, t]
    cuda.syncthreads()
    old[i] = cuda.atomic.{operation}(s, (at[i] // 3, at[i] % 3), v[i])
    cuda.syncthreads()
    if t < 6:
        a[cuda.blockIdx.x, t] = s[t // 3, t % 3]
"""
    a = numbers(dtype, GRID * 6, 7).reshape(GRID, 6)
    v, at = numbers(dtype, THREADS, 8), np.random.default_rng(9).integers(0, 6, THREADS)
    expected = a.copy()
    places = list(zip(np.arange(THREADS) // BLOCK, at, strict=True))
    expected_old = in_turn(operation, expected, places, v)
    arrays = {"a": a, "at": at, "v": v, "old": np.zeros(THREADS, dtype)}

    execution = run(text, config(GRID, BLOCK), arrays, options)

    assert same(arrays["a"], expected)
    assert same(arrays["old"], expected_old)
    assert execution.trace.hazards == ()


@pytest.mark.slow
@each_way
@pytest.mark.parametrize("dtype", WHOLE)
@pytest.mark.parametrize("spread", [1, 20])
def test_compare_and_swap_changes_only_what_it_expected(
    dtype: str, spread: int, options: ExecutionOptions
) -> None:
    text = """
def kernel(a, at, expected, v, old):
    i = cuda.grid(1)
    old[i] = cuda.atomic.cas(a, at[i], expected[i], v[i])
"""
    rng = np.random.default_rng(10)
    a, at = rng.integers(0, 3, spread).astype(dtype), rng.integers(0, spread, THREADS)
    awaited, v = (rng.integers(0, 3, THREADS).astype(dtype) for _ in range(2))
    expected = a.copy()
    expected_old = in_turn("cas", expected, at, awaited, v)
    arrays = {"a": a, "at": at, "expected": awaited, "v": v, "old": np.zeros(THREADS, dtype)}

    run(text, config(GRID, BLOCK), arrays, options)

    assert same(arrays["a"], expected)
    assert same(arrays["old"], expected_old)


def test_compare_and_swap_without_an_index_takes_the_first_element() -> None:
    text = """
def kernel(a, old):
    i = cuda.grid(1)
    old[i] = cuda.atomic.compare_and_swap(a, i, i + 1)
"""
    arrays = {"a": np.array([2, 9]), "old": np.zeros(4, np.int64)}

    run(text, config(1, 4), arrays)

    assert arrays["a"].tolist() == [4, 9]
    assert arrays["old"].tolist() == [2, 2, 2, 3]


@each_way
def test_a_thousand_float_additions_are_rounded_one_after_the_other(
    options: ExecutionOptions,
) -> None:
    text = """
def kernel(a, v, old):
    i = cuda.grid(1)
    old[i] = cuda.atomic.add(a, 0, v[i])
    cuda.atomic.add(a, 1, v[i])
"""
    v = numbers("float32", 1000, 11, special=False)
    sums = np.zeros(2, np.float32)
    expected_old = in_turn("add", sums, [0] * 1000, v)
    arrays = {"a": np.zeros(2, np.float32), "v": v, "old": np.zeros(1000, np.float32)}

    run(text, config(10, 100), arrays, options)

    assert same(arrays["old"], expected_old)
    assert arrays["a"].tolist() == [sums[0], sums[0]]


def test_operands_take_the_type_of_the_array_and_the_value_has_it_too() -> None:
    text = """
def kernel(a, wide):
    wide[0] = cuda.atomic.add(a, np.uint8(1), 2.75) / 2
"""
    arrays: dict[str, Any] = {"a": np.array([1, 5], np.int32), "wide": np.zeros(1)}

    run(text, config(1, 1), arrays)

    assert arrays["a"].tolist() == [1, 7]
    assert arrays["wide"][0] == 2.5


def test_an_atomic_in_a_condition_is_done_by_the_lanes_that_need_it_alone() -> None:
    text = """
def kernel(a):
    i = cuda.grid(1)
    if i < 10 and cuda.atomic.add(a, 0, 1) < 4:
        cuda.atomic.add(a, 1, 1)
"""
    arrays = {"a": np.zeros(2, np.int64)}

    run(text, config(1, 32), arrays)

    assert arrays["a"].tolist() == [10, 4]


def test_a_device_function_and_a_local_name_for_atomic_work_too() -> None:
    text = """
@cuda.jit(device=True)
def bump(a, i):
    change = cuda.atomic
    return change.add(a, i, 1)


def kernel(a, old):
    i = cuda.grid(1)
    old[i] = bump(a, i % 2) + cuda.atomic.add(a, 2, 1)
"""
    arrays = {"a": np.zeros(3, np.int64), "old": np.zeros(6, np.int64)}

    execution = run(text, config(1, 6), arrays)

    assert arrays["a"].tolist() == [3, 3, 6]
    assert arrays["old"].tolist() == [0, 1, 3, 4, 6, 7]
    assert execution.trace.hazards == ()
