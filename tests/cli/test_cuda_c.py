"""`gpuviz run` and `gpuviz check` of files of CUDA C."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpuviz.cli import main
from gpuviz.texts import say, use_translation
from gpuviz.trace.file import load_trace
from tests.cli.test_run import run_json
from tests.corpus_c.running import FOLDER, ran

pytestmark = pytest.mark.usefixtures("kept_workers")

TWIN = str(FOLDER.parents[1] / "kernels" / "cuda" / "vector_add.cu")


@pytest.mark.slow
def test_a_twin_has_the_figures_of_its_kernel_in_python(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("--engine", "emulator", "--no-cpu")
    mine, its = run_json(capsys, TWIN, *words), run_json(capsys, "vector_add", *words)
    for key in ("operation", "size", "grid", "block", "threads", "correct", "counters", "hazards"):
        assert mine[key] == its[key]


def test_a_program_is_run_at_a_size_that_its_host_code_names(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "kept.gpuviz"
    path = str(FOLDER / "programs" / "reduction_template.cu")
    found = run_json(capsys, path, "--size", "2048", "--no-cpu", "--trace", str(file))
    assert (found["grid"], found["block"]) == ([8, 1, 1], [128, 1, 1])
    assert found["correct"] is None
    trace = load_trace(file)
    assert trace.config.dynamic_shared_bytes == 512
    assert trace.functions[0].language == "cuda-c"


def test_a_hazard_in_c_is_told_with_the_names_of_c(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(FOLDER / "broken" / "no_barrier.cu")
    found = run_json(capsys, path, "--no-cpu")
    assert [hazard["kind"] for hazard in found["hazards"]] == ["race"]
    message = found["hazards"][0]["message"]
    assert "__syncthreads()" in message
    assert "cuda." not in message


def test_another_language_has_the_names_of_c_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuviz.texts._translations", [])
    trace, _, _ = ran(FOLDER / "broken" / "barrier_in_a_branch.cu")
    repair = trace.hazards[0].repair
    assert repair is not None
    use_translation(lambda _, text: text.replace("Every", "Jeder") if "cuda." in text else text)
    assert say(repair).startswith("Jeder")
    assert "__syncthreads()" in say(repair)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), [("broken/left_neighbour", 1), ("correct/scan", 0)])
def test_check_says_by_its_exit_code_whether_a_kernel_is_wrong(
    name: str, code: int, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(FOLDER / f"{name}.cu"), "--json"]) == code
    (launch,) = json.loads(capfd.readouterr().out)["launches"]
    assert len(launch["hazards"]) == code


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("int main() { return 0; }", "has no kernel"),
        ("// gpuviz: n = 4\n__global__ void k(int* x) {\n  goto a;\n}", "k.cu:3:3"),
        (
            "// gpuviz: threads = 4 +\n// gpuviz: x = zeros(9)\n__global__ void k(int* x) {}",
            "'4 +'",
        ),
    ],
)
def test_what_is_not_known_is_one_line_with_its_place(
    text: str, words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "k.cu"
    path.write_text(text)
    assert main(["run", str(path), "--no-cpu"]) == 2
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1
    assert words in printed.err


@pytest.mark.parametrize(
    ("text", "words", "comments"),
    [
        (
            "__global__ void k(int* x) { x[0] = 1; }",
            "nothing says how k is launched",
            ["n = 1000", "x = zeros(n)", "threads = n"],
        ),
        (
            "// gpuviz: threads = 4\n// gpuviz: x = zeros(m)\n__global__ void k(int* x) {}",
            "nothing says how k is launched",
            ["m = 1000"],
        ),
    ],
)
def test_what_a_launch_lacks_is_asked_for_in_lines_that_can_be_copied(
    text: str,
    words: str,
    comments: list[str],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    path = tmp_path / "k.cu"
    path.write_text(text)

    assert main(["run", str(path), "--no-cpu"]) == 2

    first, *lines = capsys.readouterr().err.splitlines()
    assert words in first
    assert lines == [f"// gpuviz: {comment}" for comment in comments]


@pytest.mark.slow
def test_another_engine_than_the_emulator_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", TWIN, "--engine", "numba-simulator", "--no-cpu"]) == 2
    assert "is CUDA C" in capsys.readouterr().err


@pytest.mark.slow
def test_check_launches_each_kernel_of_a_program(capfd: pytest.CaptureFixture[str]) -> None:
    path = FOLDER / "programs" / "two_kernels.cu"
    assert main(["check", str(path), "--json"]) == 0
    launches = json.loads(capfd.readouterr().out)["launches"]
    assert [launch["kernel"] for launch in launches] == ["scale", "add"]


@pytest.mark.slow
def test_run_says_which_kernels_of_a_program_it_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["run", str(FOLDER / "programs" / "two_kernels.cu"), "--no-cpu"]) == 0
    assert "Only scale was launched. The host code launches add as well" in capsys.readouterr().out
