"""Where a stranger's pipeline has its arrays: told by a process that may say anything."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.engines.pipeline_emulator import run_pipeline
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.insight.shown_arrays import ShownArrays
from gpuviz.trace.array_history import Argument, ArrayHistory, ArrayView, HostCopy, Looked, Written
from gpuviz.trace.members import DamagedTrace
from gpuviz.worker.foreign import outcome_of, result_of
from gpuviz.worker.frames import frames_of, receive
from gpuviz.worker.jobs import RunOperation

TWO_STEPS = '''"""Two steps: y = 2 x + 1."""

import numpy as np
from numba import cuda

SIZES = {"n": 40}
OUTPUTS = ("y",)
SHOW = {"y": "curve"}


@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = 2 * x[i]


@cuda.jit
def add_one(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = x[i] + 1


def pipeline(x, y):
    on_device = cuda.to_device(x)
    double[2, 32](on_device)
    add_one[2, 32](on_device)
    on_device.copy_to_host(y)


def look(x, y):
    LOOK


def inputs(n, seed):
    return {"x": np.arange(n, dtype=np.float32), "y": np.zeros(n, np.float32)}
'''
NOTHING = 'return {"mean": y.mean()}'


class Wire:
    """The receiving end of frames that have all been sent."""

    closed = False

    def __init__(self, frames: list[bytes]) -> None:
        self._frames = frames

    def recv_bytes(self, maxlength: int | None = None) -> bytes:
        return self._frames.pop(0)


def request_of(folder: Path, look: str = NOTHING) -> LaunchRequest:
    path = folder / "two_steps.py"
    path.write_text(TWO_STEPS.replace("LOOK", look), encoding="utf-8")
    return LaunchRequest(7, path, (40,), None, "emulator", find_device("t4"))


def travelled(result: LaunchResult, request: LaunchRequest) -> LaunchResult:
    """The result as it comes from a foreign process."""
    outcome = outcome_of(result)
    came = receive(Wire(list(frames_of(outcome))), type(outcome), lambda told: None)
    assert isinstance(came, type(outcome))
    answer = result_of(came, RunOperation(request))
    assert isinstance(answer, LaunchResult)
    return answer


@pytest.mark.slow
def test_a_strangers_pipeline_has_films_and_writers_too(tmp_path: Path) -> None:
    request = request_of(tmp_path)

    result = travelled(run_pipeline(request, lambda told: None), request)

    assert result.history is not None
    arrays = ShownArrays(result.inputs, result.history)
    x = np.arange(40, dtype=np.float32)
    for launches, expected in enumerate((0 * x, 2 * x, 2 * x + 1)):
        np.testing.assert_array_equal(arrays.contents("y", launches)[0], expected)
    last, first = arrays.origins("y", 33, 2)
    assert (last.launch, first.launch, last.thread) == (1, 0, 33)
    means = [float(look.values["mean"]) for look in result.history.looks]
    assert means == [0.0, 39.0, 40.0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("look", "said"),
    [
        ("1 / 0", "division by zero"),
        ("raise SystemExit", "SystemExit"),
        ("return 3", "a dictionary"),
        ('return {"y": y[:3]}', "neither a number nor an array"),
        ('return {"y": "red"}', "neither a number nor an array"),
    ],
)
def test_a_look_that_fails_is_told_and_the_pipeline_goes_on(
    tmp_path: Path, look: str, said: str
) -> None:
    result = run_pipeline(request_of(tmp_path, look), lambda told: None)

    assert result.failure is None
    assert result.history is not None
    assert result.history.looks == ()
    (told,) = (message for message in result.messages if message.code == "pipeline.look")
    assert said in told.text


def test_a_look_cannot_change_what_the_pipeline_gave(tmp_path: Path) -> None:
    request = request_of(tmp_path, "x[:] = y[:] = 7; return {}")

    result = run_pipeline(request, lambda told: None)

    np.testing.assert_array_equal(result.outputs["y"], 2 * np.arange(40) + 1)
    np.testing.assert_array_equal(result.inputs["x"], np.arange(40))


VIEW = ArrayView(0, 0, (40,), (4,))
GIVEN = (Argument(0, "x", VIEW, True),)
FORTY = np.zeros(40, np.float32)


@pytest.mark.slow
@pytest.mark.parametrize(
    "history",
    [
        ArrayHistory((Argument(2, "x", VIEW, True),)),
        ArrayHistory((Argument(-1, "x", VIEW, True),)),
        ArrayHistory((Argument(0, "x", ArrayView(0, -4, (40,), (4,)), True),)),
        ArrayHistory((Argument(0, "x", ArrayView(0, 0, (40,), (1 << 40,)), True),)),
        ArrayHistory((Argument(0, "x", ArrayView(0, 0, (1 << 60,), (0,)), True),)),
        ArrayHistory((Argument(0, "x", ArrayView(0, 0, (-40,), (4,)), True),)),
        ArrayHistory((Argument(0, "x", ArrayView(0, 0, (40,), ()), True),)),
        ArrayHistory(copies=(HostCopy("d2h", 1, "z", VIEW, VIEW),)),
        ArrayHistory(copies=(HostCopy("d2h", 3, "y", VIEW, VIEW),)),
        ArrayHistory(copies=(HostCopy("d2h", 1, "y", ArrayView(-1, 4, (40,), (4,)), VIEW),)),
        ArrayHistory(copies=(HostCopy("d2h", 1, "y", ArrayView(-1, 0, (39,), (4,)), VIEW),)),
        ArrayHistory(written=(Written(0, "x", FORTY, FORTY.astype(np.int64)),)),
        ArrayHistory(GIVEN, (), (Written(0, "x", FORTY[:9], FORTY[:9].astype(np.int64)),)),
        ArrayHistory(GIVEN, (), (Written(0, "x", FORTY, FORTY[:9].astype(np.int64)),)),
        ArrayHistory(GIVEN, (), (Written(0, "x", FORTY, FORTY.astype(np.int64) + 64),)),
        ArrayHistory(looks=(Looked(3, {}),)),
        ArrayHistory(looks=(Looked(0, {"y": FORTY[:9]}),)),
        ArrayHistory(looks=(Looked(0, {"mean": FORTY}),)),
    ],
)
def test_a_history_of_no_such_launches_or_arrays_is_refused(
    tmp_path: Path, history: ArrayHistory
) -> None:
    request = request_of(tmp_path)
    result = replace(run_pipeline(request, lambda told: None), history=history)

    with pytest.raises(DamagedTrace):
        travelled(result, request)
