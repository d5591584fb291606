"""Whatever happens with one submission: it has a row, and all others are graded."""

from __future__ import annotations

import errno
import os
import socket
import sys
import threading
from concurrent.futures import CancelledError
from dataclasses import replace
from pathlib import Path

import pytest

from gpuviz.api.grading.crew import graded_here
from gpuviz.api.grading.grade import Grade, grade
from gpuviz.api.grading.journal import Journal
from gpuviz.api.grading.submission import Submission, submissions_in
from gpuviz.api.grading.tests_of import NO_KERNEL
from gpuviz.api.grading.together import graded_together
from gpuviz.api.report import TestResult
from gpuviz.api.supervisor import Limits
from gpuviz.cli.grade import as_text, is_about_answers, tell_unfenced
from gpuviz.messages import RequestRefused
from tests.api.grading.test_grade import KERNEL, job, sayings

TESTS = (TestResult("test_a", 2.0, True, ""), TestResult("test_b", 4.0, False, "no"))
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


def grade_of(student: str, *tests: TestResult) -> Grade:
    return Grade(student, student, "failed", tests, (), 0, {}, "", 0.0)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "(No space left on device)"),
        (RecursionError("too deep"), "(RecursionError: too deep)"),
        (UnicodeEncodeError("utf-8", "\ud800", 0, 1, "no"), "(UnicodeEncodeError: "),
        (MemoryError(), "(MemoryError)"),
        (ValueError("\x1b[2J" + "A" * (1 << 20)), "(ValueError: \ufffd[2JAAA"),
    ],
)
def test_an_error_costs_one_row(
    error: Exception, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(script: object, limits: Limits, *_: object, **__: object) -> object:
        raise error

    monkeypatch.setattr("gpuviz.api.grading.grade.run_supervised", fails)

    (ada, bob) = graded_here([job(KERNEL), job(KERNEL, name="bob")], 1)

    assert (ada.verdict, ada.points, bob.student) == ("failed", 0, "bob")
    assert sayings(ada).startswith(f"gpuviz could not grade it {words}")
    assert "look at it by hand" in sayings(bob) or "cut here" in sayings(bob)


@pytest.mark.parametrize(
    "files",
    [
        (("double.py", b""), ("double.py/x.py", b"")),
        (("double.py", b""), ("x" * 300 + ".py", b"")),
        (("double.py", b""), ("a\0b.py", b"")),
    ],
    ids=["file and folder", "long name", "no name"],
)
def test_one_that_cannot_be_laid_out_has_its_row(files: tuple[tuple[str, bytes], ...]) -> None:
    odd = replace(job(KERNEL), submission=Submission("ada", files, "double.py"))

    made = grade(odd)

    assert (made.verdict, made.student) == ("failed", "ada")
    assert sayings(made).startswith("gpuviz could not grade it (")


def test_nobody_waits_for_one_that_was_cancelled() -> None:
    cancelled = threading.Event()
    cancelled.set()

    with pytest.raises(CancelledError):
        grade(job(f"{KERNEL}while True: pass\n"), cancelled)


def test_without_a_journal_all_are_graded(tmp_path: Path) -> None:
    (tmp_path / "grading").write_text("a file where a folder should be", encoding="utf-8")
    journal = Journal.of(tmp_path, tmp_path)

    journal.keep(grade_of("ada"))
    journal.forget()

    assert journal.known([job(KERNEL)]) == {}


@posix
def test_pipes_sockets_and_loops_have_a_row_or_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    for name in ("ada", "bob", "eve"):
        (folder / name).mkdir(parents=True)
    os.mkfifo(folder / "cem.py")
    os.mkfifo(folder / "ada" / "main.py")
    (folder / "bob" / "main.py").write_text(KERNEL, encoding="utf-8")
    os.mkfifo(folder / "bob" / "data.txt")
    (folder / "bob" / "loop").symlink_to(".")
    (folder / "fay.py").symlink_to("fay.py")
    (folder / "eve" / "main.py").symlink_to("../bob/main.py")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(folder / "dan.py"))
        found = {one.student: one for one in submissions_in(folder)}

    why = {name: one.problem for name, one in found.items()}
    odd = "main.py in it is no ordinary file, but a link, a pipe or a device."
    assert why == {
        "ada": odd,
        "bob": None,
        "cem": "It is no ordinary file.",
        "dan": "It is no ordinary file.",
        "eve": odd,
        "fay": "It is a link, and no file or folder of its own.",
    }
    assert [name for name, _ in found["bob"].files] == ["main.py"]
    assert not is_about_answers([folder], wanted=False)


@posix
def test_a_folder_that_cannot_be_read_has_its_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ada", "bob"):
        (tmp_path / name / "own").mkdir(parents=True)
        (tmp_path / name / "own" / "main.py").write_text(KERNEL, encoding="utf-8")
    close(monkeypatch, tmp_path / "ada" / "own")

    ada, bob = submissions_in(tmp_path)

    assert (ada.problem, bob.problem) == ("It cannot be read: Permission denied.", None)


@posix
def test_a_class_that_cannot_be_read_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: object) -> object:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "iterdir", closed)

    with pytest.raises(RequestRefused, match="cannot be read: Permission denied"):
        submissions_in(tmp_path)


def close(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """As for somebody who may not read it: these tests may be run by root, who may all."""
    true_scandir = os.scandir

    def scandir(path: str) -> object:
        if str(path) == str(folder):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return true_scandir(path)

    monkeypatch.setattr(os, "scandir", scandir)


def test_points_are_out_of_as_many_for_all() -> None:
    grades = graded_together([grade_of("ada"), grade_of("bob", *TESTS), grade_of("cem")])

    assert [(one.points, one.most_points) for one in grades] == [(0, 6), (2, 6), (0, 6)]
    assert [test.passed for test in grades[0].tests] == [None, None]
    assert "0 of 6" in as_text(grades)
    assert graded_together([grade_of("ada")]) == [grade_of("ada")]


@pytest.mark.parametrize(
    ("others", "passes"),
    [([], True), ([0, 0], True), ([0, 0, 3], True), ([1], False), ([0, 2, 1], False)],
)
def test_a_test_in_which_most_launch_a_kernel_needs_one(others: list[int], passes: bool) -> None:
    test = TestResult("test_it", 2.0, True, NO_KERNEL, launches=0)
    right = grade_of("ada", test), grade_of("bob", replace(test, passed=False, launches=None))
    rest = [grade_of(f"o{n}", replace(test, said="", launches=n)) for n in others]

    ada, bob, *_ = graded_together([*right, *rest])

    assert (ada.verdict, ada.points) == (right[0].verdict, 2) if passes else ("wrong", 0)
    assert bob == right[1]
    assert any(NO_KERNEL in one.text for one in ada.mistakes) != passes


def test_what_nobody_asks_of_a_test_is_not_held_against_a_student() -> None:
    ada = grade_of("ada", TestResult("test_it", 2.0, True, "", launches=None))
    bob = grade_of("bob", TestResult("test_it", 2.0, True, "", launches=1))

    assert graded_together([ada, bob]) == [ada, bob]


def test_what_is_not_fenced_is_said_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    tell_unfenced(())
    assert capsys.readouterr().err == ""

    tell_unfenced({"processes", "network"})

    told = capsys.readouterr().err
    assert "where they ran: the network, other processes. Grade" in told
    assert told.count("\n") == 1


def test_a_grade_knows_what_was_not_fenced() -> None:
    made = replace(grade_of("ada", *TESTS), unfenced=("files",))

    assert Grade.of(made.to_object()) == made
