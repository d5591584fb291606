"""What all plots have in common: zooming, panning, scales, legends, menus, pictures."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pyqtgraph as pg
import pytest
from PIL import Image
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.scene.charts.chart import Axis, Chart, Point, Series
from gpuviz.scene.charts.units import COUNT, SECONDS, Unit
from gpuviz.scene.theme import DARK, LIGHT, Theme
from gpuviz.ui.charts.axes import ValueAxis
from gpuviz.ui.charts.export import PAIR, with_even_strokes
from gpuviz.ui.charts.items import wide
from gpuviz.ui.charts.legend import Legend
from gpuviz.ui.charts.plot_view import X, Y
from gpuviz.ui.charts.view import ChartView

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
ALT = Qt.KeyboardModifier.AltModifier


def line(name: str, modelled: bool, *points: tuple[float, float]) -> Series:
    return Series(name, "write", tuple(Point(x, y) for x, y in points), modelled)


CHART = Chart(
    "Times",
    Axis("size", COUNT, "log10"),
    Axis("time", SECONDS, "log10"),
    (
        line("CPU", False, (10, 1e-6), (100, 1e-5), (1000, 1e-4)),
        line("GPU", True, (10, 3e-6), (100, 3e-6), (1000, 4e-6)),
    ),
    notes=("A note for pictures.",),
)


def shown(qtbot: QtBot, chart: Chart = CHART, theme: Theme = DARK) -> ChartView:
    view = ChartView(chart, theme)
    qtbot.addWidget(view)
    view.resize(600, 240)
    view.show()
    qtbot.waitExposed(view)
    view.grab()
    return view


def turn(view: ChartView, place: QPointF, notches: int) -> None:
    event = QWheelEvent(
        place, view.mapToGlobal(place), QPoint(), QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton, NONE, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QGuiApplication.sendEvent(view.viewport(), event)


def lines_in(view: ChartView) -> dict[str, pg.PlotDataItem]:
    return {item.name(): item for item in view.plotted if isinstance(item, pg.PlotDataItem)}


def test_every_point_stands_where_its_values_say(qtbot: QtBot) -> None:
    view = shown(qtbot)

    places = [view.pixel(x, y) for x, y in ((10, 1e-6), (100, 1e-5), (1000, 1e-4))]

    steps = [after - before for before, after in itertools.pairwise(places)]
    assert steps[0].x() == pytest.approx(steps[1].x()) == pytest.approx(view.room.w / 2, rel=0.1)
    assert steps[0].y() == pytest.approx(steps[1].y())
    assert steps[0].y() < 0
    assert all(view.room.contains(place.x(), place.y()) for place in places[:2])


def test_modelled_lines_are_dashed_with_hollow_symbols_and_measured_ones_solid(
    qtbot: QtBot,
) -> None:
    cpu, gpu = lines_in(shown(qtbot)).values()

    assert cpu.opts["pen"].style() is Qt.PenStyle.SolidLine
    assert gpu.opts["pen"].style() is Qt.PenStyle.DashLine
    assert cpu.opts["symbolBrush"].color().name() == DARK.write
    assert gpu.opts["symbolBrush"].color().name() == DARK.panel


def test_known_ends_of_a_spread_are_error_bars(qtbot: QtBot) -> None:
    spread = (Point(1, 2e-6, 1e-6, 4e-6), Point(2, 2e-6, None, 3e-6), Point(3, 2e-6))
    kernel = Series("kernel", "write", spread, modelled=False)
    view = shown(qtbot, Chart("Times", Axis("n", COUNT), Axis("time", SECONDS), (kernel,)))

    (item,) = lines_in(view).values()
    bars = [child for child in item.childItems() if isinstance(child, pg.ErrorBarItem)]

    bottoms, tops = ([*bar.opts["x"]] for bar in bars)
    assert (bottoms, tops) == ([1.0], [1.0, 2.0])
    assert bars[0].opts["bottom"] == pytest.approx([1e-6])
    assert bars[1].opts["top"] == pytest.approx([2e-6, 1e-6])


def test_the_wheel_zooms_about_the_mouse_and_all_of_it_comes_back(qtbot: QtBot) -> None:
    view = shown(qtbot)
    before, middle = view.view_range, view.pixel(100, 1e-5)

    turn(view, middle, 3)

    near = view.view_range
    assert near[X][1] - near[X][0] < before[X][1] - before[X][0]
    assert view.pixel(100, 1e-5).x() == pytest.approx(middle.x(), abs=1.5)
    assert view.fit_button.isVisible()
    QTest.mouseClick(view.fit_button, LEFT)
    assert view.view_range == before
    assert not view.fit_button.isVisible()


def test_over_an_axis_the_wheel_zooms_along_it_alone(qtbot: QtBot) -> None:
    view = shown(qtbot)
    before = view.view_range

    turn(view, QPointF(view.room.x - 10, view.room.y + 40), 2)

    assert view.view_range[X] == before[X]
    assert view.view_range[Y] != before[Y]


def test_keys_zoom_pan_and_show_all(qtbot: QtBot) -> None:
    view = shown(qtbot)
    (left, right), (low, high) = before = view.view_range

    QTest.keyClick(view, Qt.Key.Key_Plus)
    (near_left, near_right), _ = view.view_range
    QTest.keyClick(view, Qt.Key.Key_Right, ALT)
    QTest.keyClick(view, Qt.Key.Key_Up, ALT)

    assert near_right - near_left == pytest.approx((right - left) / 1.25)
    assert view.view_range[X][0] > near_left
    assert view.view_range[Y][0] > low + (high - low) * 0.1
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.view_range == before


def test_what_is_looked_at_stays_when_points_are_added_and_not_in_another_chart(
    qtbot: QtBot,
) -> None:
    view = shown(qtbot)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    near = view.view_range

    view.show_chart(replace(CHART, series=CHART.series[:1]))
    assert view.view_range == near
    view.show_chart(replace(CHART, title="Other times"))

    assert view.view_range != near


def test_axes_are_switched_by_the_button_and_the_menu_and_by_nobody_else(qtbot: QtBot) -> None:
    view = shown(qtbot)

    QTest.mouseClick(view.log_button, LEFT)
    by_button = view.is_logarithmic
    actions = {action.text(): action for action in view.actions()}
    actions["Logarithmic: size"].trigger()
    by_menu = view.is_logarithmic
    view.show_chart(replace(CHART, title="More", series=CHART.series[:1]))

    assert by_button == (True, False)
    assert by_menu == view.is_logarithmic == (False, False)
    assert not actions["Logarithmic: size"].isChecked()
    assert view.view_range[Y][0] == 0.0


def test_a_click_on_a_sample_hides_its_series_and_so_does_the_menu(qtbot: QtBot) -> None:
    view = shown(qtbot)
    sample = view.legend.items[0][0]
    place = sample.mapToScene(QPointF(10, 8)).toPoint()

    QTest.mouseClick(view.viewport(), LEFT, pos=place)

    assert not lines_in(view)["CPU (measured)"].isVisible()
    assert lines_in(view)["GPU (modelled)"].isVisible()
    view.show_chart(replace(CHART, notes=()))
    assert not lines_in(view)["CPU (measured)"].isVisible()
    menu = next(action.menu() for action in view.actions() if action.menu())
    assert [action.isChecked() for action in menu.actions()] == [False, True]
    menu.actions()[0].trigger()
    assert lines_in(view)["CPU (measured)"].isVisible()


def test_the_menu_has_what_helps_and_nothing_else(qtbot: QtBot) -> None:
    texts = [action.text() for action in shown(qtbot).actions() if not action.isSeparator()]

    assert texts == [
        "&Copy picture", "Copy &numbers", "&Export chart…", "Show &all of it",
        "Logarithmic: size", "Logarithmic: time", "&Series",
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("size", [(260, 118), (420, 170), (900, 300)])
def test_names_of_series_stand_beside_the_title_beside_the_plot_or_above_it(
    qtbot: QtBot, size: tuple[int, int]
) -> None:
    view = shown(qtbot)
    view.resize(*size)
    view.grab()

    place, plot = view.legend.sceneBoundingRect(), view.room

    assert plot.h >= 40
    if view.legend.isVisible():
        assert place.right() <= view.width() + 1
        assert place.bottom() <= plot.y + 1 or place.left() >= plot.right - 1


def numbers(logarithmic: bool, low: float, high: float, size: float = 300, base: float = 10) -> str:
    """What stands beside an axis that reaches from one value to another."""
    axis = ValueAxis("bottom", DARK)
    axis.show_unit(Unit("", str, lambda value: f"{value:g}"), logarithmic, base)
    spacing, values = axis.tickValues(low, high, size)[0]
    return " ".join(axis.tickStrings(values, 1.0, spacing or 1.0))


@pytest.mark.parametrize(
    ("low", "high", "size", "base", "expected"),
    [
        (-7, -3, 400, 10, "1e-07 1e-06 1e-05 0.0001 0.001"),
        (-7, -3, 130, 10, "1e-06 0.001"),
        (1.505, 3.011, 600, 2, "32 64 128 256 512 1024"),
        (2.1, 2.95, 300, 10, "200 400 600 800"),
    ],
)
def test_a_logarithmic_axis_has_powers_or_where_few_are_seen_round_numbers(
    qapp: object, low: float, high: float, size: float, base: float, expected: str
) -> None:
    assert numbers(True, low, high, size, base) == expected


def test_a_linear_axis_has_round_numbers(qapp: object) -> None:
    assert numbers(False, 0, 48) == "0 20 40"


@pytest.mark.slow
def test_the_picture_has_the_notes_and_not_what_is_pointed_out(
    qtbot: QtBot, tmp_path: Path
) -> None:
    view = shown(qtbot)
    view.export.save(tmp_path / "before.png")
    QTest.keyClick(view, Qt.Key.Key_Home)
    view.export.save(tmp_path / "read.png")
    view.export.save(tmp_path / "chart.svg")

    words = {each.text for each in ElementTree.parse(tmp_path / "chart.svg").iter() if each.text}
    assert {"Times", "size", "time", "CPU (measured)", "A note for pictures."} <= words
    with Image.open(tmp_path / "before.png") as one, Image.open(tmp_path / "read.png") as other:
        assert one.size == (1440, 800)
        assert one.tobytes() == other.tobytes()


def test_a_picture_shows_the_part_that_is_looked_at_and_hides_what_is_hidden(
    qtbot: QtBot,
) -> None:
    view = shown(qtbot)
    view.toggle("CPU (measured)")
    QTest.keyClick(view, Qt.Key.Key_Plus)

    twin = view.twin()
    qtbot.addWidget(twin)
    twin.resize(720, 400)
    twin.look_like(view)

    for axis in (X, Y):
        assert twin.view_range[axis] == pytest.approx(view.view_range[axis])
    assert not lines_in(twin)["CPU (measured)"].isVisible()


def test_other_colours_are_a_new_picture(qtbot: QtBot) -> None:
    view = shown(qtbot)

    view.set_theme(LIGHT)

    assert view.grab().toImage().pixelColor(2, 2).name() == LIGHT.panel
    assert lines_in(view)["CPU (measured)"].opts["pen"].color().name() == LIGHT.write


def test_an_empty_chart_says_what_to_do_in_the_place_of_the_plot(qtbot: QtBot) -> None:
    view = shown(qtbot, Chart("Times", CHART.x, CHART.y, hint="Press Run sweep."))

    assert [line.text for line in view.hint.lines] == ["Press Run sweep."]
    assert not view.box.isVisible()
    assert not view.log_button.isVisible()


def test_lines_of_a_drawing_are_in_its_own_units_and_as_wide_in_every_program(
    qtbot: QtBot, tmp_path: Path
) -> None:
    shown(qtbot).export.save(tmp_path / "chart.svg")

    tree = ElementTree.parse(tmp_path / "chart.svg").getroot()
    groups = [each for each in tree.iter() if each.get("stroke") == DARK.write]
    paths = [each.get("d", "") for group in groups for each in group if each.tag.endswith("path")]
    places = [tuple(map(float, pair)) for path in paths for pair in PAIR.findall(path)]
    strokes = {each.get("vector-effect") for group in groups for each in group}
    assert "non-scaling-stroke" not in strokes
    assert max(x for x, _ in places) > 500
    assert all(0 <= x <= 720 and 0 <= y <= 400 for x, y in places)


def test_matrices_are_applied_to_lines_that_do_not_scale_and_to_nothing_else() -> None:
    group = '<g transform="matrix(2,0,0,-3,10,20)">{}</g>'
    line = '<path vector-effect="non-scaling-stroke" d="M1,1 L2,-1e1 Z"/>'
    text = '<text x="1" y="1">words</text>'
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg">{group.format(line + text)}</svg>'

    flat, kept = ElementTree.fromstring(with_even_strokes(drawing.encode()))

    assert flat[0].attrib == {"d": "M12,17 L14,50 Z"}
    assert "transform" not in flat.attrib
    assert kept.get("transform") == "matrix(2,0,0,-3,10,20)"
    assert [each.text for each in kept] == ["words"]


def test_no_name_in_a_row_of_a_legend_is_cut(qapp: QApplication) -> None:
    names, legend = ("1", "a much longer name than those beside it", "2"), Legend()
    for name in names:
        legend.addItem(pg.PlotDataItem(name=name), name)

    legend.arrange(len(names))

    for (_, words), name in zip(legend.items, names, strict=True):
        assert words.size().width() >= wide(name)
