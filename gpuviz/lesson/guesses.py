"""The predictions of a step: read, each wrong one with an answer of its own, in the order shown."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from gpuviz.lesson.lesson import Guess
from gpuviz.lesson.marks import LessonMark, RawStep
from gpuviz.lesson.placeholders import check_placeholders
from gpuviz.lesson.problem import Problem, problem, unknown
from gpuviz.lesson.words import check_words

RISES = re.compile(r"\s<\s")  # between predictions that have an order of their own
MOST_ANSWER = 35  # words: the answer to a wrong prediction stands above the reveal


def guesses_of(raw: RawStep, lesson: int, step: int, problems: list[Problem]) -> tuple[Guess, ...]:
    """The predictions as they are shown; what is wrong with them is noted.

    `lesson` and `step` are numbers: by them the order is the same each time, in each language.
    """
    marks, wrong = raw.all("predict") or raw.all("explain"), raw.all("wrong")
    if not marks:
        if wrong:
            template = "`wrong:` answers a prediction: this step has no `predict:`."
            problems.append(problem(wrong[0].line, "wrong-alone", template))
        return ()
    found = _read(marks[0], problems)
    answers = {mark.line: _answer(mark) for mark in wrong}
    problems += _answer_problems(found, marks[0].line, answers)
    by_text = dict(answers.values())
    answered = tuple(replace(one, why_not=by_text.get(one.text, "")) for one in found)
    return answered if _is_scale(marks[0].value) else shuffled(answered, lesson, step)


def shuffled(guesses: tuple[Guess, ...], lesson: int, step: int) -> tuple[Guess, ...]:
    """The predictions in an order that hangs on nothing but the two numbers.

    A digest and no generator of random numbers: no version of Python may change the order.
    """
    digest = hashlib.sha256(f"{lesson} {step}".encode()).digest()
    orders = tuple(permutations(guesses))
    return orders[int.from_bytes(digest[:8], "big") % len(orders)]


def _is_scale(value: str) -> bool:
    return "|" not in value and RISES.search(value) is not None


def _read(mark: LessonMark, problems: list[Problem]) -> tuple[Guess, ...]:
    parts = RISES.split(mark.value) if _is_scale(mark.value) else mark.value.split("|")
    texts = [part.strip() for part in parts][:5]  # one more than there may be
    found = tuple(Guess(text.removesuffix("*").strip(), text.endswith("*")) for text in texts)
    right = sum(guess.is_right for guess in found)
    if not 2 <= len(found) <= 4 or right != 1 or not all(guess.text for guess in found):
        template = "`{key}:` has two to four answers with | between them, or < where they rise, and a star behind the right one, as `31 | 1* | 33`."  # noqa: E501
        problems.append(problem(mark.line, "predict", template, key=mark.key))
        return ()
    return found


def _answer(mark: LessonMark) -> tuple[str, str]:
    """Which prediction a line `wrong:` answers, and what it says."""
    text, _, words = mark.value.partition("|")
    return text.strip(), words.strip()


def _answer_problems(
    found: tuple[Guess, ...], line: int, answers: dict[int, tuple[str, str]]
) -> Iterator[Problem]:
    """What is wrong with the lines `wrong:` of the predictions in a line."""
    if not found:
        return
    open_texts = [guess.text for guess in found if not guess.is_right]
    right = next(guess.text for guess in found if guess.is_right)
    seen: set[str] = set()
    for at, (text, words) in answers.items():
        if not words:
            template = "`wrong:` names a prediction and says what is wrong with it, as `wrong: 31 | So many are idle.`"  # noqa: E501
            yield problem(at, "wrong", template)
        elif text == right:
            yield problem(at, "wrong-right", "`{text}` is the right prediction.", text=text)
        elif text not in open_texts:
            template = "There is no prediction `{name}`."
            yield unknown(at, "wrong-unknown", template, text, open_texts)
        elif text in seen:
            yield problem(at, "wrong-twice", "`{text}` has an answer already.", text=text)
        yield from check_words(at, "`wrong`", words, MOST_ANSWER)
        yield from check_placeholders(at, words)
        seen.add(text)
    lacking = [text for text in open_texts if text not in seen]
    if answers and lacking:
        template = "The prediction `{text}` has no line `wrong:`, but others have."
        yield problem(line, "wrong-missing", template, text=lacking[0])
