"""The panel of what stands out: filled while it is seen, and each row leads to its place."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.operation import find_operation
from gpuviz.session.selection import ElementChoice
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.stand_out.view import SENTENCE, StandOutView
from tests.helpers.launches import row_of
from tests.ui.windows import launch, open_window, press_tab


def opened(qtbot: QtBot, operation: str) -> StandOutView:
    window = launch(qtbot, operation)
    return seen_in(qtbot, window)


def seen_in(qtbot: QtBot, window: MainWindow) -> StandOutView:
    """The panel in front, when it has said something of the launch."""
    window.resize(1680, 1050)
    press_tab(window, "What stands out")
    qtbot.waitUntil(lambda: window.panels.is_made("stand_out"))
    qtbot.waitUntil(lambda: window.panels.stand_out.text not in ("", "No launch yet."))
    return window.panels.stand_out


def window_of(view: StandOutView) -> MainWindow:
    window = view.window()
    assert isinstance(window, MainWindow)
    return window


def row_about(view: StandOutView, title: str) -> int:
    rows = view.table.text.splitlines()
    return next(number for number, row in enumerate(rows) if row.startswith(title))


def click(view: StandOutView, title: str) -> None:
    item = view.table.item(row_about(view, title), SENTENCE)
    assert item is not None
    place = view.table.visualItemRect(item).center()
    nothing = Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, nothing, place)


@pytest.mark.slow
def test_the_panel_is_not_made_before_somebody_looks(qtbot: QtBot) -> None:
    window = launch(qtbot, "mandelbrot")

    assert not window.panels.is_made("stand_out")


def test_before_a_launch_the_panel_says_so(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    assert "No launch yet" in window.panels.stand_out.text


@pytest.mark.slow
def test_where_nothing_stands_out_a_sentence_says_what_was_looked_at(qtbot: QtBot) -> None:
    view = opened(qtbot, "vector_add")

    assert view.text.startswith("Nothing stands out: no warp or block takes much longer")
    assert not view.table.isVisible()


@pytest.mark.slow
def test_a_click_on_the_slowest_warp_chooses_it_at_a_line_that_others_execute_less(
    qtbot: QtBot,
) -> None:
    view = opened(qtbot, "mandelbrot")
    window = window_of(view)

    click(view, "Slowest warp")

    trace, playback = window.session.playback.trace, window.session.playback
    selection = window.session.selection
    assert trace is not None
    assert trace.steps is not None
    assert trace.warp_counters is not None
    step = playback.current_step
    assert step is not None
    who = int(trace.steps.block[step]), int(trace.steps.warp[step])
    assert (selection.subject, (selection.block, selection.warp)) == ("warp", who)
    by_warp = trace.warp_counters.steps.sum(axis=0)
    assert by_warp[who[0] * trace.config.warps_per_block + who[1]] == by_warp.max()


@pytest.mark.slow
def test_enter_on_a_row_leads_to_its_element(qtbot: QtBot) -> None:
    view = opened(qtbot, "histogram")
    window = window_of(view)
    view.table.setFocus()
    view.table.setCurrentCell(row_about(view, "Never written"), SENTENCE)

    QTest.keyClick(view.table, Qt.Key.Key_Return)

    trace = window.session.playback.trace
    assert trace is not None
    bins = row_of(trace, "bins")
    first = int((trace.last_writer["bins"] < 0).argmax())
    assert window.session.selection.element == ElementChoice(bins, first)


@pytest.mark.slow
def test_a_click_on_wasted_bytes_shows_an_access_that_wastes_them(qtbot: QtBot) -> None:
    view = opened(qtbot, "transpose_naive")
    window = window_of(view)

    click(view, "Wasted bytes")

    qtbot.waitUntil(lambda: "32 sectors" in " ".join(window.stage.scene.texts()))
    assert window.panels.is_in_front("stand_out")


@pytest.mark.slow
def test_a_row_says_that_it_leads_somewhere(qtbot: QtBot) -> None:
    view = opened(qtbot, "transpose_naive")

    item = view.table.item(0, SENTENCE)

    assert item is not None
    assert "A click or Enter leads there." in item.toolTip()


@pytest.mark.slow
def test_another_launch_has_other_findings(qtbot: QtBot) -> None:
    view = opened(qtbot, "transpose_naive")
    window = window_of(view)

    window.session.launch.pick_operation(find_operation("histogram"))

    qtbot.waitUntil(lambda: "elements of bins" in view.text)
    assert "Wasted bytes" not in view.text


@pytest.mark.slow
def test_a_panel_behind_others_is_filled_when_it_comes_to_the_front(qtbot: QtBot) -> None:
    view = opened(qtbot, "transpose_naive")
    window = window_of(view)
    press_tab(window, "Checks")

    window.session.launch.pick_operation(find_operation("histogram"))
    qtbot.waitUntil(lambda: "bins" in " ".join(window.stage.scene.texts()))
    behind = view.text
    press_tab(window, "What stands out")

    assert "b[col, row]" in behind
    qtbot.waitUntil(lambda: "elements of bins" in view.text)


@pytest.mark.slow
def test_a_narrow_panel_keeps_its_sentences(qtbot: QtBot) -> None:
    view = opened(qtbot, "mandelbrot")
    window_of(view).docks["stand_out"].setFloating(True)

    view.table.resize(400, 150)

    shown = [n for n in range(view.table.columnCount()) if not view.table.isColumnHidden(n)]
    assert shown == [SENTENCE]
