"""What a student begins a puzzle with: its comments in Chinese, its code as it is."""

from __future__ import annotations

import re

import pytest

from gpuviz.lesson.puzzle import find_puzzle, own_names
from gpuviz.lesson.start_code import with_comments
from gpuviz.operation import describe_text
from gpuviz.trace.source import Language
from tools.translations.__main__ import FOLDER
from tools.translations.ts import read_ts

CHINESE = re.compile("[\u4e00-\u9fff]")
SAID: dict[Language, re.Pattern[str]] = {
    "python": re.compile(r'"""(.*)"""|# (.*)'),
    "cuda-c": re.compile("(//) (.*)"),
}
TWIN = re.compile(r"Twin of|    ")
"""Comments in a form of their own: which Python file it belongs to, and its further parameters."""


def comments_of(source: str, written_in: Language) -> list[str]:
    found = SAID[written_in].finditer(source)
    said = [match[2] or match[1] for match in found]
    return [one for one in said if not TWIN.match(one)]


def test_comments_are_replaced_and_code_is_not() -> None:
    source = '"""A: b."""\nx = 1  # one two\ny = "one two"\n// one two\n'

    told = with_comments(source, {"A: b.": "甲：乙。", "one two": "一二"})

    assert told == '"""甲：乙。"""\nx = 1  # 一二\ny = "one two"\n// 一二\n'


@pytest.mark.parametrize("written_in", ["python", "cuda-c"])
@pytest.mark.parametrize("name", own_names())
def test_each_comment_of_a_start_is_chinese(name: str, written_in: Language) -> None:
    english, chinese = (find_puzzle(name, one, written_in).start for one in ("en", "zh_CN"))

    said = comments_of(chinese.source, written_in)
    assert len(said) == len(comments_of(english.source, written_in)) > 0
    assert [one for one in said if not CHINESE.search(one)] == []
    assert chinese.source.count("\n") == english.source.count("\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", own_names())
def test_a_puzzles_title_is_the_same_in_its_words_its_file_and_the_window(name: str) -> None:
    entries = read_ts(FOLDER / "zh_CN.ts")
    english, chinese = (find_puzzle(name, one) for one in ("en", "zh_CN"))

    assert chinese.start.title == chinese.texts.title
    for of in ("title", "summary"):
        told = entries["operation", getattr(english.start, of)].translation
        assert told == getattr(chinese.start, of)


def test_a_title_ends_at_a_chinese_colon_too() -> None:
    start = find_puzzle("guard").start
    source = start.source.replace("The guard: ", "甲：")

    assert describe_text(start.path, source).title == "甲"
