"""The page beside the source that explains the operation, and where its links lead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.operation import describe, describe_text, explanation, find_operation, list_operations
from gpuviz.scene.theme import DARK, LIGHT
from gpuviz.ui.explanation.controller import MOST_CHARACTERS
from gpuviz.ui.explanation.view import WIDEST_PX, ExplanationView
from gpuviz.ui.glossary import GlossaryDialog
from gpuviz.ui.main_window import MainWindow
from tests.operation.sources import SMALLEST
from tests.ui.windows import launch, open_window


def explained(qtbot: QtBot, window: MainWindow) -> ExplanationView:
    """The page after its key was pressed."""
    QTest.keyClick(window.stage, Qt.Key.Key_E)
    qtbot.waitUntil(lambda: bool(window.panels.explanation.text))
    return window.panels.explanation


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    return open_window(qtbot)


@pytest.fixture
def view(qtbot: QtBot) -> ExplanationView:
    view = ExplanationView(DARK)
    qtbot.addWidget(view)
    return view


def links(view: ExplanationView) -> dict[str, str]:
    """Where the words of a page lead."""
    found: dict[str, str] = {}
    for text, form in pieces(view):
        if form.isAnchor():
            found[text] = form.anchorHref()
    return found


def pieces(view: ExplanationView) -> Iterator[tuple[str, QTextCharFormat]]:
    block = view.page.document().begin()
    while block.isValid():
        for piece in block:  # type: ignore[attr-defined]
            yield piece.fragment().text(), piece.fragment().charFormat()
        block = block.next()


def test_the_page_is_not_there_before_it_is_asked_for(window: MainWindow) -> None:
    assert window.docks["explanation"].isHidden()
    assert not window.panels.is_made("explanation")


@pytest.mark.slow
def test_one_key_opens_the_page_beside_the_source_and_the_same_key_closes_it(
    qtbot: QtBot, window: MainWindow
) -> None:
    view = explained(qtbot, window)

    assert view.text.startswith("Vector add\nc = a + b, one thread for each element.")
    assert not window.docks["source"].visibleRegion().isEmpty()
    assert (
        window.dockWidgetArea(window.docks["explanation"]) is Qt.DockWidgetArea.RightDockWidgetArea
    )

    QTest.keyClick(view.page, Qt.Key.Key_E)

    assert window.docks["explanation"].isHidden()
    assert window.stage.hasFocus()


@pytest.mark.slow
def test_a_button_beside_the_name_of_the_operation_opens_it(
    qtbot: QtBot, window: MainWindow
) -> None:
    button = window.toolbar.button("explain")

    QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: "Nobody waits for anybody" in window.panels.explanation.text)
    picker = window.toolbar.operation
    assert 0 < button.x() - (picker.x() + picker.width()) < 20


@pytest.mark.slow
def test_the_page_follows_to_another_operation(qtbot: QtBot, window: MainWindow) -> None:
    view = explained(qtbot, window)

    window.session.launch.pick_operation(find_operation("softmax"))

    qtbot.waitUntil(lambda: view.text.startswith("Softmax"))


@pytest.mark.slow
def test_a_file_that_says_nothing_is_told_what_to_write(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = explained(qtbot, window)

    own = describe_text(tmp_path / "mine.py", SMALLEST.partition("\n")[2])
    window.session.launch.take_operation(own)

    qtbot.waitUntil(lambda: view.text.startswith("mine"))
    assert "between three quotes at its top" in view.text


@pytest.mark.slow
def test_a_page_without_end_is_cut(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    view = explained(qtbot, window)

    text = f'"""Long: one.\n\n{"word " * MOST_CHARACTERS}"""\n' + SMALLEST.partition("\n")[2]
    window.session.launch.take_operation(describe_text(tmp_path / "long.py", text))

    qtbot.waitUntil(lambda: view.text.startswith("Long"))
    assert len(view.text) < MOST_CHARACTERS + 100
    assert view.text.endswith("What follows stands in the file.")


def test_a_word_of_the_glossary_is_a_link_where_it_first_stands(view: ExplanationView) -> None:
    view.show_page("# Warp\n\nA warp has lanes. Two warps, `warp`.", {})

    assert links(view) == {"warp": "term:warp", "lanes": "term:lane"}


def test_a_term_opens_the_glossary_and_the_next_one_takes_the_same(
    qtbot: QtBot, window: MainWindow
) -> None:
    view = explained(qtbot, window)

    view.page.anchorClicked.emit(QUrl("term:warp"))
    view.page.anchorClicked.emit(QUrl("term:sector"))

    (dialog,) = window.findChildren(GlossaryDialog)
    assert dialog.shown[0] == "sector"


@pytest.mark.slow
def test_the_title_of_another_operation_leads_to_it(qtbot: QtBot) -> None:
    window = launch(qtbot, "adam_step")
    view = explained(qtbot, window)
    assert links(view)["SGD step"] == "operation:sgd_step"

    with qtbot.waitSignal(window.session.launcher.finished):
        view.page.anchorClicked.emit(QUrl("operation:sgd_step"))

    qtbot.waitUntil(lambda: view.text.startswith("SGD step"))


FOREIGN = """Text <b>bold</b> <img src="file:///etc/passwd">

