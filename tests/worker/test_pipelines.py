"""Pipelines in worker processes: the emulator, Numba's simulator, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpuviz.engines.names import EngineName
from gpuviz.engines.request import CpuTimingRequest, LaunchResult
from gpuviz.messages import RequestRefused
from gpuviz.operation import find_operation
from gpuviz.simt.replay import follow
from gpuviz.worker import Workers
from gpuviz.worker.jobs import RunOperation, TimeCpu, unheard
from tests.helpers.pipelines import HEAD, TWICE, asked, readme_example, written
from tests.session.answers import request


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers() as all_kinds:
        yield all_kinds


def ran_by(workers: Workers, path: Path, **changes: object) -> LaunchResult:
    return workers.submit(RunOperation(asked(path, **changes))).result()


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["emulator", "numba-simulator"])
def test_both_engines_give_what_numpy_gives(
    workers: Workers, tmp_path: Path, engine: EngineName
) -> None:
    path = written(tmp_path, readme_example(), "two_steps.py")

    result = ran_by(workers, path, engine=engine)

    assert result.correct is True
    assert [trace.kernel for trace in result.launches] == ["double", "add_one"]
    assert [trace.config.threads for trace in result.launches] == [1024, 1024]
    assert np.array_equal(result.outputs["y"], 2 * result.inputs["x"] + 1)


@pytest.mark.slow
def test_the_simulator_knows_neither_times_nor_counters(workers: Workers, tmp_path: Path) -> None:
    path = written(tmp_path, readme_example(), "two_steps.py")

    result = ran_by(workers, path, engine="numba-simulator")

    assert result.events == ()
    assert result.launches[0].counters is None
    assert "x[i] = 2 * x[i]" in result.launches[0].functions[0].text
    assert "neither how long it takes" in result.messages[0].text


@pytest.mark.slow
def test_a_train_that_the_simulator_would_take_too_long_for_is_broken_off_in_words(
    workers: Workers, tmp_path: Path
) -> None:
    text = readme_example().replace('{"n": 1000}', '{"n": 10_000_000}')

    result = ran_by(workers, written(tmp_path, text), engine="numba-simulator")

    assert result.failure is not None
    assert "Launch 1 of small, double in line" in result.failure.message.text
    assert "choose a smaller size" in result.failure.message.text


@pytest.mark.slow
def test_a_launch_that_raises_in_the_simulator_is_named(workers: Workers, tmp_path: Path) -> None:
    text = HEAD.replace("x[i] = 2 * x[i]", "x[i + 5] = 2") + TWICE

    result = ran_by(workers, written(tmp_path, text), engine="numba-simulator")

    assert result.failure is not None
    assert "Launch 1 of small, double in line" in result.failure.message.text
    assert "IndexError" in result.failure.message.text


@pytest.mark.slow
def test_a_launch_that_came_from_a_worker_can_be_followed(workers: Workers, tmp_path: Path) -> None:
    result = ran_by(workers, written(tmp_path, HEAD + TWICE))

    again = follow(result.launches[1], [2])

    assert 2 in again.followed


@pytest.mark.slow
def test_what_breaks_a_pipeline_off_travels_with_what_ran(workers: Workers, tmp_path: Path) -> None:
    text = HEAD + TWICE.replace("    on_device.copy_to_host(y)", "    y[200] = 1")

    result = ran_by(workers, written(tmp_path, text))

    assert isinstance(result.failure, RequestRefused)
    assert len(result.launches) == 2


@pytest.mark.slow
def test_the_twins_of_a_pipeline_are_timed_in_the_process_that_ran_it(
    workers: Workers, tmp_path: Path
) -> None:
    path = written(tmp_path, readme_example(), "two_steps.py")
    ran_by(workers, path)

    timing = TimeCpu(CpuTimingRequest(1, path, (1000,), budget_seconds=0.1))
    times = workers.submit(timing).result()

    assert times.numpy_s is not None


@pytest.mark.slow
def test_a_kernel_is_no_pipeline_and_a_pipeline_no_kernel(workers: Workers, tmp_path: Path) -> None:
    kernel, pipeline = find_operation("vector_add").path, written(tmp_path, HEAD + TWICE)

    with pytest.raises(RequestRefused, match="vector_add is one kernel and no pipeline"):
        ran_by(workers, kernel)
    launch = replace(request(1), operation=pipeline)
    with pytest.raises(RequestRefused, match="small is a pipeline, a train of launches"):
        workers.submit(RunOperation(launch)).result()


def test_the_engine_cuda_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RequestRefused, match="not yet on the engine cuda"):
        RunOperation(asked(written(tmp_path, HEAD + TWICE), engine="cuda")).run(unheard)
