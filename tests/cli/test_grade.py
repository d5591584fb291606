"""`gpuviz grade`: a class, its tables and pages, and going on after a crash."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gpuviz.api.grading.gathered import gathered
from gpuviz.api.grading.grade import Grade, grade
from gpuviz.api.grading.job import GradeJob
from gpuviz.api.grading.page import page
from gpuviz.cli import main
from tests.api.grading.test_grade import KERNEL, TESTS, job

BEYOND = KERNEL.replace("i < x.size", "i <= x.size")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three submissions, and a state of the program's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class").mkdir()
    (tmp_path / "tests.py").write_text(TESTS, encoding="utf-8")
    for name, text in {"ada": KERNEL, "bob": BEYOND, "=cem": BEYOND + "\n"}.items():
        (tmp_path / "class" / f"{name}.py").write_text(text, encoding="utf-8")
    return tmp_path


def run(*words: str) -> int:
    return main(["grade", "class", "--expect", "tests.py", *words])


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "3"])
def test_a_class_is_graded(folder: Path, jobs: str, capfd: pytest.CaptureFixture[str]) -> None:
    code = run("--jobs", jobs, "--csv", "r.csv", "--html", "r.html")

    said = capfd.readouterr()
    assert code == 1
    assert "3 submissions: 1 right, 2 wrong." in said.out
    assert "2 times out-of-bounds" in said.out
    assert said.err == ""
    with open("r.csv", encoding="utf-8-sig", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert list(rows) == ["'=cem", "ada", "bob"]
    assert rows["ada"]["verdict"] == "right"
    assert (rows["bob"]["points"], rows["bob"]["of"]) == ("4", "4")
    assert rows["bob"]["test_many"] == "passed"
    assert rows["bob"]["kinds"] == "out-of-bounds"
    html = Path("r.html").read_text(encoding="utf-8")
    assert "Mistakes that several made" in html
    assert not list(folder.glob("**/*.jsonl")), "all is done, and something is remembered"


@pytest.mark.slow
def test_json_is_the_same_each_time(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run("--json")
    first = capfd.readouterr().out
    run("--json", "--jobs", "2")

    assert capfd.readouterr().out == first
    assert [one["student"] for one in json.loads(first)["submissions"]] == ["=cem", "ada", "bob"]


@pytest.mark.slow
def test_after_a_crash_the_same_command_goes_on(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    most = 2

    def watched(one: GradeJob, cancelled: threading.Event) -> Grade:
        if len(done) == most:
            raise KeyboardInterrupt
        done.append(one.submission.student)
        return grade(one, cancelled)

    monkeypatch.setattr("gpuviz.api.grading.crew.grade", watched)
    assert run() == 130
    assert "2 of 3 are graded" in capfd.readouterr().err
    most = 3

    assert run() == 1

    assert done == ["=cem", "ada", "bob"]
    said = capfd.readouterr()
    assert "2 of 3 are graded already" in said.err
    assert "3 submissions" in said.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["grade", "nowhere"], "There is no folder nowhere"),
        (["grade", "class", "--jobs", "0"], "jobs '0' is no whole number from 1 to"),
        (["grade", "class", "--expect", "none.py"], "There is no file none.py"),
        (["grade", "class", "--expect", "broken.py"], "broken.py is no Python file that can run"),
        (["grade", "class", "--expect", "submission.py"], "cannot be the file of expectations"),
        (["grade", "class", "--csv", "r.txt"], "has to end in .csv"),
        (["grade", "class", "--html", "no/r.html"], "The folder no does not exist"),
        (["grade", "class", "--cluster", "nonsense"], "No Dask scheduler answers at nonsense"),
    ],
)
def test_what_cannot_be_met_is_said(
    folder: Path, words: list[str], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.py").write_text("def f(:\n", encoding="utf-8")
    (folder / "submission.py").write_text("", encoding="utf-8")

    assert main(words) == 2
    assert said in capfd.readouterr().err


@pytest.mark.slow
def test_the_words_of_students_are_data_on_the_page() -> None:
    made = grade(job(KERNEL + "print('</pre><script>alert(1)</script>')\n", name="<img src=x>"))

    text = page([made], "<b>week 1</b>")

    assert "<script" not in text
    assert "<img" not in text
    assert "<b>week" not in text
    assert "default-src 'none'" in text


@pytest.mark.slow
def test_mistakes_that_differ_in_numbers_only_are_one() -> None:
    grades = [grade(job(BEYOND, name="ada")), grade(job("\n\n" + BEYOND, name="bob"))]

    [one] = gathered(grades)

    assert one.students == ("ada", "bob")
    assert re.search("reads x", one.example)


@pytest.mark.slow
def test_a_cluster_gives_the_same_as_this_machine(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    run("--json")
    here = capfd.readouterr().out

    command = [sys.executable, "-m", "gpuviz", "grade", "class", "--expect", "tests.py", "--json"]
    by_cluster = subprocess.run(  # threads of Dask outlive it
        [*command, "--cluster", "local", "--jobs", "2"], stdout=subprocess.PIPE, check=False
    )

    assert by_cluster.returncode == 1
    assert by_cluster.stdout.decode() == here
