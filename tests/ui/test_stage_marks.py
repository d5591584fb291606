"""Marked threads light up on the grid, however small they are."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.scene.scene import Label
from gpuviz.scene.theme import DARK
from gpuviz.session.selection import ElementChoice
from gpuviz.trace import Trace
from tests.helpers.traces import vector_add
from tests.ui.test_stage_view import Stage, middle, staged


def pixel(stage: Stage, block: int, thread: int) -> str:
    grid = stage.grid
    rect = grid.thread_rect(block, thread) if grid.shows_threads else grid.tile_rect(block)
    return stage.view.grab().toImage().pixelColor(middle(rect)).name()


@pytest.mark.parametrize(
    ("trace", "block"),
    [(vector_add(), 3), (vector_add(1 << 20, followed=(0, 4095)), 4095)],
    ids=["threads", "blocks"],
)
def test_marked_threads_or_their_blocks_have_the_colour_of_what_they_did(
    qtbot: QtBot, trace: Trace, block: int
) -> None:
    stage = staged(qtbot, trace)

    stage.selection.select_element(ElementChoice(0, 5))
    assert pixel(stage, 0, 5) == DARK.read
    stage.selection.select_element(ElementChoice(2, block * 256 + 40))
    assert pixel(stage, block, 40) == DARK.write
    assert pixel(stage, 1, 5) not in (DARK.read, DARK.write)


def test_marks_go_out_with_another_choice(qtbot: QtBot) -> None:
    stage = staged(qtbot, vector_add())
    stage.selection.select_element(ElementChoice(0, 5))

    stage.selection.select_thread(1, 7)

    assert pixel(stage, 0, 5) != DARK.read


def test_the_name_of_a_warp_above_the_picture_chooses_the_warp(qtbot: QtBot) -> None:
    stage = staged(qtbot, vector_add())
    stage.selection.select_thread(2, 70)
    labels = (item for item in stage.view.scene.items if isinstance(item, Label))
    crumb = next(label for label in labels if label.text == "Warp 2")

    QTest.mouseClick(stage.view, Qt.MouseButton.LeftButton, pos=middle(crumb.rect))

    assert (stage.selection.block, stage.selection.warp, stage.selection.thread) == (2, 2, None)
    assert "block 2 · warp 2 · 32 lanes" in stage.view.scene.texts()
