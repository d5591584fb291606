"""Each word of the window in one sentence, in a list that can be searched."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

import gpuviz
from gpuviz.insight.states import ThreadState
from gpuviz.lesson import lesson_files
from gpuviz.scene.facts import Fact
from gpuviz.ui.facts import FactRow, Heading
from gpuviz.ui.glossary import GlossaryDialog
from gpuviz.ui.stage.tooltips import state_tip
from gpuviz.ui.terms import explained, glossary, matching, words_in
from tests.ui.windows import open_window, run

SOURCES = Path(gpuviz.__file__).parent
SPEAKING = ("ui", "scene", "insight", "engines", "simt", "operation.py")


def texts_of(file: Path) -> Iterator[str]:
    """The strings of a module, its docstrings aside."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def speaking_files() -> Iterator[Path]:
    for place in SPEAKING:
        found = SOURCES / place
        yield from [found] if found.is_file() else found.rglob("*.py")


@pytest.mark.slow
@pytest.mark.parametrize("word", glossary())
def test_an_entry_is_one_sentence_that_fits_a_tooltip(word: str) -> None:
    sentence = glossary()[word].sentence

    assert sentence.endswith(".")
    assert sentence.count(". ") == 0
    assert 15 < len(sentence) < 110


OF_THE_FIELD = """host device kernel launch grid block warp lane thread SM divergence barrier
coalescing sector occupancy wave tail hazard race register H2D D2H engine trace operation step
site latency throughput cache stream PTX SASS fence batch gradient"""


@pytest.mark.parametrize("word", OF_THE_FIELD.split())
def test_the_words_of_the_field_are_explained(word: str) -> None:
    assert word in glossary()


@pytest.mark.parametrize("state", ThreadState)
def test_every_state_of_the_legend_is_explained(state: ThreadState) -> None:
    assert state_tip(state) in [term.sentence for term in glossary().values()]


@pytest.mark.slow
def test_no_entry_is_of_a_word_that_neither_window_nor_lessons_say() -> None:
    said = {word for file in speaking_files() for text in texts_of(file) for word in words_in(text)}
    said |= {word for file in lesson_files("en") for word in words_in(file.read_text("utf-8"))}

    assert set(glossary()) - said == set()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("shared memory", ("shared memory",)),
        ("4 of 16 · limit: warps", ("warp",)),
        ("bank conflicts on SMs", ("bank conflict", "SM")),
        ("barrier divergence, then a barrier", ("barrier divergence", "barrier")),
        ("running, line 13", ("running",)),
        ("warped, blockDim.x, non-block", ()),
    ],
)
def test_words_are_found_in_the_plural_and_never_inside_of_others(
    text: str, words: tuple[str, ...]
) -> None:
    assert words_in(text) == words


def test_a_row_explains_its_words_but_not_the_names_of_a_kernel(qtbot: QtBot) -> None:
    row = FactRow()
    qtbot.addWidget(row)

    row.show_fact(Fact("occupancy", "100 %", tip="Here <less> is worse."))
    assert row.toolTip().startswith("Here &lt;less&gt; is worse.<br><b>occupancy</b>: Warps that")

    row.show_fact(Fact("warp", "3", is_code=True))
    assert row.toolTip() == ""


@pytest.mark.slow
def test_the_panels_explain_what_they_say(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.session.selection.select_thread(1, 40)
    qtbot.waitUntil(lambda: "warp · lane" in window.panels.inspector.text)
    rows = {row.label.text(): row for row in window.panels.inspector.findChildren(FactRow)}

    assert "<b>lane</b>" in rows["warp · lane"].toolTip()
    assert "<b>measured</b>" in window.status.times.toolTip()
    assert "<b>trace</b>" in window.status.trace.toolTip()
    assert window.playback_bar.order_label.toolTip() in [
        term.sentence for term in glossary().values()
    ]
    assert "<b>engine</b>" in window.toolbar.engine.toolTip()
    assert Heading("In the whole launch").toolTip() == explained("launch")


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
