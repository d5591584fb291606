"""The devices panel: one launch on every device, what limits it there, all values with sources."""

from __future__ import annotations

import html
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.device import find_device, occupancy
from gpuviz.messages import Message
from gpuviz.model.on_device import OnDevice
from gpuviz.operation import find_operation
from gpuviz.scene.charts.bars import BarChart
from gpuviz.scene.devices.chart import RealRun, devices_chart, waves_text
from gpuviz.scene.devices.facts import binary_bytes, facts_of
from gpuviz.scene.devices.product import product_note
from gpuviz.texts import THIN_HTML
from gpuviz.trace import Times, Validation
from gpuviz.ui.devices.controller import DevicesController
from gpuviz.ui.main_window import MainWindow
from tests.helpers.predictions import predicted
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import desk_in, launch, open_window

NAMES = ("gtx1650", "t4", "h200_sxm")
MEASURED = Times("measured", h2d_s=2e-5, kernel_s=4e-5, d2h_s=1e-5, kernel_spread_s=2e-6)


def on(name: str, kernel_s: float) -> OnDevice:
    device = find_device(name)
    return OnDevice(device, occupancy(device, 256), predicted(name, kernel_s))


ROWS = tuple(on(name, kernel_s) for name, kernel_s in zip(NAMES, (2e-4, 5e-5, 6e-6), strict=True))


def chart(*, copies: bool = False, real: RealRun | None = None) -> BarChart:
    return devices_chart(ROWS, "vector_add", "t4", real, copies=copies)


def test_every_device_has_a_modelled_bar_with_its_time_and_its_limit() -> None:
    rows = chart().rows

    assert [row.value for row in rows] == [2e-4, 5e-5, 6e-6]
    assert all(row.modelled for row in rows)
    assert rows[1].words == "50\u202fµs · limited by memory bandwidth"
    assert [row.marked for row in rows] == [False, True, False]


def test_the_tooltip_of_a_bar_has_the_figures_of_its_device() -> None:
    row = chart().rows[1]

    assert row.more == (
        "occupancy 100\u202f%, waves: 25",
        "40 SMs, 320\u202fGB/s, 8.14\u202fTFLOP/s",
    )


@pytest.mark.parametrize(
    ("waves", "text"),
    [(0.1, "1 · 10 % full"), (1.0, "1"), (2.4, "3 · the last 40 % full"), (25.0, "25")],
)
def test_waves_are_counted_whole_and_the_last_one_by_how_much_of_it_is_taken(
    waves: float, text: str
) -> None:
    assert waves_text(waves) == text.replace(" %", "\u202f%")


def test_with_copies_the_bars_have_them_as_parts() -> None:
    rows = chart(copies=True).rows

    assert [part.name for part in rows[0].parts] == ["H2D", "kernel", "D2H"]
    assert rows[0].value == 2e-4 + 2e-5 + 1e-5


def test_a_device_that_shares_memory_with_the_cpu_has_no_parts_for_copies() -> None:
    orin = on("orin_nano_8gb", 1e-3)
    assert orin.prediction is not None
    shared = replace(orin, prediction=replace(orin.prediction, h2d_s=0.0, d2h_s=0.0))

    (row,) = devices_chart([shared], "k", "t4", None, copies=True).rows

    assert [part.name for part in row.parts] == ["kernel"]


def test_the_gpu_on_which_it_really_ran_comes_first_and_is_solid() -> None:
    first = chart(real=RealRun("H100", MEASURED)).rows[0]

    assert (first.label, first.modelled, first.value) == ("H100, this GPU", False, 4e-5)
    assert first.spread == 2e-6
    assert first.words.endswith("measured")


def test_where_a_launch_does_not_fit_the_row_says_why_and_has_no_bar() -> None:
    refused = OnDevice(ROWS[0].device, ROWS[0].occupancy, None, Message("x", "Too large."))

    (row,) = devices_chart([refused], "k", "t4", None, copies=False).rows

    assert row.parts == ()
    assert row.words == "does not run there: Too large."


def test_the_chart_says_of_how_many_devices_somebody_published_times() -> None:
    assert ROWS[2].prediction is not None
    seen = replace(ROWS[2].prediction, band=(0.8, 1.2), validation=Validation(9, 0.1, True, 3))

    (note,) = devices_chart(
        [*ROWS[:2], replace(ROWS[2], prediction=seen)], "k", "t4", None, copies=False
    ).notes

    assert "1 of these 3 GPUs are among them" in note
    assert note.startswith("All modelled, without tensor cores.")


def test_a_row_has_the_ends_between_which_real_times_lie() -> None:
    assert ROWS[2].prediction is not None
    made = replace(ROWS[2].prediction, band=(0.5, 2.0), copies_band=(0.8, 3.0))
    judged = replace(ROWS[2], prediction=made)

    (kernel,) = devices_chart([judged], "k", "t4", None, copies=False).rows
    (copied,) = devices_chart([judged], "k", "t4", None, copies=True).rows

    copies_s = made.h2d_s + made.d2h_s
    assert kernel.band == pytest.approx((0.5 * made.kernel_s, 2 * made.kernel_s))
    assert copied.band == pytest.approx(
        (0.5 * made.kernel_s + 0.8 * copies_s, 2 * made.kernel_s + 3 * copies_s)
    )


def test_every_value_of_a_device_is_said_with_its_unit() -> None:
    said = {fact.label: fact.value for group in facts_of(find_device("t4")) for fact in group.facts}

    assert said["shared memory of an SM"] == "64\u202fKiB"
    assert said["L2 cache"] == "4\u202fMiB"
    assert said["PCIe rate, one way"] == "15.75\u202fGB/s"
    assert said["block, at most"] == "1\u202f024 × 1\u202f024 × 64"
    assert said["load from DRAM"] == "450\u202fcycles"
    assert binary_bytes(100) == "100\u202fB"


