"""What limits a launch, and what would next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.device import find_device
from gpuviz.model.calibration import Calibration
from gpuviz.model.predict import predict_work
from gpuviz.model.ranking import ONE_PIPE, RunnerUp, limiter, only_together, ranked, runner_up
from gpuviz.trace import Prediction
from gpuviz.trace.prediction import Demand, Resource
from tests.model.works import work

SOME: Prediction = predict_work(work(1), find_device("t4"), 4, Calibration()).prediction


def asking(microseconds: dict[Resource, float], kernel: float = 100) -> Prediction:
    found = [Demand(name, time) for name, time in microseconds.items()]
    found.sort(key=lambda demand: -demand.seconds)
    return replace(SOME, demands=tuple(found), limiter=limiter(found), kernel_s=kernel)


@pytest.mark.parametrize(
    ("microseconds", "first", "second"),
    [
        ({"dram": 80, "l2": 31, "launch": 2}, "dram", RunnerUp("l2", 31, 0.31)),
        (
            {"dram": 80, "l1": 20, "shared": 25, "l2": 31},
            "dram",
            RunnerUp("shared", 45, 0.45, True),
        ),
        ({"l1": 30, "shared": 60, "l2": 80}, "shared", RunnerUp("l2", 80, 0.8)),
        ({"l1": 30, "shared": 60, "l2": 50}, "shared", RunnerUp("l2", 50, 0.5)),
        ({"dram": 80, "l1": 40, "l2": 31}, "dram", RunnerUp("l1", 40, 0.4)),
        ({"launch": 2}, "launch", None),
        ({"l1": 30, "shared": 60}, "shared", None),
    ],
)
def test_the_runner_up_is_the_next_that_does_not_go_through_the_same_pipe(
    microseconds: dict[Resource, float], first: Resource, second: RunnerUp | None
) -> None:
    prediction = asking(microseconds)

    assert prediction.limiter == first
    assert runner_up(prediction) == second


def test_l1_and_shared_memory_are_told_as_one_only_where_neither_would_limit_alone() -> None:
    assert only_together(asking({"l1": 30, "shared": 60, "l2": 80}))
    assert not only_together(asking({"l1": 30, "shared": 60, "l2": 50}))
    assert not only_together(asking({"l1": 30, "shared": 60, "l2": 95}))


resources: st.SearchStrategy[Resource] = st.sampled_from(
    ["launch", "latency", "fp32", "l1", "shared", "l2", "dram"]
)


@given(st.dictionaries(resources, st.floats(1e-9, 1.0), min_size=1))
def test_the_runner_up_never_needs_longer_than_what_limits(found: dict[Resource, float]) -> None:
    prediction = asking(found)
    rows: Sequence[Demand] = ranked(prediction.demands)
    second = runner_up(prediction)

    assert sum(found.values()) == pytest.approx(sum(row.seconds for row in rows))
    assert second is None or second.seconds <= rows[0].seconds
    assert second is None or second.resource != prediction.limiter
    assert second is None or not {second.resource, prediction.limiter}.issubset(ONE_PIPE)
