"""What is taken for a submission, and where it begins."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from gpuviz.api.grading.job import GradeJob
from gpuviz.api.grading.submission import MOST_BYTES, Submission, submissions_in
from gpuviz.api.supervisor import Limits
from gpuviz.device import find_device
from gpuviz.messages import RequestRefused


def write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("pass\n", encoding="utf-8")


def by_student(folder: Path, entry: str | None = None) -> dict[str, Submission]:
    return {one.student: one for one in submissions_in(folder, entry)}


def test_a_file_and_a_folder_are_a_submission_each(tmp_path: Path) -> None:
    write(tmp_path, "ada.py", "bob/main.py", "bob/lib/tools.py", "notes.txt", ".git/hook.py")

    found = by_student(tmp_path)

    assert list(found) == ["ada", "bob"]
    assert (found["ada"].files, found["ada"].entry) == ((("ada.py", b"pass\n"),), "ada.py")
    assert found["bob"].entry == "main.py"
    assert [name for name, _ in found["bob"].files] == ["main.py", "lib/tools.py"]


def test_the_file_in_which_it_begins_can_be_named(tmp_path: Path) -> None:
    write(tmp_path, "ada/sum.py", "ada/other.py", "bob/other.py", "bob/x.py")

    found = by_student(tmp_path, "sum.py")

    assert found["ada"].entry == "sum.py"
    assert found["bob"].problem == "There is no file sum.py in it."


def test_one_that_cannot_be_graded_says_why_and_the_others_go_on(tmp_path: Path) -> None:
    write(tmp_path, "ada/a.py", "ada/b.py", "bob/read.txt", "cem.py")
    (tmp_path / "dan").mkdir()
    with open(tmp_path / "dan" / "huge.py", "wb") as file:
        file.truncate(MOST_BYTES + 1)

    found = by_student(tmp_path)

    assert "Which of its 2 files" in (found["ada"].problem or "")
    assert found["bob"].problem == "There is no file in Python or CUDA C in it."
    assert "too much for a kernel" in (found["dan"].problem or "")
    assert found["cem"].problem is None


def test_a_link_out_of_the_folder_is_left_out(tmp_path: Path) -> None:
    write(tmp_path, "secret.txt", "class/ada/main.py")
    os.symlink(tmp_path / "secret.txt", tmp_path / "class" / "ada" / "data.txt")

    [ada] = submissions_in(tmp_path / "class")

    assert [name for name, _ in ada.files] == ["main.py"]


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_folder_without_submissions_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()

    with pytest.raises(RequestRefused):
        submissions_in(tmp_path / name)


def test_what_is_no_code_yet_is_told_and_nobody_is_missing(tmp_path: Path) -> None:
    write(
        tmp_path, "ada.ipynb", "bob.zip", "cem/lab.ipynb", "DAN.PY", "eve/MAIN.PY", "__MACOSX/x.py"
    )

    found = by_student(tmp_path)

    assert list(found) == ["DAN", "ada", "bob", "cem", "eve"]
    assert "It is a notebook" in (found["ada"].problem or "")
    assert "It is an archive" in (found["bob"].problem or "")
    assert "It is a notebook" in (found["cem"].problem or "")
    assert (found["DAN"].entry, found["eve"].entry) == ("DAN.PY", "MAIN.PY")


def test_a_link_in_the_place_of_a_submission_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path, "solution/main.py", "class/ada.py")
    os.symlink(tmp_path / "solution", tmp_path / "class" / "bob")
    os.symlink(tmp_path / "solution" / "main.py", tmp_path / "class" / "cem.py")
    os.symlink("nowhere", tmp_path / "class" / "dan.py")

    found = by_student(tmp_path / "class")

    assert [name for name, one in found.items() if one.entry is None] == ["bob", "cem", "dan"]
    assert {one.problem for one in found.values()} == {
        None,
        "It is a link, and no file or folder of its own.",
    }


def test_two_submissions_never_have_the_same_name(tmp_path: Path) -> None:
    write(tmp_path, "ada.py", "ada.cu", "ada/main.py", "bob.py")

    assert list(by_student(tmp_path)) == ["ada", "ada.cu", "ada.py", "bob"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names of files")
def test_a_name_of_any_bytes_can_be_printed_and_graded(tmp_path: Path) -> None:
    for name in (b"two\nlines.py", b"latin-1 \xe9.py", "\u202egro.py".encode()):
        Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name))).write_text("pass\n")

    found = submissions_in(tmp_path)

    assert [one.student for one in found] == ["latin-1 \ufffd", "two\ufffdlines", "\ufffdgro"]
    limits = Limits(1.0, None)
    jobs = [GradeJob(one, None, limits, find_device("t4")) for one in found]
    assert len({job.fingerprint for job in jobs}) == 3