def seen(qtbot: QtBot, window: MainWindow) -> MainWindow:
    window.arrangement.raise_below("devices")
    qtbot.waitUntil(lambda: window.panels.devices.is_seen)
    desk_in(window.panels.devices, DevicesController).refresh()
    return window


def modelled(qtbot: QtBot) -> MainWindow:
    window = seen(qtbot, launch(qtbot, "vector_add", EmulatingWorkers()))
    qtbot.waitUntil(lambda: len(window.panels.devices.chart.chart.rows) == 16)
    return window


def test_before_any_launch_the_panel_says_what_to_do_and_knows_the_chosen_device(
    qtbot: QtBot,
) -> None:
    window = seen(qtbot, open_window(qtbot))

    assert "Run a kernel" in window.panels.devices.chart.chart.hint
    bandwidth = "memory bandwidth: 320.1\u202fGB/s"
    qtbot.waitUntil(lambda: bandwidth in window.panels.devices.details.text)


@pytest.mark.slow
def test_a_launch_is_modelled_on_all_devices_and_the_chosen_one_is_explained(qtbot: QtBot) -> None:
    window = modelled(qtbot)

    marked = [row.label for row in window.panels.devices.chart.chart.rows if row.marked]
    assert marked == ["Tesla T4"]
    qtbot.waitUntil(lambda: "On the Tesla T4" in window.panels.devices.details.text)


@pytest.mark.slow
def test_of_a_product_it_is_said_what_a_library_would_take(qtbot: QtBot) -> None:
    window = seen(qtbot, launch(qtbot, "matmul_naive", EmulatingWorkers()))
    details = window.panels.devices.details

    qtbot.waitUntil(lambda: "A library's product of this size takes" in details.text)
    assert "with tensor cores, FP16 (modelled)" in details.text


@pytest.mark.parametrize(
    ("name", "device", "words"),
    [
        ("matmul_mixed", "h100_sxm", "and 165 µs to 222 µs with tensor cores, FP16 (modelled)."),
        ("matmul_tiled", "gtx1060_6gb", "in float32 without tensor cores (modelled)."),
    ],
)
def test_a_library_has_tensor_cores_where_they_are_known(
    name: str, device: str, words: str
) -> None:
    note = product_note(find_operation(name), (4096, 4096, 4096), find_device(device))

    assert note is not None
    assert html.unescape(note.text.replace(THIN_HTML, " ")).endswith(words)


def test_what_is_no_product_has_no_such_sentence() -> None:
    assert product_note(find_operation("vector_add"), (1000,), find_device("t4")) is None
    backward = find_operation("matmul_backward")
    assert product_note(backward, backward.default_size, find_device("t4")) is None


@pytest.mark.slow
def test_keys_choose_a_device_whose_values_are_shown_and_enter_emulates_it(qtbot: QtBot) -> None:
    window = modelled(qtbot)
    bars = window.panels.devices.chart

    QTest.keyClick(bars, Qt.Key.Key_End)
    explained = window.panels.devices.details.text
    QTest.keyClick(bars, Qt.Key.Key_Return)

    assert "id: orin_nano_8gb" in explained
    assert window.session.launch.choice.device.id == "orin_nano_8gb"


@pytest.mark.slow
def test_a_double_click_emulates_the_device_under_the_mouse(qtbot: QtBot) -> None:
    window = modelled(qtbot)
    bars = window.panels.devices.chart
    place = bars.place_of(0)
    assert place is not None

    place_in_row = QPoint(20, round(place.y + place.h / 2))
    QTest.mouseDClick(bars.viewport(), Qt.MouseButton.LeftButton, pos=place_in_row)

    assert window.session.launch.choice.device.id == "gtx1060_6gb"


@pytest.mark.slow
def test_the_button_counts_copies_too(qtbot: QtBot) -> None:
    window = modelled(qtbot)
    without = window.panels.devices.chart.chart.rows[0].value
    middle = window.panels.devices.copies.geometry().center()
    assert window.panels.devices.childAt(middle) is window.panels.devices.copies

    QTest.mouseClick(window.panels.devices.copies, Qt.MouseButton.LeftButton)

    with_copies = window.panels.devices.chart.chart.rows[0].value
    assert without is not None
    assert with_copies is not None
    assert with_copies > without


@pytest.mark.slow
def test_a_long_title_ends_before_the_buttons(qtbot: QtBot) -> None:
    view = modelled(qtbot).panels.devices

    title = view.chart.title

    end = title.pos().x() + title.size().width() - title.aside
    assert view.copies.isVisible()
    assert view.chart.log_button.isVisible()
    assert end <= view.chart.log_button.x()
    assert view.bars.x() + view.chart.log_button.geometry().right() <= view.copies.x()


@pytest.mark.slow
def test_the_chosen_device_is_scrolled_to_and_the_buttons_scroll_along(qtbot: QtBot) -> None:
    window = modelled(qtbot)
    view = window.panels.devices
    stood, shown_from = view.copies.y(), view.bars.verticalScrollBar()

    window.session.launch.pick_device(find_device("orin_nano_8gb"))

    qtbot.waitUntil(lambda: shown_from.value() > 0)
    place = view.chart.place_of(15)
    assert place is not None
    assert shown_from.value() + view.bars.viewport().height() >= place.y + place.h
    assert view.copies.y() == stood - shown_from.value()
