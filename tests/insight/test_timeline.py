"""Rows, waves, tail and words of timelines, against figures worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.engines.recorded_placement import recorded_placement
from gpuviz.insight.block_place import block_place
from gpuviz.insight.colourings import sm_numbers, start_times
from gpuviz.insight.timeline import sms_of, tail_start_s, timeline_of
from gpuviz.insight.timeline_words import verdict, why_no_timeline
from gpuviz.model.predict import predict
from gpuviz.trace import Placement, Trace
from gpuviz.trace.blocks_on_sm import occupancy_of
from tests.engines.test_thread_records import two_sms
from tests.helpers.launches import emulated
from tests.helpers.timelines import in_waves, placed, timeline
from tests.helpers.traces import vector_add

T4_SMS, T4_PLACES = 40, 160  # of blocks of 256 threads: 4 an SM
US = 1e-6


def test_every_sm_has_a_row_also_without_a_block() -> None:
    found = timeline(placed([3, 5, 3], [0, 0, US], [US, US, 2 * US]))

    assert found.sms.tolist() == list(range(T4_SMS))
    assert found.row.tolist() == [3, 5, 3]
    assert (found.used_sms, found.sm_count) == (2, T4_SMS)


def test_where_the_numbers_of_sms_have_gaps_idle_ones_have_no_number() -> None:
    found = timeline(placed([0, 2, 140], [0, 0, 0], [US] * 3, device_id="h200_sxm"))

    assert found.sms.tolist() == [0, 2, 140]
    assert found.row.tolist() == [0, 1, 2]
    assert found.sm_count == 132
    assert verdict(found).text == "129 of 132 SMs have no block: too small a grid."


def test_more_sms_than_the_device_is_known_to_have_are_all_shown() -> None:
    sms = list(range(0, 90, 2))

    found = timeline(placed(sms, [0.0] * 45, [US] * 45))

    assert (found.sm_count, len(found.sms)) == (45, 45)


def test_a_wave_is_as_many_blocks_as_the_device_holds() -> None:
    found = timeline(in_waves(2 * T4_PLACES + 4))

    assert (found.held, found.capacity, found.waves) == (4, T4_PLACES, 3)
    assert [found.wave(block) for block in (0, 159, 160, 320)] == [0, 0, 1, 2]
    np.testing.assert_allclose(found.wave_starts_s, [0, US, 2 * US])


def test_an_sm_that_had_more_blocks_at_a_time_than_expected_holds_as_many() -> None:
    found = timeline(placed([0] * 7, [0.0] * 7, [US] * 7))

    assert (found.places, found.held) == (7, 7)
    assert sorted(found.place.tolist()) == list(range(7))


def test_the_end_of_a_block_that_is_the_start_of_the_next_but_for_rounding_is_the_same() -> None:
    start = [number * 1.7e-6 for number in range(20)]
    end = [number * 1.7e-6 + 1.7e-6 for number in range(20)]
    assert max(a - b for a, b in zip(end, start[1:], strict=False)) > 0

    assert timeline(placed([0] * 20, start, end)).places == 1


@pytest.mark.parametrize(
    ("trace", "words"),
    [
        (placed([0], [0], [US], device_id="h200_sxm"), "131 of 132 SMs have no block"),
        (in_waves(4, device="h200_sxm"), "128 of 132 SMs have no block: too small a grid."),
        (in_waves(39), "1 of 40 SMs has no block: too small a grid."),
        (placed([0] * 41, [0.0] * 41, [US] * 41), "39 of 40 SMs have no block."),
        (in_waves(60), "One wave: all 40 SMs have a block; 60 of their 160 places are taken."),
        (in_waves(160), "One full wave: 160 blocks fill all 40 SMs."),
        (in_waves(320), "2 waves, no tail: the SMs are busy until the end."),
        (in_waves(324), "The last of 3 waves fills 4 of 40 SMs: 33 % of the time is tail."),
        (in_waves(400), "The last of 3 waves fills 80 of 160 places on SMs: 33 % of the time"),
    ],
)
def test_the_verdict_says_what_is_seen(trace: Trace, words: str) -> None:
    assert words in verdict(timeline(trace)).text


def test_the_tail_begins_when_the_last_wave_leaves_places_empty() -> None:
    assert tail_start_s(timeline(in_waves(324))) == pytest.approx(2 * US)
    assert tail_start_s(timeline(in_waves(160))) is None


def test_blocks_of_a_full_last_wave_that_end_early_leave_a_tail() -> None:
    trace = in_waves(320)
    assert trace.placement is not None
    end = trace.placement.end_s.copy()
    end[-1], end[-2] = 3 * US, 1.5 * US

    found = timeline(replace(trace, placement=replace(trace.placement, end_s=end)))

    assert tail_start_s(found) == pytest.approx(1.5 * US)
    assert verdict(found).text == "Blocks end at different times: 50 % of the time is tail."


@pytest.mark.parametrize("name", ["vector_add", "matmul_tiled", "sum_shared"])
def test_the_emulators_launches_have_a_timeline_as_the_occupancy_says(name: str) -> None:
    trace = emulated(name)
    held = occupancy_of(trace, find_device("t4"))

    found = timeline(trace)

    assert found.source == "modelled"
    assert found.held == held.blocks_per_sm
    assert found.places <= held.blocks_per_sm
    assert found.used_sms == min(trace.config.blocks, T4_SMS)


@pytest.mark.parametrize("device", ["t4", "rtx4090", "h200_sxm"])
@pytest.mark.parametrize("name", ["vector_add", "matmul_tiled", "broken_histogram"])
def test_the_picture_agrees_with_what_the_model_says_of_waves_and_tail(
    name: str, device: str
) -> None:
    modelled = predict(emulated(name), find_device(device), 0, 0)
    trace = replace(
        emulated(name),
        device_id=device,
        placement=modelled.placement,
        prediction=modelled.prediction,
    )

    found = timeline(trace)

    assert found.held == modelled.prediction.blocks_per_sm
    assert len(found) / found.capacity == pytest.approx(modelled.prediction.waves)
    busy = (found.end_s - found.start_s).sum() / (found.capacity * found.duration_s)
    assert 1 - busy == pytest.approx(modelled.prediction.tail)


def test_a_recorded_placement_is_measured_and_has_its_sms() -> None:
    placement = recorded_placement(two_sms(1.5e9, 32), clock_hz=9e9)
    trace = placed([0] * 6, [0.0] * 6, [US] * 6)

    found = timeline(replace(trace, placement=placement))

    assert found.source == "measured"
    assert found.row.tolist() == [0, 1] * 3
    assert found.duration_s == pytest.approx(550e-6, abs=2e-6)
    assert found.places == 1


def test_a_trace_without_a_placement_or_without_times_has_no_timeline() -> None:
    recorded = replace(vector_add(), engine="numba-simulator")
    no_time = placed([0], [0], [0])

    assert timeline_of(recorded, find_device("t4")) is None
    assert timeline_of(no_time, find_device("t4")) is None
    assert "does not say when" in why_no_timeline(recorded).text
    assert "too large" in why_no_timeline(replace(recorded, engine="emulator")).text


def test_numbers_of_sms_below_the_count_have_no_gap() -> None:
    one = Placement(np.array([131], np.int32), np.zeros(1), np.ones(1), "measured")

    assert sms_of(one, 132).tolist() == list(range(132))
    assert sms_of(one, 131).tolist() == [131]


def test_colours_by_sm_and_by_start_and_the_place_of_a_block_are_those_of_the_timeline() -> None:
    trace = in_waves(324)
    found = timeline(trace)

    sms, starts, place = (
        sm_numbers(trace, None),
        start_times(trace, None),
        block_place(trace, None, 200),
    )

    assert sms is not None
    assert starts is not None
    assert place is not None
    np.testing.assert_array_equal(sms.values, found.sms[found.row])
    np.testing.assert_array_equal(starts.values, found.start_s)
    assert (place.sm, place.seconds) == (0, (found.start_s[200], found.end_s[200]))
