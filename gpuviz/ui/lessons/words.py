"""What the strip says of a lesson that is played, as plain data."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from gpuviz.lesson import LessonStep, Playing
from gpuviz.lesson.words import joined
from gpuviz.texts import escaped, gap_behind, rich, tr
from gpuviz.ui.lessons.dots import Dot
from gpuviz.ui.lessons.parts import GuessWords

FENCE = "```"
ITEM = re.compile(r"(?:[-*]|\d+\.)\s+(.*)")
WITHIN = re.compile(r"(?:[-*]|1\.)\s+(.*)")  # another number at the margin belongs to its sentence
GAP_PX = 7


def lesson_html(text: str) -> str:
    """The text as Qt's rich text; nothing of it can be HTML of its own."""
    return "".join(_blocks(text.splitlines()))


def _blocks(lines: list[str]) -> Iterator[str]:
    kept: list[str] = []
    code: list[str] | None = None
    for line in lines:
        if line.startswith(FENCE):
            if code is None:
                yield from _prose(kept)
                code = []
            else:
                yield _code(code)
                code = None
            kept = []
        elif code is not None:
            code.append(line)
        elif line.strip():
            kept.append(line.strip())
        else:
            yield from _prose(kept)
            kept = []
    yield from _prose(kept)
    if code:
        yield _code(code)


def _prose(lines: list[str]) -> Iterator[str]:
    """A paragraph, or the items of a list; a line that begins no item goes on with the last. A list
    within a paragraph begins with 1, as in Markdown everywhere.
    """
    if not lines:
        return
    parts: list[tuple[bool, str]] = []
    for line in lines:
        in_words = bool(parts) and not parts[-1][0]
        item = (WITHIN if in_words else ITEM).fullmatch(line)
        if item is not None:
            parts.append((True, item[1]))
        elif parts:
            parts[-1] = parts[-1][0], joined(parts[-1][1], line)
        else:
            parts.append((False, line))
    yield from (_part(is_item, words) for is_item, words in parts)


def _part(is_item: bool, words: str) -> str:
    if is_item:
        return f'<p style="margin:0 0 2px 14px; text-indent:-10px">•&nbsp;{rich(words)}</p>'
    return f'<p style="margin:0 0 {GAP_PX}px 0">{rich(words)}</p>'


def _code(lines: list[str]) -> str:
    words = escaped("\n".join(lines))
    return f'<pre style="margin:0 0 {GAP_PX}px 10px">{words}</pre>'


@dataclass(frozen=True, slots=True)
class StripWords:
    """Everything that the strip shows; texts are rich text but for titles and buttons."""

    lesson: str
    title: str
    dots: tuple[Dot, ...]
    text: str
    question: str
    guesses: tuple[GuessWords, ...] = ()
    hint: str = ""
    reveal: str = ""
    verdict: str = ""  # on the prediction, before the reveal
    missed: str = ""  # what a wrong prediction is told, before both
    next: str = ""
    next_tip: str = ""
    can_hint: bool = False
    can_show: bool = False
    has_puzzle: bool = False  # the step is answered by one
    can_back: bool = True
    is_done: bool = False  # the step is answered: Next is what comes


def strip_words(playing: Playing, done: Collection[int], following: str = "") -> StripWords:
    """What to say; `done` are the steps that were ever answered, `following` the title of the
    lesson that comes next, if any.
    """
    lesson = playing.lesson
    name = tr("Lesson {number} · {title}").format(number=lesson.shown, title=lesson.title)
    rows = range(len(lesson.steps))
    dots = tuple(Dot(row in done, row == playing.index) for row in rows)
    step = playing.step
    if step is None:
        return _end(playing, name, dots, following)
    answered = playing.answered
    label, tip = _next(playing)
    return StripWords(
        name,
        step.title,
        dots,
        lesson_html(step.text),
        rich(step.question),
        _guesses(playing, step),
        hint=_hint(step) if playing.hinted and not answered else "",
        reveal=rich(playing.reveal) if answered else "",
        verdict=_verdict(playing, step) if answered else "",
        missed=_missed(playing, step) if answered or step.explains else "",
        next=label,
        next_tip=tip,
        can_hint=not answered and not playing.hinted,
        can_show=not answered,
        has_puzzle=bool(step.puzzle) and not answered,
        can_back=playing.index > 0,
        is_done=answered,
    )


def _end(playing: Playing, name: str, dots: tuple[Dot, ...], following: str) -> StripWords:
    lesson = playing.lesson
    ask = tr("The window stays as it is: try something of your own, or go on.")
    more = tr("Next lesson: {title}").format(title=following)
    return StripWords(
        name,
        tr("That was the lesson"),
        dots,
        f"<p>{rich(lesson.about)}</p>",
        f"<p>{ask}</p>" + (f"<p>{more}</p>" if following else ""),
        next=tr("Next lesson") if following else tr("All lessons"),
        next_tip=tr("Go on (F4)"),
        is_done=True,
    )


def _next(playing: Playing) -> tuple[str, str]:
    """The button's words, and its tooltip."""
    if not playing.answered:
        return tr("Skip"), tr("To the next step without an answer (F4)")
    if playing.is_last:
        return tr("Finish"), tr("To the end of the lesson (F4)")
    return tr("Next"), tr("To the next step (F4)")


def _guesses(playing: Playing, step: LessonStep) -> tuple[GuessWords, ...]:
    """The buttons; once the answer is there, the verdict says what became of them."""
    if playing.answered:
        return ()
    is_open, explains = playing.guess is None or step.explains, step.explains
    rows = enumerate(step.guesses)
    return tuple(
        GuessWords(guess.text, row == playing.guess, is_open, explains) for row, guess in rows
    )


def _verdict(playing: Playing, step: LessonStep) -> str:
    right = next((guess.text for guess in step.guesses if guess.is_right), "")
    if not right:
        return tr("✓ Done.")
    if playing.guess is None or step.explains:
        return tr("✓ {right}.").format(right=right)
    predicted = step.guesses[playing.guess]
    if predicted.is_right:
        return tr("✓ {right}, as you predicted.").format(right=right)
    if predicted.why_not:
        return tr("✓ {right}.").format(right=right)
    words = tr("✓ {right}. You predicted: {predicted}.")
    return words.format(right=right, predicted=predicted.text)


def _missed(playing: Playing, step: LessonStep) -> str:
    """The answer to the prediction that was made, if it was wrong and the lesson has one."""
    if playing.guess is None or not playing.why_not:
        return ""
    words = tr("✗ Not so: {predicted}.") if step.explains else tr("✗ You predicted: {predicted}.")
    words = words.format(predicted=step.guesses[playing.guess].text)
    return f"<b>{rich(words)}</b>{gap_behind(words)}{rich(playing.why_not)}"


def _hint(step: LessonStep) -> str:
    return tr("Hint: {words}").format(words=rich(step.hint))
