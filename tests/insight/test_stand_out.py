"""What stands out in a launch, held against counts that NumPy makes of the same kernels."""

from __future__ import annotations

import statistics
from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gpuviz.device import find_device
from gpuviz.insight.stand_out import Finding, FindingKind, FindingUnit, nothing_found, stand_out
from gpuviz.launch import WARP_SIZE
from gpuviz.model.by_line import launch_times
from gpuviz.scene.stand_out import COUNTS, TITLES, stand_out_rows
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Placement, Trace
from tests.helpers.launches import emulated, order_of
from tests.helpers.traces import vector_add, without_steps
from tests.simt.kernels import config, run

ONE_LONG_LANE = """
def kernel(turns, out):
    i = cuda.grid(1)
    total = 0
    for _ in range(turns[i]):
        total += 1
    out[i] = total
"""
GATHER = """
def kernel(x, index, out):
    i = cuda.grid(1)
    if i < index.size:
        out[i] = x[index[i]]
"""
COPY = """
def kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i]
"""
BANKS = """
def kernel(place, out):
    tile = cuda.shared.array(1024, np.float32)
    i = cuda.grid(1)
    for k in range(i, 1024, cuda.blockDim.x):
        tile[k] = k
    cuda.syncthreads()
    out[i] = tile[place[i]]
"""


def found_in(trace: Trace) -> dict[FindingKind, Finding]:
    return {found.kind: found for found in stand_out(trace, order_of(trace))}


def launched(kernel: str, blocks: int, threads: int, **arrays: NDArray[Any]) -> Trace:
    return run(kernel, config(blocks, threads), arrays).trace


