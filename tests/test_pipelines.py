"""The gallery's pipelines: they run alone, say what they are, and give what NumPy gives."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gpuviz.engines.host import load_operation
from gpuviz.operation import OperationInfo, list_pipelines

ROOT = Path(__file__).parent.parent
PIPELINES = list_pipelines()

each_pipeline = pytest.mark.parametrize("info", PIPELINES, ids=lambda info: info.name)


@pytest.mark.slow
@pytest.mark.parametrize(
    "info",
    [info for info in PIPELINES if "managed_array" not in info.source],  # it has none
    ids=lambda info: info.name,
)
def test_a_pipeline_runs_alone_on_numbas_simulator_and_says_that_it_is_right(
    info: OperationInfo,
) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(info.path)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{info.name} is right\n"


@pytest.mark.slow
@each_pipeline
def test_a_pipeline_loads_where_there_is_no_gpu_and_makes_its_inputs(info: OperationInfo) -> None:
    loaded = load_operation(info.path)

    first, again, other = (
        [np.asarray(value) for value in loaded.arguments(info.default_size, seed).values()]
        for seed in (3, 3, 4)
    )

    assert all(map(np.array_equal, first, again))
    assert not all(map(np.array_equal, first, other))


@each_pipeline
def test_a_pipeline_explains_what_happens_and_why_and_what_to_try(info: OperationInfo) -> None:
    assert 3 <= len(info.text.split("\n\n")) <= 8
    assert "**What happens.**" in info.text
    assert "**Why" in info.text
    assert "**What to try.**" in info.text
    assert "numpy_twin" in info.twins
