"""Steps that are answered by choosing the right explanation."""

from __future__ import annotations

import pytest

from gpuviz.lesson import Playing
from gpuviz.ui.lessons.words import strip_words
from tests.lesson.texts import GOOD, read, said

EXPLAIN = """explain: it waits | it works* | it is gone
wrong: it waits | Nobody waits here.
wrong: it is gone | It is still there."""
ASKED = "predict: 1 < 2* < 33\nanswer: block.x = 34"
ASKING = GOOD.replace(ASKED, EXPLAIN, 1)


def playing() -> Playing:
    """At the step that asks for an explanation."""
    lesson = read(ASKING).lesson
    assert lesson is not None, read(ASKING).problems
    return Playing(lesson)


def row_of(text: str) -> int:
    step = playing().step
    assert step is not None
    return [guess.text for guess in step.guesses].index(text)


def test_the_right_explanation_answers_the_step_and_no_other_does() -> None:
    assert not playing().is_explained
    assert not playing().with_guess(row_of("it waits")).is_explained
    assert playing().with_guess(row_of("it works")).is_explained


def test_after_a_wrong_one_another_may_be_chosen() -> None:
    wrong = playing().with_guess(row_of("it is gone"))

    assert wrong.with_guess(row_of("it works")).is_explained
    assert wrong.once_answered().with_guess(row_of("it works")).guess == wrong.guess


def test_a_right_prediction_does_not_answer_a_step() -> None:
    lesson = read(GOOD).lesson
    assert lesson is not None

    assert not Playing(lesson).with_guess(1).is_explained


def test_a_wrong_one_is_answered_at_once_and_the_buttons_stay() -> None:
    words = strip_words(playing().with_guess(row_of("it waits")), frozenset())

    assert words.missed == "<b>✗ Not so: it waits.</b> Nobody waits here."
    assert words.reveal == ""
    assert [one.is_open for one in words.guesses] == [True] * 3
    assert [one.is_chosen for one in words.guesses].count(True) == 1


def test_once_it_is_answered_the_right_one_is_said() -> None:
    answered = playing().with_guess(row_of("it works")).once_answered()

    words = strip_words(answered, frozenset())

    assert (words.verdict, words.missed) == ("✓ it works.", "")
    assert words.guesses == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            ASKING.replace("explain:", "predict: 1 | 2*\nexplain:", 1),
            "`explain:` asks and answers at once: this step has no `predict:` beside it.",
        ),
        (
            ASKING.replace("hint:", "answer: block.x = 33\nhint:", 1),
            "`explain:` asks and answers at once: this step has no `answer:` beside it.",
        ),
        (
            ASKING.replace("it works*", "it works", 1),
            "`explain:` has two to four answers with | between them",
        ),
        (ASKING.replace("wrong: it waits | Nobody waits here.\n", ""), "has no line `wrong:`"),
    ],
    ids=["predict", "answer", "no star", "no wrong"],
)
def test_what_is_wrong_with_an_explanation_is_said(text: str, sentence: str) -> None:
    assert any(sentence in problem for problem in said(text)), said(text)
