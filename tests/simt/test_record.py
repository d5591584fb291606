"""Steps, accesses and values of followed blocks: they agree with the counters and with Python."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from numpy.typing import NDArray

from gpuviz.simt.execute import Execution, ExecutionOptions, with_copies
from gpuviz.trace import NO_ELEMENT, Trace, from_bits
from tests.helpers.examples import examples
from tests.simt.kernels import config, kernel_from, run
from tests.simt.oracle import count
from tests.simt.programs import programs

TRIANGLE = """
def kernel(a, out):
    i = cuda.grid(1)
    n = i % 5
    total = 0
    while n > 0:
        total += a[n]
        n -= 1
    out[i] = total * 0.5
"""


def triangle(blocks: int, options: ExecutionOptions | None = None) -> Execution:
    arguments = {"a": np.arange(8), "out": np.zeros(40 * blocks)}
    return run(TRIANGLE, config(blocks, 40), arguments, options)


def lanes_of(masks: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """[n, 32] bool from [n] masks."""
    return (masks[:, None] >> np.arange(32, dtype=np.uint32) & 1).astype(np.bool_)


def rows_of(trace: Trace, blocks: set[int]) -> dict[str, list[Any]]:
    """All rows of some blocks, warp after warp: across warps the order means nothing."""
    steps, accesses, values = trace.steps, trace.accesses, trace.values
    assert steps is not None
    assert accesses is not None
    assert values is not None
    order = np.lexsort((np.arange(len(steps)), steps.warp, steps.block))
    order = order[np.isin(steps.block[order], list(blocks))]
    number = np.full(len(steps), -1)
    number[order] = np.arange(len(order))
    found: dict[str, list[Any]] = {
        name: getattr(steps, name)[order].tolist()
        for name in ("block", "warp", "statement", "mask")
    }
    sites = [trace.sites[row] for row in accesses.site]
    for name, at, columns in (
        ("accesses", accesses.step, (sites, accesses.element.tolist(), accesses.bits.tolist())),
        ("values", values.step, (values.variable, values.mask, values.bits.tolist())),
    ):
        rows = [
            (int(number[step]), *(column[row] for column in columns))
            for row, step in enumerate(at)
            if number[step] >= 0
        ]
        found[name] = sorted(rows, key=lambda row: row[0])
    return found


@pytest.mark.slow
@settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=examples(25),
    suppress_health_check=[HealthCheck.too_slow],
)
@given(programs())
def test_the_columns_add_up_to_the_counters(text: str) -> None:
    arguments = {"a": np.arange(16) * 7 % 23 - 4, "out": np.zeros(80, np.int64)}

    trace = run(kernel_from(text), config(2, 40), arguments).trace

    steps, accesses, by_warp = trace.steps, trace.accesses, trace.warp_counters
    assert trace.all_followed
    assert steps is not None
    assert accesses is not None
    assert by_warp is not None
    warp = steps.block * trace.config.warps_per_block + steps.warp
    counted = np.zeros_like(by_warp.steps)
    np.add.at(counted, (steps.statement, warp), 1)
    assert np.array_equal(counted, by_warp.steps)
    lanes = np.zeros_like(by_warp.lanes)
    np.add.at(lanes, (steps.statement, warp), np.bitwise_count(steps.mask))
    assert np.array_equal(lanes, by_warp.lanes)
    requests = np.zeros_like(by_warp.requests)
    np.add.at(requests, (accesses.site, warp[accesses.step]), 1)
    assert np.array_equal(requests, by_warp.requests)
    touched = accesses.element != NO_ELEMENT
    assert not (touched & ~lanes_of(steps.mask[accesses.step])).any()
    statements = np.array([site.statement for site in trace.sites])
    assert (statements[accesses.site] == steps.statement[accesses.step]).all()


def test_the_accesses_of_a_run_replayed_on_its_inputs_give_its_outputs() -> None:
    arguments = {"a": np.arange(8), "out": np.zeros(80)}
    trace = run(TRIANGLE, config(2, 40), arguments).trace
    accesses = trace.accesses
    assert accesses is not None
    replayed = {name: array.copy().reshape(-1) for name, array in trace.inputs.items()}

    for row in range(len(accesses)):
        array, site = trace.arrays[accesses.array[row]], trace.sites[accesses.site[row]]
        lanes = accesses.element[row] != NO_ELEMENT
        element = accesses.element[row][lanes]
        held = from_bits(accesses.bits[row], array.dtype)[lanes]
        if site.kind == "write":
            replayed[array.name][element] = held
        else:
            assert np.array_equal(replayed[array.name][element], held)

    assert np.array_equal(replayed["out"], trace.outputs["out"])


def test_a_variable_has_at_each_step_the_value_that_python_gives_it() -> None:
    trace = triangle(1).trace
    values, steps = trace.values, trace.steps
    assert values is not None
    assert steps is not None

    seen: dict[int, list[tuple[str, float]]] = {thread: [] for thread in range(40)}
    for row in range(len(values)):
        variable = trace.variables[values.variable[row]]
        numbers = from_bits(values.bits[row], variable.dtype)
        for lane in np.flatnonzero(lanes_of(values.mask[row : row + 1])[0]):
            thread = int(steps.warp[values.step[row]]) * 32 + int(lane)
            seen[thread].append((variable.name, numbers[lane].item()))

    for thread in range(40):
        n, total = thread % 5, 0
        expected: list[tuple[str, float]] = [("i", thread), ("n", n), ("total", 0)]
        while n > 0:
            total += n
            n -= 1
            expected += [("total", total), ("n", n)]
        assert seen[thread] == expected


def test_a_variable_that_becomes_a_fraction_is_recorded_as_one_from_the_start() -> None:
    kernel = """
        def kernel(out):
            x = 3
            if cuda.threadIdx.x > 4:
                x = 0.25
            out[cuda.threadIdx.x] = x
        """

    trace = run(kernel, config(1, 32), {"out": np.zeros(32)}).trace

    (variable,) = trace.variables
    assert trace.values is not None
    assert variable.dtype == np.float64
    first, second = (from_bits(bits, variable.dtype) for bits in trace.values.bits)
    assert (first == 3).all()
    assert (second[5:] == 0.25).all()
    assert trace.values.mask.tolist() == [0xFFFFFFFF, 0xFFFFFFE0]


def test_the_last_writer_and_the_active_threads_are_those_of_a_run_by_hand() -> None:
    text = """
        def kernel(a, out):
            i = cuda.grid(1)
            if i % 3 == 0:
                return
            out[(i * 7) % 30] = a[0]
            out[5] += 1
        """
    arguments: dict[str, Any] = {"a": np.ones(1), "out": np.zeros((5, 10))}
    function = kernel_from(
        text.replace("out[(i * 7) % 30]", "out[i % 5, i % 6]").replace("out[5]", "out[2, 3]")
    )
    by_hand = count(function, config(3, 20), copy.deepcopy(arguments))

    trace = run(function, config(3, 20), arguments).trace

    expected = np.full(50, -1)
    for element, thread in by_hand.last_writer["out"].items():
        expected[element] = thread
    expected[23] = 59  # all write it in their last statement: there the last thread wins
    assert np.array_equal(trace.last_writer["out"].reshape(-1), expected)
    assert trace.thread_active is not None
    active = {(int(b), int(t)) for b, t in np.argwhere(trace.thread_active)}
    assert active == by_hand.active


def test_the_elements_of_a_fortran_array_are_numbered_in_c_order() -> None:
    kernel = """
        def kernel(a, out):
            x, y = cuda.grid(2)
            out[x, y] = a[x, y] + 1
        """
    values = np.asfortranarray(np.arange(30.0).reshape(5, 6))
    arguments = {"a": values, "out": np.zeros((5, 6), order="F")}

    done = run(kernel, config((5, 6), (1, 1)), arguments)

    accesses = done.trace.accesses
    assert accesses is not None
    assert np.array_equal(done.arrays["out"], values + 1)
    read = accesses.element[[done.trace.sites[s].kind == "read" for s in accesses.site]]
    held = accesses.bits[[done.trace.sites[s].kind == "read" for s in accesses.site]]
    numbers = from_bits(held[:, 0], np.dtype(np.float64))
    assert np.array_equal(numbers, read[:, 0])
    writer = np.arange(30).reshape(6, 5).T  # thread of (x, y): x runs fastest
    assert np.array_equal(done.trace.last_writer["out"], writer)


@pytest.mark.parametrize("shape", [(1, 3, 2), (3, 1, 2), (2, 3, 1), (1, 1, 6), (2, 3, 2)])
def test_axes_of_length_one_do_not_confuse_the_order(shape: tuple[int, int, int]) -> None:
    kernel = """
        def kernel(a):
            x, y, z = cuda.grid(3)
            a[x, y, z] += 1
        """
    values = np.asfortranarray(np.arange(np.prod(shape), dtype=np.float64).reshape(shape))

    trace = run(kernel, config(shape, (1, 1, 1)), {"a": values}).trace

    accesses = trace.accesses
    assert accesses is not None
    (read,) = (row for row, site in enumerate(trace.sites) if site.kind == "read")
    first = accesses.site == read
    numbers = from_bits(accesses.bits[first, 0], np.dtype(np.float64))
    assert np.array_equal(numbers, accesses.element[first, 0])


@pytest.mark.slow
@pytest.mark.parametrize("chunk_lanes", [64, 64 * 7, 1 << 16])
def test_a_large_launch_follows_the_first_the_last_and_the_chosen_blocks(chunk_lanes: int) -> None:
    options = ExecutionOptions(follow=(17, 4), follow_all_bytes=20_000, chunk_lanes=chunk_lanes)

    trace = triangle(50, options).trace

    everything = triangle(50).trace
    assert trace.followed == (0, 4, 17, 49)
    assert everything.all_followed
    assert rows_of(trace, {0, 4, 17, 49}) == rows_of(everything, {0, 4, 17, 49})
    assert trace.steps is not None
    assert set(trace.steps.block.tolist()) == {0, 4, 17, 49}
    assert trace.counters == everything.counters
    assert trace.notes == ()


@pytest.mark.slow
@pytest.mark.parametrize("held_bytes", [0, 10**9])
def test_warps_that_take_turns_give_up_blocks_in_the_middle_of_them(
    held_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpuviz.simt.observe.recorder.HELD_BYTES", held_bytes)
    everything = triangle(9, ExecutionOptions(schedule="warps")).trace
    most = ExecutionOptions(schedule="warps", follow=(4,), follow_all_bytes=100_000)

    trace = triangle(9, most).trace

    assert everything.all_followed
    assert trace.followed == (0, 4, 8)
    assert rows_of(trace, {0, 4, 8}) == rows_of(everything, {0, 4, 8})
    assert trace.counters == everything.counters


def test_blocks_that_are_given_up_within_a_device_function_leave_whole_rows() -> None:
    kernel = """
        @cuda.jit(device=True)
        def added(a, i):
            total = 0
            for k in range(20):
                total += a[(i + k) % a.size]
            return total

        def kernel(a, out):
            i = cuda.grid(1)
            out[i] = added(a, i) + a[0]
        """
    traces = []
    for limit in (20_000, 10_000_000):
        arguments = {"a": np.arange(8), "out": np.zeros(32 * 9, np.int64)}
        options = ExecutionOptions(follow=(3,), follow_all_bytes=limit)
        traces.append(run(kernel, config(9, 32), arguments, options).trace)

    few, everything = traces

    assert few.followed == (0, 3, 8)
    assert rows_of(few, {0, 3, 8}) == rows_of(everything, {0, 3, 8})


@pytest.mark.slow
@pytest.mark.parametrize("all_bytes", [10**9, 20_000])
@pytest.mark.parametrize("held_bytes", [0, 3_000])
def test_what_is_kept_does_not_depend_on_when_it_becomes_rows(
    held_bytes: int, all_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ExecutionOptions(chunk_lanes=128, follow_all_bytes=all_bytes)
    at_once = triangle(7, options).trace

    monkeypatch.setattr("gpuviz.simt.observe.recorder.HELD_BYTES", held_bytes)
    bit_by_bit = triangle(7, options).trace

    assert bit_by_bit.followed == at_once.followed
    assert rows_of(bit_by_bit, set(range(7))) == rows_of(at_once, set(range(7)))
    assert at_once.steps is not None
    assert len(at_once.steps) > 0


def test_too_large_inputs_are_left_out_and_it_is_said() -> None:
    arguments = {"a": np.arange(8), "out": np.zeros(80)}

    trace = run(TRIANGLE, config(2, 40), arguments, ExecutionOptions(snapshot_bytes=100)).trace

    assert set(trace.inputs) == {"a"}
    assert [note.code for note in trace.notes] == ["trace.no-snapshot"]
    assert "out" in trace.notes[0].text


READS_THE_NEXT = """
def kernel(a, same, out):
    i = cuda.grid(1)
    out[i] = a[0] + same[0]
