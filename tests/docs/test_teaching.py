"""The term of docs/teaching: what pages name is there, languages agree, keys fit their sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuviz.lesson import list_lessons
from gpuviz.lesson.puzzle import puzzle_names
from gpuviz.operation import list_operations
from tools.docs.links import ROOT

TEACHING = ROOT / "docs" / "teaching"
LABS = sorted((TEACHING / "labs").glob("*.md"))
CHINESE = sorted((TEACHING / "labs" / "zh_CN").glob("*.md"))
SHEETS = [*LABS, *CHINESE]
KEYS = sorted((TEACHING / "keys").glob("*.md"))
PAGES = sorted(TEACHING.rglob("*.md"))
OPERATIONS = {one.name for one in list_operations()}
CODE = re.compile(r"`([a-z0-9_]+)`")
COMMAND = re.compile(r"`(gpuviz [^`\n]+)`")
ROW = re.compile(r"^\| (.+?) \| (.*?) \|$", re.MULTILINE)
WORDS = {
    "en": ("lessons", "puzzles", "kernels", "points", ";", r"(\d+) for the questions"),
    "zh_CN": ("课程", "谜题", "核函数", "分数", "；", r"思考题共 (\d+) 分"),
}


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def language_of(path: Path) -> str:
    return "zh_CN" if path.parent.name == "zh_CN" or "zh_CN" in path.stem else "en"


def titles(language: str) -> set[str]:
    return {one.title for one in list_lessons(language)}


def rows_of(path: Path) -> dict[str, str]:
    return dict(ROW.findall(text_of(path)))


def missing_lessons(named: str, path: Path) -> list[str]:
    """Titles in a list of them that no lesson has."""
    mark = WORDS[language_of(path)][4]
    known = titles(language_of(path))
    return [one.strip() for one in named.split(mark) if one.strip() and one.strip() not in known]


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [*LABS, *CHINESE], ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_every_lesson_puzzle_and_kernel_of_a_sheet_is_there(path: Path) -> None:
    rows = rows_of(path)
    lessons, puzzles, kernels, *_ = WORDS[language_of(path)]

    assert missing_lessons(rows[lessons], path) == []
    assert set(CODE.findall(rows[puzzles])) - set(puzzle_names()) == set()
    assert set(CODE.findall(rows[kernels])) - OPERATIONS == set()
    assert CODE.findall(rows[kernels]) != []


@pytest.mark.slow
@pytest.mark.parametrize("path", [TEACHING / "plan.md", TEACHING / "plan_zh_CN.md"], ids=str)
def test_every_lesson_of_the_plan_is_there(path: Path) -> None:
    lines = re.findall(r"^- (?:Lessons: |课程：)(.+)$", text_of(path), re.MULTILINE)

    assert len(lines) == 14
    assert [one for line in lines for one in missing_lessons(line, path)] == []


@pytest.mark.parametrize("path", [TEACHING / "plan.md", TEACHING / "plan_zh_CN.md"], ids=str)
def test_the_lessons_of_a_week_are_in_the_order_of_the_course(path: Path) -> None:
    language = language_of(path)
    course = [one.title for one in list_lessons(language)]
    lines = re.findall(r"^- (?:Lessons: |课程：)(.+)$", text_of(path), re.MULTILINE)
    weeks = [
        [one.strip() for one in line.split(WORDS[language][4]) if one.strip()] for line in lines
    ]

    assert [week for week in weeks if week != sorted(week, key=course.index)] == []


def commands() -> Iterator[tuple[str, str, str]]:
    """(page, sub-command, what it is about) of each command that names an operation or puzzle."""
    for path in PAGES:
        for command in re.findall(r"gpuviz (run|puzzle|sweep) ([a-z0-9_]+)\b", text_of(path)):
            yield (path.relative_to(TEACHING).as_posix(), *command)


def test_every_command_names_an_operation_or_a_puzzle_that_is_there() -> None:
    known = {"run": OPERATIONS, "sweep": OPERATIONS, "puzzle": {*puzzle_names(), "list"}}

    assert [one for one in commands() if one[2] not in known[one[1]]] == []


def coverage_rows() -> Iterator[list[str]]:
    for line in text_of(TEACHING / "coverage.md").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 6 and cells[0] in ("heading", "figure", "table", "listing"):
            yield cells


@pytest.mark.slow
def test_the_table_of_a_first_course_names_only_what_is_there() -> None:
    for _, topic, operations, lessons, puzzles, note in coverage_rows():
        assert set(CODE.findall(operations)) - OPERATIONS == set(), topic
        assert set(CODE.findall(puzzles)) - set(puzzle_names()) == set(), topic
        assert missing_lessons(lessons, TEACHING / "coverage.md") == [], topic
        assert operations or lessons or puzzles or note, topic


def test_the_table_of_a_first_course_has_each_of_its_chapters() -> None:
    chapters = re.findall(r"^## Chapter (\d+),", text_of(TEACHING / "coverage.md"), re.MULTILINE)

    assert chapters == [str(number) for number in range(1, 13)]


def test_the_table_of_more_kernels_names_only_what_is_there() -> None:
    _, _, table = text_of(TEACHING / "coverage.md").partition("## More kernels")
    named = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)

    assert named
    assert set(named) - OPERATIONS == set()


def test_each_sheet_has_a_key_and_a_sheet_in_chinese() -> None:
    names = [path.name for path in LABS]

    assert len(names) >= 10
    assert names == [path.name for path in CHINESE] == [path.name for path in KEYS]


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_both_languages_of_a_sheet_ask_the_same(path: Path) -> None:
    other = path.parent / "zh_CN" / path.name
    counts = [re.findall(r"^\d+\.", text_of(one), re.MULTILINE) for one in (path, other)]
    rows, chinese = rows_of(path), rows_of(other)

    assert COMMAND.findall(text_of(path)) == COMMAND.findall(text_of(other))
    assert counts[0] == counts[1]
    for row, its in zip(WORDS["en"][1:3], WORDS["zh_CN"][1:3], strict=True):
        assert CODE.findall(rows[row]) == CODE.findall(chinese[its])
    assert points(path) == points(other)


def points(path: Path) -> int:
    """What the head of a sheet says of the points of its questions."""
    found = re.search(WORDS[language_of(path)][5], rows_of(path)[WORDS[language_of(path)][3]])
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize(
    "path", [*LABS, *CHINESE], ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_the_points_of_the_questions_add_up(path: Path) -> None:
    each = re.findall(r"\((\d+)\s+points\)|（(\d+) 分）", text_of(path))

    assert sum(int(english or chinese) for english, chinese in each) == points(path)


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_a_key_shows_what_every_command_of_its_sheet_prints_and_answers_each_question(
    path: Path,
) -> None:
    key = text_of(path.parent.parent / "keys" / path.name)
    questions = text_of(path).partition("## Questions")[2].partition("## Hand in")[0]
    answers = key.partition("## Answers")[2].partition("\n## ")[0]

    for command in COMMAND.findall(text_of(path)):
        assert f"$ {command}" in key
    numbered = re.compile(r"^(\d+)\. ", re.MULTILINE)
    assert numbered.findall(answers) == numbered.findall(questions)


def test_a_sheet_whose_kernel_is_gone_is_found_out(tmp_path: Path) -> None:
    gone = text_of(LABS[0]).replace("`vector_add`", "`no_such_kernel`")
    (tmp_path / "01_gone.md").write_text(gone, encoding="utf-8")

    with pytest.raises(AssertionError):
        test_every_lesson_puzzle_and_kernel_of_a_sheet_is_there(tmp_path / "01_gone.md")
