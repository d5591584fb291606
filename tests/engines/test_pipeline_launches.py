"""What is kept of a pipeline's launches, kernels of files beside it, and Numba around it."""

from __future__ import annotations

import sys
from pathlib import Path

import numba.cuda
import numpy as np
import pytest

from gpuviz.bench.stopwatch import time_cpu_twins
from gpuviz.engines import pipeline_budget
from gpuviz.engines.pipeline_budget import array_bytes
from gpuviz.engines.request import CpuTimingRequest
from gpuviz.simt.replay import follow
from gpuviz.trace import Trace
from gpuviz.trace.followable import why_not_followable
from tests.helpers.pipelines import HEAD, TWICE, ran, readme_example, written

BESIDE = '''"""Triple: three times as much."""

import numpy as np
from numba import cuda, njit

SIZES = {"n": 100}
THREADS = ("n",)


@cuda.jit(device=True, inline="always")
def three_times(value):
    return 3 * value


@cuda.jit
def triple(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = three_times(x[i])


@njit
def one_thread(x):
    for i in range(x.size):
        x[i] *= 3


def inputs(n, seed):
    return {"x": np.ones(n, np.float32)}
'''
USING = (
    HEAD.replace("from numba import cuda\n", "from numba import cuda, njit\n").replace(
        "SIZES", "from triple_of_a_test import one_thread as triple_twin, triple\n\nSIZES", 1
    )
    + """def pipeline(x, y):
    on_device = cuda.to_device(x)
    triple[4, 32](on_device)
    double[4, 32](on_device)
    on_device.copy_to_host(y)


@njit
def doubled(x):
    return 2 * x


def one_thread(x, y):
    y[:] = x
    triple_twin(y)
    y[:] = doubled(y)
"""
).replace("y[:] = 4 * x", "y[:] = 6 * x")


@pytest.fixture
def using(tmp_path: Path) -> Path:
    written(tmp_path, BESIDE, "triple_of_a_test.py")
    return written(tmp_path, USING)


def arrays_in(trace: Trace) -> bool:
    return bool(trace.inputs or trace.outputs or trace.steps or trace.placement)


@pytest.mark.slow
def test_a_kernel_of_a_file_beside_it_runs_and_names_its_file(using: Path) -> None:
    result = ran(using)

    assert result.correct is True
    triple = result.launches[0]
    assert [function.name for function in triple.functions] == ["triple", "three_times"]
    assert {function.file for function in triple.functions} == {
        str(using.with_name("triple_of_a_test.py"))
    }
    assert "x[i] = three_times(x[i])" in triple.functions[0].text


@pytest.mark.slow
def test_a_block_of_a_launch_of_a_file_beside_it_can_be_followed(using: Path) -> None:
    trace = ran(using).launches[0]
    assert why_not_followable(trace) is None

    again = follow(trace, [2])

    assert again.steps is not None
    assert 2 in again.followed
    assert np.array_equal(again.outputs["x"], trace.outputs["x"])


@pytest.mark.slow
def test_afterwards_numba_is_as_it_was_and_the_file_beside_is_forgotten(using: Path) -> None:
    real = sys.modules["numba.cuda"]

    ran(using)

    assert sys.modules["numba.cuda"] is numba.cuda is real
    assert "triple_of_a_test" not in sys.modules


@pytest.mark.slow
def test_the_twins_of_a_pipeline_are_compiled_and_timed_before_and_after_it_runs(
    using: Path,
) -> None:
    asked = CpuTimingRequest(1, using, (100,), budget_seconds=0.05)

    before, result, after = time_cpu_twins(asked), ran(using), time_cpu_twins(asked)

    assert result.correct is True
    for times in (before, after):
        assert times.one_thread_s is not None, times.messages
        assert times.numpy_s is not None


@pytest.mark.slow
def test_a_file_beside_it_that_was_edited_is_run_as_it_is_now(using: Path) -> None:
    assert ran(using).correct is True

    text = BESIDE.replace("3 * value", "5 * value")
    written(using.parent, text, "triple_of_a_test.py")

    assert ran(using).correct is False


