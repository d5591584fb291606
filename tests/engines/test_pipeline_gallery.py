"""Every pipeline of the gallery on the emulator: right, without a hazard, and fit to be shown."""

from __future__ import annotations

import pytest

from gpuviz.engines.pipeline_budget import WHOLE_BYTES, array_bytes
from gpuviz.operation import OperationInfo, list_pipelines
from tests.helpers.pipelines import ran

pytestmark = pytest.mark.many
CORRECT = [info for info in list_pipelines() if not info.is_broken]
each_pipeline = pytest.mark.parametrize("info", CORRECT, ids=lambda info: info.name)


@each_pipeline
def test_a_pipeline_of_the_gallery_is_right_on_the_emulator_and_has_no_hazard(
    info: OperationInfo,
) -> None:
    result = ran(info.path)

    assert result.failure is None
    assert result.correct is True, result.max_abs_error
    assert [hazard.message.text for trace in result.launches for hazard in trace.hazards] == []
    assert len({event.device for event in result.events}) == info.device_count(info.default_size)
    assert sum(array_bytes(result.launches[row]) for row in result.whole) <= WHOLE_BYTES
    assert all(event.line is not None for event in result.events)
    assert 0 < result.seconds < 1
