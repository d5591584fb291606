"""The memory view under the mouse and the keyboard."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.scene.scene import ElementHit, Hit, ThreadHit
from gpuviz.scene.theme import DARK, LIGHT
from gpuviz.session.playback import Playback
from gpuviz.session.selection import ElementChoice, Selection
from gpuviz.trace import Trace
from gpuviz.ui.memory_view.controller import MemoryController
from gpuviz.ui.memory_view.view import MemoryView
from tests.helpers.traces import vector_add, without_steps


@dataclass
class Memory:
    """A memory view with what it follows."""

    view: MemoryView
    controller: MemoryController
    playback: Playback
    selection: Selection

    @property
    def title(self) -> str:
        return self.view.pane.words.title

    @property
    def rows(self) -> list[str]:
        return [cost.text for cost in self.view.table.costs]


def memory(qtbot: QtBot, trace: Trace | None, moment: int = 0) -> Memory:
    playback, selection = Playback(), Selection()
    view = MemoryView(DARK)
    qtbot.addWidget(view)
    controller = MemoryController(playback, selection, view)
    view.resize(1300, 300)
    view.show()
    playback.set_trace(trace)
    playback.seek(moment)
    if trace is not None and trace.warp_counters is not None:
        qtbot.waitUntil(lambda: bool(view.table.costs))
    controller.refresh()
    return Memory(view, controller, playback, selection)


@pytest.fixture
def shown(qtbot: QtBot) -> Memory:
    """vector_add after the first warp of each block, but for their last line, has had its turn."""
    return memory(qtbot, vector_add(), 65)


def click_row(memory: Memory, row: int) -> None:
    table = memory.view.table
    at = table.visualRect(table.model().index(row, 1)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    memory.controller.refresh()


def place_of(memory: Memory, wanted: Hit) -> QPoint:
    """Where the picture answers with a hit."""
    canvas = memory.view.pane.canvas
    for y in range(0, int(canvas.picture.height), 3):
        for x in range(0, canvas.width(), 3):
            if canvas.picture.scene.hit(x, y) == wanted:
                return QPoint(x, y)
    raise AssertionError(f"{wanted} is nowhere")


def click_picture(memory: Memory, wanted: Hit) -> None:
    at = place_of(memory, wanted)
    QTest.mouseClick(memory.view.pane.canvas, Qt.MouseButton.LeftButton, pos=at)
    memory.controller.refresh()


def test_the_access_of_the_playing_step_is_shown_with_its_sectors(shown: Memory) -> None:
    assert shown.title == "Line 5: load a[i] · warp 0 of block 0 · 32 lanes"
    assert shown.view.pane.words.figures == (
        "4 sectors moved, 128 of 128 B needed: 100\u202f%. Fewer would not do."
    )
    assert "nothing is moved in vain" in shown.view.pane.words.diagnosis


def test_the_picture_names_the_line_and_its_elements(shown: Memory) -> None:
    texts = shown.view.pane.canvas.picture.scene.texts()

    assert "line 0x0000 · 128 B · a[0…31]" in texts
    assert {str(lane) for lane in range(32)} <= set(texts)


def test_the_chosen_thread_decides_which_warp_is_looked_at(shown: Memory) -> None:
    shown.playback.seek(shown.playback.length)
    shown.selection.select_thread(3, 231)
    shown.controller.refresh()

    assert shown.title == "Line 5: load a[i] · warp 7 of block 3 · 8 lanes"
    assert "1 sector moved, 32 of 32 B needed" in shown.view.pane.words.figures


def test_the_table_has_a_row_for_each_access_and_a_sum(shown: Memory) -> None:
    assert sorted(shown.rows) == ["a[i]", "b[i]", "c[i]"]
    assert shown.view.sum.text() == "375 sectors, 100\u202f% used"
    assert shown.view.reads.text() == "Each element read from global memory: a 1×, b 1×"


def test_a_click_in_the_table_keeps_an_access_until_the_steps_are_followed_again(
    shown: Memory,
) -> None:
    click_row(shown, shown.rows.index("c[i]"))
    assert "store c[i]" in shown.title
    assert shown.selection.site == 2

    shown.playback.step(1)
    shown.controller.refresh()
    assert "store c[i]" in shown.title

    QTest.mouseClick(shown.view.pane.release, Qt.MouseButton.LeftButton)
    shown.controller.refresh()
    assert shown.selection.site is None
    assert "load a[i]" in shown.title


def test_a_click_goes_to_the_next_time_that_the_warp_makes_the_access(qtbot: QtBot) -> None:
    early = memory(qtbot, vector_add(), 1)
    early.selection.select_warp(0, 3)

    click_row(early, early.rows.index("b[i]"))

    trace, step = early.playback.trace, early.playback.current_step
    assert trace is not None
    assert trace.steps is not None
    assert step is not None
    assert (trace.steps.block[step], trace.steps.warp[step]) == (0, 3)
    assert "load b[i] · warp 3 of block 0" in early.title


def test_a_warp_that_never_makes_the_access_gives_way_to_one_that_does(qtbot: QtBot) -> None:
    early = memory(qtbot, vector_add(n=40, block=128), 1)
    early.selection.select_warp(0, 3)

    click_row(early, early.rows.index("b[i]"))

    assert (early.selection.block, early.selection.warp) == (0, 0)
    assert "load b[i]" in early.title


def test_arrow_keys_walk_through_the_table_and_copy_takes_all_of_it(shown: Memory) -> None:
    click_row(shown, 0)
    QTest.keyClick(shown.view.table, Qt.Key.Key_Down)
    shown.controller.refresh()
    assert shown.selection.site == shown.view.table.costs[1].row

    QTest.keyClick(shown.view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:2] == ["Line", "Access"]
    assert len(lines) == 4


def test_a_click_on_the_title_of_a_column_sorts_by_it(shown: Memory) -> None:
    header = shown.view.table.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(1) + 20, header.height() // 2)

    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    once = shown.rows
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)

    assert {tuple(once), tuple(shown.rows)} == {("a[i]", "b[i]", "c[i]"), ("c[i]", "b[i]", "a[i]")}


def test_a_click_on_a_lane_chooses_its_thread(shown: Memory) -> None:
    click_picture(shown, ThreadHit(0, 5))

    assert (shown.selection.block, shown.selection.thread) == (0, 5)


def test_a_click_on_a_cell_chooses_its_element(shown: Memory) -> None:
    click_picture(shown, ElementHit(0, 7))

    assert shown.selection.element == ElementChoice(0, 7)


def test_a_chosen_element_is_framed_where_it_lies(shown: Memory) -> None:
    before = len(shown.view.pane.canvas.picture.scene.items)
    for element, more in ((ElementChoice(0, 7), 1), (ElementChoice(0, 600), 0)):
        shown.selection.select_element(element)
        shown.controller.refresh()

        assert len(shown.view.pane.canvas.picture.scene.items) == before + more


def test_the_mouse_over_a_lane_or_a_cell_is_told_what_it_is(shown: Memory) -> None:
    canvas = shown.view.pane.canvas
    trace = shown.playback.trace
    assert trace is not None

    lane = canvas.words_of(canvas.hit_at(QPointF(place_of(shown, ThreadHit(0, 5)))))
    cell = canvas.words_of(canvas.hit_at(QPointF(place_of(shown, ElementHit(0, 7)))))

    assert lane.startswith("Lane 5 reads a[5]: 0.")
    assert cell == "a[7]: lane 7"


def test_the_mouse_over_a_cell_points_its_lanes_out(shown: Memory) -> None:
    canvas = shown.view.pane.canvas
    before = canvas.picture

    QTest.mouseMove(canvas, place_of(shown, ElementHit(0, 7)))

    assert len(canvas.picture.scene.items) > len(before.scene.items)


def test_the_picture_is_copied_with_its_words(shown: Memory) -> None:
    menu = shown.view.pane.copy_menu()
    next(a for a in menu.actions() if a.text() == "Copy picture").trigger()
    image = QGuiApplication.clipboard().image()
    assert image.height() > shown.view.pane.canvas.height()

    next(a for a in menu.actions() if a.text() == "Copy words").trigger()
    assert QGuiApplication.clipboard().text() == shown.view.pane.words.text


@pytest.mark.parametrize(
    ("trace", "moment", "words"),
    [
        (None, 0, "No launch yet."),
        (vector_add(), 0, "Nothing has run yet."),
        (vector_add(), 1, "This step touches no memory."),
        (without_steps(vector_add()), 0, "This engine keeps no accesses."),
    ],
)
def test_where_there_is_no_access_the_reason_is_said(
    qtbot: QtBot, trace: Trace | None, moment: int, words: str
) -> None:
    assert memory(qtbot, trace, moment).title.startswith(words)


def test_a_kept_access_that_is_still_to_come_is_said_to_be(qtbot: QtBot) -> None:
    early = memory(qtbot, vector_add(), 1)
    early.selection.select_site(2)
    early.controller.refresh()

    assert early.title == "Warp 0 of block 0 has not come to this access in line 5 yet."


def test_of_a_block_that_was_not_followed_nothing_is_claimed(qtbot: QtBot) -> None:
    some = memory(qtbot, vector_add(followed=(0, 3)), 1)
    some.selection.select_block(2)
    some.selection.select_thread(2, 0)
    some.controller.refresh()

    assert some.title.startswith("The steps of block 2 were not kept")
    assert some.view.reads.text().startswith("Reads from global memory for each element")


def test_a_kept_access_is_found_again_in_the_next_launch(shown: Memory) -> None:
    click_row(shown, shown.rows.index("c[i]"))

    shown.playback.set_trace(vector_add(500, 64))
    shown.playback.seek(shown.playback.length)
    shown.controller.refresh()

    assert shown.selection.site == 2
    assert "store c[i]" in shown.title


def test_while_nobody_looks_nothing_is_worked_out(qtbot: QtBot) -> None:
    playback, selection = Playback(), Selection()
    view = MemoryView(DARK)
    qtbot.addWidget(view)
    controller = MemoryController(playback, selection, view)
    playback.set_trace(vector_add())
    controller.refresh()
    assert view.pane.words.title == ""

    view.show()
    qtbot.waitUntil(lambda: len(view.table.costs) == 3)


def test_a_narrow_place_has_the_table_under_the_picture(qtbot: QtBot, shown: Memory) -> None:
    costs, pane = shown.view.costs, shown.view.pane
    qtbot.waitUntil(lambda: costs.x() > pane.geometry().right())

    shown.view.resize(500, 600)

    qtbot.waitUntil(lambda: costs.y() > pane.geometry().bottom())


def test_another_theme_paints_other_colours(shown: Memory) -> None:
    before = shown.view.pane.canvas.grab().toImage()
    shown.view.set_theme(LIGHT)

    assert shown.view.pane.canvas.grab().toImage() != before
