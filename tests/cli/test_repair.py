"""`gpuviz run --repair` and `gpuviz check --repair`: the repair under its hazard, tried."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gpuviz.cli import main
from tests.cli.checking import BEYOND, DOUBLE, RUN_DOUBLE

pytestmark = pytest.mark.usefixtures("kept_workers")

BESIDE = """
import numpy as np
from kernels import double

double[2, 32](np.arange(40, dtype=np.float32))
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    return tmp_path / "script.py"


def printed(capfd: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str]:
    code = main([str(word) for word in words])
    said = capfd.readouterr()
    assert "Traceback" not in said.err
    return code, said.out


def hazards_of_run(capfd: pytest.CaptureFixture[str], name: str) -> list[dict[str, Any]]:
    _, out = printed(capfd, "run", name, "--no-cpu", "--repair", "--json")
    found: list[dict[str, Any]] = json.loads(out)["hazards"]
    return found


@pytest.mark.slow
def test_run_prints_the_repair_and_what_came_of_it(capfd: pytest.CaptureFixture[str]) -> None:
    code, out = printed(capfd, "run", "broken_histogram", "--no-cpu", "--repair")

    assert code == 1  # the kernel is as wrong as before
    assert "cuda.atomic.add(bins, values[i], 1) in line 38" in out
    assert "The hazard is gone, and the result is right." in out
    assert "-        bins[values[i]] += 1" in out
    assert "+        cuda.atomic.add(bins, values[i], 1)" in out


def test_one_repair_of_two_hazards_is_printed_once(capfd: pytest.CaptureFixture[str]) -> None:
    _, out = printed(capfd, "run", "broken_matmul_tiled", "--no-cpu", "--repair")

    assert out.count("\nhazard ") == 2
    assert out.count("+        cuda.syncthreads()") == 1
    assert "the same as above: Put cuda.syncthreads() at the end of the loop's body" in out


def test_the_json_of_run_has_the_repair_in_the_hazard(capfd: pytest.CaptureFixture[str]) -> None:
    (hazard,) = hazards_of_run(capfd, "broken_histogram")

    repair = hazard["repair"]
    assert set(repair) == {"message", "diff", "tried"}
    assert repair["tried"] == {"hazards": 0, "new_hazards": 0, "correct": True}
    assert repair["diff"].startswith("--- broken_histogram.py\n+++ broken_histogram.py (repaired)")


def test_a_right_kernel_has_nothing_to_repair(capfd: pytest.CaptureFixture[str]) -> None:
    assert hazards_of_run(capfd, "vector_add") == []


def test_without_the_option_nothing_is_said_of_a_repair(capfd: pytest.CaptureFixture[str]) -> None:
    _, out = printed(capfd, "run", "broken_histogram", "--no-cpu", "--json")

    assert "repair" not in json.loads(out)["hazards"][0]


@pytest.mark.slow
def test_check_repairs_a_script_and_leaves_its_file_alone(
    script: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script.write_text(BEYOND, encoding="utf-8")

    code, out = printed(capfd, "check", script, "--repair")

    assert code == 1
    assert "repair: Correct the condition of line 8: i < x.size." in out
    assert "tried: The hazard is gone, and nothing compares the result." in out
    assert "+    if i < x.size:" in out
    assert script.read_text(encoding="utf-8") == BEYOND


@pytest.mark.slow
def test_a_script_whose_own_assertion_holds_after_the_repair_is_right(
    script: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    broken = DOUBLE.replace("double(x)", "double(x, y)").replace("x[i] *= 2", "y[0] += x[i]")
    launch = "y = np.zeros(1)\ndouble[2, 32](x, y)\nassert y[0] == 780\n"
    script.write_text(broken + launch, encoding="utf-8")

    main(["check", str(script), "--repair", "--json"])

    (found,) = json.loads(capfd.readouterr().out)["launches"]
    (hazard,) = found["hazards"]
    assert hazard["repair"]["tried"] == {"hazards": 0, "new_hazards": 0, "correct": True}


@pytest.mark.slow
def test_a_kernel_of_another_file_is_not_repaired_and_it_says_why(
    script: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script.write_text(BESIDE, encoding="utf-8")
    (script.parent / "kernels.py").write_text(
        BEYOND.replace("double[2, 32](x)\n", ""), encoding="utf-8"
    )

    _, out = printed(capfd, "check", script, "--repair")

    assert "repair: none: The line stands in another file than the one that is run" in out


@pytest.mark.slow
def test_a_right_script_has_nothing_to_repair(
    script: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script.write_text(DOUBLE + RUN_DOUBLE, encoding="utf-8")

    code, out = printed(capfd, "check", script, "--repair")

    assert code == 0
    assert "repair" not in out


@pytest.mark.slow
def test_trace_does_not_know_the_option(script: Path, capfd: pytest.CaptureFixture[str]) -> None:
    script.write_text(DOUBLE + RUN_DOUBLE, encoding="utf-8")

    code = main(["trace", str(script), "--repair"])

    assert code == 2
    assert "--repair" in capfd.readouterr().err
