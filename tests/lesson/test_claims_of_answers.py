"""What the answers to wrong predictions say of launches, counted again in those launches."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
import pytest

from gpuviz.device import find_device, load_devices
from gpuviz.lesson import FACTS, Lesson, ObservedState, lesson_files, read_lesson
from gpuviz.operation import find_operation
from tests.helpers.gallery_launches import launched as launched_operation
from tests.helpers.gallery_pipelines import loaded
from tests.lesson.kernel_times import train
from tests.lesson.launched import launched, modelled, observed_at

GIGABYTE = 1e9


class Both(NamedTuple):
    """A fact as a step begins, and after its solution."""

    before: float
    after: float


def number(name: str, seen: ObservedState | None) -> float:
    """A fact of a launch that is a number."""
    assert seen is not None
    found = FACTS[name].read(seen)
    assert isinstance(found, int | float), name
    return found


def fact(lesson: int, step: int, name: str) -> Both:
    """A fact of a step of a lesson."""
    both = launched(lesson_of(lesson), step)
    return Both(number(name, both.before), number(name, both.after))


@functools.cache
def lesson_of(lesson: int) -> Lesson:
    path = next(one for one in lesson_files("en") if one.stem.startswith(f"{lesson:02}_"))
    found = read_lesson(path).lesson
    assert found is not None
    return found


def per_request(lesson: int, step: int) -> Both:
    """Sectors of a load request."""
    sectors = fact(lesson, step, "global_load_sectors")
    requests = fact(lesson, step, "global_load_requests")
    return Both(sectors.before / requests.before, sectors.after / requests.after)


@pytest.mark.slow
def test_a_tiled_product_has_a_sixteenth_of_the_requests_with_twice_the_sectors() -> None:
    requests = fact(9, 5, "global_load_requests")

    assert requests.before == 16 * requests.after
    assert per_request(9, 5) == (2, 4)


@pytest.mark.slow
def test_a_forward_pass_loads_three_times_the_sectors_of_its_backward_pass() -> None:
    sectors = fact(10, 4, "global_load_sectors")

    assert sectors.before / sectors.after == pytest.approx(3, rel=0.15)
    assert modelled("dense", "16,32,64", "t4").limiter == "l1"


@pytest.mark.slow
def test_the_loss_falls_with_every_step() -> None:
    assert np.all(np.diff(train("train_step", "24,16,8").outputs["losses"]) < 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pipeline", "size"), [("train_step", "24,16,4"), ("video_frames", "1,96,128")]
)
def test_nothing_comes_back_before_the_last_kernel_is_asked_for(pipeline: str, size: str) -> None:
    kinds = [event.kind for event in train(pipeline, size).events]

    assert "d2h" not in kinds[: len(kinds) - kinds[::-1].index("kernel")]


@pytest.mark.slow
def test_all_rows_find_a_place_at_once() -> None:
    assert fact(11, 8, "waves").after == 1


@pytest.mark.slow
def test_a_turn_of_an_lstm_is_three_blocks_for_48_numbers() -> None:
    cell = next(one for one in train("lstm_text", "1,8").launches if one.kernel == "lstm_cell")

    assert cell.config.grid.size == 3
    assert cell.config.grid.size * cell.config.block.size == 768
    assert fact(13, 3, "active_threads").after == 48


@pytest.mark.slow
def test_four_gpus_have_four_times_the_launches_and_the_copies() -> None:
    for name in ("launches", "copies"):
        found = fact(16, 3, name)
        assert found.after == 4 * found.before


@pytest.mark.slow
def test_a_layer_that_learns_brings_six_launches_in_each_step() -> None:
    def in_a_step(trained: int) -> int:
        more, less = (len(train("transfer", f"12,{trained},{n}").launches) for n in (3, 2))
        return more - less

    assert (in_a_step(1), in_a_step(2)) == (5, 11)


@pytest.mark.slow
def test_a_narrow_block_loads_33_sectors_in_a_turn_instead_of_5() -> None:
    assert per_request(21, 3) == (2.5, 16.5)  # two requests a turn: one of A and one of B


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "correct", "found"), [("100", True, False), ("256", True, True), ("1024", False, True)]
)
def test_only_one_size_of_the_stencil_is_right_and_shows_its_mistake(
    size: str, correct: bool, found: bool
) -> None:
    seen = observed_at("broken_stencil", size)

    assert FACTS["correct"].read(seen) is correct
    assert (number("hazards.uninitialized", seen) > 0) is found


def test_a_scale_of_a_thousand_does_not_save_the_smallest_gradient() -> None:
    seen = observed_at("loss_scaling", "256,1024")
    assert seen.result is not None
    gradients = np.abs(seen.result.trace.inputs["gradients"])

    assert gradients[gradients > 0].min() * 1024 < 3e-8
    assert gradients.max() <= 0.1


def test_the_gpus_that_are_compared_are_as_the_answers_say() -> None:
    t4, rtx5090, b200 = (find_device(name) for name in ("t4", "rtx5090", "b200"))
    largest = sorted(load_devices().values(), key=lambda one: -one.mem_bytes)

    assert rtx5090.sm_count > b200.sm_count > t4.sm_count
    assert rtx5090.boost_mhz > max(b200.boost_mhz, t4.boost_mhz)
    assert [one.id for one in largest[:2]] == ["b200", "h200_sxm"]
    assert largest[1].mem_bytes < 160 * GIGABYTE
    assert find_device("a100_sxm_80").mem_bytes > 80 * GIGABYTE


@pytest.mark.slow
def test_a_chip_that_shares_its_memory_copies_nothing() -> None:
    assert fact(19, 8, "h2d_us").after == fact(19, 8, "d2h_us").after == 0


def test_lanes_that_lie_rows_apart_load_seven_times_the_sectors() -> None:
    seen = observed_at("cross_entropy", "200,10")
    sectors = number("global_load_sectors", seen) / number("global_load_requests", seen)

    assert round(sectors) == 28


def test_a_row_that_is_read_backwards_takes_no_more_sectors() -> None:
    seen = observed_at("flip", "48,96")

    assert number("global_load_sectors", seen) == 4 * number("global_load_requests", seen)


@pytest.mark.slow
def test_some_thirty_blocks_keep_the_memory_of_a_t4_busy_and_two_do_not() -> None:
    both = launched(lesson_of(27), 3)

    assert both.before is not None
    assert FACTS["limiter"].read(both.before) == "latency"
    assert number("blocks", both.after) in range(30, 50)


@pytest.mark.slow
def test_in_lockstep_each_block_adds_the_sums_of_all_tiles_before_it() -> None:
    trace = launched_operation("scan_lookback").trace
    lines = find_operation("scan_lookback").source.splitlines()
    assert trace.warp_counters is not None
    times = {
        lines[statement.line - 1].strip(): int(trace.warp_counters.steps[row].sum())
        for row, statement in enumerate(trace.statements)
    }

    assert times["before += sums[k]"] == sum(range(8))
    assert times["before += prefixes[k]"] == 0


def test_element_400_of_the_compaction_goes_to_place_232_and_is_kept() -> None:
    x: Any = loaded("compact").arguments((1000,), 0)["x"]

    assert x[400] > 0
    assert np.count_nonzero(x[:400] > 0) == 232


def test_the_standard_error_of_pi_is_as_large_as_the_results_are_apart() -> None:
    file = loaded("monte_carlo_pi")
    found = []
    for seed in range(50):
        seeds: Any
        hits: Any
        seeds, hits = file.arguments((512,), seed).values()
        file.module.numpy_twin(seeds, hits)
        found.append(4 * hits[0] / (64 * 512))

    assert np.std(found) == pytest.approx(0.009, rel=0.3)
    assert np.mean(found) == pytest.approx(np.pi, abs=0.004)
