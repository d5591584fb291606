"""Lessons about kernels of the lecturer's own: only files in the lesson's folder can be meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gpuviz.lesson import read_lesson
from gpuviz.lesson.names import own_file
from gpuviz.places import resource_dir

PAGE = (resource_dir("assets") / "lessons" / "README.md").read_text(encoding="utf-8")
WHOLE = PAGE.partition("## A whole lesson, about")[2]
LESSON = WHOLE.partition("\n```\n")[2].partition("\n```\n")[0]
CHINESE = (resource_dir("assets") / "lessons" / "README.zh_CN.md").read_text(encoding="utf-8")
LESSON_IN_CHINESE = (
    CHINESE.partition("## 完整的一节课")[2].partition("\n```\n")[2].partition("\n```\n")[0]
)
KERNELS = (resource_dir("kernels") / "README.md").read_text(encoding="utf-8")
SQUARE = re.findall(r"```python\n(.*?)```", KERNELS, re.DOTALL)[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "course"
    inside.mkdir()
    (inside / "square.py").write_text(SQUARE, encoding="utf-8")
    (tmp_path / "square.py").write_text(SQUARE, encoding="utf-8")
    return inside


def said(folder: Path, text: str) -> list[str]:
    (folder / "lesson.md").write_text(text, encoding="utf-8")
    return [problem.text for problem in read_lesson(folder / "lesson.md").problems]


def test_the_lesson_on_the_chinese_page_is_right_and_asks_the_same(folder: Path) -> None:
    assert said(folder, LESSON_IN_CHINESE) == []

    lines = ("set:", "point:", "answer:", "predict:")
    asked, asked_in_chinese = (
        [line for line in text.splitlines() if line.startswith(lines)]
        for text in (LESSON, LESSON_IN_CHINESE)
    )
    assert asked_in_chinese == asked


def test_the_lesson_on_the_page_is_right(folder: Path) -> None:
    assert said(folder, LESSON) == []

    lesson = read_lesson(folder / "lesson.md").lesson
    assert lesson is not None
    assert lesson.steps[0].settings[0].value == str((folder / "square.py").resolve())


def test_a_file_in_a_folder_below_can_be_meant(folder: Path) -> None:
    (folder / "week3").mkdir()
    (folder / "week3" / "square.py").write_text(SQUARE, encoding="utf-8")

    assert said(folder, LESSON.replace("square.py", "week3/square.py")) == []


@pytest.mark.parametrize(
    "name",
    [
        *("../square.py", "/square.py", "week/../../square.py", "C:/square.py", "..\\square.py"),
        *("//server/square.py", "C:square.py", "week3/../square.py"),
    ],
)
def test_a_file_elsewhere_is_refused(folder: Path, name: str) -> None:
    problems = said(folder, LESSON.replace("square.py", name))

    assert any("does not lie in the folder of the lesson" in problem for problem in problems)
    assert own_file(name, folder) is None


def test_a_link_that_leads_out_is_refused(folder: Path) -> None:
    try:
        (folder / "link.py").symlink_to(folder.parent / "square.py")
    except OSError:
        pytest.skip("links are not allowed here")

    problems = said(folder, LESSON.replace("square.py", "link.py"))

    assert any("does not lie in the folder of the lesson" in problem for problem in problems)


def test_what_is_wrong_with_a_file_is_said_where_it_is_named(folder: Path) -> None:
    (folder / "square.py").write_text("x = 1\n", encoding="utf-8")

    problems = said(folder, LESSON)

    assert "`square.py` cannot be opened: square.py has no kernel" in problems[0]


def test_files_that_import_each_other_are_read_once(folder: Path) -> None:
    (folder / "square.py").write_text("from other import f\n" + SQUARE, encoding="utf-8")
    (folder / "other.py").write_text("from square import square\nf = 1\n", encoding="utf-8")

    assert said(folder, LESSON) == []
