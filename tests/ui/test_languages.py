"""The compiled translations, the glossary of each language, and which language is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QFileInfo, QLocale
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from gpuviz.messages import Message, word
from gpuviz.texts import say
from gpuviz.ui.dialogs import ask_new_file, ask_numbers
from gpuviz.ui.languages import NO_FONT, language_of, speak, spoken_language
from gpuviz.ui.terms import explained, glossary_of, words_in
from tests.ui.windows import launch, open_window
from tools.translations.__main__ import FOLDER
from tools.translations.ts import read_ts


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    yield
    speak(qapp, "en")


@pytest.fixture
def chinese(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window's language is Chinese, whatever fonts there are."""
    monkeypatch.setattr(QFontDatabase, "families", lambda *system: ["any"])
    assert speak(qapp, "zh_CN") is None


def test_the_compiled_file_has_exactly_the_finished_translations(chinese: None) -> None:
    entries = read_ts(FOLDER / "zh_CN.ts").values()

    for one in entries:
        wanted = one.translation if one.state == "finished" else one.source
        assert QCoreApplication.translate(one.context, one.source) == wanted


def test_without_a_font_for_chinese_the_window_stays_english_and_says_so(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFontDatabase, "families", lambda system: [])

    said = speak(qapp, "zh_CN")

    assert said is NO_FONT
    assert "fonts-wqy-microhei" in say(said)
    assert spoken_language() == "en"


@pytest.mark.parametrize(
    ("system", "language"),
    [
        ("zh_CN", "zh_CN"),
        ("zh_Hans_SG", "zh_CN"),
        ("zh_TW", "en"),
        ("en_GB", "en"),
        ("de_DE", "en"),
        ("C", "en"),
    ],
)
def test_the_system_s_language_is_the_default(
    system: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QLocale, "system", lambda: QLocale(system))

    assert language_of("system") == language


def test_a_word_among_the_values_of_a_message_is_translated_too(chinese: None) -> None:
    message = Message("x", "{n} threads", {"n": word("warps")})

    assert say(message) == "线程束 个线程"


def test_both_glossaries_have_the_same_words_in_the_same_order() -> None:
    assert list(glossary_of("zh_CN")) == list(glossary_of("en"))


def test_no_two_words_of_the_chinese_glossary_are_the_same() -> None:
    words = [term.word for term in glossary_of("zh_CN").values()]

    assert len(set(words)) == len(words)


def test_words_are_found_in_chinese_sentences_and_the_longest_counts(chinese: None) -> None:
    text = "线程束读取共享内存，warp 有 32 个 lanes。"

    assert words_in(text) == ("warp", "shared memory", "lane")
    assert "<b>占用率 (occupancy)</b>: " in explained("占用率")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_within_a_menu_each_accelerator_stands_once(
    language: str, qtbot: QtBot, request: pytest.FixtureRequest
) -> None:
    if language == "zh_CN":
        request.getfixturevalue("chinese")
    window = open_window(qtbot)
    menus = [window.menuBar(), *window.menuBar().findChildren(QMenu)]

    for menu in menus:
        letters = [accelerator(action.text()) for action in menu.actions()]
        given = [letter for letter in letters if letter]
        assert len(set(given)) == len(given), [action.text() for action in menu.actions()]


def accelerator(text: str) -> str:
    """The letter behind the & of an entry; empty where there is none."""
    return text.partition("&")[2][:1].casefold()


@pytest.mark.slow
def test_blocks_on_the_stage_are_named_in_the_language_that_the_window_has_now(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFontDatabase, "families", lambda *system: ["any"])
    before = launch(qtbot, "vector_add")
    qtbot.waitUntil(lambda: "block 0" in before.stage.scene.texts())

    speak(qapp, "zh_CN")
    before.stage.refresh()

    assert "block 0" not in before.stage.scene.texts()
    assert "线程块 0" in before.stage.scene.texts()


@pytest.mark.slow
@pytest.mark.parametrize("saves", [False, True])
def test_no_word_of_a_file_dialog_is_left_english(chinese: None, qtbot: QtBot, saves: bool) -> None:
    window = open_window(qtbot)
    if saves:
        ask_new_file(window, "x", "(*.png)", "x", lambda path: None)
    else:
        ask_numbers(window, lambda path: None)
    dialog = window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)

    words = [dialog.labelText(label) for label in QFileDialog.DialogLabel]

    assert [one for one in words if re.search("[a-z]{2}", one)] == []


def test_the_kinds_of_files_in_a_file_dialog_are_told_in_chinese(
    chinese: None, qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_window(qtbot)
    (tmp_path / "numbers.csv").write_text("1")
    ask_numbers(window, lambda path: None)
    dialog = window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)

    kind = dialog.iconProvider().type

    assert kind(QFileInfo(str(tmp_path))) == "文件夹"
    assert kind(QFileInfo(str(tmp_path / "numbers.csv"))) == "csv 文件"
