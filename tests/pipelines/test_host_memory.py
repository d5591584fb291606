"""Pinned and managed memory: what the timeline says of their copies, and what it does not know."""

from __future__ import annotations

import pytest

from gpuviz.engines.pipeline_emulator import SHARED_NOT_TIMED
from gpuviz.engines.request import LaunchResult
from gpuviz.model.calibration import load_calibration
from gpuviz.operation import find_operation
from tests.helpers.pipelines import ran


def result_of(name: str) -> LaunchResult:
    info = find_operation(name)
    return ran(info.path, size=info.default_size)


@pytest.mark.slow
def test_pinned_arrays_are_copied_at_the_rate_of_the_model_for_them() -> None:
    result = result_of("pinned_memory")
    copies = [event for event in result.events if event.kind in ("h2d", "d2h")]
    constants = load_calibration()

    rates = [one.nbytes / (one.end_s - one.start_s - constants.copy_seconds) for one in copies]

    assert [event.kind for event in copies] == ["h2d", "d2h"] * 2
    assert len({event.nbytes for event in copies}) == 1
    ordinary, pinned = rates[:2], rates[2:]
    gain = constants.pinned_share / constants.pageable_share  # on the T4 both hang on PCIe alone
    assert [b / a for a, b in zip(ordinary, pinned, strict=True)] == pytest.approx([gain] * 2)


def test_a_managed_array_is_copied_by_nobody_and_that_its_moves_are_not_timed_is_said() -> None:
    result = result_of("managed_memory")

    assert {event.kind for event in result.events} == {"kernel"}
    assert SHARED_NOT_TIMED in result.messages


def test_of_arrays_that_are_copied_nothing_of_the_kind_is_said() -> None:
    assert SHARED_NOT_TIMED not in result_of("pinned_memory").messages
