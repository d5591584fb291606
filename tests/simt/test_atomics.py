"""cuda.atomic.*: old and new values against Numba's simulator, counters, refusals and loops."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.messages import NotSupportedError
from gpuviz.simt.execute import Execution, ExecutionOptions
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


# Values


@each_way
@pytest.mark.parametrize("spread", [1, 3, 400])
@pytest.mark.parametrize(("operation", "dtype"), CASES)
def test_each_thread_finds_what_the_one_before_it_left(
    operation: str, dtype: str, spread: int, options: ExecutionOptions
) -> None:
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


def test_a_device_function_and_the_name_atomic_alone_work_too() -> None:
    from gpuviz import cuda

    text = """
@cuda.jit(device=True)
def bump(a, i):
    return atomic.add(a, i, 1)


def kernel(a, old):
    i = cuda.grid(1)
    old[i] = bump(a, i % 2) + cuda.atomic.add(a, 2, 1)
"""
    arrays = {"a": np.zeros(3, np.int64), "old": np.zeros(6, np.int64)}

    execution = run(text, config(1, 6), arrays, atomic=cuda.atomic)

    assert arrays["a"].tolist() == [3, 3, 6]
    assert arrays["old"].tolist() == [0, 1, 3, 4, 6, 7]
    assert execution.trace.hazards == ()


# What is counted and kept


def count_three(options: ExecutionOptions | None = None) -> Execution:
    text = """
def kernel(a, unused):
    i = cuda.grid(1)
    if i < 40:
        cuda.atomic.add(a, i % 3, 1)
"""
    arrays = {"a": np.zeros(3, np.int32), "unused": np.zeros(1)}
    return run(text, config(2, 64), arrays, options)


def test_atomics_are_counted_by_warps_and_by_threads_and_touch_global_memory() -> None:
    counters = count_three().trace.counters

    assert counters is not None
    assert (counters.atomic_requests, counters.atomic_operations) == (2, 40)
    assert (counters.global_load_requests, counters.global_store_requests) == (0, 0)
    assert counters.active_threads == 40


def test_the_record_of_an_atomic_holds_the_old_values() -> None:
    trace = count_three().trace

    assert trace.accesses is not None
    assert [site.kind for site in trace.sites] == ["atomic"]
    assert trace.accesses.element[0, :6].tolist() == [0, 1, 2, 0, 1, 2]
    assert trace.accesses.bits[0, :6].tolist() == [0, 0, 0, 1, 1, 1]


def test_the_array_is_an_output_with_its_last_writers() -> None:
    trace = count_three().trace

    assert trace.outputs["a"].tolist() == [14, 13, 13]
    assert trace.last_writer["a"].tolist() == [39, 37, 38]


def test_a_swap_that_does_not_happen_leaves_the_last_writer() -> None:
    text = """
def kernel(a):
    cuda.atomic.cas(a, 0, 0, 1)
"""

    trace = run(text, config(1, 8), {"a": np.zeros(1, np.int32)}).trace

    assert trace.last_writer["a"].tolist() == [0]


# Hazards


def test_threads_out_of_bounds_find_0_and_change_nothing() -> None:
    text = """
def kernel(a, old):
    i = cuda.grid(1)
    old[i] = cuda.atomic.add(a, i, 5)
"""
    arrays = {"a": np.full(4, 7), "old": np.full(6, -1)}

    hazards = run(text, config(1, 6), arrays).trace.hazards

    assert arrays["a"].tolist() == [12] * 4
    assert arrays["old"].tolist() == [7, 7, 7, 7, 0, 0]
    assert [(h.kind, h.thread, h.count) for h in hazards] == [("out-of-bounds", (4, 0, 0), 2)]


@pytest.mark.parametrize("shared", [True, False], ids=["shared memory", "a device array"])
def test_an_atomic_on_an_element_that_nobody_wrote_reads_it_uninitialised(shared: bool) -> None:
    place = "cuda.shared.array(3, np.int64)" if shared else "a"
    text = f"""
