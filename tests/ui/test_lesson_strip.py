"""The strip of a lesson alone: how its width is shared, and what of it is in view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from gpuviz.scene.theme import DARK
from gpuviz.session.coalesced import has_work
from gpuviz.ui.lessons.parts import GuessWords
from gpuviz.ui.lessons.strip import SHARES, WIDER, LessonStrip
from gpuviz.ui.lessons.words import StripWords

SENTENCE = "Two threads that read the same old number write the same new one. "


def told(missed: str, reveal: str, question: str = "Question?") -> StripWords:
    """What a step says once it is answered."""
    return StripWords(
        "Lesson", "Title", (), "Text", question, missed=missed, reveal=reveal, is_done=True
    )


@pytest.fixture
def strip(qtbot: QtBot) -> Iterator[LessonStrip]:
    """A strip in a large window."""
    window = QMainWindow()
    qtbot.addWidget(window)
    shown = LessonStrip(DARK)
    window.addToolBar(shown)
    shown.setVisible(True)
    window.resize(1900, 1000)
    window.show()
    shown.fit(1000)
    qtbot.waitUntil(lambda: shares(shown) == pytest.approx(SHARES[1] / sum(SHARES), abs=0.01))
    yield shown
    window.close()


def shares(strip: LessonStrip) -> float:
    """The question's share of the width."""
    said, asked, *_ = strip.controls[-6:-4]
    return asked.width() / (said.width() + asked.width())


def is_in_view(strip: LessonStrip) -> bool:
    """Whether all of the reveal is seen, with the answer above it."""
    shown = strip.reveal.visibleRegion().boundingRect()
    return shown == strip.reveal.rect()


def test_an_answer_that_fits_leaves_the_text_its_width(qtbot: QtBot, strip: LessonStrip) -> None:
    strip.show_words(told("No.", "Yes."))

    qtbot.waitUntil(lambda: is_in_view(strip) and not has_work(strip))
    assert shares(strip) == pytest.approx(SHARES[1] / sum(SHARES), abs=0.01)


def test_an_answer_that_does_not_fit_gets_width_of_the_text(
    qtbot: QtBot, strip: LessonStrip
) -> None:
    strip.show_words(told("No.", "Yes."))
    qtbot.waitUntil(lambda: is_in_view(strip) and not has_work(strip))

    strip.show_words(told(20 * SENTENCE, "Yes."))

    qtbot.waitUntil(lambda: shares(strip) == pytest.approx(WIDER[-1][1] / sum(WIDER[-1]), abs=0.01))


def test_a_wrong_prediction_and_a_reveal_of_two_lines_have_room_in_a_window_of_720_lines(
    qtbot: QtBot, strip: LessonStrip
) -> None:
    strip.window().resize(1280, 720)
    strip.fit(720)

    strip.show_words(told(3 * SENTENCE, 3 * SENTENCE))

    qtbot.waitUntil(lambda: is_in_view(strip) and not has_work(strip))
    qtbot.waitUntil(lambda: strip.question.visibleRegion().boundingRect() == strip.question.rect())
    assert strip.reveal.words.height() > 1.5 * strip.question.height()


def test_a_smaller_window_shares_anew(qtbot: QtBot, strip: LessonStrip) -> None:
    strip.show_words(told(3 * SENTENCE, 3 * SENTENCE))
    qtbot.waitUntil(lambda: is_in_view(strip))
    before = shares(strip)

    strip.window().resize(900, 500)
    strip.fit(500)

    qtbot.waitUntil(lambda: shares(strip) > before + 0.1)


def test_a_text_that_needs_its_width_keeps_it(qtbot: QtBot, strip: LessonStrip) -> None:
    strip.show_words(replace(told("", 20 * SENTENCE), text=15 * SENTENCE))

    qtbot.waitUntil(lambda: strip.reveal.visibleRegion().boundingRect().top() == 0)
    assert shares(strip) == pytest.approx(SHARES[1] / sum(SHARES), abs=0.01)


def test_what_a_short_text_leaves_free_goes_to_the_question(
    qtbot: QtBot, strip: LessonStrip
) -> None:
    strip.show_words(told("", 16 * SENTENCE))

    qtbot.waitUntil(lambda: shares(strip) > SHARES[1] / sum(SHARES) + 0.05)
    qtbot.waitUntil(lambda: is_in_view(strip) and not has_work(strip))
    assert strip.question.visibleRegion().boundingRect() == strip.question.rect()


def test_predictions_stand_side_by_side_where_the_text_leaves_room(
    qtbot: QtBot, strip: LessonStrip
) -> None:
    letter_px = strip.guesses.fontMetrics().horizontalAdvance("a")
    third = "a" * (round(0.3 * strip.width()) // letter_px)
    guesses = 2 * (GuessWords(third, False, True),)

    strip.show_words(StripWords("Lesson", "Title", (), "Text", "Question?", guesses=guesses))

    first, second, *_ = strip.guesses.buttons
    qtbot.waitUntil(lambda: shares(strip) > SHARES[1] / sum(SHARES) + 0.05)
    qtbot.waitUntil(lambda: first.y() == second.y() and first.x() < second.x())


def test_a_wrong_explanation_is_answered_beside_its_question(
    qtbot: QtBot, strip: LessonStrip
) -> None:
    guesses = 2 * (GuessWords("an explanation", False, True, explains=True),)
    asked = StripWords("Lesson", "Title", (), 9 * SENTENCE, 5 * SENTENCE, guesses=guesses)
    strip.show_words(asked)
    qtbot.waitUntil(lambda: not has_work(strip))

    strip.show_words(replace(asked, missed=7 * SENTENCE))

    qtbot.waitUntil(lambda: is_in_view(strip) and not has_work(strip))
    qtbot.waitUntil(lambda: strip.question.visibleRegion().boundingRect() == strip.question.rect())


def test_all_of_an_answer_is_seen_below_a_question_that_fills_the_strip(
    qtbot: QtBot, strip: LessonStrip
) -> None:
    question = 30 * SENTENCE
    strip.show_words(StripWords("Lesson", "Title", (), "Text", question))
    qtbot.waitUntil(lambda: not has_work(strip))

    strip.show_words(told(5 * SENTENCE, 5 * SENTENCE, question))

    qtbot.waitUntil(lambda: is_in_view(strip))


def test_a_lower_window_scrolls_until_all_of_an_answer_is_seen_again(
    qtbot: QtBot, strip: LessonStrip
) -> None:
    strip.show_words(told("No.", "Yes.", 30 * SENTENCE))
    qtbot.waitUntil(lambda: is_in_view(strip) and not has_work(strip))
    height = strip.height()

    strip.fit(800)

    qtbot.waitUntil(lambda: strip.height() < height and is_in_view(strip))


def test_the_next_step_has_room_for_words_in_bold(qtbot: QtBot, strip: LessonStrip) -> None:
    strip.show_words(replace(told("", ""), has_puzzle=True))

    for button in (strip.puzzle, strip.next):
        bold = QFont(button.font())
        bold.setBold(True)
        around = button.sizeHint().width() - button.fontMetrics().horizontalAdvance(button.text())
        words = QFontMetrics(bold).horizontalAdvance(button.text())
        assert button.minimumWidth() >= words + around, button.text()
