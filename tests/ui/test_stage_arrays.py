"""The arrays on the stage under the mouse."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.insight.thread_touches import Threads
from gpuviz.scene.scene import ElementHit, Panel, Rect
from gpuviz.scene.stage.arrays.touch_words import touched_parts
from gpuviz.scene.theme import DARK
from gpuviz.session.selection import ElementChoice
from gpuviz.trace import Trace
from tests.helpers.traces import matmul_tiled, vector_add
from tests.simt.kernels import config, run
from tests.ui.test_stage_view import Stage, click, staged

C = 2


def place_of(stage: Stage, array: int, element: int) -> QPoint:
    """Where the stage answers with an element, searched for as a user would: by pointing."""
    view = stage.view
    for step in (8, 2):
        for x, y in itertools.product(range(0, view.width(), step), range(0, view.height(), step)):
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


@pytest.mark.slow
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


def test_the_chosen_element_is_said_with_value_writer_and_readers(qtbot: QtBot) -> None:
    stage = staged(qtbot, vector_add())
    stage.playback.seek(stage.playback.length)

    click(qtbot, stage, place_of(stage, C, 785))

    value = f"{vector_add().outputs['c'][785]:.3f}"
    said = f"c[785] = {value} · written by thread 17 of block 3 · never read"
    assert said in stage.view.scene.texts()


def test_the_threads_that_touch_the_chosen_element_light_up(qtbot: QtBot) -> None:
    stage = staged(qtbot, matmul_tiled())

    stage.selection.select_element(ElementChoice(0, 3 * 16 + 5))

    camera = stage.view.camera
    assert camera is not None
    assert camera.frame.marks.reads.tolist() == [29, 64 + 29]  # thread (5, 3) of two blocks


def test_a_thread_that_is_chosen_after_an_element_is_said_instead(qtbot: QtBot) -> None:
    stage = staged(qtbot, vector_add())
    stage.selection.select_element(ElementChoice(C, 785))

    stage.selection.select_thread(0, 1)

    texts = stage.view.scene.texts()
    assert "Thread 1 of block 0 reads a[1], b[1] · writes c[1]" in texts
    assert len(frames(stage)) == 1


@pytest.mark.parametrize(
    ("trace", "array", "element", "words"),
    [
        (matmul_tiled(), 0, 3 * 16 + 5, "read 2 times by 2 threads of 2 blocks"),
        (matmul_tiled(), 3, 0, "read 16 times by 8 threads of 1 block"),
        (vector_add(), 0, 5, "never written · read once"),
        (vector_add(1024, followed=(0,)), 0, 5, "read once by the followed blocks"),
    ],
    ids=["matrix", "tile", "once", "not all followed"],
)
def test_it_is_said_how_often_an_element_is_read(
    qtbot: QtBot, trace: Trace, array: int, element: int, words: str
) -> None:
    stage = staged(qtbot, trace)
    block = 0 if trace.arrays[array].space == "shared" else None

    stage.selection.select_element(ElementChoice(array, element, block))

    assert any(text.endswith(words) for text in stage.view.scene.texts())


def test_records_and_wide_numbers_are_shown_without_a_made_up_value(qtbot: QtBot) -> None:
    text = """
def kernel(r, z):
    i = cuda.grid(1)
    r[i].x = i + 40
    z[i] = z[i] * 2
"""
    record = np.dtype([("x", np.float32), ("n", np.int32)], align=True)
    arguments = {"r": np.zeros(8, record), "z": np.full(8, 3 + 4j)}

    stage = staged(qtbot, run(text, config(1, 8), arguments).trace)
    stage.playback.seek(stage.playback.length)

    texts = stage.view.scene.texts()
    assert "r.x" in texts  # the field, an array of its own
    assert "complex128[8]" in " ".join(texts)
    assert any(text in texts for text in ("47.0", "47.00"))  # as many places as there is room for
    assert "0.0" not in texts


def test_a_thread_that_only_leaves_its_arrays_is_not_said_to_touch_nothing() -> None:
    kernel = "def kernel(out):\n    out[cuda.threadIdx.x] = 1.0\n"
    trace = run(kernel, config(1, 64), {"out": np.zeros(40)}).trace

    ways = touched_parts(trace, Threads(0, 50, 51), [], lambda said: said.text)
    within = touched_parts(vector_add(), Threads(0, 50, 51), [], lambda said: said.text)

    assert "touches no element within the arrays" in ways[0][0]
    assert "touches no element in the whole launch" in within[0][0]
