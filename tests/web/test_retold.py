"""Sentences that were told in English are told again in Chinese, with their values."""

from __future__ import annotations

from string import Formatter

import pytest

from gpuviz.messages import Message
from gpuviz.web.languages import message_texts
from gpuviz.web.retold import LONGEST, retold

OUT = (
    "Line 7: thread (18, 0, 0) of block (1, 0, 0) reads x[50], but x has the shape (50): valid are"
    " 0 to 49. Guard the access with an if, or correct the index."
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("There is no file in Python or CUDA C in it.", "里面没有 Python 或 CUDA C 文件。"),
        ("There is no file sum.py in it.", "里面没有文件 sum.py。"),
        ("It cannot be read: Permission denied.", "无法读取：没有权限。"),
        (
            OUT,
            "第 7 行：线程块 (1, 0, 0) 的线程 (18, 0, 0) 读取 x[50]，但 x 的形状是 (50)："
            "有效范围是 0 到 49。用 if 保护这次访问，或改正下标。",
        ),
        (
            "a.py:3:1: The script left with the exit code 3: it says itself that something is"
            " wrong.",
            "a.py:3:1: 脚本以退出码 3 结束：它自己表示有地方出错了。",
        ),
    ],
)
def test_a_sentence_is_told_with_its_values_and_phrases(english: str, chinese: str) -> None:
    assert retold(english, "zh_CN") == chinese
    assert retold(english, "en") == english


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["SyntaxError: invalid syntax", "", "no", "expected 3, got 4", OUT + "x" * LONGEST],
)
def test_what_is_no_sentence_of_gpuviz_stays(text: str) -> None:
    assert retold(text, "zh_CN") == text


def test_a_kernel_called_as_a_word_of_gpuviz_keeps_its_name() -> None:
    template = "{kernel} takes its arguments by position: leave out {names}."
    told = Message("x", template, {"kernel": "double", "names": "reads"}).text

    assert "double" in retold(told, "zh_CN")
    assert "reads" in retold(told, "zh_CN")


@pytest.mark.slow
def test_each_sentence_without_values_is_told_as_translators_have_it() -> None:
    texts = message_texts("zh_CN")
    whole = [one for one in texts if "{" not in one and one.endswith(".") and len(one) > 40]

    assert whole
    assert [one for one in whole if retold(one, "zh_CN") != texts[one]] == []


def test_a_text_made_to_be_hard_to_match_is_left_alone() -> None:
    longest = max(message_texts("zh_CN"), key=lambda template: template.count("{"))
    parts = [words for words, *_ in Formatter().parse(longest)]
    hard = "".join(words * 4 for words in parts) + "?"  # as many ways to divide it

    assert len(hard) <= LONGEST
    assert retold(hard, "zh_CN") == hard


def test_one_of_what_is_counted_is_told_as_several_are() -> None:
    template = "{name} takes {wanted} arguments, {given} are given."
    texts = [
        retold(Message("x", template, {"name": "f", "wanted": n, "given": n}).text, "zh_CN")
        for n in (1, 2)
    ]

    assert texts == ["f 需要 1 个参数，却给了 1 个。", "f 需要 2 个参数，却给了 2 个。"]


def test_a_value_may_hold_the_words_behind_it() -> None:
    told = OUT.replace("thread (18, 0, 0) of block (1, 0, 0)", "thread a of block b of block c")

    assert retold(told, "zh_CN").startswith("第 7 行：线程块 c 的线程 ")
