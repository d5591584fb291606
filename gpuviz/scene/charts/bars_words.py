"""The words of a chart of bars: behind each row, and in lines under all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gpuviz.scene.charts.bars import BarChart, BarRow, part_words
from gpuviz.scene.charts.frame import EDGE, NOTE_PX, TITLE_PX, Look
from gpuviz.scene.charts.labels import wrapped
from gpuviz.scene.sizes import BASE_PX, SPACE_PX
from gpuviz.scene.stage.scene import Item, Label, Rect

WORDS_PX = BASE_PX - 1  # size of the words beside bars
SIGN = "⚠"  # of a warning, at its bar and before its words
MOST_LINES = 2  # of warnings
EASY_ROW = 18.0  # pixels of a row: warnings get the room that rows of this height leave


class Line(NamedTuple):
    """One line under the rows."""

    text: str
    color: str


def hint_items(chart: BarChart, look: Look) -> list[Item]:
    """What to do, in the place of the rows."""
    return line_items(_lines_of(chart.hint, look.theme.muted, look), TITLE_PX, look)


def lines_below(chart: BarChart, look: Look) -> list[Line]:
    """The warnings, each once, then the notes. A warning that is too long for the room ends in
    dots: the read-out of its bar has all of it.
    """
    notes = [line for note in chart.notes for line in _lines_of(note, look.theme.muted, look)]
    color = look.theme.words.warning
    said = dict.fromkeys(row.warning for row in chart.rows if row.warning)
    warnings = [line for words in said for line in _lines_of(f"{SIGN} {words}", color, look)]
    free = look.height - TITLE_PX - EASY_ROW * len(chart.rows) - NOTE_PX * len(notes)
    most = min(MOST_LINES, max(1, int(free // NOTE_PX)))
    rest = " ".join(line.text for line in warnings[most - 1 :])
    shown = warnings if len(warnings) <= most else [*warnings[: most - 1], Line(rest, color)]
    return [*shown, *notes]


def line_items(lines: Sequence[Line], top: float, look: Look) -> list[Item]:
    """Lines from `top` downwards."""
    return [
        Label(Rect(EDGE, top + NOTE_PX * n, look.inner, NOTE_PX), line.text, line.color)
        for n, line in enumerate(lines)
    ]


def words_behind(chart: BarChart, row: BarRow, place: Rect, left: float, look: Look) -> list[Item]:
    """The value, a sign where something may be wrong with it, its parts if there is room."""
    words, color = row.words, look.theme.text if row.parts else look.theme.muted
    items: list[Item] = [Label(_behind(left, place, look), words, color, WORDS_PX)]
    left += look.measure(words, WORDS_PX) + 2 * SPACE_PX
    if row.warning:
        color = look.theme.words.warning
        items.append(Label(_behind(left, place, look), SIGN, color, WORDS_PX))
        left += look.measure(SIGN, WORDS_PX) + 2 * SPACE_PX
    parts = part_words(chart, row)
    if parts and left + look.wide(parts) <= look.width - EDGE:
        items.append(Label(_behind(left, place, look), parts, look.theme.muted))
    return items


def _lines_of(text: str, color: str, look: Look) -> list[Line]:
    return [Line(line, color) for line in wrapped(text, look.inner, look.wide)]


def _behind(left: float, place: Rect, look: Look) -> Rect:
    """The rest of a row."""
    return Rect(left, place.y, max(0.0, look.width - EDGE - left), place.h)
