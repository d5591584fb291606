"""What would be, asked of a worker process: the job travels, and answers as the model does."""

from __future__ import annotations

import pickle

import pytest

from gpuviz.device import find_device
from gpuviz.model.what_if import Change, what_if
from gpuviz.worker.jobs import AskWhatIf, unheard
from tests.helpers.launches import emulated

T4 = find_device("t4")


@pytest.mark.parametrize("change", [Change(registers=72), Change(shared=20_000), Change()])
def test_a_job_that_has_travelled_answers_as_the_model_does(change: Change) -> None:
    trace = emulated("matmul_tiled")
    job = AskWhatIf.of(trace, T4, change, as_it_is=trace.prediction)

    travelled = pickle.loads(pickle.dumps(job))

    assert travelled.run(unheard) == what_if(trace, T4, change, as_it_is=trace.prediction)


def test_a_launch_without_a_change_takes_as_long_as_it_does() -> None:
    trace = emulated("sum_shared")

    answer = AskWhatIf.of(trace, T4, Change(), as_it_is=trace.prediction).run(unheard)

    assert answer.factor == pytest.approx(1)
