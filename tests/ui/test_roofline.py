"""The roofline panel: roofs in proportion, points where their figures say, the limiter in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.device import find_device
from gpuviz.scene.charts.table import table_of
from gpuviz.scene.roofline.chart import LaunchPoint, roofline_chart
from gpuviz.scene.roofline.facts import facts_of_run
from gpuviz.scene.timing.bars import RunTimes
from gpuviz.trace import Times
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.roofline.controller import RooflineController
from tests.helpers.predictions import ON_T4, predicted
from tests.ui.windows import desk_in, open_window

T4 = find_device("t4")
RUN = LaunchPoint("Vector add, size 1 000 000", ON_T4)
NO_FLOPS = LaunchPoint("Transpose", predicted("t4", 6e-5, flops=0.0))
TIMES = Times("modelled", h2d_s=2e-5, kernel_s=5e-5, d2h_s=1e-5)


def roofs(*runs: LaunchPoint) -> dict[str, tuple[tuple[float, float], tuple[float, float]]]:
    lines = roofline_chart(T4, runs).boundaries
    return {line.name.split()[0]: (line.start, line.end) for line in lines}


def test_the_memory_roof_rises_with_the_bandwidth_and_ends_at_the_peak_of_float32() -> None:
    (x0, y0), (x1, y1) = roofs(RUN)["DRAM"]

    assert y0 / x0 == pytest.approx(y1 / x1)
    assert 0.5 < (y0 / x0) / 320.1e9 <= 1.0  # what streams reach of the bandwidth on the data sheet
    assert y1 == pytest.approx(T4.fp32_flops)


def test_the_roofs_of_arithmetic_are_flat_at_their_peaks() -> None:
    (_, fp32), (_, fp32_end) = roofs(RUN)["float32"]
    (_, fp64), _ = roofs(RUN)["float64"]

    assert fp32 == fp32_end == pytest.approx(2 * 64 * 40 * 1590e6)
    assert fp64 == pytest.approx(2 * 2 * 40 * 1590e6)


def test_a_run_stands_at_its_operations_per_byte_and_per_second() -> None:
    (last,) = roofline_chart(T4, [RUN]).series

    assert last.points[0].x == pytest.approx(1 / 12)
    assert last.points[0].y == pytest.approx(1e6 / 5e-5)
    assert last.modelled


def test_a_measured_run_is_told_apart_and_stands_at_its_measured_time() -> None:
    measured = replace(RUN, measured_s=1e-4)

    earlier, measured_before, last = roofline_chart(T4, [RUN, measured, RUN]).series

    assert [series.modelled for series in (earlier, measured_before, last)] == [True, False, True]
    assert measured_before.points[0].y == pytest.approx(1e6 / 1e-4)
    assert last.shape != earlier.shape


def test_runs_on_other_devices_are_not_put_under_the_roofs_of_this_one() -> None:
    elsewhere = LaunchPoint("Vector add", predicted("l4", 1e-5))

    assert len(roofline_chart(T4, [elsewhere, RUN]).points) == 1


def test_a_run_without_operations_stands_as_far_below_the_roof_as_its_bytes_do() -> None:
    chart = roofline_chart(T4, [NO_FLOPS])
    (point,) = chart.points
    dram = next(line for line in chart.boundaries if line.name.startswith("DRAM"))

    share = point.y / dram.start[1]
    assert point.x == dram.start[0]
    assert share == pytest.approx((12e6 / 6e-5) / (dram.start[1] / dram.start[0]))
    assert "no floating-point operations; 200\u202fGB/s of DRAM" in point.instead


def test_its_row_of_the_table_has_words_in_the_place_of_numbers() -> None:
    row = table_of(roofline_chart(T4, [NO_FLOPS]))[1]

    assert row[1:3] == ("", "")
    assert "no floating-point operations" in row[3]


def test_the_figures_say_how_much_of_the_nearest_roof_was_reached() -> None:
    facts = {fact.label: fact.value for fact in facts_of_run(T4, RUN)}
    peak_bound = replace(ON_T4, flops=1e9, dram_bytes=1e6, kernel_s=1e9 / T4.fp32_flops / 0.5)

    assert facts["intensity"] == "0.083\u202fFLOP/B"
    assert facts["over DRAM"] == "12\u202fMB · 240\u202fGB/s"
    assert facts_of_run(T4, LaunchPoint("x", peak_bound))[-1].value == "50\u202f%"


def seen(qtbot: QtBot, *runs: RunTimes) -> MainWindow:
    window = open_window(qtbot)
    for run in runs:
        window.session.runs.add(run)
    window.arrangement.raise_below("roofline")
    qtbot.waitUntil(lambda: window.panels.roofline.is_seen)
    desk_in(window.panels.roofline, RooflineController).refresh()
    return window


def run_of(number: int, size: int) -> RunTimes:
    return RunTimes(number, "k.py", "Vector add", (size,), "Tesla T4", TIMES, prediction=ON_T4)


@pytest.mark.slow
def test_before_any_run_the_panel_says_what_to_do(qtbot: QtBot) -> None:
    window = seen(qtbot)

    assert window.panels.roofline.chart.chart.is_empty
    assert "Run a kernel" in window.panels.roofline.chart.chart.hint


@pytest.mark.slow
def test_a_run_of_which_nothing_is_modelled_says_so(qtbot: QtBot) -> None:
    window = seen(qtbot, replace(run_of(1, 1000), prediction=None))

    assert "nothing is modelled" in window.panels.roofline.chart.chart.hint


@pytest.mark.slow
def test_the_last_run_is_said_in_words_and_read_by_mouse_and_keys(qtbot: QtBot) -> None:
    window = seen(qtbot, run_of(1, 1000), run_of(2, 2000))
    chart = window.panels.roofline.chart
    last = chart.chart.series[-1].points[-1]

    QTest.mouseMove(chart.viewport(), chart.pixel(last.x, last.y).toPoint())
    QTest.keyClick(chart, Qt.Key.Key_End)

    assert "memory bandwidth limits this launch" in window.panels.roofline.limit.label.text()
    assert chart.read_out is not None
    assert "2\u202f000" in chart.read_out.text


@pytest.mark.slow
def test_runs_elsewhere_are_counted_in_words(qtbot: QtBot) -> None:
    elsewhere = replace(run_of(1, 1000), prediction=predicted("l4", 1e-5))

    window = seen(qtbot, elsewhere, run_of(2, 1000))

    assert "not shown: 1." in window.panels.roofline.asides.text


def test_the_point_of_a_pipeline_is_named_after_the_launch_that_it_is(qtbot: QtBot) -> None:
    all_launches = Times("measured", kernel_s=1.0)
    run = replace(run_of(1, 1000), title="Digits", gpu=all_launches, launched="conv2d")

    chart = seen(qtbot, run).panels.roofline.chart.chart

    assert [tag.words for tag in chart.tags] == ["conv2d"]
    assert chart.series[-1].modelled
