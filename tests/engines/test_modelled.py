"""Modelled times beside what an engine knows of a launch."""

from __future__ import annotations

import dataclasses

import pytest

from gpuviz.device import find_device
from gpuviz.engines.modelled import with_modelled_times, with_prediction
from gpuviz.trace import Times
from tests.helpers.launches import emulated

T4, L4 = find_device("t4"), find_device("l4")
MEASURED = Times("measured", kernel_s=10e-6)


def test_a_launch_that_nobody_counted_has_no_modelled_times() -> None:
    bare = dataclasses.replace(emulated("vector_add"), counters=None)

    assert with_modelled_times(bare, T4, (0, 0)) is bare
    assert with_prediction(bare, T4, (0, 0)) is bare


def test_copies_that_are_not_known_have_no_time() -> None:
    trace = emulated("vector_add")

    known = with_modelled_times(trace, T4, (8000, 4000)).times
    unknown = with_modelled_times(trace, T4, None).times

    assert known is not None
    assert unknown is not None
    assert known.h2d_s == pytest.approx(6.6e-6 + 8000 / (0.53 * 15.75e9))
    assert (unknown.h2d_s, unknown.d2h_s) == (None, None)
    assert known.kernel_s == unknown.kernel_s


def test_a_measured_launch_keeps_its_times_and_is_told_how_far_the_model_is_off() -> None:
    trace = dataclasses.replace(emulated("vector_add"), times=MEASURED, prediction=None)

    found = with_prediction(trace, L4, (0, 0))

    assert found.times == MEASURED
    assert found.placement == trace.placement
    assert found.prediction is not None
    factor = found.prediction.kernel_s / 10e-6
    assert f"{factor:.2g} times the measured 10\u202fµs" in found.notes[-1].text


def test_the_model_is_held_against_the_cold_kernel_where_that_was_measured() -> None:
    both = dataclasses.replace(MEASURED, kernel_cold_s=20e-6)
    trace = dataclasses.replace(emulated("vector_add"), times=both)

    assert "the measured 20\u202fµs" in with_prediction(trace, L4, (0, 0)).notes[-1].text


def test_a_prediction_that_is_there_already_stays() -> None:
    trace = with_modelled_times(emulated("vector_add"), L4, None)

    assert with_prediction(trace, T4, (0, 0)).prediction is trace.prediction
