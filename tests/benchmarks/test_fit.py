"""The constants that are fitted to microbenchmarks: those of a GPU that is known are found."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from benchmarks.gpu.fake import FakeGpu, Truth, true_calibration
from benchmarks.gpu.fit import LAWS, fit
from benchmarks.gpu.gpu import Row
from benchmarks.gpu.latencies import latencies
from benchmarks.gpu.micro_launch import block_gaps
from benchmarks.gpu.micro_memory import cycle
from benchmarks.gpu.microbenchmarks import MICROBENCHMARKS
from gpuviz.model.calibration import SENSIBLE

OTHER = Truth(
    overlap_exponent=1.8,
    dram_share=0.93,
    issue_share=0.95,
    l2_share=0.7,
    tag_cycles_per_line=0.5,
    barrier_cycles=60.0,
    block_launch_cycles=350.0,
    blocks_per_clock=1.3,
    same_address_atomics_per_clock=0.4,
    spread_atomics_per_clock_per_sm=0.3,
    launch_seconds=1.6e-6,
    copy_seconds=9e-6,
    pageable_share=0.4,
    pinned_share=0.7,
    l1_cycles=33.0,
)


def rows_of(gpu: FakeGpu) -> list[Row]:
    return [row for measure in MICROBENCHMARKS.values() for row in measure(gpu)]


@pytest.mark.parametrize("truth", [Truth(), OTHER], ids=["usual", "other"])
def test_the_fit_finds_the_constants_of_a_gpu_that_is_known(truth: Truth) -> None:
    gpu = FakeGpu(truth)

    found = fit(rows_of(gpu), gpu.device)

    known = true_calibration(truth)
    assert found.left_out.keys() == SENSIBLE.keys() - LAWS.keys()
    assert found.constants.keys() == LAWS.keys()
    for name in found.constants.keys() - {"pageable_most_gbs"}:
        assert found.constants[name] == pytest.approx(getattr(known, name), rel=0.02), name
    pcie = gpu.device.pcie_gbs
    assert pcie is not None
    most = found.constants["pageable_most_gbs"]
    assert most == pytest.approx(truth.pageable_share * pcie, rel=0.02)


def test_noise_of_a_few_percent_moves_the_constants_by_as_little() -> None:
    gpu = FakeGpu()
    noise = np.random.default_rng(1)
    noisy = [
        dataclasses.replace(row, median=row.median * noise.normal(1, 0.02)) for row in rows_of(gpu)
    ]

    found = fit(noisy, gpu.device)

    known = true_calibration(gpu.truth)
    for name in found.constants.keys() - {"pageable_most_gbs", "overlap_exponent"}:
        assert found.constants[name] == pytest.approx(getattr(known, name), rel=0.1), name
    assert found.constants["overlap_exponent"] == pytest.approx(known.overlap_exponent, rel=0.3)


def test_what_was_not_measured_is_left_out_and_named() -> None:
    gpu = FakeGpu()
    some = [row for row in rows_of(gpu) if row.benchmark not in ("barrier", "mix")]

    found = fit(some, gpu.device)

    assert {"barrier_cycles", "overlap_exponent"} <= found.left_out.keys()
    assert found.left_out["barrier_cycles"] == "no row of barrier with {'warps': 8}"


def test_a_constant_that_cannot_be_is_left_out() -> None:
    gpu = FakeGpu(dataclasses.replace(Truth(), barrier_cycles=1e6))

    found = fit(rows_of(gpu), gpu.device)

    assert "1e+06, not between" in found.left_out["barrier_cycles"]


def test_latencies_are_told_without_the_arithmetic_of_addresses() -> None:
    gpu = FakeGpu()

    found = latencies(rows_of(gpu))

    assert found == pytest.approx({"alu": 4, "l1": 41 - 8, "l2": 280 - 8, "dram": 650 - 8})


def test_a_chase_goes_through_all_lines_and_comes_round() -> None:
    following = cycle(64 * 128)
    place, seen = 0, []
    for _ in range(64):
        seen.append(place)
        place = int(following[place])

    assert place == 0
    assert sorted(seen) == [line * 16 for line in range(64)]


def test_gaps_are_those_between_a_block_and_the_one_in_its_place() -> None:
    # SM 0 holds two blocks at a time; SM 3 one
    log = np.array(
        [
            [0, 100, 200, 0, 0],
            [0, 101, 210, 0, 0],
            [0, 205, 300, 0, 0],
            [0, 217, 310, 0, 0],
            [3, 7, 57, 0, 0],
            [3, 60, 99, 0, 0],
        ]
    )

    assert sorted(block_gaps(log)) == [3, 5, 7]
