"""Charts of lying bars: an honest scale, parts one behind the other, spreads, words, keys."""

from __future__ import annotations

from dataclasses import replace

import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.scene.charts.bars import BarChart, BarPart, BarRow, bar_table, row_details
from gpuviz.scene.charts.units import SECONDS
from gpuviz.scene.theme import DARK
from gpuviz.ui.charts.bars_view import SIGN, BarsView
from gpuviz.ui.charts.items import BarsItem
from gpuviz.ui.charts.plot_view import X
from gpuviz.ui.stage.paint import measure


def row(label: str, *values: float, modelled: bool = False) -> BarRow:
    parts = tuple(BarPart(name, value, "write") for name, value in zip("abc", values, strict=False))
    return BarRow(label, parts, f"{sum(values):g} s" if values else "no time", modelled)


def chart(*rows: BarRow) -> BarChart:
    return BarChart("Times", SECONDS, rows)


THREE = chart(row("first", 1.0), row("second", 2.0), row("third"))


def shown(qtbot: QtBot, bars: BarChart, width: int = 600, height: int = 200) -> BarsView:
    view = BarsView(bars, DARK)
    qtbot.addWidget(view)
    view.resize(width, height)
    view.show()
    qtbot.waitExposed(view)
    view.grab()
    return view


def bars_in(view: BarsView) -> list[BarsItem]:
    """From the first part of the first row on."""
    found = [item for item in view.plotted if isinstance(item, BarsItem)]
    return sorted(found, key=lambda item: (item.rects[0][1], item.rects[0][0]))


def test_parts_follow_each_other_in_the_proportion_of_their_values(qtbot: QtBot) -> None:
    first, second, third = bars_in(shown(qtbot, chart(row("a", 1.0, 2.0, 1.0))))

    (x0, _, w0, _), (x1, _, w1, _), (x2, _, w2, _) = (
        bar.rects[0] for bar in (first, second, third)
    )
    assert x0 == 0.0
    assert x0 + w0 == pytest.approx(x1)
    assert x1 + w1 == pytest.approx(x2)
    assert w1 == pytest.approx(2 * w0)
    assert w2 == pytest.approx(w0)


def test_bars_begin_linear_whatever_their_times_and_are_logarithmic_once_somebody_wants_it(
    qtbot: QtBot,
) -> None:
    view = shown(qtbot, chart(row("copies", 1.0, 99.0), row("a", 1.0), row("b", 1e-4)))
    assert not view.is_logarithmic[X]

    QTest.mouseClick(view.log_button, Qt.MouseButton.LeftButton)

    first, second, alone, least = (bar.rects[0] for bar in bars_in(view))
    assert view.is_logarithmic[X]
    assert first[0] + first[2] == pytest.approx(alone[0] + alone[2]) == pytest.approx(0)
    assert second[0] + second[2] == pytest.approx(2)
    assert least[0] + least[2] == pytest.approx(-4)
    assert least[2] >= 0.15


def test_modelled_bars_are_hatched_and_measured_ones_are_not(qtbot: QtBot) -> None:
    view = shown(qtbot, chart(row("a", 1.0), row("b", 1.0, modelled=True)))

    assert [bar.is_hatched for bar in bars_in(view)] == [False, True]


def test_a_spread_is_an_error_bar_around_the_end_of_the_bar(qtbot: QtBot) -> None:
    view = shown(qtbot, chart(replace(row("a", 1.0), spread=0.5)))

    (whisker,) = [item for item in view.plotted if isinstance(item, pg.ErrorBarItem)]
    assert (whisker.opts["x"], whisker.opts["left"], whisker.opts["right"]) == (1.0, 0.25, 0.25)


@pytest.mark.slow
@pytest.mark.parametrize("logarithmic", [False, True])
@pytest.mark.parametrize("width", [300, 420, 700])
def test_every_bar_has_its_words_behind_it_inside_of_the_chart(
    qtbot: QtBot, width: int, logarithmic: bool
) -> None:
    words = "0.9 s modelled, a guess"
    rows = (row("CPU", 1.0), replace(row("GPU", 0.9), words=words))
    view = shown(qtbot, chart(*rows), width)

    view.set_logarithmic(X, logarithmic)
    view.grab()

    ends = {label.text: label.rect.x + measure(label.text, label.size) for label in view.labels()}
    assert {"1 s", words} <= set(ends)
    assert max(ends.values()) <= view.room.w + 0.5


def test_a_warning_of_several_bars_is_said_once_below_them_and_each_has_its_sign(
    qtbot: QtBot,
) -> None:
    view = shown(qtbot, chart(*(replace(row(name, 1.0), warning="It fell.") for name in "abc")))

    assert [line.text for line in view.notes.lines] == [f"{SIGN} It fell."]
    assert [label.text for label in view.labels()].count(SIGN) == 3


@pytest.mark.parametrize(("height", "lines"), [(120, 1), (400, 2)])
def test_long_warnings_leave_the_bars_their_room_and_the_read_out_has_all_of_them(
    qtbot: QtBot, height: int, lines: int
) -> None:
    told = " ".join(["something else ran meanwhile"] * 20)
    timed = [replace(row("a", 1.0), warning=told), *[row("b", 1.0)] * 4]

    view = shown(qtbot, chart(*timed), height=height)

    assert len(view.notes.lines) == lines
    assert told in row_details(chart(*timed), timed[0])