def kernel(a, old):
    s = {place}
    i = cuda.grid(1)
    old[i] = cuda.atomic.add(s, i % 2, 1)
"""
    fresh = {} if shared else {"a": np.ones(3, np.bool_)}
    arrays = {"a": np.full(3, 99), "old": np.zeros(4, np.int64)}

    hazards = run(text, config(1, 4), arrays, ExecutionOptions(fresh=fresh)).trace.hazards

    assert arrays["old"].tolist() == [0, 0, 1, 1]
    assert [(h.kind, h.line, h.count) for h in hazards] == [("uninitialized", 4, 2)]
    assert shared or fresh["a"].tolist() == [False, False, True]


@pytest.mark.parametrize("place", ["a", "cuda.shared.array(2, np.int64)"])
def test_atomics_on_one_element_do_not_race(place: str) -> None:
    text = f"""
def kernel(a):
    s = {place}
    if cuda.threadIdx.x == 0:
        cuda.atomic.exch(s, 0, 0)
    cuda.atomic.add(s, 0, 1)
    cuda.atomic.max(s, 0, 3)
"""

    hazards = run(text, config(3, 64), {"a": np.zeros(2, np.int64)}).trace.hazards

    assert [hazard.kind for hazard in hazards if hazard.kind == "race"] == []


@pytest.mark.parametrize("place", ["a", "cuda.shared.array(64, np.int64)"])
@pytest.mark.parametrize(
    ("plain", "said"),
    [
        ("v = s[0]", "reads it in line 6"),
        ("s[0] = 5", "changes it atomically in line 7"),
    ],
)
def test_an_atomic_and_a_plain_access_race(place: str, plain: str, said: str) -> None:
    text = f"""
def kernel(a):
    s = {place}
    t = cuda.threadIdx.x
    s[t] = 0
    cuda.syncthreads()
    if t == 40: {plain}
    cuda.atomic.add(s, 0, 1)
"""

    hazards = run(text, config(1, 64), {"a": np.zeros(64, np.int64)}).trace.hazards

    race = next(hazard for hazard in hazards if hazard.kind == "race")
    assert {race.line, race.other_line} == {6, 7}
    assert said in race.message.text
    assert "make both accesses atomic" in race.message.text


def test_a_barrier_orders_an_atomic_and_a_plain_access_of_one_block() -> None:
    text = """
def kernel(a):
    s = cuda.shared.array(1, np.int64)
    if cuda.threadIdx.x == 0:
        s[0] = 0
    cuda.syncthreads()
    cuda.atomic.add(s, 0, 1)
    cuda.syncthreads()
    a[cuda.grid(1)] = s[0]
"""
    arrays = {"a": np.zeros(128, np.int64)}

    hazards = run(text, config(2, 64), arrays).trace.hazards

    assert hazards == ()
    assert arrays["a"].tolist() == [64] * 128


@pytest.mark.parametrize(
    "lines",
    [
        "cuda.atomic.add(a, 0, 1)",
        "b = a\n    cuda.atomic.add(b, 0, 1)",
        "bump(a)",
        "add = cuda.atomic.add\n    add(a, 0, 1)",
    ],
)
def test_an_array_that_only_atomics_change_can_race_with_a_read(lines: str) -> None:
    text = f"""
@cuda.jit(device=True)
def bump(x):
    cuda.atomic.add(x, 0, 1)


def kernel(a, out):
    {lines}
    out[cuda.grid(1)] = a[0]
