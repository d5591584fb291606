"""Words of the glossary are marked where they stand, and a click explains them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpuviz.scene.scene import Label, Rect
from gpuviz.ui.glossary import GlossaryDialog
from gpuviz.ui.labels import plain
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.term_marks import TermLabel, TermMark, TermText, marks_of_scene
from gpuviz.ui.term_popup import TermPopup
from gpuviz.ui.terms import explain, places_in
from tests.ui.windows import launch


def popups(widget: QWidget) -> list[TermPopup]:
    found = widget.window().findChildren(TermPopup)
    return [one for one in found if not one.isHidden()]


def click(widget: QWidget, place: QPointF) -> None:
    QTest.mouseMove(widget, place.toPoint())
    none = Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, none, place.toPoint())


def explained_by(qtbot: QtBot, widget: QWidget, mark: TermMark, scale: float = 1.0) -> TermPopup:
    """What a click on a marked word opens."""
    click(widget, mark.rect.center() * scale)
    qtbot.waitUntil(lambda: bool(popups(widget)))
    return popups(widget)[0]


def label_of(qtbot: QtBot, text: str) -> TermLabel:
    label = TermLabel(text)
    qtbot.addWidget(label)
    label.resize(label.sizeHint())
    label.show()
    return label


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("order: modelled", ["modelled"]),
        ("32 threads, schedule: lockstep", ["thread", "schedule", "lockstep"]),
        ("warp 0 of warp 1", ["warp"]),
        ("shared memory", ["shared memory"]),
        ("every block followed", ["block", "followed"]),
        ("nothing of the field", []),
    ],
)
def test_each_term_of_a_text_is_marked_once_where_it_stands_first(
    text: str, words: list[str]
) -> None:
    places = places_in(text, "en")

    assert [word for _, _, word in places] == words
    assert all(text[begin:end] in text for begin, end, _ in places)


def test_a_mark_lies_under_its_word_and_nowhere_else(qtbot: QtBot) -> None:
    label = label_of(qtbot, "order: modelled")
    metrics = label.fontMetrics()

    [mark] = label.marks

    assert mark.rect.left() == label.contentsRect().x() + metrics.horizontalAdvance("order: ")
    assert mark.rect.width() == metrics.horizontalAdvance("modelled")
    assert label.rect().contains(mark.rect.toRect())


def text_of(qtbot: QtBot, html: str) -> TermText:
    text = TermText(html)
    text.setWordWrap(True)
    qtbot.addWidget(text)
    text.setFixedWidth(160)
    text.resize(160, text.heightForWidth(160))
    text.show()
    return text


def test_in_text_that_stands_in_the_middle_a_word_is_marked_there(qtbot: QtBot) -> None:
    text = text_of(qtbot, "a race")
    text.setAlignment(Qt.AlignmentFlag.AlignCenter)

    [mark] = text.marks

    right = (160 + text.fontMetrics().horizontalAdvance("a race")) / 2
    assert abs(mark.rect.right() - right) < text.fontMetrics().height()


def test_in_lines_of_rich_text_a_word_is_marked_in_its_line(qtbot: QtBot) -> None:
    text = text_of(qtbot, "Nothing of the field stands in here,<br>then <b>a race</b>.")
    metrics = text.fontMetrics()

    [mark] = text.marks

    assert mark.word == "race"
    assert mark.rect.top() >= 2 * metrics.height() - 2  # the words before take two lines or more
    assert abs(mark.rect.left() - metrics.horizontalAdvance("then a ")) < metrics.height()
    assert text.rect().contains(mark.rect.toRect())


def test_a_word_inside_of_a_link_is_left_to_the_link(qtbot: QtBot) -> None:
    text = text_of(qtbot, 'line 3: a race <a href="3">of this warp</a>')

    assert [mark.word for mark in text.marks] == ["race"]


def test_a_click_in_rich_text_explains_the_word(qtbot: QtBot) -> None:
    text = text_of(qtbot, "There is <b>a race</b> in line 3.")

    popup = explained_by(qtbot, text, text.marks[0])

    assert popup.word == "race"


def test_a_label_that_is_cut_has_no_marks_in_the_wrong_place(qtbot: QtBot) -> None:
    label = label_of(qtbot, "order: modelled")

    label.resize(20, label.height())

    assert label.marks == ()


def test_a_click_on_a_word_says_what_it_means_and_leads_to_the_glossary(qtbot: QtBot) -> None:
    label = label_of(qtbot, "order: modelled")

    popup = explained_by(qtbot, label, label.marks[0])

    assert explain("modelled") in plain(popup.words.text())
    popup.words.linkActivated.emit("glossary")
    dialogs = label.findChildren(GlossaryDialog)
    assert dialogs[0].search.text() == "modelled"
    assert "modelled" in dialogs[0].shown


def test_a_click_beside_the_word_explains_nothing(qtbot: QtBot) -> None:
    label = label_of(qtbot, "order: modelled")

    click(label, QPointF(2, label.height() / 2))

    assert popups(label) == []


@pytest.mark.parametrize(("align", "left"), [("left", 10.0), ("right", 10.0 + 200 - 36)])
def test_in_a_picture_a_word_is_marked_once_where_its_label_has_it(align: str, left: float) -> None:
    words = Label(Rect(10, 10, 200, 20), "warp 0", "#ffffff", align=align)  # type: ignore[arg-type]
    again = Label(Rect(10, 40, 200, 20), "warp 1", "#ffffff")
    narrow = Label(Rect(10, 70, 12, 20), "a sector", "#ffffff")

    marks = marks_of_scene((words, again, narrow), lambda text, size, bold, mono: 6.0 * len(text))

    assert [mark.word for mark in marks] == ["warp"]
    assert marks[0].rect.left() == left
    assert marks[0].rect.width() == 24


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    window = launch(qtbot, "vector_add")
    window.resize(1680, 1050)
    return window


@pytest.mark.slow
@pytest.mark.parametrize("word", ["lane", "sector", "active mask", "masked off"])
def test_words_on_the_stage_are_explained_by_a_click(
    qtbot: QtBot, window: MainWindow, word: str
) -> None:
    stage = window.stage
    qtbot.waitUntil(lambda: any(mark.word == word for mark in stage.term_marks))
    chosen, site = window.session.selection.thread, window.session.selection.site
    mark = next(mark for mark in stage.term_marks if mark.word == word)

    popup = explained_by(qtbot, stage, mark, stage.scale)

    assert popup.word == word
    assert (window.session.selection.thread, window.session.selection.site) == (chosen, site)
    popup.leave()


@pytest.mark.slow
def test_words_that_can_be_pressed_for_something_else_are_left_alone(
    qtbot: QtBot, window: MainWindow
) -> None:
    stage = window.stage
    qtbot.waitUntil(lambda: bool(stage.term_marks))

    pressable = [
        mark.word
        for mark in stage.term_marks
        if not stage.explains(stage.hit_at(mark.rect.center() * stage.scale))
    ]

    assert pressable == []


@pytest.mark.slow
@pytest.mark.parametrize("word", ["occupancy", "wave", "modelled", "lockstep", "followed"])
def test_words_of_the_window_are_marked_in_labels(
    qtbot: QtBot, window: MainWindow, word: str
) -> None:
    def marked() -> set[str]:
        labels = window.findChildren(TermLabel)
        return {mark.word for label in labels if label.isVisible() for mark in label.marks}

    qtbot.waitUntil(lambda: word in marked())


@pytest.mark.slow
def test_a_press_elsewhere_closes_an_explanation(qtbot: QtBot, window: MainWindow) -> None:
    stage = window.stage
    qtbot.waitUntil(lambda: bool(stage.term_marks))
    explained_by(qtbot, stage, stage.term_marks[0], stage.scale)

    QTest.mouseClick(window.status, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: popups(stage) == [])


def test_esc_closes_an_explanation(qtbot: QtBot) -> None:
    label = label_of(qtbot, "order: modelled")
    popup = explained_by(qtbot, label, label.marks[0])

    QTest.keyClick(popup.words, Qt.Key.Key_Escape)

    qtbot.waitUntil(lambda: popups(label) == [])