@pytest.mark.slow
def test_launches_beyond_the_budget_are_summaries_and_one_of_them_can_be_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, HEAD + TWICE)
    needed = array_bytes(ran(path).launches[0])
    monkeypatch.setattr(pipeline_budget, "WHOLE_BYTES", needed)

    first, second = ran(path), ran(path, whole=(1,))

    assert (first.whole, second.whole) == ((0,), (1,))
    assert [arrays_in(trace) for trace in first.launches] == [True, False]
    assert [arrays_in(trace) for trace in second.launches] == [False, True]
    assert first.events == second.events
    for kept, summary in zip(second.launches[1:], first.launches[1:], strict=True):
        assert kept.counters == summary.counters
        assert kept.times == summary.times
    assert why_not_followable(second.launches[1]) is None
    assert why_not_followable(first.launches[1]) is not None


@pytest.mark.slow
def test_a_train_of_a_hundred_launches_stays_within_its_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline_budget, "WHOLE_BYTES", 100_000)
    often = TWICE.replace(
        "    double[4, 32](on_device)\n" * 2,
        "    for _ in range(100):\n        double[4, 32](on_device)\n",
    )

    result = ran(written(tmp_path, HEAD + often))

    assert len(result.launches) == 100
    assert 0 < len(result.whole) < 100
    assert array_bytes(result.launches) < 200_000
    assert all(trace.counters is not None for trace in result.launches)


def test_arrays_of_the_host_are_copied_for_a_launch_and_back(tmp_path: Path) -> None:
    host = "def pipeline(x, y):\n    double[4, 32](x)\n    double[4, 32](x)\n    y[:] = x\n"

    result = ran(written(tmp_path, HEAD + host))

    assert result.correct is True
    assert [(event.kind, event.name) for event in result.events] == [
        ("h2d", "x"),
        ("kernel", "double"),
        ("d2h", "x"),
    ] * 2


@pytest.mark.slow
def test_the_inputs_of_a_result_are_those_from_before_it_ran(tmp_path: Path) -> None:
    host = "def pipeline(x, y):\n    double[4, 32](x)\n    double[4, 32](x)\n    y[:] = x\n"

    result = ran(written(tmp_path, HEAD + host))

    assert np.array_equal(4 * result.inputs["x"], result.outputs["y"])


def test_a_device_array_without_a_host_array_goes_by_its_own_name(tmp_path: Path) -> None:
    host = (
        "def pipeline(x, y):\n    numbers = cuda.to_device(4 * x)\n"
        "    y[:] = numbers.copy_to_host()\n    numbers[3]\n"
    )

    result = ran(written(tmp_path, HEAD + host))

    assert [(event.kind, event.name, event.nbytes) for event in result.events] == [
        ("h2d", "array", 400),
        ("d2h", "numbers", 400),
        ("d2h", "numbers", 4),
    ]


@pytest.mark.slow
def test_the_example_of_the_readme_stays_a_script_of_its_own(tmp_path: Path) -> None:
    path = written(tmp_path, readme_example(), "two_steps.py")

    first, again = ran(path), ran(path)

    assert first.events == again.events
    assert np.array_equal(first.outputs["y"], again.outputs["y"])


@pytest.mark.slow
def test_a_kept_launch_has_the_arrays_that_it_read_as_they_were_then(tmp_path: Path) -> None:
    copying = HEAD.replace(
        "def inputs",
        """@cuda.jit
def copied(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i]


def inputs""",
    )
    host = """def pipeline(x, y):
    on_device, other = cuda.to_device(x), cuda.to_device(y)
    copied[4, 32](on_device, other)
    double[4, 32](on_device)
    double[4, 32](on_device)
    on_device.copy_to_host(y)
"""

    result = ran(written(tmp_path, copying + host))

    assert np.array_equal(result.launches[0].inputs["x"], result.inputs["x"])
