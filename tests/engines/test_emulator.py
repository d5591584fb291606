"""The emulator as an engine: a request becomes a checked result with a whole trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.engines.compiled_kernel import CodeLine, CompiledKernel
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import NotSupportedError, RequestRefused
from gpuviz.model.mix import LineMix
from gpuviz.operation import find_operation

WriteFile = Callable[..., Path]

HEAD = '''"""Twice: y = 2 x."""
import numpy as np
from numba import cuda

SIZES = {"n": 100}
BLOCK = (32,)
THREADS = ("n",)
OUTPUTS = ("y",)
FLOPS = "n"
BYTES = "8 * n"


def inputs(n, seed):
    x = np.random.default_rng(seed).random(n, dtype=np.float32)
    return {"x": x, "y": np.zeros(n, np.float32)}


'''
TWIN = "def numpy_twin(x, y):\n    y[:] = 2 * x\n\n\n"


def kernel(body: str) -> str:
    return f"@cuda.jit\ndef twice(x, y):\n    i = cuda.grid(1)\n    {body}\n"


def request_for(path: Path, **changes: object) -> LaunchRequest:
    config = LaunchConfig(Dim3(4), Dim3(32))
    device = find_device("t4")
    request = LaunchRequest(5, path, (100,), config, "emulator", device)
    return replace(request, **changes)  # type: ignore[arg-type]


@pytest.fixture
def write(tmp_path: Path) -> WriteFile:
    def file(body: str, twin: str = TWIN) -> Path:
        path = tmp_path / "twice.py"
        path.write_text(HEAD + twin + kernel(body), encoding="utf-8")
        return path

    return file


RIGHT = "if i < x.size:\n        y[i] = 2 * x[i]"


def run(request: LaunchRequest, told: list[Any] | None = None) -> LaunchResult:
    return EmulatorEngine().run(request, (told if told is not None else []).append)


def test_a_right_kernel_is_found_right_and_comes_with_everything(write: WriteFile) -> None:
    told: list[float] = []

    result = run(request_for(write(RIGHT), follow=(2,), seed=4), told)

    trace = result.trace
    assert (result.number, result.correct, result.messages) == (5, True, ())
    assert result.max_abs_error == 0
    assert result.emulation_seconds is not None
    assert trace.counters is not None
    assert trace.times is not None
    assert trace.placement is not None
    assert result.emulation_seconds > 0
    assert (trace.engine, trace.schedule, trace.seed, trace.device_id) == (
        "emulator",
        "lockstep",
        4,
        "t4",
    )
    assert np.array_equal(trace.outputs["y"], 2 * trace.inputs["x"])
    assert (trace.inputs["y"] == 0).all()
    assert trace.counters.idle_threads == 28
    assert trace.times.source == trace.placement.source == "modelled"
    assert len(trace.placement.sm) == 4
    assert trace.prediction is not None
    assert trace.prediction.kernel_s == trace.times.kernel_s
    assert trace.placement.end_s.max() <= trace.times.kernel_s
    assert told[-1] == 1


def test_what_was_compiled_is_what_the_model_reckons_with(write: WriteFile) -> None:
    """A warp starts one instruction a clock at most: a million take 629 us at 1590 MHz."""
    path = write(RIGHT)
    line = 1 + path.read_text().splitlines().index("    i = cuda.grid(1)")
    mix = LineMix(issued=1e6, int32=1e6, fp32=0, fp64=0, sfu=0)
    compiled = CompiledKernel("7.5", 40, 0, 0, (CodeLine(line, (), mix),))

    trace = run(request_for(path, compiled=compiled)).trace

    assert trace.prediction is not None
    assert trace.prediction.kernel_s > 629e-6


def test_a_wrong_result_is_found(write: WriteFile) -> None:
    result = run(request_for(write("if i < x.size:\n        y[i] = 2 * x[i] + (i == 7)")))

    assert result.correct is False
    assert result.max_abs_error == pytest.approx(1)


def test_a_hazard_does_not_end_the_launch(write: WriteFile) -> None:
    result = run(request_for(write("y[i] = 2 * x[i]")))

    assert result.correct is True
    assert [(h.array, h.count) for h in result.trace.hazards] == [("x", 28), ("y", 28)]


def test_without_a_twin_nothing_is_checked_and_it_is_said(write: WriteFile) -> None:
    result = run(request_for(write(RIGHT, twin="")))

    assert result.correct is None
    assert [message.code for message in result.messages] == ["host.nothing-checked"]


def test_what_the_emulator_does_not_know_is_refused_at_its_line(write: WriteFile) -> None:
    path = write("import os")

    with pytest.raises(NotSupportedError) as refused:
        run(request_for(path))

    line = path.read_text(encoding="utf-8").splitlines().index("    import os") + 1
    assert refused.value.place is not None
    assert (refused.value.place.file, refused.value.place.line) == (str(path), line)


def test_a_schedule_that_it_cannot_run_is_refused() -> None:
    path = find_operation("vector_add").path

    with pytest.raises(RequestRefused) as refused:
        run(request_for(path, schedule="nonsense"))

    assert "nonsense" in refused.value.message.text


@pytest.mark.slow
def test_an_adversarial_launch_of_a_kernel_with_a_race_is_not_correct() -> None:
    path = find_operation("broken_sum_shared").path

    result = run(request_for(path, schedule="adversarial"))

    assert result.correct is False
    assert "race" in [hazard.kind for hazard in result.trace.hazards]


def test_a_block_that_the_device_cannot_hold_is_refused() -> None:
    path = find_operation("vector_add").path
    config = LaunchConfig(Dim3(1), Dim3(1025))

    with pytest.raises(RequestRefused):
        run(request_for(path, config=config))


def test_two_runs_of_a_request_give_the_same_trace(write: WriteFile) -> None:
    first, second = (run(request_for(write(RIGHT))).trace for _ in range(2))

    assert first.counters == second.counters
    assert first.sites == second.sites
    for name in ("block", "warp", "statement", "mask"):
        assert np.array_equal(getattr(first.steps, name), getattr(second.steps, name))
    for name in ("step", "site", "element", "bits"):
        assert np.array_equal(getattr(first.accesses, name), getattr(second.accesses, name))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limit", "words"),
    [(3, "kernel: 3. They are: i 0; i 1; i 2"), (100, "kernel: 100. They begin: i 0; i 1; ")],
)
def test_what_a_kernel_prints_is_a_note(write: WriteFile, limit: int, words: str) -> None:
    body = f"if i < {limit}:\n        print('i', i)\n    if i < x.size:\n        y[i] = 2 * x[i]"

    result = EmulatorEngine().run(request_for(write(body)), lambda part: None)

    (note,) = result.messages
    assert words in note.text
    assert note.text.count("i ") == min(limit, 20)
    assert result.correct
