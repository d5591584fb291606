"""`gpuviz list NAME`: what explains an operation, as plain lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpuviz.cli import main
from gpuviz.cli.page import page_text
from gpuviz.operation import explanation, find_operation, list_operations
from tests.operation.sources import SMALLEST


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["list", *words]) == 0
    return capsys.readouterr().out


def test_a_name_prints_the_words_of_its_docstring(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "vector_add")

    assert text.startswith("Vector add\n\nc = a + b, one thread for each element.\n\nWhat happens.")
    assert "`cuda.grid(1)`" in text
    assert "gpuviz run vector_add --size 1000" in text


def test_a_page_can_be_read_in_another_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "vector_add", "--language", "zh_CN").startswith(
        "向量加法\n\nc = a + b，"
    )


def test_json_has_the_page_as_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    (entry,) = json.loads(printed(capsys, "vector_add", "--json"))["operations"]

    assert entry["name"] == "vector_add"
    assert entry["explanation"] == explanation(find_operation("vector_add"))


def test_a_file_of_ones_own_is_read_and_not_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(SMALLEST, encoding="utf-8")

    assert printed(capsys, str(file)).startswith("Square\n\ny = x * x.\n\n")


def test_a_file_without_a_docstring_is_told_what_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(SMALLEST.partition("\n")[2], encoding="utf-8")

    assert "what stands between three quotes at the top" in printed(capsys, str(file))


def test_a_name_that_nobody_has_is_answered_by_the_nearest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["list", "vector_ad"]) == 2

    assert "did you mean vector_add?" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_no_line_of_a_page_is_wider_than_the_terminal(columns: int, language: str) -> None:
    for info in list_operations():
        for line in page_text(explanation(info, language), columns).splitlines():
            wide = sum(2 if letter > "\u2e80" else 1 for letter in line)
            one_word = " " not in line and language == "en"
            assert wide <= columns or one_word, (info.name, line)


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("**Bold `code` on.** Then", "Bold `code` on. Then"),
        ("2 * n * k and a*b", "2 * n * k and a*b"),
        ("a *word*, and `*not*`", "a word, and `*not*`"),
        ("这是*得分*：", "这是得分："),
        ("- one\n  goes on\n- two", "- one goes on\n- two"),
        ("64 of\n64. Then", "64 of 64. Then"),
        ("1. one\n2. two", "1. one\n2. two"),
        ("so:\n1. one\n2. two", "so:\n1. one\n2. two"),
        ("```\na  b\n\nc\n```\n\nend", "    a  b\n    \n    c\n\nend"),
        ("# Title\n\nwords", "Title\n\nwords"),
        ("", ""),
    ],
)
def test_marks_of_markdown_are_left_out_and_code_is_as_it_was(markdown: str, text: str) -> None:
    assert page_text(markdown, 80) == text


def test_the_space_behind_stars_in_chinese_goes_with_them() -> None:
    page = "**为什么。** 每个线程 **取** 一个。"

    assert page_text(page, 60) == "为什么。每个线程 取 一个。"
