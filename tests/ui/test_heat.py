"""What the bars beside the source show, and what they say."""

from __future__ import annotations

import pytest

from gpuviz.insight.branches import divergences
from gpuviz.insight.line_costs import LineCost, Split, line_costs
from gpuviz.scene.source.heat import BY_NAME, HeatName, bar_share, cost_words, note_words
from tests.helpers.launches import emulated

THIN = "\u202f"
SPLIT = Split(31, 32, 31, slots=1024, idle_slots=512, all_followed=True)
COSTS = {
    3: LineCost(32, 1024),
    4: LineCost(32, 1024, split=SPLIT),
    5: LineCost(32, 512, sectors=100, wavefronts=20, atomics=5),
    6: LineCost(64, 2048, sectors=250),
}


@pytest.mark.parametrize(
    ("heat", "shares"),
    [
        ("steps", [0.5, 0.5, 0.5, 1]),
        ("memory", [0, 0, 0.42, 1]),
        ("shared", [0, 0, 1, 0]),
        ("idle", [0, 0, 0.5, 0]),
    ],
)
def test_a_bar_is_as_long_as_its_share(heat: HeatName, shares: list[float]) -> None:
    assert [bar_share(BY_NAME[heat], cost, COSTS) for cost in COSTS.values()] == shares


def test_a_kernel_that_moves_no_memory_has_no_bars() -> None:
    cost = LineCost(1, 32)

    assert bar_share(BY_NAME["memory"], cost, {1: cost}) == 0


def test_all_that_a_line_costs_is_said() -> None:
    assert cost_words(5, COSTS[5]).splitlines() == [
        f"Line 5: 32 warp steps, 50{THIN}% of their lanes active",
        "100 sectors of global memory, 20 wavefronts of shared memory, 5 atomic operations",
    ]


def test_where_it_diverges_and_what_that_costs_is_said() -> None:
    sentence = (
        f"Line 4 diverges in 31 of 32 warps: 512 of 1{THIN}024 lane slots in its branches are idle."
    )

    assert cost_words(4, COSTS[4]).splitlines()[-1] == sentence
    assert note_words(BY_NAME["idle"], COSTS) == sentence


@pytest.mark.parametrize(
    ("heat", "costs", "note"),
    [
        ("steps", COSTS, ""),
        ("idle", {}, ""),
        ("idle", {3: COSTS[3]}, "No if, while or for parts the lanes of a followed warp."),
    ],
)
def test_a_note_is_only_for_what_there_is_to_say(
    heat: HeatName, costs: dict[int, LineCost], note: str
) -> None:
    assert note_words(BY_NAME[heat], costs) == note


def test_a_loop_without_a_body_of_its_own_has_no_slots_to_tell() -> None:
    cost = LineCost(2, 64, split=Split(1, 2, 1, 0, 0, all_followed=False))

    assert cost_words(7, cost).endswith("diverges in 1 of 2 warps of the followed blocks.")


def test_a_line_that_only_works_in_shared_memory_moves_none_of_global_memory() -> None:
    trace = emulated("matmul_tiled", (32, 32, 32))
    costs = line_costs(trace, divergences(trace))
    inner = max(costs, key=lambda line: costs[line].wavefronts)

    assert costs[inner].sectors == 0
    assert bar_share(BY_NAME["memory"], costs[inner], costs) == 0
    assert bar_share(BY_NAME["shared"], costs[inner], costs) == 1
