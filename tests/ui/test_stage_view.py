"""The stage under the mouse and the keyboard."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.scene.scene import Label, Outlines, Rect
from gpuviz.scene.stage.grid.geometry import GridGeometry
from gpuviz.scene.stage.grid.mini_map import map_rect
from gpuviz.scene.theme import DARK, LIGHT
from gpuviz.session.playback import Playback
from gpuviz.session.selection import Selection
from gpuviz.trace import Trace
from gpuviz.ui.stage.view import StageView
from tests.helpers.traces import matmul_tiled, vector_add, without_steps
from tests.simt.kernels import config, run
from tests.ui.test_stage_scene import drawn


@dataclass
class Stage:
    """A stage with what it listens to."""

    view: StageView
    playback: Playback
    selection: Selection

    @property
    def grid(self) -> GridGeometry:
        assert self.view.grid is not None
        return self.view.grid

    @property
    def chosen(self) -> tuple[int | None, int | None]:
        return self.selection.block, self.selection.thread


def staged(qtbot: QtBot, trace: Trace | None) -> Stage:
    playback, selection = Playback(), Selection()
    view = StageView(playback, selection, DARK)
    qtbot.addWidget(view)
    view.resize(900, 640)
    playback.set_trace(trace)
    view.show_trace(trace)
    view.show()
    return Stage(view, playback, selection)


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    return staged(qtbot, vector_add())


def middle(rect: Rect) -> QPoint:
    return QPoint(int(rect.x + rect.w / 2), int(rect.y + rect.h / 2))


def click(qtbot: QtBot, stage: Stage, at: QPoint) -> None:
    QTest.mouseClick(stage.view, Qt.MouseButton.LeftButton, pos=at)


def wheel(stage: Stage, at: QPoint, notches: int) -> None:
    event = QWheelEvent(
        QPointF(at),
        stage.view.mapToGlobal(QPointF(at)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(stage.view, event)


def test_a_click_on_a_thread_chooses_it(qtbot: QtBot, stage: Stage) -> None:
    click(qtbot, stage, middle(stage.grid.thread_rect(3, 231)))

    assert stage.chosen == (3, 231)
    assert (stage.selection.warp, stage.selection.lane) == (7, 7)


def test_a_click_on_a_tiles_title_chooses_the_block(qtbot: QtBot, stage: Stage) -> None:
    tile = stage.grid.tile_rect(2)

    click(qtbot, stage, QPoint(int(tile.x + tile.w / 2), int(tile.y + 6)))

    assert stage.chosen == (2, None)


def test_a_click_on_a_lane_chooses_its_thread(qtbot: QtBot, stage: Stage) -> None:
    stage.selection.select_thread(3, 224)
    lane = next(
        item
        for item in stage.view.scene.items
        if isinstance(item, Label) and item.text == "5" and item.size == 11
    )

    click(qtbot, stage, middle(lane.rect))

    assert stage.chosen == (3, 229)


def test_a_click_on_the_note_of_an_access_chooses_its_site(qtbot: QtBot, stage: Stage) -> None:
    stage.selection.select_thread(3, 231)
    stage.playback.seek(stage.playback.length)
    labels = [item for item in stage.view.scene.items if isinstance(item, Label)]
    note = next(label for label in labels if label.text.startswith("store c[992…999]"))

    click(qtbot, stage, middle(note.rect))

    assert stage.selection.site == 2
    assert stage.chosen == (3, 231)


def test_a_click_beside_everything_changes_nothing(qtbot: QtBot, stage: Stage) -> None:
    stage.selection.select_block(1)

    click(qtbot, stage, QPoint(3, 630))

    assert stage.chosen == (1, None)


def test_a_double_click_enters_a_block(qtbot: QtBot, stage: Stage) -> None:
    at = middle(stage.grid.thread_rect(2, 9))

    QTest.mouseDClick(stage.view, Qt.MouseButton.LeftButton, pos=at)

    assert stage.selection.block == 2
    assert stage.grid.alone == 2
    assert stage.grid.tile_rect(2).h <= stage.grid.view.h


def test_escape_leaves_from_thread_to_block_to_grid(qtbot: QtBot, stage: Stage) -> None:
    stage.view.enter_block(1)
    stage.selection.select_thread(1, 40)
    levels = []

    for _ in range(2):
        QTest.keyClick(stage.view, Qt.Key.Key_Escape)
        levels.append(stage.chosen)

    assert levels == [(1, None), (None, None)]
    assert stage.grid.alone is None


def test_escape_leaves_from_warp_to_block(stage: Stage) -> None:
    stage.selection.select_warp(1, 1)

    QTest.keyClick(stage.view, Qt.Key.Key_Escape)

    assert (stage.selection.block, stage.selection.warp) == (1, None)


def test_the_wheel_zooms_about_the_cursor(stage: Stage) -> None:
    at = middle(stage.grid.thread_rect(1, 100))
    before = stage.grid.cell

    wheel(stage, at, 3)

    assert stage.grid.cell > before
    assert stage.grid.block_at(at.x(), at.y()) == 1
    assert abs((stage.grid.thread_at(at.x(), at.y(), 1) or 0) - 100) <= 33


def test_zooming_out_stops_at_the_whole_grid(stage: Stage) -> None:
    fitting = stage.grid

    wheel(stage, middle(fitting.view), 2)
    wheel(stage, middle(fitting.view), -9)

    assert stage.grid == fitting


def test_nought_fits_the_grid_again(qtbot: QtBot, stage: Stage) -> None:
    fitting = stage.grid
    wheel(stage, middle(fitting.view), 4)

    QTest.keyClick(stage.view, Qt.Key.Key_0)

    assert stage.grid == fitting


def test_plus_and_minus_zoom(stage: Stage) -> None:
    cell = stage.grid.cell

    QTest.keyClick(stage.view, Qt.Key.Key_Plus)
    larger = stage.grid.cell
    QTest.keyClick(stage.view, Qt.Key.Key_Minus)

    assert larger > cell == stage.grid.cell


def test_a_drag_pans_and_chooses_nothing(qtbot: QtBot, stage: Stage) -> None:
    at = middle(stage.grid.thread_rect(1, 100))
    wheel(stage, at, 4)
    x = stage.grid.x

    QTest.mousePress(stage.view, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(stage.view, at + QPoint(30, 0))
    QTest.mouseMove(stage.view, at + QPoint(60, 0))
    QTest.mouseRelease(stage.view, Qt.MouseButton.LeftButton, pos=at + QPoint(60, 0))

    assert stage.grid.x == pytest.approx(x + 60)
    assert stage.chosen == (None, None)


def test_the_picture_follows_the_playback(stage: Stage) -> None:
    stage.selection.select_thread(3, 231)
    before = stage.view.scene.sentence

    stage.playback.seek(95)

    assert stage.view.scene.sentence != before
    assert stage.view.accessibleDescription() == stage.view.scene.sentence


def test_the_thread_being_run_is_painted_in_the_colour_of_running(stage: Stage) -> None:
    stage.playback.step(1)

    picture = stage.view.grab().toImage()

    at = middle(stage.grid.thread_rect(0, 3))
    assert picture.pixelColor(at).name() == DARK.running


def test_another_theme_paints_in_other_colours(stage: Stage) -> None:
    dark = stage.view.grab().toImage().pixelColor(2, 2).name()

    stage.view.set_theme(LIGHT)

    assert (dark, stage.view.grab().toImage().pixelColor(2, 2).name()) == (
        DARK.background,
        LIGHT.background,
    )


def test_no_launch_says_what_to_do(qtbot: QtBot) -> None:
    stage = staged(qtbot, None)

    assert "press Run" in stage.view.scene.sentence
    QTest.keyClick(stage.view, Qt.Key.Key_0)
    click(qtbot, stage, QPoint(100, 100))
    assert stage.chosen == (None, None)


def test_a_launch_without_steps_can_be_looked_at(qtbot: QtBot) -> None:
    stage = staged(qtbot, without_steps(vector_add()))

    click(qtbot, stage, middle(stage.grid.thread_rect(1, 5)))

    assert stage.chosen == (1, 5)
    assert "nothing to play" in stage.view.scene.sentence


@pytest.mark.slow
@pytest.mark.parametrize("size", [(360, 300), (830, 600), (1920, 1080)])
def test_it_paints_at_any_size(qtbot: QtBot, size: tuple[int, int]) -> None:
    stage = staged(qtbot, matmul_tiled())
    stage.playback.seek(150)

    stage.view.resize(*size)

    assert not stage.view.grab().isNull()


def test_another_launch_with_fewer_blocks_can_follow_a_choice(qtbot: QtBot, stage: Stage) -> None:
    stage.selection.select_thread(3, 231)
    smaller = vector_add(n=10, block=32)

    stage.playback.set_trace(smaller)
    stage.view.show_trace(smaller)

    assert not stage.view.grab().isNull()
    assert "block 0 · warp 0" in " ".join(stage.view.scene.texts())


def near(stage: Stage) -> None:
    """Zoom in about the middle until only a part is seen."""
    for _ in range(8):
        QTest.keyClick(stage.view, Qt.Key.Key_Plus)


def test_alt_and_an_arrow_move_the_canvas(stage: Stage) -> None:
    near(stage)
    before = stage.grid

    QTest.keyClick(stage.view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(stage.view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)

    assert (before.x - stage.grid.x, before.y - stage.grid.y) == pytest.approx((80, 80))


def test_a_press_on_the_small_map_goes_there_and_a_drag_goes_on(stage: Stage) -> None:
    near(stage)
    room = map_rect(stage.grid)
    left = QPoint(int(room.x) + 1, int(room.y) + 8)
    right = QPoint(int(room.right) - 2, int(room.y) + 8)

    QTest.mousePress(stage.view, Qt.MouseButton.LeftButton, pos=left)
    at_left = stage.grid.x
    QTest.mouseMove(stage.view, right)
    at_right = stage.grid.x
    QTest.mouseRelease(stage.view, Qt.MouseButton.LeftButton, pos=right)

    assert at_right < at_left - 500
    assert stage.chosen == (None, None)


def test_a_click_with_ctrl_chooses_the_whole_warp_and_it_is_framed(stage: Stage) -> None:
    at = middle(stage.grid.thread_rect(2, 70))

    QTest.mouseClick(stage.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, at)

    assert (stage.selection.block, stage.selection.warp, stage.selection.thread) == (2, 2, None)
    (warp,) = stage.grid.warp_rects(2, 2)
    framed = [list(rect) for o in outlines(stage) if o.color == DARK.accent for rect in o.rects]
    assert list(warp) in framed


def test_a_click_on_a_row_chooses_its_warp_where_threads_are_too_small(qtbot: QtBot) -> None:
    stage = staged(qtbot, vector_add(1 << 16, followed=(0,)))
    while stage.grid.cell < 1.2:
        QTest.keyClick(stage.view, Qt.Key.Key_Plus)
    blocks = stage.grid.visible_blocks()
    block = int(blocks[len(blocks) // 2])
    room = stage.grid.warp_rects(block, 3)[0]

    click(qtbot, stage, QPoint(int(room.x + room.w / 2), math.ceil(room.y)))

    assert stage.grid.cell < 2
    assert (stage.selection.block, stage.selection.warp) == (block, 3)


def test_page_down_leafs_through_the_layers_of_a_3d_grid(qtbot: QtBot) -> None:
    text = """
