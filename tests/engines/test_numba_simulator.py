"""Numba's own simulator as an engine; it lives in a process of its own, one for all cases here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.gpu.launch_checks import Case, case_name

CHECKOUT = Path(__file__).parents[2]

CASES: tuple[Case, ...] = (
    ("vector_add", (1,), (1,)),
    ("vector_add", (33,), (32,)),
    ("vector_add", (1000,), (1024,)),
    ("saxpy", (1000,), (33,)),
    ("matrix_add", (31, 33), (7, 5)),
    ("sigmoid", (31,), (32,)),
    ("matmul_naive", (9, 8, 7), (7, 5)),
    ("matmul_tiled", (7, 5, 20), (7, 5)),
    ("matmul_tiled", (16, 16, 17), (16, 16)),
    ("neural_layer", (3, 5, 7), (4, 4)),
    ("sum_atomic", (100,), (33,)),
    ("histogram", (100,), (33,)),
)

BAD_KERNEL = '''"""Beyond: thread 5 reads behind the array."""
import numpy as np
from numba import cuda

SIZES = {"n": 8}
BLOCK = (8,)
THREADS = ("n",)
OUTPUTS = ("c",)


@cuda.jit
def beyond(c):
    i = cuda.grid(1)
    if i == 5:
        c[100] = 1


def inputs(n, seed):
    return {"c": np.zeros(n, np.float32)}
'''

RUN_ALL = """
import json, sys
from dataclasses import replace
from pathlib import Path
from tests.gpu.launch_checks import request_for, run
from gpuviz.engines.numba_simulator import NumbaSimulatorEngine
from gpuviz.messages import GpuvizError

def answer(request):
    try:
        result = run(NumbaSimulatorEngine(), request)
    except GpuvizError as error:
        return {"error": type(error).__name__, "text": error.message.text}
    trace = result.trace
    return {
        "correct": result.correct,
        "messages": [message.text for message in result.messages],
        "notes": [note.code for note in trace.notes],
        "seconds": result.emulation_seconds,
        "counters": trace.counters,
        "grid": trace.config.grid,
        "threads": trace.config.threads,
        "outputs": list(trace.outputs),
        "kernel_text": trace.functions[0].text,
        "inputs_untouched": all(not trace.inputs[name].any() for name in trace.outputs),
    }

answers = []
for case in json.loads(sys.argv[1]):
    request = request_for(case, "numba-simulator")
    answers.append(answer(request))
good = request_for(("vector_add", (8,), (8,)), "numba-simulator")
answers.append(answer(replace(good, operation=Path(sys.argv[2]))))
json.dump(answers, sys.stdout)
"""

WITH_SHUFFLES: Case = ("sum_shuffle", (8,), (8,))
TOO_LARGE: tuple[Case, ...] = (
    ("vector_add", (65_537,), (256,)),
    ("matmul_tiled", (100,), (16, 16)),
)


def simulate(cases: list[Case], bad_kernel: Path, cudasim: str = "1") -> list[dict[str, Any]]:
    process = subprocess.run(
        [sys.executable, "-c", RUN_ALL, json.dumps(cases), str(bad_kernel)],
        cwd=CHECKOUT,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": cudasim},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    answers: list[dict[str, Any]] = json.loads(process.stdout)
    return answers


@pytest.fixture(scope="module")
def bad_kernel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("kernels") / "beyond.py"
    file.write_text(BAD_KERNEL, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def answers(bad_kernel: Path) -> dict[str, dict[str, Any]]:
    cases = [*CASES, *TOO_LARGE, WITH_SHUFFLES]
    names = [*map(case_name, cases), "beyond"]
    return dict(zip(names, simulate(cases, bad_kernel), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_simulator_computes_what_numpy_computes(
    answers: dict[str, dict[str, Any]], case: Case
) -> None:
    answer = answers[case_name(case)]

    assert answer["correct"] is True
    assert answer["seconds"] > 0
    assert answer["counters"] is None


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_every_thread_recorded_the_indices_that_are_computed(
    answers: dict[str, dict[str, Any]], case: Case
) -> None:
    answer = answers[case_name(case)]

    assert answer["messages"] == []
    assert answer["notes"] == ["numba-simulator.recorded"]


@pytest.mark.slow
def test_the_trace_keeps_the_kernel_and_the_arrays_before_and_after(
    answers: dict[str, dict[str, Any]],
) -> None:
    answer = answers[case_name(("vector_add", (1000,), (1024,)))]

    assert (answer["grid"], answer["threads"], answer["outputs"]) == ([1, 1, 1], 1024, ["c"])
    assert answer["kernel_text"].startswith("@cuda.jit\ndef vector_add(")
    assert answer["inputs_untouched"]


def test_what_a_kernel_raises_is_told_with_its_thread(answers: dict[str, dict[str, Any]]) -> None:
    answer = answers["beyond"]

    assert answer["error"] == "KernelFailed"
    assert "beyond with IndexError: tid=[5, 0, 0]" in answer["text"]


def test_what_the_simulator_does_not_know_is_no_mistake_of_the_kernel(
    answers: dict[str, dict[str, Any]],
) -> None:
    answer = answers[case_name(WITH_SHUFFLES)]

    assert answer["error"] == "NotSupportedError"
    assert "no cuda.shfl_down_sync" in answer["text"]


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (TOO_LARGE[0], "65792 threads are too many"),
        (TOO_LARGE[1], "12544 threads are too many"),
    ],
)
def test_a_launch_that_would_take_long_is_refused_with_its_duration(
    answers: dict[str, dict[str, Any]], case: Case, said: str
) -> None:
    answer = answers[case_name(case)]

    assert answer["error"] == "RequestRefused"
    assert said in answer["text"]
    assert "seconds" in answer["text"]


@pytest.mark.slow
def test_without_the_simulator_the_engine_says_how_to_start_it(bad_kernel: Path) -> None:
    cases: list[Case] = [("vector_add", (1,), (1,))]

    answers = simulate(cases, bad_kernel, cudasim="0")

    assert answers[0]["error"] == "RequestRefused"
    assert "NUMBA_ENABLE_CUDASIM=1" in answers[0]["text"]
