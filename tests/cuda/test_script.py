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


@pytest.mark.slow
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


ODD_LINES = [
    "\x0c",
    *(f"{indent}# {odd}" for indent in ("", "    ") for odd in "\x0b\x0c\x1c\x85\u2028"),
]


@pytest.mark.slow
@pytest.mark.parametrize("odd_line", ODD_LINES, ids=ascii)
def test_a_line_ends_where_it_ends_for_python(odd_line: str, tmp_path: Path) -> None:
    is_inside = odd_line.startswith(" ")
    inside, before = (f"{odd_line}\n", "") if is_inside else ("", f"{odd_line}\n")
    source = (
        f"import numpy as np\n{before}from numba import cuda\n@cuda.jit\ndef k(a):\n"
        f"    i = cuda.grid(1)\n{inside}    if i < 5:\n        a[i] = a[40]\n"
        "k[1, 32](np.zeros(32))\n"
    )

    outcome = outcome_of(source, tmp_path)

    (trace,) = outcome.launches
    (hazard,) = trace.hazards
    assert (hazard.kind, hazard.line, hazard.count) == ("out-of-bounds", 8, 5)


def test_a_form_feed_before_the_indentation_is_left_out_of_a_kernel(tmp_path: Path) -> None:
    source = (
        "import numpy as np\nfrom numba import cuda\n@cuda.jit\ndef k(a):\n"
        "    i = cuda.grid(1)\n\x0c    a[i] = a[40]\nk[1, 32](np.zeros(32))\n"
    )

    outcome = outcome_of(source, tmp_path)

    (trace,) = outcome.launches
    assert [hazard.line for hazard in trace.hazards] == [6]
    assert trace.functions[0].text.splitlines()[3] == "    a[i] = a[40]"


def test_lambdas_that_call_what_their_file_imports_are_found(tmp_path: Path) -> None:
    source = (
        "import math\nimport numpy as np\nfrom numba import cuda\n"
        "device = cuda.jit(device=True)\n"
        "root, up = device(lambda x: math.sqrt(x)), device(lambda x: math.ceil(x))\n"
        "@cuda.jit\ndef k(a):\n    a[0] = root(up(a[0]))\n"
        "a = np.array([8.5])\nk[1, 1](a)\nassert a[0] == 3\n"
    )

    outcome = outcome_of(source, tmp_path)

    assert (outcome.own_failure, outcome.failures) == (None, ())
    assert len(outcome.launches) == 1
