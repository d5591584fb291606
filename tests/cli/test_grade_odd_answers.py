"""`gpuviz grade` of what is no file of answers, or one whose words are meant to do something."""

from __future__ import annotations

import csv
import errno
import os
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from gpuviz.cli import grade_answers, main
from gpuviz.lesson.answers import Answers, LessonRecord, PuzzleRecord, StepRecord, save_answers
from tests.cli.test_grade_answers import GUARD, LESSON, solved

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
HOSTILE = '\x1b[2J\x07=HYPERLINK("http://x")\u202e\n\u2028'


class NoWorkers:
    """Nothing is run in these tests."""

    def __enter__(self) -> NoWorkers:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, job: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture(autouse=True)
def without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grade_answers, "Workers", NoWorkers)


def graded(folder: Path, *words: str) -> dict[str, dict[str, str]]:
    """The rows of the CSV, by their files."""
    table = folder.parent / "results.csv"
    assert main(["grade", str(folder), "--answers", "--csv", str(table), *words]) == 2
    with table.open(encoding="utf-8-sig", newline="") as file:
        return {row["file"].partition(".")[0]: row for row in csv.DictReader(file)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One honest student."""
    made = tmp_path / "class"
    made.mkdir()
    save_answers(Answers("Ada"), made / "ada.gpuviz-answers")
    return made


@pytest.mark.slow
def test_links_pipes_and_sockets_have_a_row_each(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bob").mkdir()
    os.mkfifo(folder / "bob" / "pipe.gpuviz-answers")
    (folder / "link.gpuviz-answers").symlink_to("ada.gpuviz-answers")
    (folder / "loop.gpuviz-answers").symlink_to("loop.gpuviz-answers")
    (folder / "device.gpuviz-answers").symlink_to("/dev/zero")
    (folder / "self").symlink_to(".")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(folder / "socket.gpuviz-answers"))
        rows = graded(folder)

    link = "is a link, and no file of its own."
    notes = {name: row["notes"].partition(".gpuviz-answers ")[2] for name, row in rows.items()}
    assert notes == {
        "ada": "",
        "device": link,
        "link": link,
        "loop": link,
        "pipe": "cannot be read: it is no ordinary file.",
        "socket": "cannot be read: it is no ordinary file.",
    }
    assert "6 files of answers, 1 student; 5 do not count." in capsys.readouterr().out


@pytest.mark.slow
def test_a_pipe_that_is_named_has_its_row(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(folder / "pipe.gpuviz-answers")

    assert main(["grade", str(folder / "pipe.gpuviz-answers")]) == 2

    assert "it is no ordinary file" in capsys.readouterr().out


def test_a_pipe_with_the_name_of_a_program_holds_nobody_up(folder: Path) -> None:
    os.mkfifo(folder / "eve.py")

    assert main(["grade", str(folder), "--answers"]) == 0


@pytest.mark.slow
def test_a_folder_that_cannot_be_read_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = folder / "moodle_17"
    closed.mkdir()
    true_scandir = os.scandir

    def scandir(path: str) -> object:  # these tests may be run by root, who may read all
        if str(path) == str(closed):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return true_scandir(path)

    monkeypatch.setattr(os, "scandir", scandir)

    said = "The folder moodle_17 cannot be read, so what is in it is missing: Permission denied."
    assert graded(folder)["moodle_17"]["notes"] == said


def test_whatever_an_error_is_it_costs_one_row(folder: Path) -> None:
    save_answers(solved("Eve"), folder / "eve.gpuviz-answers")

    rows = graded(folder)

    assert rows["eve"]["notes"].startswith("eve.gpuviz-answers could not be collected (OSError: ")
    assert rows["ada"]["notes"] == ""


@pytest.mark.slow
def test_words_of_students_are_harmless_in_all_outputs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = (StepRecord(predicted=HOSTILE, done=True),) * LESSON.step_count
    known = Answers().of_lesson(LESSON)
    answers = Answers(
        HOSTILE,
        {"own": replace(known, steps=steps), HOSTILE: LessonRecord(HOSTILE * 9999, "0", ())},
        {HOSTILE: PuzzleRecord(HOSTILE, "0")},
    )
    save_answers(answers, folder / "eve\x1b[2J.gpuviz-answers")

    assert main(["grade", str(folder), "--answers", "--csv", str(folder.parent / "r.csv")]) == 0
    text = capsys.readouterr().out
    main(["grade", str(folder), "--answers", "--json"])
    json_text = capsys.readouterr().out

    table = (folder.parent / "r.csv").read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    for output in (text, table, json_text):
        assert "HYPERLINK" in output
        assert not set(output) & set("\x1b\x07\u202e\u2028")
    assert len(text) < 5000
    assert GUARD.called not in table