def kernel(x):
    x[cuda.blockIdx.z] = 1
"""
    stage = staged(qtbot, run(text, config((2, 2, 3), 32), {"x": np.zeros(3)}).trace)

    QTest.keyClick(stage.view, Qt.Key.Key_PageDown)
    first = stage.grid.visible_blocks().tolist()
    arrow = next(label for label in labels(stage) if label.text == "›" and label.size == 14)
    click(qtbot, stage, middle(arrow.rect))

    assert first == [0, 1, 2, 3]
    assert stage.grid.visible_blocks().tolist() == [4, 5, 6, 7]


def test_a_pinch_zooms_about_the_fingers(stage: Stage) -> None:
    at = QPointF(middle(stage.grid.thread_rect(1, 100)))
    before = stage.grid.size
    pad = QPointingDevice.primaryPointingDevice()

    pinch = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture, pad, 2, at, at, at, 0.5, QPointF()
    )
    QApplication.sendEvent(stage.view, pinch)

    assert stage.grid.size == pytest.approx(1.5 * before)
    assert stage.grid.block_at(at.x(), at.y()) == 1


def test_large_threads_show_their_number_their_index_and_their_place(stage: Stage) -> None:
    stage.playback.seek(stage.playback.length)
    at = middle(stage.grid.thread_rect(3, 70))

    wheel(stage, at, 20)

    assert "70" in stage.view.scene.texts()
    assert f"i {3 * 256 + 70}" in stage.view.scene.texts()


def labels(stage: Stage) -> list[Label]:
    return drawn(stage.view.scene, Label)


def outlines(stage: Stage) -> list[Outlines]:
    return drawn(stage.view.scene, Outlines)
