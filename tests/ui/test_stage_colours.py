"""What the elements on the stage are coloured by, chosen with the mouse and the keyboard."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from gpuviz.insight.element_colourings import ElementColouring
from gpuviz.scene.scene import Cells, ElementColouringHit
from gpuviz.scene.stage.arrays.colours import UNKNOWN, read_palette, value_palette, writer_palette
from gpuviz.scene.stage.colours import argb
from gpuviz.scene.theme import DARK, LIGHT, Theme
from gpuviz.trace import Trace
from tests.helpers.traces import matmul_tiled, vector_add
from tests.ui.test_stage_scene import flat
from tests.ui.test_stage_view import Stage, click, staged
from tests.ui.windows import open_window, run


def coloured(qtbot: QtBot, trace: Trace, colouring: ElementColouring, moment: int) -> Stage:
    stage = staged(qtbot, trace)
    stage.view.arrays.colour(colouring)
    stage.playback.seek(moment)
    return stage


def pixels(stage: Stage, shape: tuple[int, int]) -> list[NDArray[np.uint32]]:
    """The pictures of arrays that have so many rows and columns of cells."""
    items = flat(stage.view.scene.items)
    return [i.pixels for i in items if isinstance(i, Cells) and i.pixels.shape == shape]


def pull_down(stage: Stage) -> QPoint:
    view = stage.view
    points = ((x, y) for y in range(0, 640, 3) for x in range(0, 900, 5))
    return next(
        QPoint(x, y) for x, y in points if isinstance(view.scene.hit(x, y), ElementColouringHit)
    )


@pytest.mark.slow
def test_what_colours_mean_is_chosen_from_the_legend(qtbot: QtBot) -> None:
    stage = staged(qtbot, vector_add())

    click(qtbot, stage, pull_down(stage))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)

    assert stage.view.arrays.colouring is ElementColouring.VALUE
    assert "by value ▾" in stage.view.scene.texts()


@pytest.mark.slow
@pytest.mark.parametrize(("key", "colouring"), list(enumerate(ElementColouring, 1)))
def test_what_colours_mean_is_chosen_with_a_key(
    qtbot: QtBot, key: int, colouring: ElementColouring
) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.stage.arrays.colour(ElementColouring.READS)

    window.actions_by_id[f"by_{colouring.value}"].trigger()

    assert window.stage.arrays.colouring is colouring
    shortcut = window.actions_by_id[f"by_{colouring.value}"].shortcut().toString()
    assert shortcut == f"Alt+{key}"


def test_values_go_from_the_smallest_to_the_largest_colour(qtbot: QtBot) -> None:
    trace = matmul_tiled()

    stage = coloured(qtbot, trace, ElementColouring.VALUE, 0)

    palette = value_palette(DARK)[:UNKNOWN].tolist()
    shown = [palette.index(pixel) for pixel in pixels(stage, (16, 16))[0].ravel().tolist()]
    by_value = np.argsort(trace.inputs["A"].ravel())
    assert (np.diff(np.array(shown)[by_value]) >= 0).all()
    assert (min(shown), max(shown)) == (0, UNKNOWN - 1)


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_nan_and_infinity_have_colours_of_their_own_and_are_explained(
    qtbot: QtBot, theme: Theme
) -> None:
    trace = matmul_tiled()
    odd = trace.inputs["A"].copy()
    odd[0, :2] = np.nan, -np.inf
    stage = coloured(
        qtbot, replace(trace, inputs={**trace.inputs, "A": odd}), ElementColouring.VALUE, 0
    )

    stage.view.set_theme(theme)

    first = pixels(stage, (16, 16))[0].ravel()
    assert first[:2].tolist() == [argb(theme.hazard), argb(theme.barrier)]
    assert len(set(value_palette(theme).tolist())) > UNKNOWN
    assert {"NaN", "±∞"} <= set(stage.view.scene.texts())


def test_elements_have_the_colour_of_the_block_that_writes_them(qtbot: QtBot) -> None:
    trace = matmul_tiled()

    stage = coloured(qtbot, trace, ElementColouring.WRITER, 10_000)

    c = pixels(stage, (16, 16))[2]
    written = writer_palette(DARK)[1]
    corners = [c[0, 0], c[0, 15], c[15, 0], c[15, 15]]
    assert corners == [written[block] for block in range(4)]
    assert {"block (0, 0)", "(1, 1)"} <= set(stage.view.scene.texts())


def test_elements_that_are_read_more_often_are_brighter(qtbot: QtBot) -> None:
    trace = matmul_tiled()

    stage = coloured(qtbot, trace, ElementColouring.READS, 10_000)

    a, tile = pixels(stage, (16, 16))[0], pixels(stage, (8, 8))[-1]  # behind the four blocks
    palette = read_palette(DARK).tolist()
    assert {palette.index(int(p)) for p in a.ravel()} == {9}  # 2 of 16: (2 - 1) / 15 of the scale
    assert {palette.index(int(p)) for p in tile.ravel()} == {128}
    assert "1 to 16 reads" in stage.view.scene.texts()


def test_of_reads_it_is_said_where_not_all_blocks_are_known(qtbot: QtBot) -> None:
    trace = vector_add(1024, followed=(0, 3))

    stage = coloured(qtbot, trace, ElementColouring.READS, 10)

    assert "of the followed blocks" in stage.view.scene.texts()
