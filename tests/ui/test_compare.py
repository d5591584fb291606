"""A pinned run beside the next one: two stages, one scrubber, figures with their differences."""

from __future__ import annotations

import gc
import itertools
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from gpuviz.operation import find_operation
from gpuviz.session.coalesced import has_work
from gpuviz.trace.file import load_trace, save_trace
from gpuviz.ui.main_window import MainWindow
from tests.ui.test_no_overlap import overlap, words_of
from tests.ui.windows import launch


def shown(qtbot: QtBot, window: MainWindow) -> None:
    controller = window.session.launch
    qtbot.waitUntil(
        lambda: controller.shown is not None and controller.shown.choice == controller.choice
    )
    qtbot.waitUntil(lambda: window.panels.checks.list.count() > 0)
    qtbot.waitUntil(lambda: not has_work(window, window.session))


def press_compare(window: MainWindow) -> None:
    button = window.toolbar.findChild(QToolButton, "compare")
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def type_number(window: MainWindow, axis: int, number: int) -> None:
    field = window.panels.launch.form.block_fields[axis]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, str(number))
    QTest.keyClick(field, Qt.Key.Key_Return)


@pytest.mark.slow
def test_a_block_is_turned_round_and_compared_in_three_actions(qtbot: QtBot) -> None:
    window = launch(qtbot, "matrix_add")  # with blocks of 32 x 8

    press_compare(window)
    type_number(window, 0, 8)
    type_number(window, 1, 32)
    shown(qtbot, window)
    qtbot.waitUntil(lambda: window.panels.compare.table.rowCount() > 0)

    assert window.stages.titles == ("Pinned: block 32 × 8", "block 8 × 32")
    assert window.panels.compare.sentence.text().startswith(
        "<b>block 8 × 32 leaves 7 times as many"
    )
    assert "steps of warps\t348\t492\t+144 (+41\u202f%)\tworse: 1.41 times as much" in (
        window.panels.compare.table.text
    )


@pytest.mark.slow
def test_the_pinned_run_is_scrubbed_with_the_other(qtbot: QtBot) -> None:
    window = launch(qtbot, "matmul_naive")
    press_compare(window)
    window.session.launch.pick_operation(find_operation("matmul_tiled"))
    shown(qtbot, window)
    pinned, playback = window.stages.playback, window.session.playback
    qtbot.waitUntil(lambda: window.stages.titles[1] == "matmul_tiled")

    playback.seek_round((playback.rounds + 1) // 2)
    middle = pinned.round / (pinned.rounds + 1)
    playback.seek(playback.length)

    assert 0.45 < middle < 0.55
    assert pinned.ended
    assert pinned.trace is not None
    assert pinned.trace.kernel == "matmul_naive"
    assert "matmul_naive moves" in window.panels.compare.sentence.text()


def test_the_button_lets_the_pinned_run_go(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    press_compare(window)
    assert window.stages.pinned.isVisible()

    press_compare(window)

    assert not window.stages.pinned.isVisible()
    assert window.session.comparison.pinned is None
    assert "No run is pinned" in window.panels.compare.sentence.text()
    assert not window.actions_by_id["swap"].isEnabled()


@pytest.mark.slow
def test_the_keyboard_pins_and_swaps(qtbot: QtBot) -> None:
    window = launch(qtbot, "matrix_add")
    window.actions_by_id["compare"].trigger()
    type_number(window, 0, 16)
    shown(qtbot, window)
    qtbot.waitUntil(lambda: window.panels.compare.table.rowCount() > 0)

    window.actions_by_id["swap"].trigger()

    assert window.panels.compare.table.text.splitlines()[0].startswith(
        "Figure\tblock 16 × 8\tblock 32"
    )
    right = window.stages.widget(1)
    assert right is not None
    assert right.isAncestorOf(window.stages.pinned)


@pytest.mark.slow
def test_a_choice_shows_in_both_stages(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    press_compare(window)
    type_number(window, 0, 128)
    shown(qtbot, window)

    window.session.selection.select_thread(1, 5)

    for stage in (window.stage, window.stages.pinned):
        assert any("Block 1" in text for text in stage.scene.texts())


@pytest.mark.slow
def test_two_recordings_are_compared(qtbot: QtBot, tmp_path: Path) -> None:
    window = launch(qtbot, "sum_shared")
    for name in ("sum_shared", "sum_atomic"):
        window.session.launch.pick_operation(find_operation(name))
        shown(qtbot, window)
        assert window.session.playback.trace is not None
        save_trace(window.session.playback.trace, tmp_path / f"{name}.gpuviz")

    window.session.show_recording(load_trace(tmp_path / "sum_shared.gpuviz"), "sum_shared.gpuviz")
    press_compare(window)
    window.session.show_recording(load_trace(tmp_path / "sum_atomic.gpuviz"), "sum_atomic.gpuviz")
    qtbot.waitUntil(lambda: window.panels.compare.table.rowCount() > 0)

    assert window.stages.titles == ("Pinned: sum_shared", "sum_atomic")
    assert "sum_atomic does" in window.panels.compare.sentence.text()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
@pytest.mark.parametrize("operation", ["matmul_tiled", "vector_add"])
def test_no_word_on_two_stages_is_small_or_lies_on_another(
    qtbot: QtBot, operation: str, size: tuple[int, int]
) -> None:
    window = launch(qtbot, operation)
    window.resize(*size)
    press_compare(window)
    window.session.selection.select_thread(0, 40)
    window.session.playback.seek(window.session.playback.length // 2)

    stages = (window.stage, window.stages.pinned)
    qtbot.waitUntil(lambda: all(stage.scale == 1 for stage in stages))

    for stage in stages:
        pairs = itertools.combinations(words_of(stage.scene), 2)
        assert [(a[0], b[0]) for a, b in pairs if overlap(a[1], b[1])] == []


@pytest.mark.slow
def test_a_run_that_is_not_pinned_any_more_is_let_go(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    press_compare(window)
    stage = window.stages.pinned
    qtbot.waitUntil(lambda: stage.facts is not None and stage.isVisible())
    window.grab()  # it is painted
    shown = weakref.ref(stage.facts)

    press_compare(window)
    qtbot.waitUntil(lambda: stage.facts is None)

    gc.collect()
    assert shown() is None
