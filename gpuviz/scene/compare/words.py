"""The table of two compared runs, as texts."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.insight.compare import Compared
from gpuviz.scene.facts import Tone
from gpuviz.scene.numbers import figures, percent, seconds, whole
from gpuviz.texts import say, tr

UNKNOWN = "–"
MINUS, PLUS = "\u2212", "+"
ALIKE = 1.005  # times as much, which three digits would write as 1


@dataclass(frozen=True, slots=True)
class CompareRow:
    """One row: what it is, both figures, the difference, and a verdict in words.

    `code` is the figure's: who asks where it comes from names it.
    """

    what: str
    left: str
    right: str
    difference: str
    verdict: str
    tone: Tone = ""
    code: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """The texts of all columns."""
        return (self.what, self.left, self.right, self.difference, self.verdict)


def compare_row(row: Compared, swapped: bool) -> CompareRow:
    """One row; the verdict is about the run on the right, the sides being `swapped` or not."""
    shown = Compared(row.what, row.unit, row.right, row.left, row.fewer_is_better)
    shown = shown if swapped else row
    better = None if _alike(shown) else shown.right_is_better
    tone: Tone = "" if better is None else "good" if better else "write"
    return CompareRow(
        say(row.what),
        _figure(shown, shown.left),
        _figure(shown, shown.right),
        _difference(shown),
        _verdict(shown),
        tone,
        row.what.code,
    )


def _figure(row: Compared, value: float | None) -> str:
    if value is None:
        return UNKNOWN
    if row.unit == "seconds":
        return seconds(value)
    return percent(value) if row.unit == "share" else whole(int(value))


def _difference(row: Compared) -> str:
    """ "+128 (+50 %)", "−480"; empty where it is not known."""
    difference, change = row.difference, row.change
    if difference is None:
        return ""
    if difference == 0:
        return "0"
    sign = PLUS if difference > 0 else MINUS
    if row.unit == "share":
        points = figures(100 * abs(difference))
        words = tr("{sign}1 point") if points == "1" else tr("{sign}{points} points")
        return words.format(sign=sign, points=points)
    text = f"{sign}{_figure(row, abs(difference))}"
    return text if change is None else f"{text} ({sign}{percent(abs(change))})"


def _verdict(row: Compared) -> str:
    """How much more the right run has, and whether that is good."""
    if row.difference is None:
        return tr("not known")
    if row.difference == 0:
        return tr("the same")
    if _alike(row):
        return tr("nearly the same")
    words = _times(row)
    if row.right_is_better is None:
        return words
    return (tr("better: {times}") if row.right_is_better else tr("worse: {times}")).format(
        times=words
    )


def _alike(row: Compared) -> bool:
    return bool(row.left and row.right) and row.factor < ALIKE


def _times(row: Compared) -> str:
    left, right = row.left or 0.0, row.right or 0.0
    if not left:
        return tr("only on the right")
    if not right:
        return tr("only on the left")
    if right > left:
        return tr("{n} times as much").format(n=_times_text(right / left))
    return tr("1/{n} of it").format(n=_times_text(left / right))


def _times_text(factor: float) -> str:
    """8.0 as "8", 1.333 as "1.33", 1234.5 as "1 234"."""
    return f"{factor:.3g}" if factor < 1000 else whole(round(factor))