@pytest.mark.parametrize("height", [118, 130, 160, 300])
def test_lines_below_the_bars_give_way_before_the_names_of_rows_overlap(
    qtbot: QtBot, height: int
) -> None:
    timed = [replace(row(f"bar {n}", 1.0), warning=f"Reason {n}.") for n in range(5)]

    view = shown(qtbot, chart(*timed), height=height)

    places = [view.place_of(number) for number in range(5)]
    assert all(place is not None and place.h >= 13.5 for place in places)


def test_where_room_is_short_thin_rows_are_left_out_first(qtbot: QtBot) -> None:
    rows = [row(f"bar {n}", 1.0) for n in range(5)]
    thin = [replace(row(f"thin {n}", 1.0), thin=True) for n in range(4)]
    view = shown(qtbot, chart(*rows, *thin), height=118)

    low = [view.place_of(number) is not None for number in range(9)]
    view.resize(600, 300)
    view.grab()

    assert low == [True] * 6 + [False] * 3
    assert all(view.place_of(number) is not None for number in range(9))


def test_all_numbers_are_a_table_with_a_row_for_each_part() -> None:
    table = bar_table(chart(row("a", 1.0, 2.0, modelled=True), row("b")))

    assert [line[:3] for line in table[1:]] == [("a", "a", "1.0"), ("a", "b", "2.0")]
    assert {line[6] for line in table[1:]} == {"modelled"}


def test_keys_choose_rows_and_enter_picks_one(qtbot: QtBot) -> None:
    view = shown(qtbot, THREE)
    picked: list[int] = []
    view.picked.connect(picked.append)
    chosen = []

    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Up, Qt.Key.Key_End):
        QTest.keyClick(view, key)
        chosen.append(view.chosen)
    QTest.keyClick(view, Qt.Key.Key_Escape)

    assert chosen == [0, 1, 1, 0, 2]
    assert picked == [1]
    assert view.chosen is None


def test_a_click_chooses_a_row_and_a_double_click_picks_it(qtbot: QtBot) -> None:
    view = shown(qtbot, THREE)
    picked: list[int] = []
    view.picked.connect(picked.append)
    place = view.place_of(1)
    assert place is not None
    middle = QPoint(200, int(place.y + place.h / 2))

    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    chosen = view.chosen
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle)

    assert (chosen, picked) == (1, [1])
    assert view.accessibleDescription().startswith("second")
    assert view.tip_at(middle.toPointF()).startswith("second")


def test_a_drag_pans_and_chooses_nothing(qtbot: QtBot) -> None:
    view = shown(qtbot, THREE)
    before, place = view.view_range, view.room
    start = QPoint(int(place.x + place.w / 2), int(place.y + 20))

    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 6):
        QTest.mouseMove(view.viewport(), start - QPoint(12 * step, 0))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=start - QPoint(60, 0))

    assert view.chosen is None
    assert view.is_moved
    assert view.view_range[0][0] > before[0][0]
    assert view.view_range[1] == before[1]


def test_the_shortest_modelled_bar_is_long_enough_to_show_its_stripes(qtbot: QtBot) -> None:
    view = shown(qtbot, chart(row("a", 49.0), row("b", 0.01, modelled=True)), 420, 170)
    place = view.place_of(1)
    assert place is not None

    image = view.grab().toImage()

    middle = int(place.y + place.h / 2)
    colors = {image.pixelColor(int(view.room.x) + x, middle).name() for x in range(2, 9)}
    assert len(colors) > 1


def test_a_time_of_nought_lies_at_the_beginning_of_a_logarithmic_axis(qtbot: QtBot) -> None:
    view = shown(qtbot, chart(row("copies", 0.0, 1.0), row("a", 1e-3)))

    view.set_logarithmic(X, True)

    nothing, whole, _ = bars_in(view)
    assert nothing.rects[0][2] == 0
    assert whole.rects[0][0] == nothing.rects[0][0]


def test_without_a_row_the_chart_says_what_to_do(qtbot: QtBot) -> None:
    view = shown(qtbot, BarChart("Times", SECONDS, hint="Run a kernel."))

    assert view.hint.isVisible()
    assert [line.text for line in view.hint.lines] == ["Run a kernel."]
    assert not view.box.isVisible()


def test_a_note_that_has_no_room_for_all_its_lines_ends_in_dots(qtbot: QtBot) -> None:
    told = " ".join(["so many published measurements"] * 12)
    noted = replace(chart(*[row("a", 1.0)] * 5), notes=(told,))

    cut = [line.text for line in shown(qtbot, noted, height=118).notes.lines]
    whole = [line.text for line in shown(qtbot, noted, height=400).notes.lines]

    assert 0 < len(cut) < len(whole)
    assert cut[-1].endswith(" …")
    assert " ".join(whole) == told


def test_a_note_without_room_gives_way_to_a_brief_one_and_never_ends_in_dots(qtbot: QtBot) -> None:
    long = "Validated on 50 published measurements of launches of all kinds, median error 11 %."
    rows = [row(f"row {n}", 1.0) for n in range(11)]
    noted = replace(chart(*rows), notes=(long,), brief_notes=("Median error 11 %",))

    roomy, narrow = shown(qtbot, noted, 600, 400), shown(qtbot, noted, 300, 200)

    assert "".join(line.text for line in roomy.notes.lines).startswith("Validated")
    assert [line.text for line in narrow.notes.lines] == ["Median error 11 %"]
