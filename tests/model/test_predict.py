"""The model of time on launches made by hand, against sums done by hand."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuviz.device import Device, find_device
from gpuviz.model.calibration import Calibration
from gpuviz.model.predict import LOCAL_IN_REGISTERS, NO_ROOM, predict, predict_work, with_band
from gpuviz.model.validation import judge
from gpuviz.model.work import LaunchWork
from gpuviz.trace import Prediction
from gpuviz.trace.prediction import Resource
from tests.helpers.examples import examples
from tests.helpers.launches import emulated
from tests.model.works import PER_BLOCK, work

T4 = dataclasses.replace(find_device("t4"), boost_mhz=1000)  # a clock is a nanosecond
PLAIN = Calibration(
    overlap_exponent=3.0,
    dram_share=1.0,
    issue_share=0.5,
    l2_share=1.0,
    tag_cycles_per_line=0.25,
    block_launch_cycles=0.0,
    blocks_per_clock=1e9,
    partial_stores_per_clock_per_slice=0.5,
    same_address_atomics_per_clock=0.5,
    spread_atomics_per_clock_per_sm=0.25,
    launch_seconds=2e-6,
)


def predicted(asked: LaunchWork, per_sm: int = 4, device: Device = T4) -> Prediction:
    return predict_work(asked, device, per_sm, PLAIN).prediction


def needed(prediction: Prediction, resource: Resource) -> float:
    return {demand.resource: demand.seconds for demand in prediction.demands}[resource]


@pytest.mark.parametrize(
    ("asked", "limiter", "microseconds"),
    [
        (work(warp_instructions=200_000), "issue", 100),  # 4 schedulers at half their rate
        (work(int32=6_400_000), "int32", 100),  # 64 lanes
        (work(fp32=6_400_000), "fp32", 100),
        (work(fp64=200_000), "fp64", 100),  # 2 lanes
        (work(sfu=1_600_000), "sfu", 100),  # 16 lanes
        (work(l1_requests=50_000), "l1", 100),  # 64 bytes a clock: 2 clocks for 32 x 4 bytes
        (work(l1_lines=400_000), "l1", 100),  # 4 tags a clock
        (work(l1_turns=100_000), "l1", 100),  # of the banks
        (work(shared_requests=50_000, shared_wavefronts=50_000), "shared", 100),
        (work(shared_requests=50_000, shared_wavefronts=200_000), "shared", 200),
        (work(l2_bytes=2_000_000), "l2", 100),  # 20 bytes a clock
        (work(partial_stores=1_600_000), "l2", 100),  # 32 slices, half a sector each
        (work(dram_bytes=32_010_000), "dram", 100),  # 320.1 GB/s
        (work(atomics=25_000), "atomics", 100),  # 0.25 a clock
        (work(atomics=2_500, longest_queue=100_000), "atomics", 200),  # 0.5 a clock on one
        (work(latency_cycles=100_000), "latency", 100),
        (work(warp_instructions=4), "launch", 0.002),
    ],
)
def test_a_resource_that_is_asked_alone_is_the_limiter(
    asked: LaunchWork, limiter: Resource, microseconds: float
) -> None:
    found = predicted(asked)

    assert found.limiter == limiter
    assert found.kernel_s == pytest.approx(2e-6 + microseconds * 1e-6, rel=1e-4)


def test_resources_that_are_asked_for_the_same_time_overlap_by_the_exponent() -> None:
    found = predicted(work(fp32=6_400_000, int32=6_400_000))

    assert found.kernel_s == pytest.approx(2e-6 + 2 ** (1 / 3) * 100e-6)


def test_waiting_overlaps_with_everything() -> None:
    found = predicted(work(fp32=6_400_000, latency_cycles=90_000))

    assert found.kernel_s == pytest.approx(102e-6)


def test_l1_and_shared_memory_are_one_pipe() -> None:
    found = predicted(work(l1_turns=100_000, shared_wavefronts=90_000, fp32=7_000_000))

    assert found.limiter == "l1"
    assert found.kernel_s == pytest.approx(2e-6 + (190**3 + 109.375**3) ** (1 / 3) * 1e-6)


def test_the_blocks_of_an_sm_share_it() -> None:
    """160 blocks, 4 on each of 40 SMs: each SM has 4 times the work of one block."""
    assert predicted(work(160, fp32=6_400_000)).kernel_s == pytest.approx(402e-6)


def test_the_blocks_of_an_sm_wait_at_the_same_time() -> None:
    assert predicted(work(160, latency_cycles=100_000)).kernel_s == pytest.approx(102e-6)


@pytest.mark.parametrize("cycles", [7.0, 431.7, 1_234.56789])
def test_a_full_wave_leaves_no_place_empty_whatever_its_sums_round_to(cycles: float) -> None:
    assert predicted(work(160, latency_cycles=cycles)).tail == 0.0


def test_one_block_more_than_there_are_places_takes_another_wave() -> None:
    full, more = (predicted(work(n, latency_cycles=100_000)) for n in (160, 161))

    assert (full.waves, full.tail) == (1.0, 0.0)
    assert more.kernel_s == pytest.approx(202e-6)
    assert more.waves == pytest.approx(161 / 160)
    assert more.tail == pytest.approx(159 / 320)


def test_one_block_on_132_sms_leaves_almost_all_places_empty() -> None:
    found = predicted(work(1, fp32=6_400_000), 8, find_device("h200_sxm"))

    assert found.tail == pytest.approx(1 - 1 / (132 * 8))
    assert found.waves == pytest.approx(1 / (132 * 8))


def test_a_block_that_does_not_fit_is_modelled_alone_and_said() -> None:
    found = predicted(work(41, latency_cycles=100_000), 0)

    assert found.blocks_per_sm == 0
    assert NO_ROOM in found.assumptions
    assert found.kernel_s == pytest.approx(202e-6)


@pytest.mark.parametrize("blocks", [1, 40, 1000])
def test_twice_the_memory_bandwidth_halves_a_launch_that_memory_limits(blocks: int) -> None:
    faster = dataclasses.replace(T4, mem_bw_gbs=2 * T4.mem_bw_gbs)
    asked = work(blocks, dram_bytes=3.2e9 / blocks)

    slow, fast = predicted(asked), predicted(asked, device=faster)

    assert slow.kernel_s - slow.launch_s == pytest.approx(2 * (fast.kernel_s - fast.launch_s))


def test_blocks_are_started_one_after_the_other() -> None:
    """4000 empty blocks, one in two clocks."""
    slow = dataclasses.replace(PLAIN, blocks_per_clock=0.5)

    found = predict_work(work(4000), T4, 4, slow).prediction

    assert found.limiter == "launch"
    assert found.kernel_s == needed(found, "launch") == pytest.approx(2e-6 + 8e-6)


def test_demands_are_sorted_and_leave_out_what_nobody_asks_for() -> None:
    found = predicted(work(fp32=64_000, dram_bytes=3.2e6))

    assert [demand.resource for demand in found.demands] == ["dram", "launch", "fp32", "latency"]


def test_the_device_of_the_fit_has_its_band_and_others_that_of_published_measurements() -> None:
    fitted = dataclasses.replace(PLAIN, device_id="t4", band=(0.8, 1.5))
    l4 = find_device("l4")

    here, there = (
        with_band(predict_work(work(), device, 4, fitted).prediction, device, fitted, compiled=True)
        for device in (T4, l4)
    )

    assert (here.calibrated, here.band, here.validation) == (True, (0.8, 1.5), None)
    assert (there.calibrated, (there.band, there.validation)) == (
        False,
        judge(there.limiter, l4, compiled=True),
    )


AMOUNTS = {name: st.integers(0, 10**6) for name in PER_BLOCK}
AMOUNTS["dram_written_bytes"] = st.just(0)  # a part of dram_bytes
OF_CHIP = ("dram_bytes", "dram_slow_bytes", "dram_slow_written_bytes", "partial_stores")


@st.composite
def works(draw: st.DrawFn) -> LaunchWork:
    """Launches of up to 60 blocks of up to three kinds."""
    kinds = draw(st.lists(st.fixed_dictionaries(AMOUNTS), min_size=1, max_size=3))
    order = draw(st.lists(st.integers(0, len(kinds) - 1), min_size=1, max_size=60))
    columns = {name: [kinds[kind][name] for kind in order] for name in PER_BLOCK}
    return work(len(order), longest_queue=draw(st.integers(0, 1000)), **columns)


@given(works(), st.integers(1, 4))
@settings(max_examples=examples(40))
def test_no_launch_beats_any_of_its_demands(asked: LaunchWork, per_sm: int) -> None:
    found = predicted(asked, per_sm)

    for demand in found.demands:
        assert found.kernel_s >= demand.seconds * (1 - 1e-9)


@given(st.fixed_dictionaries(AMOUNTS), st.integers(1, 99), st.integers(1, 20), st.integers(1, 4))
@settings(max_examples=examples(40))
def test_more_sms_are_never_slower_for_equal_blocks(
    amounts: dict[str, int], blocks: int, sms: int, per_sm: int
) -> None:
    """What all SMs share is left out: a last wave of fewer blocks may use less of it.

    Unequal blocks may be dealt out worse: two long ones may come to share an SM.
    """
    asked = work(blocks, **{**amounts, **dict.fromkeys(OF_CHIP, 0)})
    few, more = (
        predicted(asked, per_sm, dataclasses.replace(T4, sm_count=n)).kernel_s
        for n in (sms, sms + 1)
    )

    assert more <= few * (1 + 1e-9)


@pytest.mark.slow
def test_local_arrays_are_taken_for_registers_and_that_is_said() -> None:
    local, none = (emulated(name) for name in ("matmul_register_tiled", "matmul_tiled"))

    assert LOCAL_IN_REGISTERS in predict(local, T4, 0, 0).prediction.assumptions
    assert LOCAL_IN_REGISTERS not in predict(none, T4, 0, 0).prediction.assumptions


def test_what_a_launch_moves_is_summed() -> None:
    found = predicted(work(2, flops=7, l1_bytes=[1, 2], l2_bytes=[3, 4], dram_bytes=[5, 6]))

    assert (found.flops, found.l1_bytes, found.l2_bytes, found.dram_bytes) == (7, 3, 7, 11)
    assert np.isfinite(found.kernel_s)
