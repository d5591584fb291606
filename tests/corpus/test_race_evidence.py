"""Each race of the broken scripts and kernels: no barrier is between its two accesses."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.cuda.recording import Recording
from gpuviz.cuda.script import run_script
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.engines.names import ScheduleName
from gpuviz.insight.hazard_moments import hazard_moments
from gpuviz.insight.order import play_order
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Trace
from tests.helpers.gallery_launches import launched
from tests.helpers.race_evidence import (
    accesses_nothing_else,
    barriers_between,
    named_steps,
    races_of,
    who_may_be_first,
)

DEVICE = find_device(DEFAULT_DEVICE)
SCHEDULES: tuple[ScheduleName, ...] = ("lockstep", "warps", "adversarial")
RACING = sorted((Path(__file__).parent / "broken").glob("race_*.py"))
BROKEN = (
    "broken_dot",
    "broken_game_of_life",
    "broken_histogram",
    "broken_matmul_tiled",
    "broken_softmax",
    "broken_sum_shared",
    "broken_warp_sum",
)


def held_against_its_steps(trace: Trace) -> int:
    """Checks all races of a launch whose steps were kept; how many there were."""
    checked = 0
    order = play_order(trace, DEVICE)
    for race in races_of(trace):
        assert race.turns is not None, race.message.text
        assert race.other_turns is not None, race.message.text
        if race.step is None or race.other_step is None:
            assert trace.schedule == "adversarial" or not trace.all_followed
            continue
        one, other = named_steps(trace, race)
        assert accesses_nothing_else(trace, race)
        assert barriers_between(trace, one, other) == []
        assert race.first in who_may_be_first(trace, race)
        assert order is not None
        moments = hazard_moments(trace, order, race)
        assert [order.step[at - 1] for at in moments if at is not None] == [one.row, other.row]
        checked += 1
    return checked


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("script", RACING, ids=lambda path: path.stem)
def test_nothing_orders_the_two_accesses_that_a_race_of_a_script_names(
    script: Path, schedule: ScheduleName
) -> None:
    options = ExecutionOptions(schedule=schedule)

    outcome = run_script(script, [], Recording(DEVICE, options))

    found = [held_against_its_steps(launch) for launch in outcome.launches]
    assert schedule == "adversarial" or sum(found) > 0


@pytest.mark.many
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("name", BROKEN)
def test_nothing_orders_the_two_accesses_that_a_race_of_the_gallery_names(
    name: str, schedule: ScheduleName
) -> None:
    trace = launched(name, schedule=schedule).trace

    assert held_against_its_steps(trace) > 0 or schedule == "adversarial"