def sectors_of(addresses: NDArray[np.int64]) -> int:
    """Of one access of a warp, by the definition: different numbers of 32-byte pieces."""
    return len({address // 32 for address in addresses.tolist()})


def warps_of(index: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    return [index[first : first + WARP_SIZE] for first in range(0, len(index), WARP_SIZE)]


def line_at(trace: Trace, found: Finding) -> tuple[int, int, int]:
    """(line, block, warp) of the step that brings the moment of a finding."""
    assert trace.steps is not None
    assert found.to.moment is not None
    step = int(order_of(trace).step[found.to.moment - 1])
    line = trace.statements[trace.steps.statement[step]].line
    return line, int(trace.steps.block[step]), int(trace.steps.warp[step])


def test_a_lane_with_a_long_loop_makes_its_warp_the_slowest() -> None:
    turns = np.full(256, 3)
    turns[150] = 64  # block 1, warp 0
    trace = launched(ONE_LONG_LANE, 2, 128, turns=turns, out=np.zeros(256))

    slowest = found_in(trace)["slowest-warp"]

    # a warp goes on until its longest lane is done: m bodies, m + 1 headers and three lines more
    steps = [2 * int(warp.max()) + 4 for warp in warps_of(turns)]
    assert (slowest.block, slowest.warp, slowest.value) == (1, 0, max(steps))
    assert slowest.loss == pytest.approx(1 - statistics.median_low(steps) / max(steps))
    assert "Its loop diverges" in slowest.sentence.text
    assert f"the median warp takes {statistics.median_low(steps)}." in slowest.sentence.text
    line, *who = line_at(trace, slowest)
    assert (line in (4, 5), who) == (True, [1, 0])


def test_the_slowest_warp_is_shown_when_it_goes_on_while_others_have_done() -> None:
    turns = np.full(64, 3)
    turns[40] = 20
    trace = launched(ONE_LONG_LANE, 1, 64, turns=turns, out=np.zeros(64))

    slowest = found_in(trace)["slowest-warp"]

    assert trace.steps is not None
    assert slowest.to.moment is not None
    before = order_of(trace).step[: slowest.to.moment - 1]
    body = [row for row in before if trace.statements[trace.steps.statement[row]].line == 5]
    of_it = [row for row in body if trace.steps.warp[row] == 1]
    assert len(of_it) >= 3  # as often as the median warp


def test_a_longer_loop_of_a_whole_warp_is_no_divergence() -> None:
    turns = np.repeat([3, 3, 3, 30], WARP_SIZE)
    trace = launched(ONE_LONG_LANE, 1, 128, turns=turns, out=np.zeros(128))

    assert "Its loop is longer" in found_in(trace)["slowest-warp"].sentence.text


def test_warps_that_take_the_same_steps_are_not_told_apart() -> None:
    trace = launched(ONE_LONG_LANE, 2, 128, turns=np.full(256, 9), out=np.zeros(256))

    assert "slowest-warp" not in found_in(trace)


def test_of_several_warps_that_are_as_slow_one_is_named_and_the_others_are_counted() -> None:
    turns = np.repeat([3, 30, 3, 30, 3, 3, 3, 3], WARP_SIZE)
    trace = launched(ONE_LONG_LANE, 2, 128, turns=turns, out=np.zeros(256))

    assert "warp 1 of block 0 (and 1 more)" in found_in(trace)["slowest-warp"].sentence.text


def test_a_branch_that_others_leave_out_makes_a_warp_slow() -> None:
    kernel = """
    def kernel(out):
        i = cuda.grid(1)
        if i < 5:
            out[i] += 1
            out[i] += 2
    """
    trace = launched(kernel, 1, 128, out=np.zeros(128))

    slowest = found_in(trace)["slowest-warp"]

    assert (slowest.warp, slowest.value) == (0, 4)
    assert "a branch that others leave out: line 4 is executed once" in slowest.sentence.text


def words_in_banks(place: NDArray[np.int64]) -> NDArray[np.int64]:
    """[32] how many different words one warp's access wants of each bank of 4 bytes."""
    words = np.zeros(32, np.int64)
    for word in set(place.tolist()):
        words[word % 32] += 1
    return words


def conflicting() -> tuple[Trace, list[NDArray[np.int64]]]:
    lanes = np.arange(32)
    place = np.concatenate([lanes, 32 * lanes + 7, lanes, 4 * lanes])
    trace = launched(BANKS, 1, 128, place=place, out=np.zeros(128))
    return trace, [words_in_banks(warp) for warp in warps_of(place)]


def test_with_as_many_steps_the_warp_with_most_bank_conflicts_is_the_slowest() -> None:
    trace, words = conflicting()

    slowest = found_in(trace)["slowest-warp"]

    conflicts = [int(of_warp.max()) - 1 for of_warp in words]
    assert (slowest.warp, slowest.value) == (int(np.argmax(conflicts)), max(conflicts))
    assert "bank conflicts, most in line 7" in slowest.sentence.text
    assert line_at(trace, slowest) == (7, 0, 1)


def test_the_fullest_bank_is_that_of_which_one_access_wants_most_words() -> None:
    trace, words = conflicting()

    fullest = found_in(trace)["fullest-bank"]

    most = [int(of_warp.max()) for of_warp in words]
    warp = int(np.argmax(most))
    assert (fullest.value, fullest.warp) == (max(most), warp)
    assert f"is bank {int(words[warp].argmax())}:" in fullest.sentence.text
    assert (fullest.array, fullest.line) == ("tile", 7)


def test_the_conflicts_of_a_line_are_those_that_the_launch_counts() -> None:
    trace, words = conflicting()

    line = found_in(trace)["line-conflicts"]

    assert line.value == sum(int(of_warp.max()) - 1 for of_warp in words)
    assert trace.counters is not None
    assert line.value == trace.counters.bank_conflicts
    assert line.line == 7


@pytest.mark.slow
@pytest.mark.parametrize("name", ["transpose_tiled", "conv2d_shared", "sum_shared"])
def test_conflicts_of_all_lines_together_are_the_counter_of_the_launch(name: str) -> None:
    trace = emulated(name)

    found = found_in(trace).get("line-conflicts")

    assert trace.counters is not None
    assert (0 if found is None else found.value) <= trace.counters.bank_conflicts
    assert (found is None) == (trace.counters.bank_conflicts == 0)


def test_a_strided_copy_moves_what_its_sectors_hold() -> None:
    trace = emulated("copy_strided", (1024, 8))

    wasted = found_in(trace)["wasted-bytes"]

    index = 8 * np.arange(1024) % 1024
    loads = sum(32 * sectors_of(4 * warp) for warp in warps_of(index))
    enough = 2 * 4 * 1024  # of loads and stores: the elements side by side
    assert wasted.value == loads + 4 * 1024 - enough
    assert wasted.loss == pytest.approx(1 - enough / (loads + 4 * 1024))
    assert (wasted.array, wasted.line) == ("x", 42)


def test_a_transpose_wastes_its_stores() -> None:
    trace = emulated("transpose_naive")

    wasted = found_in(trace)["wasted-bytes"]

    column = 64 * np.arange(32) * 4  # a warp writes 32 rows of one column of 64 float32
    stores = 128 * 32 * sectors_of(column)  # 4 096 threads are 128 warps
    assert wasted.value == stores - 4 * 4096
    assert (wasted.array, line_at(trace, wasted)[0]) == ("b", 38)


@pytest.mark.slow
@given(n=st.integers(1, 200), block=st.sampled_from([32, 48, 64, 100]))
def test_a_coalesced_copy_wastes_nothing(n: int, block: int) -> None:
    x = np.arange(n, dtype=np.float32)
    trace = launched(COPY, -(-n // block), block, x=x, out=np.zeros_like(x))

    found = found_in(trace)

    # a block that is no multiple of a warp begins in the middle of a sector
    if block % 8 == 0:
        assert "wasted-bytes" not in found
    assert found.keys().isdisjoint({"never-read", "never-written", "written-again"})


@pytest.mark.slow
@given(index=st.lists(st.integers(0, 255), min_size=1, max_size=80))
def test_a_gather_wastes_what_lies_between_its_elements_and_never_less_than_nothing(
    index: list[int],
) -> None:
    places = np.array(index, np.int64)
    x, out = np.zeros(256, np.float32), np.zeros(len(index), np.float32)
    trace = launched(GATHER, 1, 96, x=x, index=places, out=out)

    found = found_in(trace)

    wasted = 32 * sum(
        sectors_of(4 * warp) - -(-len(set(warp.tolist())) * 4 // 32) for warp in warps_of(places)
    )
    assert (found["wasted-bytes"].value if "wasted-bytes" in found else 0) == wasted
    left = np.setdiff1d(np.arange(256), places)
    assert found["never-read"].value == len(left)
    assert found["never-read"].to.element == left[0]


def test_elements_that_a_guard_leaves_out_are_never_written() -> None:
    kernel = """
    def kernel(out):
        i = cuda.grid(1)
        if i < out.size - 7:
            out[i] = 1
    """
    trace = launched(kernel, 1, 128, out=np.zeros(100))

    left = found_in(trace)["never-written"]

    assert (left.value, left.array, left.to.element) == (7, "out", 93)
    assert "7 of 100 elements of out (7 %)" in left.sentence.text.replace("\u202f", " ")
    assert "the first is out[93]" in left.sentence.text


def test_counters_of_values_that_never_occur_are_never_written() -> None:
    trace = emulated("histogram")

    left = found_in(trace)["never-written"]

    missing = np.setdiff1d(np.arange(256), trace.inputs["values"])
    assert (left.value, left.to.element) == (len(missing), missing[0])


def test_an_element_that_several_threads_write_is_written_again() -> None:
    place = np.array([0, 1, 1, 5, 5, 5, 9, 9])
    kernel = """
    def kernel(place, out):
        i = cuda.grid(1)
        out[place[i]] = i
    """
    trace = launched(kernel, 1, 8, place=place, out=np.zeros(10))

    again = found_in(trace)["written-again"]

    times = np.bincount(place, minlength=10)
    assert again.value == (times > 1).sum()
    assert again.to.element == times.argmax()
    assert again.loss == pytest.approx(1 - len(set(place)) / len(place))
    assert "out[5] most often: 3 times" in again.sentence.text


def test_an_element_that_all_atomic_operations_change_is_queued_for() -> None:
    trace = emulated("sum_atomic")

    wanted = found_in(trace)["most-wanted"]

    assert (wanted.value, wanted.loss, wanted.array) == (trace.inputs["x"].size, 1.0, "total")


def test_an_argument_that_nobody_touches_is_named() -> None:
    trace = launched(COPY.replace("x, out", "x, out, rest"), 1, 64, **_three())

    assert found_in(trace)["never-touched"].sentence.text == "No thread reads or writes rest."


def _three() -> dict[str, NDArray[Any]]:
    return {name: np.zeros(64, np.float32) for name in ("x", "out", "rest")}


def test_many_idle_threads_stand_out_and_few_do_not() -> None:
    x = np.zeros(100, np.float32)

    many = found_in(launched(COPY, 2, 128, x=x, out=x.copy()))
    few = found_in(launched(COPY, 1, 104, x=x, out=x.copy()))

    assert (many["idle-threads"].value, many["idle-threads"].loss) == (156, 156 / 256)
    assert (many["idle-threads"].to.block, many["idle-threads"].to.thread) == (0, 100)
    assert "idle-threads" not in few


def test_idle_lanes_are_counted_in_lane_slots() -> None:
    turns = np.full(64, 1)
    turns[3] = 40
    trace = launched(ONE_LONG_LANE, 1, 64, turns=turns, out=np.zeros(64))

    idle = found_in(trace)["idle-lanes"]

    # after the first turn 31 lanes of warp 0 wait for 39 bodies and the headers before and after
    assert idle.value == 31 * (39 + 40 - 1)
    line, block, warp = line_at(trace, idle)
    assert (line in (4, 5), block, warp) == (True, 0, 0)


def placed(start: list[float], end: list[float], sm: list[int]) -> Trace:
    turns = np.ones(WARP_SIZE * len(sm), np.int64)
    turns[-1] = 50  # the last block takes more steps
    trace = launched(ONE_LONG_LANE, len(sm), 32, turns=turns, out=np.zeros(len(turns)))
    times = Placement(np.array(sm, np.int32), np.array(start), np.array(end), "modelled")
    return replace(trace, placement=times)


def test_a_block_that_takes_longer_ends_last_because_of_its_steps() -> None:
    trace = placed([0, 0, 0, 0], [1e-6, 1e-6, 1e-6, 5e-6], [0, 1, 2, 3])

    last = found_in(trace)["last-block"]

    assert (last.block, last.value) == (3, 5e-6)
    assert last.loss == pytest.approx(1 - (1 + 1 + 1 + 5) / 4 / 5)
    assert "its warps take 104 steps, those of the median block 6." in last.sentence.text
    assert "It began" not in last.sentence.text
    assert line_at(trace, last)[:2] == (6, 3)


def test_a_block_that_began_late_ends_last_because_there_was_no_room() -> None:
    trace = placed([0, 0, 0, 1e-6], [1e-6, 1e-6, 1e-6, 2e-6], [0, 1, 2, 0])

    last = found_in(trace)["last-block"]

    assert last.block == 3
    assert "when an earlier block on its SM had ended: 3 of 4 blocks had begun before it." in (
        last.sentence.text
    )
    assert "It takes" not in last.sentence.text


def test_a_block_that_began_late_on_an_idle_sm_did_not_wait_for_another() -> None:
    trace = placed([0, 0, 0, 1e-6], [1e-6, 1e-6, 1e-6, 2e-6], [0, 1, 2, 3])

    assert "It began" not in found_in(trace)["last-block"].sentence.text


def test_blocks_that_end_together_leave_none_behind() -> None:
    trace = placed([0, 0, 0, 0], [2e-6, 2e-6, 2e-6, 2e-6], [0, 1, 2, 3])

    assert "last-block" not in found_in(trace)


def test_the_line_with_most_sectors_is_that_of_the_inner_product() -> None:
    trace = emulated("matmul_naive")

    line = found_in(trace)["line-sectors"]

    # 128 warps, 64 turns: each reads two rows of a, 2 sectors, and two halves of 16 floats of b
    rows, columns = 2, 2 * sectors_of(4 * np.arange(16)) // 2
    source = trace.functions[0].text.splitlines()
    product = next(n for n, text in enumerate(source) if "total +=" in text)
    at = trace.functions[0].first_line + product
    assert (line.line, line.value) == (at, 128 * 64 * (rows + columns))


def followed(kernel: str, block: int, **arrays: NDArray[Any]) -> Trace:
    """A launch of 8 blocks of 128 of which not all are followed."""
    options = ExecutionOptions(follow=(block,), follow_all_bytes=0)
    trace = run(kernel, config(8, 128), arrays, options).trace
    assert 0 < len(trace.followed) < 8
    return trace


def gathered(index: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    size = len(index)
    return {"x": np.zeros(1024, np.float32), "index": index, "out": np.zeros(size, np.float32)}


def test_bytes_are_wasted_by_the_whole_launch_also_where_few_blocks_are_followed() -> None:
    index = 8 * np.arange(1024) % 1024
    trace = followed(GATHER, 1, **gathered(index))

    wasted = found_in(trace)["wasted-bytes"]

    loads = sum(32 * sectors_of(4 * warp) for warp in warps_of(index))
    assert wasted.value == loads - 4 * 1024
    assert "would do or less" in wasted.sentence.text
    assert "Counted in" not in wasted.sentence.text


def test_what_only_accesses_tell_is_said_of_the_blocks_that_are_followed() -> None:
    index = 512 * (np.arange(1024) % 2)  # two elements far apart, for which one sector would do
    trace = followed(GATHER, 1, **gathered(index))

    wasted = found_in(trace)["wasted-bytes"]

    assert wasted.value == 32 * 4 * len(trace.followed)  # 4 warps a block
    sentence = wasted.sentence.text.replace("\u202f", " ")
    assert sentence.startswith("The launch moves 14 kB of global memory. Its known part moves ")
    assert f"Counted in {len(trace.followed)} of 8 blocks" in sentence


def test_what_nobody_reads_is_not_told_of_a_part_of_the_blocks() -> None:
    trace = followed(GATHER, 1, **gathered(8 * np.arange(1024) % 1024))

    assert "never-read" not in found_in(trace)


@pytest.mark.slow
@given(seed=st.integers(0, 1 << 32), reach=st.sampled_from([1, 9, 40, 1024]))
@settings(max_examples=20)
def test_what_a_followed_part_tells_of_wasted_bytes_is_no_more_than_all_of_them(
    seed: int, reach: int
) -> None:
    arrays = gathered(np.random.default_rng(seed).integers(0, reach, 1024))

    part, whole = followed(GATHER, 3, **arrays), launched(GATHER, 8, 128, **arrays)

    assert 0 <= bytes_wasted(part) <= bytes_wasted(whole)


def bytes_wasted(trace: Trace) -> float:
    found = found_in(trace)
    return found["wasted-bytes"].value if "wasted-bytes" in found else 0


def test_operations_on_the_only_element_are_counted_in_all_blocks() -> None:
    kernel = """
    def kernel(total):
        cuda.atomic.add(total, 0, 1)
    """
    trace = followed(kernel, 1, total=np.zeros(1, np.int64))

    wanted = found_in(trace)["most-wanted"]

    assert (wanted.value, "Counted in" in wanted.sentence.text) == (1024, False)


def test_a_vector_addition_has_nothing_that_stands_out() -> None:
    trace = emulated("vector_add")

    assert stand_out(trace, order_of(trace)) == ()
    assert nothing_found(trace).text.startswith("Nothing stands out: ")


def test_of_a_launch_that_nobody_counted_nothing_is_claimed() -> None:
    trace = without_steps(vector_add())

    assert stand_out(trace, None) == ()
    assert nothing_found(trace).text.startswith("Nothing is known")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mandelbrot", "attention", "broken_histogram", "cross_entropy"])
def test_the_largest_loss_stands_first_and_no_loss_is_more_than_all(name: str) -> None:
    losses = [found.loss for found in stand_out(emulated(name), order_of(emulated(name)))]

    assert losses == sorted(losses, reverse=True)
    assert all(-1 <= loss <= 1 for loss in losses)


def test_every_kind_and_every_unit_has_words() -> None:
    assert set(TITLES) == set(get_args(FindingKind))
    assert set(COUNTS) == set(get_args(FindingUnit)) - {"B", "s"}


def test_a_row_says_what_it_is_how_much_and_the_sentence() -> None:
    trace = emulated("sum_shared")

    rows = stand_out_rows(stand_out(trace, order_of(trace)))

    assert rows[0].title == "Slowest warp"
    assert rows[0].figure.replace("\u202f", " ") == "1.4 µs"
    assert rows[0].sentence.startswith("The slowest is warp 0 of block 0 (and 3 more)")


def test_where_nothing_is_modelled_the_slowest_warp_is_that_with_most_steps_and_says_so() -> None:
    trace = replace(emulated("sum_shared"), prediction=None)

    found = found_in(trace)["slowest-warp"]

    assert (found.value, found.unit) == (57, "warp steps")
    assert "(modelled)" not in found.sentence.text


def test_the_slowest_warp_is_the_one_that_the_model_has_take_the_longest() -> None:
    trace = emulated("attention")
    times = launch_times(trace, find_device("t4"))
    assert times is not None

    found = found_in(trace)["slowest-warp"]

    assert found.value == times.warps.max()
    assert found.block is not None
    assert found.warp is not None
    row = found.block * trace.config.warps_per_block + found.warp
    assert times.warps[row] == times.warps.max()


@pytest.mark.parametrize("name", ["matmul_naive", "transpose_naive", "attention", "histogram"])
def test_the_line_with_most_time_is_that_of_the_model_or_by_what_it_was_ranked_is_said(
    name: str,
) -> None:
    trace = emulated(name)
    times = launch_times(trace, find_device("t4"))
    assert times is not None

    found = found_in(trace)

    if times.lines is None:
        assert "line-time" not in found
        if "line-steps" in found:
            assert "ranked by warp steps" in found["line-steps"].sentence.text
    elif "line-time" in found:
        of_lines = times.lines.seconds
        assert found["line-time"].line == max(of_lines, key=lambda line: of_lines[line])
        assert found["line-time"].value == max(of_lines.values())
        assert "line-steps" not in found
