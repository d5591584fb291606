"""`gpuviz run` of a pipeline, and what the other commands say to one."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from gpuviz.cli import main
from gpuviz.trace import Counters
from gpuviz.trace.file import load_trace
from tests.helpers.pipelines import HEAD, TWICE, readme_example, written

pytestmark = pytest.mark.usefixtures("kept_workers")


@pytest.fixture
def two_steps(tmp_path: Path) -> str:
    return str(written(tmp_path, readme_example(), "two_steps.py"))


def run_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    code = main(["run", *words, "--json", "--no-cpu"])
    printed = capsys.readouterr()
    found: dict[str, Any] = json.loads(printed.out, parse_constant=pytest.fail)
    return {**found, "code": code, "stderr": printed.err}


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("gpuviz: ")
    assert printed.err.count("\n") == 1
    return printed.err


@pytest.mark.slow
def test_the_json_of_a_pipeline_has_the_keys_of_a_kernels_and_its_launches_and_events(
    capsys: pytest.CaptureFixture[str], two_steps: str
) -> None:
    kernel = run_json(capsys, "vector_add", "--size", "64")

    found = run_json(capsys, two_steps)

    assert (found["code"], found["stderr"], found["correct"]) == (0, "", True)
    assert kernel.keys() <= found.keys()
    assert [found[key] for key in ("grid", "block", "threads", "warps", "occupancy")] == [None] * 5
    assert kernel["time"].keys() <= found["time"].keys()
    assert [launch["kernel"] for launch in found["launches"]] == ["double", "add_one"]
    assert {launch["file"] for launch in found["launches"]} == {"two_steps.py"}
    assert found["launches"][0]["grid"] == [4, 1, 1]
    assert [event["kind"] for event in found["events"]] == ["h2d", "kernel", "kernel", "d2h"]
    assert [event["bytes"] for event in found["events"]] == [4000, 0, 0, 4000]


def test_times_are_sums_and_shares_make_one(
    capsys: pytest.CaptureFixture[str], two_steps: str
) -> None:
    found = run_json(capsys, two_steps)

    time, events = found["time"], found["events"]
    launched = [launch["time_s"] for launch in found["launches"]]
    assert time["kernel_s"] == pytest.approx(sum(launched))
    assert time["total_s"] == pytest.approx(time["h2d_s"] + time["kernel_s"] + time["d2h_s"])
    assert sum(event["share"] for event in events) == pytest.approx(1)
    assert found["launches"][1]["share"] == events[2]["share"]


def test_a_graph_of_all_launches_saves_a_part_of_launching_them(
    capsys: pytest.CaptureFixture[str], two_steps: str
) -> None:
    time = run_json(capsys, two_steps)["time"]

    assert time["launching_s"] == pytest.approx(2 * 1.94e-6)
    assert time["as_graph_s"] == pytest.approx(time["total_s"] - 2 * (1.94e-6 - 1.09e-6))
    main(["run", two_steps, "--no-cpu"])
    lines = {line.split("  ")[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "modelled" in lines["launching"]
    assert "of all launches and copies" in lines["launching"]
    assert "Numba cannot make graphs" in lines["as CUDA graph"]


def test_one_launch_is_no_graph(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    once = TWICE.replace("    double[4, 32](on_device)\n", "", 1)
    found = run_json(capsys, str(written(tmp_path, HEAD + once)))

    assert (found["time"]["launching_s"], found["time"]["as_graph_s"]) == (None, None)


def test_counters_are_summed_over_the_launches(
    capsys: pytest.CaptureFixture[str], two_steps: str
) -> None:
    found = run_json(capsys, two_steps)

    for field in dataclasses.fields(Counters):
        parts = [launch["counters"][field.name] for launch in found["launches"]]
        assert found["counters"][field.name] == sum(parts)


def test_the_text_lists_launches_and_copies_with_their_shares_and_the_whole(
    capsys: pytest.CaptureFixture[str], two_steps: str
) -> None:
    assert main(["run", two_steps, "--no-cpu"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert any(line.split()[:2] == ["1", "double"] for line in lines)
    assert any("copy to GPU: x" in line for line in lines)
    assert any(line.startswith("the whole") for line in lines)
    assert any(line.split() == ["train", "2", "launches,", "2", "copies"] for line in lines)


@pytest.mark.slow
def test_a_train_of_many_launches_is_summed_by_kernel(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    often = TWICE.replace(
        "    double[4, 32](on_device)\n" * 2,
        "    for _ in range(80):\n        double[4, 32](on_device)\n",
    )

    main(["run", str(written(tmp_path, HEAD + often)), "--no-cpu"])

    lines = capsys.readouterr().out.splitlines()
    assert any(line.split()[:3] == ["launch", "double", "80"] for line in lines)
    assert len(lines) < 30


def test_a_launch_that_fails_is_named_on_stderr_and_what_ran_is_in_the_json(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    refused = TWICE.replace(
        "double[4, 32](on_device)\n    on", "double[4, 2048](on_device)\n    on"
    )

    found = run_json(capsys, str(written(tmp_path, HEAD + refused)))

    assert found["code"] == 2
    assert "Launch 2 of small, double in line 29, broke off" in found["stderr"]
    assert found["failure"] in found["stderr"]
    assert len(found["launches"]) == 1
    assert found["correct"] is None


def test_a_wrong_result_exits_with_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    once = TWICE.replace("    double[4, 32](on_device)\n", "", 1)

    found = run_json(capsys, str(written(tmp_path, HEAD + once)))

    assert (found["code"], found["correct"]) == (1, False)


@pytest.mark.parametrize("option", ["--grid", "--block"])
def test_grid_and_block_of_a_pipeline_are_refused(
    capsys: pytest.CaptureFixture[str], two_steps: str, option: str
) -> None:
    said = complaint(capsys, "run", two_steps, option, "32")

    assert "each of its launches has a grid and a block of its own" in said


def test_one_launch_of_a_pipeline_can_be_kept_in_a_file(
    capsys: pytest.CaptureFixture[str], two_steps: str, tmp_path: Path
) -> None:
    file = tmp_path / "second.gpuviz"

    assert main(["run", two_steps, "--no-cpu", "--trace", str(file), "--launch", "2"]) == 0

    trace = load_trace(file)
    assert trace.kernel == "add_one"
    assert trace.steps is not None
    assert set(trace.inputs) == {"x"}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--trace", "out.gpuviz"], "--launch says which"),
        (["--launch", "1"], "give both"),
        (["--trace", "out.gpuviz", "--launch", "0"], "counted from 1"),
        (["--trace", "out.gpuviz", "--launch", "9"], "the pipeline made 2"),
    ],
)
def test_a_launch_that_cannot_be_kept_is_said(
    capsys: pytest.CaptureFixture[str],
    two_steps: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    words: list[str],
    expected: str,
) -> None:
    monkeypatch.chdir(tmp_path)

    assert expected in complaint(capsys, "run", two_steps, "--no-cpu", *words)


@pytest.mark.slow
def test_a_kernel_has_no_launch_to_choose(capsys: pytest.CaptureFixture[str]) -> None:
    assert "vector_add is one kernel" in complaint(capsys, "run", "vector_add", "--launch", "1")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [["sweep", "{}", "--sizes", "1:4"], ["devices", "--operation", "{}"]],
    ids=["sweep", "devices"],
)
def test_what_needs_one_launch_refuses_a_pipeline(
    capsys: pytest.CaptureFixture[str], two_steps: str, words: list[str]
) -> None:
    said = complaint(capsys, *(word.format(two_steps) for word in words))

    assert "two_steps is a pipeline, a train of launches" in said