"""
    arrays = {"a": np.zeros(1, np.int64), "out": np.zeros(32, np.int64)}

    hazards = run(text, config(1, 32), arrays).trace.hazards

    assert [(h.kind, h.array, h.other_line) for h in hazards] == [
        ("race", "a", text.count("\n") - 1)
    ]


# Loops that wait


WAITING = {
    "a lock": "while cuda.atomic.cas(a, 0, 0, 1) != 0:\n        pass\n    a[0] = 0",
    "a lock by a variable": "x = 1\n    while x != 0:\n        x = cuda.atomic.exch(a, 0, 1)",
    "a flag": "while cuda.atomic.add(a, 0, 0) == 0:\n        pass\n    cuda.atomic.add(a, 0, 1)",
    "a counted wait": "n = 0\n    while cuda.atomic.cas(a, 0, 0, 1) != 0:\n        n += 1",
}


@pytest.mark.parametrize("lines", WAITING.values(), ids=WAITING)
def test_a_loop_that_waits_for_other_threads_is_refused_and_not_called_endless(lines: str) -> None:
    text = f"def kernel(a):\n    {lines}\n"
    options = ExecutionOptions(while_limit=500)

    with pytest.raises(NotSupportedError) as refused:
        run(text, config(2, 64), {"a": np.zeros(1, np.int32)}, options)

    assert refused.value.message.code == "kernel.waits-for-threads"
    assert refused.value.place is not None
    assert refused.value.place.line == 1 + 1 + lines.split("while")[0].count("\n")
    assert "not known to gpuviz yet" in refused.value.message.text


def test_a_lock_that_is_given_back_inside_the_loop_works() -> None:
    text = """
def kernel(lock, total):
    while True:
        if cuda.atomic.cas(lock, 0, 0, 1) == 0:
            total[0] += 1
            cuda.atomic.exch(lock, 0, 0)
            break
"""
    arrays = {"lock": np.zeros(1, np.int32), "total": np.zeros(1, np.int32)}

    run(text, config(2, 40), arrays)

    assert arrays["total"][0] == 80


def test_a_loop_in_which_atomics_change_nothing_but_a_variable_does_goes_on() -> None:
    text = """
def kernel(a):
    i = 0
    while i < 6000:
        cuda.atomic.max(a, 0, -1)
        i += 1
    cuda.atomic.add(a, 0, i)
"""
    arrays = {"a": np.zeros(1, np.int64)}

    run(text, config(1, 2), arrays, ExecutionOptions(record=False))

    assert arrays["a"][0] == 12000


# What is refused


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("cuda.atomic.add(a, 0)", "kernel.argument-count"),
        ("cuda.atomic.cas(a, 0, 1)", "kernel.argument-count"),
        ("cuda.atomic.add(a, (0, 0), 1)", "kernel.index-count"),
        ("cuda.atomic.add(a, 0.5, 1)", "kernel.index-type"),
        ("cuda.atomic.add(a, 0, 1j)", "kernel.atomic-value"),
        ("cuda.atomic.add(3, 0, 1)", "kernel.not-indexable"),
        ("cuda.atomic.add(frozen, 0, 1)", "kernel.read-only"),
        ("cuda.atomic.inc(a, 0, 1)", "kernel.atomic-type"),
        ("cuda.atomic.exch(single, 0, 1)", "kernel.atomic-type"),
        ("cuda.atomic.add(byte, 0, 1)", "kernel.atomic-type"),
        ("cuda.atomic.compare_and_swap(plane, 0, 1)", "kernel.atomic-type"),
        ("cuda.atomic.add(a, 0, val=1)", "kernel.keyword"),
    ],
)
def test_what_numba_refuses_is_refused_at_its_place(call: str, code: str) -> None:
    text = f"def kernel(a, frozen, single, byte, plane):\n    {call}\n"
    frozen = np.zeros(1)
    frozen.flags.writeable = False
    arrays = {
        "a": np.zeros(1, np.int32),
        "frozen": frozen,
        "single": np.zeros(1, np.float32),
        "byte": np.zeros(1, np.uint8),
        "plane": np.zeros((2, 2), np.int32),
    }

    with pytest.raises(NotSupportedError) as refused:
        run(text, config(1, 1), arrays)

    assert refused.value.message.code == code
    assert refused.value.place is not None
    assert refused.value.place.line == 2
