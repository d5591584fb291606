"""A handout as plain data, and its texts: as Markdown beside pictures, as HTML for the PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from gpuviz.lesson import Lesson, LessonStep
from gpuviz.texts import clauses, escaped, labelled, rich, tr
from gpuviz.ui.lessons.words import lesson_html

BOX = "☐"
NEW_PAGE = ' style="page-break-before: always"'
LINES = 2  # to write on, below a task


@dataclass(frozen=True, slots=True)
class HandoutStep:
    """A step of the lesson; `picture` is the name of its file, `reveal` has its figures."""

    step: LessonStep
    picture: str
    reveal: str = ""
    solution: str = ""  # the kernel of the puzzle that answers the step


@dataclass(frozen=True, slots=True)
class Handout:
    """The whole: with the key it is the lecturer's."""

    lesson: Lesson
    steps: Sequence[HandoutStep]
    with_key: bool = False

    @property
    def title(self) -> str:
        """The first line."""
        words = tr("Lesson {number}: {title}")
        return words.format(number=self.lesson.shown, title=self.lesson.title)


def markdown_of(handout: Handout) -> str:
    """The file beside the pictures."""
    lesson = handout.lesson
    parts = [f"# {handout.title}", lesson.about]
    parts.append(tr("With the answers: for lecturers.") if handout.with_key else _name_line())
    for number, one in enumerate(handout.steps, 1):
        parts += _markdown_step(number, one, handout.with_key)
    return "\n\n".join(part for part in parts if part) + "\n"


def _markdown_step(number: int, one: HandoutStep, with_key: bool) -> Iterator[str]:
    step = one.step
    yield f"## {number}. {step.title}"
    yield f"![{step.title}]({one.picture})"
    yield step.text
    yield f"**{_task(step)}** {step.question}"
    if step.guesses:
        yield _ask(step)
        yield "\n".join(f"- [ ] {guess.text}" for guess in step.guesses)
    if not step.explains:
        yield f"- [ ] {tr('Done. What I saw:')} {'_' * 40}"
    if with_key:
        yield f"> **{tr('Answer')}:** {_answer(step)}" if _answer(step) else ""
        yield "> " + one.reveal.replace("\n", "\n> ")
        if one.solution:
            yield f"```python\n{one.solution.strip()}\n```"


def html_of(handout: Handout, picture_px: int, page_begins: Set[int] = frozenset()) -> str:
    """The same for Qt's text documents; some steps begin a page."""
    head = escaped(handout.title)
    note = tr("With the answers: for lecturers.") if handout.with_key else _name_line()
    parts = [
        f"<h1>{head}</h1>",
        f"<p>{rich(handout.lesson.about)}</p>",
        f'<p class="muted">{escaped(note)}</p>',
    ]
    for number, one in enumerate(handout.steps, 1):
        parts.append(
            f"<h2{NEW_PAGE if number in page_begins else ''}>{number}. {rich(one.step.title)}</h2>"
        )
        parts += _html_step(one, handout.with_key, picture_px)
    return "".join(parts)


def _html_step(one: HandoutStep, with_key: bool, picture_px: int) -> Iterator[str]:
    step = one.step
    yield f'<p><img src="{one.picture}" width="{picture_px}"></p>'
    yield lesson_html(step.text)
    yield f"<p><b>{escaped(_task(step))}</b> {rich(step.question)}</p>"
    if step.guesses:
        yield f"<p>{escaped(_ask(step))}</p>"
        boxes = (f"{BOX}&nbsp;{rich(guess.text)}" for guess in step.guesses)
        between = "<br>" if step.explains else "&nbsp; &nbsp; &nbsp; "
        yield f"<p>{between.join(boxes)}</p>"
    if not step.explains:
        yield f"<p>{BOX}&nbsp;{escaped(tr('Done. What I saw:'))}</p>"
    if with_key:
        if _answer(step):
            yield f'<p class="key"><b>{escaped(tr("Answer"))}:</b> {rich(_answer(step))}</p>'
        yield f'<p class="key">{rich(one.reveal)}</p>'
        if one.solution:
            yield f"<pre>{escaped(one.solution.strip())}</pre>"
    else:
        yield "<p>&nbsp;</p><hr>" * LINES


def _name_line() -> str:
    return labelled(tr("Name"), "_" * 36)


def _ask(step: LessonStep) -> str:
    return tr("Choose the right explanation:") if step.explains else tr("Predict first:")


def _task(step: LessonStep) -> str:
    if step.puzzle:
        return tr("Task, in the editor:")
    return tr("Task:")


def _answer(step: LessonStep) -> str:
    """The right prediction, and what the window has to show then."""
    right = [guess.text for guess in step.guesses if guess.is_right]
    asked = [f"`{one.fact.name} {one.sign} {one.text}`" for one in step.answer.parts]
    return clauses([*right, *([] if step.puzzle else asked)])
