"""`--input` of `gpuviz run` and `sweep`: what is launched, reported and refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gpuviz.cli import main

pytestmark = pytest.mark.usefixtures("kept_workers")


def run_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(["run", *words, "--json", "--no-cpu"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.slow
def test_the_json_says_what_was_chosen_and_counts_what_came_of_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = run_json(capsys, "vector_add", "--input", "float64", "--input", "a=sliced,ramp")

    of_all = {"name": None, "dtype": "float64", "values": None, "file": None, "layout": None}
    of_a = {"name": "a", "dtype": None, "values": "ramp", "file": None, "layout": "sliced"}
    assert found["inputs"] == [of_all, of_a]
    assert found["correct"] is True
    assert found["counters"]["global_load_sectors"] == 500 + 250  # 32 B hold two of a, four of b


def test_a_launch_as_the_file_makes_it_has_chosen_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_json(capsys, "vector_add")["inputs"] == []


def test_a_file_of_numbers_is_launched_and_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x.csv").write_text("1,2,3,4")
    monkeypatch.chdir(tmp_path)

    assert main(["run", "vector_add", "--size", "4", "--input", "a=@x.csv", "--no-cpu"]) == 0

    assert "with these changes: a: x.csv." in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["vector_add", "--input", "a=flot64"], "there is no 'flot64'. Did you mean 'float64'?"),
        (["vector_add", "--input", "q=float64"], "vector_add has no parameter 'q'"),
        (["vector_add", "--input", "a=transposed"], "there is nothing to transpose"),
        (["vector_add", "--input", "a=@gone.csv"], "The file gone.csv for 'a' is not there"),
        (["cnn_digits", "--input", "float64"], "is a pipeline: its host code makes the arrays"),
    ],
)
def test_what_cannot_be_chosen_is_one_sentence_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["run", *words]) == 2

    out, error = capsys.readouterr()
    assert out == ""
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.slow
def test_a_sweep_has_the_same_inputs_at_each_point(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "x.csv").write_text("1,2,3,4")
    words = ["sweep", "vector_add", "--sizes", "4,8", "--no-cpu", "--json"]

    assert main([*words, "--input", f"a=@{tmp_path / 'x.csv'}"]) == 0

    first, second = json.loads(capsys.readouterr().out)["points"]
    assert first["correct"] is True
    assert "'a' needs 8 at this size" in json.dumps(second, ensure_ascii=False)
