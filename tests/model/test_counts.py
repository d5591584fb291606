"""Counters by warp, and what stands in for them in a launch with too many warps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.model.counts import NOTHING_COUNTED, SPREAD_EVENLY, counts_of
from gpuviz.model.work import launch_work
from tests.helpers.launches import emulated


@pytest.mark.parametrize("name", ["vector_add", "matmul_tiled", "sum_shared", "histogram"])
def test_what_is_spread_evenly_adds_up_to_the_counters(name: str) -> None:
    trace = emulated(name)
    counted, spread = counts_of(trace), counts_of(replace(trace, warp_counters=None))

    assert spread.steps.shape == (len(trace.statements), trace.config.warps_per_block)
    assert spread.by_site(spread.steps).sum() == pytest.approx(counted.steps.sum())
    assert spread.by_site(spread.lanes).sum() == pytest.approx(counted.lanes.sum())
    assert spread.by_site(spread.units).sum() == pytest.approx(counted.units.sum())
    assert spread.assumptions == (SPREAD_EVENLY,)


def test_equal_blocks_lose_nothing_when_their_counters_are_spread() -> None:
    trace = emulated("matmul_tiled")
    whole = launch_work(trace, find_device("t4"))
    spread = launch_work(replace(trace, warp_counters=None), find_device("t4"))

    np.testing.assert_allclose(spread.warp_instructions, whole.warp_instructions)
    np.testing.assert_allclose(spread.l2_bytes, whole.l2_bytes, rtol=0.1)
    np.testing.assert_allclose(spread.shared_wavefronts, whole.shared_wavefronts)


def test_without_followed_blocks_statements_share_the_steps_alike() -> None:
    trace = emulated("vector_add")
    bare = replace(trace, warp_counters=None, steps=None, accesses=None, followed=())
    counts = counts_of(bare)

    assert np.ptp(counts.steps) == 0
    assert counts.by_site(counts.steps).sum() == pytest.approx(trace.warp_counters.steps.sum())  # type: ignore[union-attr]


def test_a_launch_that_nobody_counted_asks_only_for_its_start() -> None:
    trace = replace(
        emulated("vector_add"), counters=None, warp_counters=None, steps=None, accesses=None
    )
    work = launch_work(trace, find_device("t4"))

    assert NOTHING_COUNTED in work.assumptions
    assert work.l1_bytes.sum() == work.flops == work.latency_cycles.sum() == 0


def test_a_block_is_as_slow_as_its_slowest_warp() -> None:
    counts = counts_of(emulated("vector_add"))
    by_warp = np.arange(counts.steps.shape[1], dtype=np.float64)

    assert counts.slowest(by_warp).tolist() == [7, 15, 23, 31]
    assert counts.by_block(by_warp).tolist() == [28, 92, 156, 220]
