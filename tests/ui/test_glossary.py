"""Each word of the window in one sentence, in a list that can be searched."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.ui.glossary import GlossaryDialog, glossary, matching
from gpuviz.ui.stage.words import STATE_NAMES
from gpuviz.ui.texts import say
from tests.ui.windows import open_window


@pytest.mark.parametrize("word", glossary())
def test_an_entry_is_one_sentence_that_fits_a_tooltip(word: str) -> None:
    sentence = glossary()[word]

    assert sentence.endswith(".")
    assert sentence.count(". ") == 0
    assert 15 < len(sentence) < 110


OF_THE_FIELD = """host device kernel launch grid block warp lane thread SM divergence barrier
coalescing sector line occupancy wave tail hazard race register H2D D2H engine trace operation step
site"""


@pytest.mark.parametrize("word", OF_THE_FIELD.split())
def test_the_words_of_the_field_are_explained(word: str) -> None:
    assert word in glossary()


def test_the_last_state_of_the_legend_is_explained() -> None:
    names = {say(message) for message in STATE_NAMES.values()}

    assert {"masked off", "hazard"} <= names & set(glossary())


@pytest.mark.parametrize(
    ("words", "first"), [("bank conf", "bank conflict"), ("RACE", "race"), ("hatched", "modelled")]
)
def test_a_search_finds_names_before_sentences(words: str, first: str) -> None:
    assert matching(words)[0] == first


def test_the_help_menu_opens_a_list_that_a_search_narrows(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.actions_by_id["glossary"].trigger()
    dialog = window.findChild(GlossaryDialog)
    assert dialog is not None
    everything = dialog.shown

    QTest.keyClicks(dialog.search, "divergence")

    assert everything == tuple(glossary())
    assert dialog.shown[:2] == ("divergence", "barrier divergence")
    assert "Lanes of one warp go different ways" in dialog.page.toPlainText()
