"""Predictions: in what order they are shown, and what a wrong one is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuviz.lesson import Guess, LessonStep, Playing, lesson_files, read_lesson
from gpuviz.lesson.guesses import shuffled
from gpuviz.lesson.library import languages
from gpuviz.ui.lessons.words import strip_words
from tests.lesson.texts import GOOD, read, said

SHUFFLED = "predict: idle | busy* | gone"
ANSWERED = (
    "predict: 1 < 2* < 33\nwrong: 1 | There is\n  a second one.\nwrong: 33 | Those are threads."
)
LEAST, MOST = 0.2, 0.47  # of the right ones at each of three places: nobody gains by guessing one


def guesses_with(predict: str, number: int = 90) -> tuple[Guess, ...]:
    """The predictions of the first step of a lesson of that number."""
    text = GOOD.replace("predict: 1 < 2* < 33", predict)
    lesson = read(text.replace("lesson: 90", f"lesson: {number}")).lesson
    assert lesson is not None
    return lesson.steps[0].guesses


def steps_with_guesses(language: str) -> Iterator[tuple[str, LessonStep]]:
    """Those of all lessons that come with gpuviz, with where they stand."""
    for path in lesson_files(language):
        lesson = read_lesson(path).lesson
        assert lesson is not None
        yield from ((f"{path.name}: {step.title}", step) for step in lesson.steps if step.guesses)


def test_predictions_with_signs_between_them_keep_their_order() -> None:
    found = guesses_with("predict: fewer < the same* < more")

    assert [(one.text, one.is_right) for one in found] == [
        ("fewer", False),
        ("the same", True),
        ("more", False),
    ]


def test_a_sign_within_a_prediction_does_not_part_it() -> None:
    found = guesses_with("predict: i < n* | i > n")

    assert {one.text for one in found} == {"i < n", "i > n"}


def test_other_predictions_are_shown_in_an_order_of_their_own_that_stays() -> None:
    orders = {
        number: [one.text for one in guesses_with(SHUFFLED, number)] for number in range(1, 40)
    }

    assert {tuple(sorted(order)) for order in orders.values()} == {("busy", "gone", "idle")}
    assert len({tuple(order) for order in orders.values()}) == 6  # all that there are
    assert orders[5] == [one.text for one in guesses_with(SHUFFLED, 5)]


def test_the_order_of_a_step_is_settled_once_and_for_all() -> None:
    """Students with another version of Python or of gpuviz see what the lecturer sees."""
    row = tuple(Guess(text, text == "b") for text in "abc")
    found = ["".join(one.text for one in shuffled(row, 5, step)) for step in range(1, 9)]

    assert found == ["abc", "bac", "cab", "cba", "acb", "bca", "bca", "abc"]


def test_the_order_hangs_on_no_words_so_that_it_is_the_same_in_each_language() -> None:
    right = [
        [one.is_right for one in guesses_with(words)]
        for words in (SHUFFLED, "predict: 空闲 | 忙* | 没了")
    ]

    assert right[0] == right[1]


def test_each_wrong_prediction_has_its_answer() -> None:
    found = guesses_with(ANSWERED)

    assert [one.why_not for one in found] == ["There is a second one.", "", "Those are threads."]


def test_a_lesson_without_answers_is_as_right_as_before() -> None:
    assert [one.why_not for one in guesses_with(SHUFFLED)] == ["", "", ""]


BROKEN = [
    (
        "predict: 1 < 2* < 33\nwrong: 33 | Those are threads.",
        "line 15: The prediction `1` has no line `wrong:`, but others have.",
    ),
    (
        ANSWERED.replace("wrong: 33", "wrong: 333"),
        "line 18: There is no prediction `333`. Did you mean `33`?",
    ),
    (ANSWERED + "\nwrong: 2 | No.", "line 19: `2` is the right prediction."),
    (ANSWERED + "\nwrong: 33 | No.", "line 19: `33` has an answer already."),
    (
        ANSWERED + "\nwrong: 33",
        "line 19: `wrong:` names a prediction and says what is wrong with it",
    ),
    (ANSWERED + "\nwrong:", "line 19: Nothing stands behind `wrong:`."),
    ("wrong: 1 | No.", "line 15: `wrong:` answers a prediction: this step has no `predict:`."),
    (ANSWERED.replace("Those", "Those " * 40), "line 18: `wrong` has 42 words: 35 are the most"),
    (ANSWERED.replace("Those", "{kernel_ms}"), "line 18: No number is called `kernel_ms`"),
    (ANSWERED.replace("Those", "<b>Those</b>"), "line 18: `wrong` has HTML in it"),
    ("predict: 1 < 2 < 33", "line 15: `predict:` has two to four answers"),
    ("predict: 1 < 2* < 3 < 4 < 5", "line 15: `predict:` has two to four answers"),
]


@pytest.mark.parametrize(("lines", "sentence"), BROKEN, ids=[row[1][:60] for row in BROKEN])
def test_what_is_wrong_with_an_answer_is_said_with_its_line(lines: str, sentence: str) -> None:
    problems = said(GOOD.replace("predict: 1 < 2* < 33", lines, 1))

    assert any(problem.startswith(sentence) for problem in problems), problems


def test_whoever_predicts_wrongly_is_told_why_and_nobody_else_is() -> None:
    lesson = read(GOOD.replace("predict: 1 < 2* < 33", ANSWERED)).lesson
    assert lesson is not None
    played = [
        strip_words(playing.once_answered(), frozenset())
        for playing in (Playing(lesson), *(Playing(lesson).with_guess(at) for at in range(3)))
    ]

    assert [one.missed for one in played] == [
        "",
        "<b>✗ You predicted: 1.</b> There is a second one.",
        "",
        "<b>✗ You predicted: 33.</b> Those are threads.",
    ]
    assert [one.verdict for one in played] == ["✓ 2.", "✓ 2.", "✓ 2, as you predicted.", "✓ 2."]


@pytest.mark.parametrize("guess", [-1, 3, 99])
def test_a_prediction_that_is_not_there_is_none(guess: int) -> None:
    lesson = read(GOOD).lesson
    assert lesson is not None

    assert Playing(lesson).with_guess(guess) == Playing(lesson)


def test_a_sentence_about_long_predictions_is_no_longer_than_anybody_reads() -> None:
    lines = f"predict: {'9' * 5000} < 2*\nwrong: 7 | No."
    problems = said(GOOD.replace("predict: 1 < 2* < 33", lines, 1))

    assert any("There is no prediction `7`. Known are" in problem for problem in problems)
    assert max(map(len, problems)) < 500


def test_nothing_is_told_before_the_step_is_answered() -> None:
    lesson = read(GOOD.replace("predict: 1 < 2* < 33", ANSWERED)).lesson
    assert lesson is not None

    assert strip_words(Playing(lesson).with_guess(0), frozenset()).missed == ""


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_every_wrong_prediction_of_the_lessons_has_an_answer(language: str) -> None:
    lacking = [
        (where, guess.text)
        for where, step in steps_with_guesses(language)
        for guess in step.guesses
        if guess.is_right == bool(guess.why_not)
    ]

    assert lacking == []


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_no_place_is_right_much_more_often_than_another(language: str) -> None:
    rows = [step.guesses for _, step in steps_with_guesses(language) if len(step.guesses) == 3]
    right = Counter(tuple(one.is_right for one in row).index(True) for row in rows)

    assert len(rows) > 100
    assert all(LEAST < right[place] / len(rows) < MOST for place in range(3)), right


@pytest.mark.parametrize("language", languages())
def test_nor_is_it_among_those_that_keep_their_order(language: str) -> None:
    """There only the wrong ones that a lesson chooses can move the right one."""
    lines = [
        line.split(" < ")
        for path in lesson_files(language)
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("predict:") and line.count(" < ") == 2
    ]
    right = Counter([part.endswith("*") for part in line].index(True) for line in lines)

    assert len(lines) > 50
    assert all(0.25 < right[place] / len(lines) < 0.42 for place in range(3)), right


@pytest.mark.parametrize("path", lesson_files("en"), ids=lambda path: path.stem)
def test_in_no_lesson_the_same_place_is_always_right(path: Path) -> None:
    lesson = read_lesson(path).lesson
    assert lesson is not None
    rows = [step.guesses for step in lesson.steps if step.guesses]

    assert len({tuple(one.is_right for one in row).index(True) for row in rows}) > 1


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_numbers_rise_from_left_to_right(language: str) -> None:
    falling = []
    for where, step in steps_with_guesses(language):
        texts = [guess.text.replace(" ", "") for guess in step.guesses]
        if all(text.replace(".", "").isdecimal() for text in texts):
            numbers = [float(text) for text in texts]
            falling += [where] if numbers != sorted(numbers) else []

    assert falling == []
