"""What the strip says of a puzzle that is open, as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gpuviz.engines.grading import FIGURE_WORDS, Grading
from gpuviz.lesson.puzzle import KIND_WORDS, Puzzle
from gpuviz.scene.theme import Theme
from gpuviz.session.puzzles import OpenPuzzle
from gpuviz.texts import clauses, escaped, gap_behind, labelled, rich, say, say_rich, tr
from gpuviz.trace.trace import HazardKind
from gpuviz.ui.lessons.words import lesson_html

HAZARDS: tuple[HazardKind, ...] = (
    "out-of-bounds",
    "race",
    "uninitialized",
    "barrier-divergence",
)


@dataclass(frozen=True, slots=True)
class GoalLine:
    """One goal: whether it is reached (None: not known yet), and its words."""

    is_reached: bool | None
    words: str


@dataclass(frozen=True, slots=True)
class PuzzleWords:
    """Everything that the strip shows; `task`, `verdict` are rich text."""

    title: str
    kind: str
    task: str
    goals: tuple[GoalLine, ...]
    verdict: str = ""
    is_solved: bool = False
    can_hint: bool = True
    other_language: str = ""  # in which it can be answered too
    back_to_lesson: bool = False


def puzzle_words(
    open_: OpenPuzzle, busy: bool, in_lesson: bool, place: tuple[int, int]
) -> PuzzleWords:
    """What to say; `place` is the puzzle's number, and how many there are."""
    puzzle, grading = open_.puzzle, open_.grading
    task = lesson_html(puzzle.texts.task) + "".join(_hints(open_))
    return PuzzleWords(
        puzzle.texts.title,
        tr("{kind} · puzzle {number} of {count}").format(
            kind=tr(KIND_WORDS[puzzle.kind]), number=place[0], count=place[1]
        ),
        task,
        tuple(_goals(puzzle, None if busy else grading)),
        tr("Your kernel is being run…") if busy else _verdict(open_),
        is_solved=not busy and grading is not None and grading.is_solved,
        can_hint=open_.hints < len(puzzle.texts.hints),
        other_language=_other_language(puzzle),
        back_to_lesson=in_lesson,
    )


def _other_language(puzzle: Puzzle) -> str:
    if not puzzle.has_c:
        return ""
    return tr("In CUDA C") if puzzle.written_in == "python" else tr("In Python")


def goals_html(goals: tuple[GoalLine, ...], theme: Theme) -> str:
    """The goals as a checklist."""
    marks = {
        None: ("○", theme.muted),
        True: ("✓", theme.words.good),
        False: ("✗", theme.words.hazard),
    }
    rows = []
    for goal in goals:
        mark, color = marks[goal.is_reached]
        rows.append(f'<span style="color:{color}">{mark}</span>&nbsp; {escaped(goal.words)}')
    return "<br>".join(rows)


def spoken_goals(goals: tuple[GoalLine, ...]) -> str:
    """The same for a screen reader."""
    marks = {None: tr("open"), True: tr("reached"), False: tr("not reached")}
    return clauses(labelled(goal.words, marks[goal.is_reached]) for goal in goals)


def _hints(open_: OpenPuzzle) -> Iterator[str]:
    for number, hint in enumerate(open_.puzzle.texts.hints[: open_.hints], 1):
        words = tr("Hint {number}: {words}").format(number=number, words=hint)
        yield lesson_html(words)


def _goals(puzzle: Puzzle, grading: Grading | None) -> Iterator[GoalLine]:
    count = len(puzzle.cases)
    if grading is None or grading.verdict in ("refused",):
        words = tr("Right with {count} sizes and blocks").format(count=count)
        yield GoalLine(None, words)
        yield GoalLine(None, tr("No hazard"))
    else:
        words = tr("Right with {passed} of {count} sizes and blocks")
        passed = grading.passed
        yield GoalLine(passed == count, words.format(passed=passed, count=count))
        yield GoalLine(grading.verdict not in HAZARDS, tr("No hazard"))
    figures = () if grading is None else grading.figures
    for row, goal in enumerate(puzzle.goals):
        name = say(FIGURE_WORDS[goal.figure])
        if row < len(figures):
            words = tr("{name}: {found}, at most {most}")
            shown = words.format(name=name, found=figures[row], most=goal.most)
            yield GoalLine(figures[row] <= goal.most, shown)
        else:
            shown = tr("{name}: at most {most}").format(name=name, most=goal.most)
            yield GoalLine(None, shown)


def _verdict(open_: OpenPuzzle) -> str:
    """What came of the answer that was checked last."""
    if open_.error is not None:
        return say_rich(open_.error)
    grading = open_.grading
    if grading is None:
        return ""
    parts = [_marked(tr("✓ Solved."), rich(open_.puzzle.texts.solved))]
    notes = [say_rich(note) for note in grading.notes]
    if grading.is_solved:
        parts += notes
    else:
        mistake = [] if open_.mistake is None else [rich(open_.mistake)]
        details = ""
        for words in map(say_rich, grading.messages):
            details += gap_behind(details) + words if details else words
        first, *others = [*mistake, *notes, details]
        parts = [_marked(tr("Not yet."), first), *others]
    return "".join(f'<p style="margin:0 0 5px 0">{part}</p>' for part in parts)


def _marked(words: str, more: str) -> str:
    """Words in bold, and rich text behind them."""
    return f"<b>{rich(words)}</b>{gap_behind(words)}{more}"
