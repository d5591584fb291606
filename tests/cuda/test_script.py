"""Scripts that import libraries for GPUs which are not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.cuda.recording import Recording
from gpuviz.cuda.script import ScriptOutcome, run_script
from gpuviz.device import DEFAULT_DEVICE, find_device


def outcome_of(source: str, folder: Path) -> ScriptOutcome:
    script = folder / "script.py"
    script.write_text(source, encoding="utf-8")
    return run_script(script, [], Recording(find_device(DEFAULT_DEVICE)))


@pytest.mark.parametrize("line", ["import cupy as cp", "from cupyx.scipy import sparse"])
def test_a_library_for_gpus_that_is_not_there_is_one_sentence(line: str, tmp_path: Path) -> None:
    outcome = outcome_of(f"import numpy as np\n{line}\n", tmp_path)

    assert outcome.own_failure is None
    (failure,) = outcome.failures
    assert failure.place is not None
    assert failure.place.line == 2
    assert "is not installed and needs an NVIDIA GPU: make the arrays with NumPy" in str(failure)


def test_a_script_that_can_do_without_such_a_library_goes_on(tmp_path: Path) -> None:
    source = "try:\n    import cupy\nexcept ImportError:\n    cupy = None\nassert cupy is None\n"

    outcome = outcome_of(source, tmp_path)

    assert (outcome.own_failure, outcome.failures) == (None, ())


def test_another_module_that_is_not_there_is_the_scripts_own_mistake(tmp_path: Path) -> None:
    outcome = outcome_of("import no_such_module\n", tmp_path)

    assert outcome.failures == ()
    assert outcome.own_failure is not None
    assert "No module named 'no_such_module'" in outcome.own_failure