![alt](file:///etc/passwd) and [here](https://example.org/x) and https://example.org/y

[fake](term:nowhere)
"""


def test_what_a_foreign_file_says_loads_nothing_and_leads_nowhere(view: ExplanationView) -> None:
    view.show_page(FOREIGN, {})

    assert links(view) == {}
    assert not any(form.isImageFormat() for _, form in pieces(view))
    assert '<b>bold</b> <img src="file:///etc/passwd">' in view.text
    assert "here (https://example.org/x) and https://example.org/y" in view.text


@pytest.mark.slow
@pytest.mark.parametrize("text", [">" * 5000, "- " * 5000, "[" * 5000, "\0\ud83d" * 9, "|a" * 500])
def test_a_page_can_be_any_text(text: str, view: ExplanationView) -> None:
    view.show_page(text.encode("utf-8", "replace").decode(), {})

    assert view.page.document().blockCount() >= 1


def test_links_stand_where_they_should_behind_characters_of_two_units(
    view: ExplanationView,
) -> None:
    view.show_page("\U0001f600 \U0001f600 a warp and `code` and *Dense*.", {"Dense": "dense"})

    assert links(view) == {"warp": "term:warp", "Dense": "operation:dense"}


def test_lines_are_no_longer_than_one_can_read(view: ExplanationView) -> None:
    view.show_page("word " * 300, {})
    view.show()

    widths = []
    for width in (300, 1500):
        view.resize(width, 400)
        widths.append(view.page.document().size().width())

    assert widths[0] <= 300
    assert widths[1] <= WIDEST_PX


def test_another_theme_repaints_the_page_and_keeps_the_place(
    qtbot: QtBot, view: ExplanationView
) -> None:
    view.resize(300, 200)
    view.show()
    view.show_page("*Dense* and `code`.\n\n" + "word " * 500, {"Dense": "dense"})
    view.page.verticalScrollBar().setValue(90)

    view.set_theme(LIGHT)

    colours = {form.foreground().color().name() for text, form in pieces(view) if form.isAnchor()}
    assert colours == {LIGHT.words.accent}
    assert view.page.verticalScrollBar().value() == 90


@pytest.mark.slow
def test_ctrl_f_finds_words_on_the_page(qtbot: QtBot, window: MainWindow) -> None:
    view = explained(qtbot, window)

    QTest.keyClick(view.page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(view.find_line.line, "coalesced")

    assert view.page.textCursor().selectedText() == "coalesced"
    assert view.find_line.count.text() == "1 of 1"

    QTest.keyClick(view.find_line.line, Qt.Key.Key_Escape)

    assert view.page.hasFocus()


@pytest.mark.slow
def test_what_is_chosen_on_the_stage_comes_before_the_page(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    explained(qtbot, window)

    window.stage.setFocus()
    window.session.selection.select_block(2)

    qtbot.waitUntil(lambda: window.panels.is_in_front("inspector"))


@pytest.mark.slow
def test_a_recording_says_that_it_holds_no_text(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    view = explained(qtbot, window)
    trace = window.session.playback.trace
    assert trace is not None

    window.session.show_recording(trace, "kept.gpuviz")

    qtbot.waitUntil(lambda: view.text.startswith("kept.gpuviz"))
    assert links(view)["Vector add"] == "operation:vector_add"
    QApplication.processEvents()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_no_page_of_the_gallery_has_marks_left_over_and_each_leads_to_those_it_names(
    view: ExplanationView, language: str
) -> None:
    pages = {info.name: explanation(info, language) for info in list_operations()}
    titles = {page.partition("\n")[0].removeprefix("# "): name for name, page in pages.items()}

    for name, page in pages.items():
        view.show_page(page, titles)
        plain = [text for text, form in pieces(view) if not form.fontFixedPitch()]
        mentioned = {one for title, one in titles.items() if f"*{title}*" in " ".join(page.split())}

        assert re.search(r"\*\S|\S\*|`|#", "".join(plain)) is None, name
        assert {f"operation:{one}" for one in mentioned} <= set(links(view).values()), name
        assert not [text for text in plain if re.search(r"[\u3400-\u9fff] [\u3400-\u9fff]", text)]


@pytest.mark.slow
def test_a_file_of_cuda_c_is_told_to_begin_with_a_comment(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = explained(qtbot, window)
    path = tmp_path / "mine.cu"
    path.write_text(
        "__global__ void mine(float *y, int n) { if (threadIdx.x < n) y[threadIdx.x] = 1; }\n"
        "int main() { float *y; cudaMalloc(&y, 128); mine<<<1, 32>>>(y, 32); }\n"
    )

    window.session.launch.take_operation(describe(path))

    qtbot.waitUntil(lambda: view.text.startswith("mine"))
    assert "comment in its first line" in view.text
    assert "three quotes" not in view.text
