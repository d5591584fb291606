"""The page that explains an operation: its docstring, or the gallery's translation of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gpuviz.operation import describe_text, explanation, find_operation
from tests.operation.sources import SMALLEST

VECTOR_ADD = find_operation("vector_add")
CODE = SMALLEST.partition("\n")[2]  # without its docstring


def test_a_page_is_the_title_the_sentence_and_the_text_of_the_docstring() -> None:
    title, sentence, first, *_ = explanation(VECTOR_ADD).split("\n\n")

    assert (title, sentence) == ("# Vector add", "c = a + b, one thread for each element.")
    assert first.startswith("**What happens.** The launch starts a grid")


@pytest.mark.parametrize("text", ["", '"""   """\n'])
def test_a_file_that_says_nothing_has_no_page(text: str, tmp_path: Path) -> None:
    info = describe_text(tmp_path / "mine.py", text + CODE)

    assert explanation(info) == ""


def test_a_docstring_of_one_sentence_is_a_page(tmp_path: Path) -> None:
    info = describe_text(tmp_path / "mine.py", '"""Twice as much."""\n' + CODE)

    assert explanation(info) == "# mine\n\nTwice as much."


def test_a_translation_is_shown_in_its_language() -> None:
    page = explanation(VECTOR_ADD, "zh_CN")

    assert page.startswith("# 向量加法\n\nc = a + b，每个元素一个线程。\n\n**发生了什么。**")


@pytest.mark.parametrize("name", ["vector_add_mine", "vector_add_2"])
def test_a_copy_has_the_translation_until_its_docstring_is_another(name: str) -> None:
    copy = replace(VECTOR_ADD, name=name, path=Path(f"/elsewhere/{name}.py"))
    edited = replace(copy, text=VECTOR_ADD.text + " And more.")

    assert explanation(copy, "zh_CN") == explanation(VECTOR_ADD, "zh_CN")
    assert explanation(edited, "zh_CN") == explanation(edited)


def test_a_file_of_another_kernel_with_a_name_of_the_gallery_keeps_its_own_words() -> None:
    own = replace(VECTOR_ADD, title="Mine", summary="my own.", text="Own words.")

    assert explanation(own, "zh_CN") == "# Mine\n\nmy own.\n\nOwn words."


def test_a_language_without_translations_reads_english() -> None:
    assert explanation(VECTOR_ADD, "eo") == explanation(VECTOR_ADD)


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("一个线\n程。", "一个线程。"),
        ("线程，\n`x` 是", "线程，`x` 是"),
        ("线程\nwarp 里", "线程\nwarp 里"),
        ("一个\n*线程*\n束", "一个*线程*束"),
        ("有：\n1. 一", "有：\n1. 一"),
        ("有：\n- 一", "有：\n- 一"),
        ("有：\n```\n线\n```", "有：\n```\n线\n```"),
        ("a\nb", "a\nb"),
    ],
)
def test_an_end_of_a_line_is_no_space_where_chinese_has_none(text: str, page: str) -> None:
    info = replace(VECTOR_ADD, title="T", summary="s.", text=text)

    assert explanation(info) == f"# T\n\ns.\n\n{page}"
