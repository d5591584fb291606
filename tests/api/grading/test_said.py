"""Words of students as outputs have them: harmless, with an end, and no formula."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.api.grading.grade import MOST_MISTAKES, Grade, Mistake, shown
from gpuviz.api.grading.page import page
from gpuviz.api.grading.rows import LONGEST_CELL, safe_cell, write_csv
from gpuviz.api.grading.said import MOST_BYTES, harmless
from gpuviz.api.report import TestResult
from gpuviz.cli.grade import as_text

HOSTILE = '\x1b[2J\x1b]0;owned\x07=HYPERLINK("http://x","y")\r\x9b31m \u202e\u2028evil\ud800\0'
OBEYED = "\x1b\x07\x9b\r\u202e\u2028\ud800\0"


def made(text: str, student: str = "ada") -> Grade:
    tests = (TestResult("test_it", 1.0, False, text),)
    mistakes = (Mistake("test", f"test_it: {text}"), Mistake("script", text, text, 1))
    return shown(Grade(student, "0", "wrong", tests, mistakes, 0, {}, text, 0.0))


def test_no_output_has_what_a_terminal_or_a_page_would_obey(tmp_path: Path) -> None:
    grades = [made(HOSTILE), made(HOSTILE, "bob")]

    write_csv(grades, tmp_path / "r.csv")

    table = (tmp_path / "r.csv").read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    read = json.loads(json.dumps(grades[0].to_object()))
    for output in (as_text(grades), page(grades, "week 1"), table, str(read)):
        assert "owned" in output
        assert not set(output) & set(OBEYED)


@pytest.mark.slow
@given(st.text())
def test_lines_and_tabs_stay_and_nothing_else_that_is_not_seen(text: str) -> None:
    for one in harmless(text):
        assert one in "\n\t" or one.isprintable() or one.isspace()


@pytest.mark.parametrize("text", ["Größe ≠ 3", "数\u3000值", "1\u202f024", "a\tb\nc", "😀"])
def test_what_honest_students_write_stays(text: str) -> None:
    assert harmless(text) == text


@pytest.mark.parametrize("letter", ["A", "数", "😀", "\x1b"])
def test_a_long_message_is_cut_and_says_so(letter: str) -> None:
    kept = harmless(letter * (1 << 20))

    assert len(kept.encode()) <= MOST_BYTES
    shown_letters = kept.partition("…")[0]
    left_out = f"{(1 << 20) - len(shown_letters)} characters are left out)"
    assert kept.endswith(left_out)


def test_of_very_many_mistakes_the_first_ones_are_told() -> None:
    many = tuple(Mistake("script", f"number {n}") for n in range(MOST_MISTAKES + 50))

    kept = shown(replace(made("x"), mistakes=many)).mistakes

    assert len(kept) == MOST_MISTAKES + 1
    assert kept[-1].text == "There are 50 more: the first ones are shown."


def test_a_student_writes_no_row_of_the_table() -> None:
    lines = as_text([made("x\nbob  right  4 of 4")]).splitlines()

    assert [line.split()[0] for line in lines if line] == ["ada", "1"]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        (" \t=1", " \t'=1"),
        ("\n@x", "\n'@x"),
        ("\uff1d1", "'\uff1d1"),
        ("\u00a0-1", "'\u00a0-1"),
        ("wrong; =cmd|' /C calc'!A0", "wrong;' =cmd|' /C calc'!A0"),
        ("reads x[i] = 3; writes -1", "reads x[i] = 3; writes -1"),
        ("test_many: a != b", "test_many: a != b"),
    ],
)
def test_no_cell_begins_a_formula(text: str, cell: str) -> None:
    assert safe_cell(text) == cell


def test_a_name_of_a_test_is_no_formula_and_a_cell_is_as_long_as_it_may_be(tmp_path: Path) -> None:
    tests = (TestResult("=test", 1.0, True, ""),)

    write_csv([replace(made("A" * MOST_BYTES), tests=tests)], tmp_path / "r.csv")

    with open(tmp_path / "r.csv", encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["'=test"] == "passed"
    assert len(row["first mistake"]) == LONGEST_CELL + 1


@pytest.mark.slow
@pytest.mark.parametrize("one", " \t\n;=-+@0.:e")
def test_nothing_takes_long_for_a_long_run_of_one_letter(one: str, tmp_path: Path) -> None:
    grades = [made(one * (1 << 20)), made(one * (1 << 20), "bob")]

    write_csv(grades, tmp_path / "r.csv")

    assert as_text(grades)
    assert page(grades, "week 1")
