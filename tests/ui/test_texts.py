"""Sentences made below the window, as the window says them."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from gpuviz.messages import Message
from gpuviz.texts import gap_behind, rich, say, say_rich


def test_whole_numbers_of_a_message_get_thin_spaces() -> None:
    message = Message("test", "{n} threads of {name}", {"n": 500000, "name": "k"})

    assert say(message) == "500\u202f000 threads of k"


def test_code_and_bold_become_tags_and_the_rest_is_escaped() -> None:
    assert rich("**a < b** and `i < n`") == "<b>a &lt; b</b> and <code>i &lt; n</code>"


def test_a_lone_mark_stays_as_it_is() -> None:
    assert rich("2 ** 3") == "2 ** 3"


def test_a_number_in_rich_text_is_never_broken_at_its_thin_space(qtbot: QtBot) -> None:
    document = QTextDocument()
    document.setHtml(say_rich(Message("test", "words and more words {n}", {"n": 1024})))

    starts = []
    for width in range(40, 200, 4):
        document.setTextWidth(width)
        document.size()
        layout = document.firstBlock().layout()
        starts += [layout.lineAt(row).textStart() for row in range(layout.lineCount())]

    words = document.firstBlock().text()
    assert words.replace("\xa0", " ").endswith("1 024")
    assert words.index("024") not in starts


@pytest.mark.parametrize(("words", "gap"), [("Not yet.", " "), ("还没有解出。", ""), ("时：", "")])
def test_no_space_stands_behind_a_full_width_mark(words: str, gap: str) -> None:
    assert gap_behind(words) == gap