"""


def test_only_arrays_that_the_kernel_may_write_are_copied() -> None:
    a, memory = np.arange(8), np.arange(40)
    arguments = {"a": a, "same": memory[8:], "out": memory}

    trace = run(READS_THE_NEXT, config(1, 40), arguments).trace

    assert np.shares_memory(trace.inputs["a"], a)
    assert not trace.inputs["a"].flags.writeable
    assert a.flags.writeable
    assert trace.inputs["same"].tolist() == list(range(8, 40))
    assert trace.inputs["out"].tolist() == list(range(40))
    assert set(trace.outputs["out"]) == {8}


def test_a_trace_with_copies_stays_when_the_arrays_change() -> None:
    pairs = np.zeros(4, [("x", np.int32), ("y", np.int32)])
    arguments = {"pairs": pairs, "turned": np.arange(8)[::-1], "out": np.zeros(4)}
    source = """
def kernel(pairs, turned, out):
    i = cuda.grid(1)
    out[i] = pairs[i].x + turned[i]
"""

    trace = with_copies(run(source, config(1, 4), arguments).trace)
    for array in arguments.values():
        array[...] = 5

    assert trace.inputs["pairs"]["x"].tolist() == [0, 0, 0, 0]
    assert np.shares_memory(trace.inputs["pairs.x"], trace.inputs["pairs"])
    assert trace.inputs["turned"].tolist() == list(range(8))[::-1]
    assert trace.inputs["out"].tolist() == [0, 0, 0, 0]


def test_a_kernel_that_does_nothing_has_empty_columns() -> None:
    trace = run("def kernel(a):\n    pass\n", config(2, 40), {"a": np.zeros(3)}).trace

    assert trace.steps is not None
    assert trace.accesses is not None
    assert trace.values is not None
    assert (len(trace.steps), len(trace.accesses), len(trace.values)) == (0, 0, 0)
    assert trace.accesses.element.shape == trace.values.bits.shape == (0, 32)
    assert trace.counters is not None
    assert trace.counters.idle_threads == 80


def test_a_launch_without_a_record_counts_the_same() -> None:
    trace = triangle(3, ExecutionOptions(record=False)).trace

    assert trace.steps is None
    assert trace.counters == triangle(3).trace.counters
