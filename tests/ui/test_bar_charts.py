"""Charts of lying bars: an honest scale, parts one behind the other, spreads, words, keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.scene.charts.bars import BarChart, BarPart, BarRow, BarScale, bar_table, row_details
from gpuviz.scene.charts.bars_picture import BarsPicture, bars_picture
from gpuviz.scene.charts.frame import Look
from gpuviz.scene.charts.units import SECONDS
from gpuviz.scene.stage.plot_items import Bars
from gpuviz.scene.stage.scene import Edges, Label
from gpuviz.scene.theme import DARK
from gpuviz.ui.charts.bars_view import BarsView

LETTER_PX = 6.0


def row(label: str, *values: float, modelled: bool = False) -> BarRow:
    parts = tuple(BarPart(name, value, "write") for name, value in zip("abc", values, strict=False))
    return BarRow(label, parts, f"{sum(values):g} s" if values else "no time", modelled)


def chart(*rows: BarRow) -> BarChart:
    return BarChart("Times", SECONDS, rows)


def look(width: float = 600, height: float = 200) -> Look:
    return Look(width, height, DARK, lambda text, size: LETTER_PX * len(text))


def bars_in(picture: BarsPicture) -> list[Bars]:
    return [item for item in picture.scene.items if isinstance(item, Bars)]


def test_times_of_one_size_share_a_linear_scale_from_nought() -> None:
    scale = chart(row("a", 4e-5), row("b", 1e-6)).scale

    assert scale is not None
    assert not scale.is_logarithmic
    assert scale.share(2e-5) == pytest.approx(0.5)


def test_times_that_differ_a_thousandfold_share_a_logarithmic_scale_with_whole_powers() -> None:
    scale = chart(row("a", 1e-3), row("b", 1e-6)).scale

    assert scale is not None
    assert scale.powers == pytest.approx([1e-7, 1e-6, 1e-5, 1e-4, 1e-3])
    assert scale.share(1e-5) == pytest.approx(0.5)


def test_without_times_there_is_no_scale() -> None:
    assert chart(row("a")).scale is None


@pytest.mark.parametrize(("slowest", "said"), [(2e-5, False), (1e-3, True)])
def test_a_logarithmic_scale_is_said_in_words(slowest: float, said: bool) -> None:
    assert ("logarithmic scale" in chart(row("a", slowest), row("b", 1e-6)).full_title) is said


def test_parts_follow_each_other_in_the_proportion_of_their_values() -> None:
    first, second, third = bars_in(bars_picture(chart(row("a", 1.0, 2.0, 1.0)), look()))

    (x0, _, w0, _), (x1, _, w1, _), (x2, _, w2, _) = (
        bar.rects[0] for bar in (first, second, third)
    )
    assert x0 + w0 == pytest.approx(x1)
    assert x1 + w1 == pytest.approx(x2)
    assert w1 == pytest.approx(2 * w0)
    assert w2 == pytest.approx(w0)


def test_on_a_logarithmic_scale_a_part_ends_where_the_axis_has_the_sum_so_far() -> None:
    both = bars_picture(chart(row("copies", 1.0, 99.0), row("a", 1.0), row("b", 100.0)), look())

    first, second, alone, whole = (bar.rects[0] for bar in bars_in(both))
    assert first[0] + first[2] == pytest.approx(alone[0] + alone[2])
    assert second[0] + second[2] == pytest.approx(whole[0] + whole[2])


def test_modelled_bars_are_hatched_and_measured_ones_are_not() -> None:
    measured, modelled = bars_in(
        bars_picture(chart(row("a", 1.0), row("b", 1.0, modelled=True)), look())
    )

    assert (measured.hatched, modelled.hatched) == (False, True)


def test_a_spread_is_a_whisker_around_the_end_of_the_bar() -> None:
    spread = replace(row("a", 1.0), spread=0.5)

    picture = bars_picture(chart(spread), look())

    (whisker,) = [item for item in picture.scene.items if isinstance(item, Edges)]
    left, _, right, _ = whisker.points[0]
    ((start, _, wide, _),) = bars_in(picture)[0].rects
    assert (left + right) / 2 == pytest.approx(start + wide)
    assert right - left == pytest.approx(wide / 2)


@pytest.mark.parametrize("width", [260, 420, 700])
def test_every_bar_has_its_words_behind_it_inside_of_the_chart(width: float) -> None:
    rows = (row("CPU", 1.0), replace(row("GPU", 0.9), words="0.9 s modelled, a first guess"))

    picture = bars_picture(chart(*rows), look(width))

    for words in ("1 s", "0.9 s modelled, a first guess"):
        (label,) = [
            item for item in picture.scene.items if isinstance(item, Label) and item.text == words
        ]
        assert label.rect.x + LETTER_PX * len(words) <= width


def test_a_warning_of_several_bars_is_said_once_below_them_and_each_has_its_sign() -> None:
    rows = [replace(row(name, 1.0), warning="The clock fell.") for name in "abc"]

    labels = [
        item for item in bars_picture(chart(*rows), look()).scene.items if isinstance(item, Label)
    ]

    words = [label.text for label in labels]
    assert words.count("⚠ The clock fell.") == 1
    assert words.count("⚠") == 3


@pytest.mark.parametrize(("height", "lines"), [(120, 1), (400, 2)])
def test_long_warnings_leave_the_bars_their_room_and_the_read_out_has_all_of_them(
    height: float, lines: int
) -> None:
    told = " ".join(["something else ran meanwhile"] * 20)
    timed = [replace(row("a", 1.0), warning=told), *[row("b", 1.0)] * 4]

    picture = bars_picture(chart(*timed), look(height=height))

    color = DARK.words.warning
    below = [
        item for item in picture.scene.items if isinstance(item, Label) and item.color == color
    ]
    assert len(below) == lines + 1  # and the sign
    assert told in row_details(chart(*timed), timed[0])


@pytest.mark.parametrize("height", [118, 130, 160, 300])
def test_lines_below_the_bars_give_way_before_the_names_of_rows_overlap(height: float) -> None:
    timed = [replace(row(f"bar {n}", 1.0), warning=f"Reason {n}.") for n in range(5)]

    picture = bars_picture(chart(*timed), look(height=height))

    assert all(place is not None and place.h >= 14 for place in picture.places)


def test_where_room_is_short_thin_rows_are_left_out_first() -> None:
    rows = [row(f"bar {n}", 1.0) for n in range(5)]
    thin = [replace(row(f"thin {n}", 1.0), thin=True) for n in range(4)]

    low = bars_picture(chart(*rows, *thin), look(height=118))
    high = bars_picture(chart(*rows, *thin), look(height=260))

    assert [place is not None for place in low.places] == [True] * 6 + [False] * 3
    assert None not in high.places


def test_all_numbers_are_a_table_with_a_row_for_each_part() -> None:
    table = bar_table(chart(row("a", 1.0, 2.0, modelled=True), row("b")))

    assert [line[:3] for line in table[1:]] == [("a", "a", "1.0"), ("a", "b", "2.0")]
    assert {line[4] for line in table[1:]} == {"modelled"}


def shown(qtbot: QtBot) -> BarsView:
    view = BarsView(chart(row("first", 1.0), row("second", 2.0), row("third")), DARK)
    qtbot.addWidget(view)
    view.resize(420, 200)
    view.show()
    qtbot.waitExposed(view)
    return view


def test_keys_choose_rows_and_enter_picks_one(qtbot: QtBot) -> None:
    view = shown(qtbot)
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
    view = shown(qtbot)
    picked: list[int] = []
    view.picked.connect(picked.append)
    place = bars_picture(view.chart, view.look).places[1]
    assert place is not None
    middle = QPoint(200, int(place.y + place.h / 2))

    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=middle)

    assert (view.chosen, picked) == (1, [1])
    assert view.accessibleDescription().startswith("second")


def test_the_shortest_modelled_bar_is_long_enough_to_show_its_stripes(qtbot: QtBot) -> None:
    view = BarsView(chart(row("a", 49.0), row("b", 1.0, modelled=True)), DARK)
    qtbot.addWidget(view)
    view.resize(420, 170)
    bar = bars_in(bars_picture(view.chart, view.look))[1].rects[0]

    image = view.grab().toImage()

    colors = {
        image.pixelColor(int(bar[0]) + x, int(bar[1] + bar[3] / 2)).name() for x in range(3, 8)
    }
    assert len(colors) > 1


def test_a_time_of_zero_lies_at_the_beginning_of_a_logarithmic_axis() -> None:
    scale = BarScale(high=1e-3, low=1e-6)

    assert (scale.share(0.0), scale.share(1e-6), scale.share(1e-3)) == (0.0, 0.0, 1.0)
