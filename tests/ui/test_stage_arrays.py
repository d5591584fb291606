"""The arrays on the stage under the mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.trace import Trace
from gpuviz.ui.selection import ElementChoice
from gpuviz.ui.stage.scene import ElementHit, Panel, Rect
from gpuviz.ui.theme import DARK
from tests.helpers.traces import matmul_tiled, vector_add
from tests.ui.test_stage_view import Stage, click, staged

C = 2


def place_of(stage: Stage, array: int, element: int) -> QPoint:
    """Where the stage answers with an element, searched for as a user would: by pointing."""
    view = stage.view
    for y in range(0, view.height(), 2):
        for x in range(0, view.width(), 2):
            hit = view.scene.hit(x / view.scale, y / view.scale)
            if isinstance(hit, ElementHit) and hit.array == array and covers(hit, element):
                return QPoint(x, y)
    raise AssertionError(f"no cell of element {element}")


def covers(hit: ElementHit, element: int) -> bool:
    return hit.element <= element < hit.element + hit.count


def frames(stage: Stage) -> list[Rect]:
    """The frames around the chosen element."""
    items = (item for item in stage.view.scene.items if isinstance(item, Panel))
    return [p.rect for p in items if p.stroke == DARK.accent and not p.fill and p.width == 2.5]


def test_a_click_on_an_element_chooses_it_and_frames_it(qtbot: QtBot) -> None:
    stage = staged(qtbot, vector_add())
    at = place_of(stage, C, 785)

    click(qtbot, stage, at)

    assert stage.selection.element == ElementChoice(C, 785)
    assert stage.selection.subject == "element"
    assert [rect.contains(at.x(), at.y()) for rect in frames(stage)] == [True]


def test_a_click_on_an_element_leaves_the_chosen_thread(qtbot: QtBot) -> None:
    stage = staged(qtbot, vector_add())
    stage.selection.select_thread(1, 40)

    click(qtbot, stage, place_of(stage, C, 785))

    assert stage.chosen == (1, 40)


def test_a_double_click_on_an_element_chooses_the_thread_that_wrote_it(qtbot: QtBot) -> None:
    stage = staged(qtbot, vector_add())

    QTest.mouseDClick(stage.view, Qt.MouseButton.LeftButton, pos=place_of(stage, C, 785))

    assert stage.chosen == (3, 17)


def test_a_click_on_a_shared_tile_chooses_the_element_of_the_block_in_focus(qtbot: QtBot) -> None:
    stage = staged(qtbot, matmul_tiled())
    stage.selection.select_thread(2, 9)
    tile = next(r for r, info in enumerate(matmul_tiled().arrays) if info.space == "shared")

    click(qtbot, stage, place_of(stage, tile, 10))

    assert stage.selection.element == ElementChoice(tile, 10, 2)
    assert len(frames(stage)) == 1


@pytest.mark.parametrize("smaller", [vector_add(n=10, block=32), matmul_tiled()])
def test_an_element_that_the_next_launch_lacks_is_not_framed(qtbot: QtBot, smaller: Trace) -> None:
    stage = staged(qtbot, vector_add())
    stage.selection.select_element(ElementChoice(C, 999))

    stage.playback.set_trace(smaller)
    stage.view.show_trace(smaller)

    assert frames(stage) == []
