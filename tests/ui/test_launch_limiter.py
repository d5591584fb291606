"""The row of the launch panel that says what limits a launch."""

from __future__ import annotations

import dataclasses
from typing import get_args

from gpuviz.device import find_device
from gpuviz.model.calibration import Calibration
from gpuviz.model.predict import predict_work
from gpuviz.model.words import NAMES
from gpuviz.scene.launch.run_facts import limiter_facts
from gpuviz.trace import InC, Trace
from gpuviz.trace.prediction import Resource
from tests.helpers.traces import vector_add
from tests.model.works import work

T4 = find_device("t4")


def modelled() -> Trace:
    asked = work(4000, dram_bytes=12.6e6 / 4000)
    prediction = predict_work(asked, T4, 4, Calibration()).prediction
    return dataclasses.replace(vector_add(), prediction=prediction)


def test_there_is_a_name_for_all_that_can_limit() -> None:
    assert set(NAMES) == set(get_args(Resource))


def test_what_limits_a_launch_is_named_as_modelled_and_told_in_full_by_the_tooltip() -> None:
    fact, _ = limiter_facts(modelled(), T4)

    assert (fact.label, fact.value) == ("limit, modelled", "memory bandwidth")
    assert fact.tip.startswith("On the Tesla T4 memory bandwidth limits this launch")


def test_what_would_limit_it_next_stands_below_it() -> None:
    """Waiting takes the 380 clocks at 1590 MHz that each of 25 blocks in a row holds its place."""
    _, fact = limiter_facts(modelled(), T4)

    assert fact.label == "next, modelled"
    assert fact.value.replace("\u202f", " ") == "waiting for results · 12 %"
    assert fact.tip.startswith("Next would be waiting for results: ")


def test_what_cuda_c_would_change_stands_below_both() -> None:
    trace = modelled()
    assert trace.prediction is not None
    in_c = InC(trace.prediction.kernel_s / 3, "l1", is_compiled=True)

    *_, fact = limiter_facts(
        dataclasses.replace(trace, prediction=dataclasses.replace(trace.prediction, in_c=in_c)), T4
    )

    assert (fact.label, fact.value) == ("in CUDA C, modelled", "3.0 times as fast")
    assert fact.tip.startswith("Written in CUDA C")


def test_a_launch_that_was_modelled_for_another_device_has_no_such_row() -> None:
    assert limiter_facts(modelled(), find_device("l4")) == []
    assert limiter_facts(None, T4) == []
