"""The assertions of tests/gpu, made on the emulator: they hold without a GPU, and can fail."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchResult
from gpuviz.operation import find_operation
from tests.gpu.launch_checks import (
    LARGE_CASES,
    Case,
    assert_placed,
    assert_right,
    assert_timed,
    case_name,
    request_for,
    run,
    small_cases,
)

CASES = [*small_cases(), *LARGE_CASES]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_emulator_computes_what_numpy_computes_and_places_every_block(case: Case) -> None:
    request = request_for(case, "emulator")

    result = run(EmulatorEngine(), request)

    assert_right(result, find_operation(case[0]))
    assert_placed(result, request.device)
    assert_timed(result)


def result_of_vector_add() -> LaunchResult:
    return run(EmulatorEngine(), request_for(("vector_add", (1000,), (256,)), "emulator"))


def test_the_checks_notice_a_wrong_result() -> None:
    wrong = dataclasses.replace(result_of_vector_add(), correct=False)

    with pytest.raises(AssertionError):
        assert_right(wrong, find_operation("vector_add"))


def test_the_checks_notice_a_block_that_ends_before_it_begins() -> None:
    result = result_of_vector_add()
    placement = result.trace.placement
    assert placement is not None
    backwards = dataclasses.replace(placement, end_s=np.full_like(placement.end_s, -1))
    trace = dataclasses.replace(result.trace, placement=backwards)

    with pytest.raises(AssertionError):
        assert_placed(
            dataclasses.replace(result, launches=(trace,)),
            request_for(("vector_add", (1000,), (256,)), "emulator").device,
        )
