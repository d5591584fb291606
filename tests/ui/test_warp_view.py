"""The dock of a warp under the mouse: what it shows, says, chooses and where it goes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontDatabase, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.scene.scene import Curves, Label, Rect
from gpuviz.scene.theme import DARK, LIGHT
from gpuviz.scene.warp_view.geometry import StepStrip
from gpuviz.session.playback import Playback
from gpuviz.session.selection import Selection
from gpuviz.trace import Trace
from gpuviz.ui.languages import SCRIPTS, speak
from gpuviz.ui.stage.paint import width_of
from gpuviz.ui.stage.view import StageView
from gpuviz.ui.warp_view.controller import WarpController
from gpuviz.ui.warp_view.view import WarpView
from tests.helpers.traces import vector_add, warps_of, without_steps
from tests.simt.kernels import config, run

KERNEL = """
def kernel(out):
    i = cuda.threadIdx.x
    a = cuda.shfl_down_sync(0xFFFFFFFF, i * 2, 16)
    b = cuda.ballot_sync(0xFFFFFFFF, i % 32 > 29)
    c = cuda.match_any_sync(0xFFFFFFFF, i // 10)
    d = cuda.any_sync(0xFFFFFFFF, i > 90)
    if i % 32 < 16:
        a += 1
    else:
        a += 2
    out[i] = a + b + c + d
"""


@dataclass
class Dock:
    """The dock of a warp with what it listens to."""

    view: WarpView
    playback: Playback
    selection: Selection
    controller: WarpController

    @property
    def strip(self) -> StepStrip:
        assert self.view.strip is not None
        return self.view.strip

    @property
    def texts(self) -> tuple[str, ...]:
        return self.view.scene.texts()

    def label(self, text: str) -> Rect:
        """Where a text stands."""
        items = self.view.scene.items
        return next(item.rect for item in items if isinstance(item, Label) and item.text == text)


def docked(qtbot: QtBot, trace: Trace | None, size: tuple[int, int] = (1200, 220)) -> Dock:
    playback, selection = Playback(), Selection()
    stage, view = StageView(playback, selection, DARK), WarpView(DARK)
    controller = WarpController(playback, selection, stage, view)
    qtbot.addWidget(stage)
    qtbot.addWidget(view)
    view.resize(*size)
    playback.set_trace(trace)
    stage.show_trace(trace)
    view.show()
    controller.refresh()
    return Dock(view, playback, selection, controller)


@pytest.fixture(scope="module")
def trace() -> Trace:
    return run(KERNEL, config(1, 64), {"out": np.zeros(64)}).trace


@pytest.fixture
def dock(qtbot: QtBot, trace: Trace) -> Dock:
    return docked(qtbot, trace)


def go(dock: Dock, line: int, warp: int = 0) -> None:
    """To the moment at which a warp executes a line."""
    trace, order = dock.playback.trace, dock.playback.order
    assert trace is not None
    assert trace.steps is not None
    assert order is not None
    lines = np.array([row.line for row in trace.statements])[trace.steps.statement]
    step = np.flatnonzero((lines == line) & (trace.steps.warp == warp))[0]
    dock.playback.seek(int(order.position[step]) + 1)
    dock.controller.refresh()


def click(dock: Dock, at: QPointF) -> None:
    QTest.mouseClick(dock.view, Qt.MouseButton.LeftButton, pos=at.toPoint())
    dock.controller.refresh()


def cell(strip: StepStrip, step: int, lane: int) -> QPointF:
    return QPointF(strip.x(step + 0.5), strip.cells.y + (lane + 0.5) * strip.row)


def wheel(dock: Dock, notches: int, keys: Qt.KeyboardModifier) -> None:
    at = QPoint(300, 100)
    QApplication.sendEvent(
        dock.view,
        QWheelEvent(
            QPointF(at),
            dock.view.mapToGlobal(QPointF(at)),
            QPoint(),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            keys,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        ),
    )


def test_it_follows_the_warp_that_plays_unless_one_is_chosen(dock: Dock) -> None:
    go(dock, 3, warp=1)
    playing = dock.texts
    dock.selection.select_warp(0, 0)
    dock.controller.refresh()

    assert "Warp 1 of block 0" in playing
    assert "Warp 0 of block 0" in dock.texts


def test_the_chosen_thread_is_told_as_warp_and_lane(dock: Dock) -> None:
    dock.selection.select_thread(0, 35)
    go(dock, 2, warp=1)

    assert "Thread 35 is lane 3 of warp 1: 35 = 1 · 32 + 3" in dock.texts


def test_branches_are_told_in_the_language_of_the_window(
    qapp: QApplication, request: pytest.FixtureRequest
) -> None:
    if not QFontDatabase.families(SCRIPTS["zh_CN"]):
        pytest.skip("no font with Chinese characters here: fonts-wqy-microhei is one")
    speak(qapp, "zh_CN")
    request.addfinalizer(lambda: speak(qapp, "en"))
    dock: Dock = request.getfixturevalue("dock")

    go(dock, 10)

    assert not [text for text in dock.texts if "lanes" in text]


def test_the_active_lanes_of_a_step_are_told_with_its_line_and_branch(dock: Dock) -> None:
    go(dock, 10)

    assert {"16 of 32 lanes are active: lanes 16–31", "a += 2", "0xffff0000"} <= set(dock.texts)
    assert "line 7: lanes 0–15, then lanes 16–31" in dock.texts


def test_lane_efficiency_counts_all_steps_of_the_warp(qtbot: QtBot, trace: Trace) -> None:
    dock = docked(qtbot, trace, (1680, 220))
    go(dock, 2)

    shown = " ".join(dock.texts)
    assert "lane efficiency 89" in shown  # 7 whole steps and two halves of 9
    assert "256 of 288 lane steps" in shown


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "lane", "sentence"),
    [
        (3, 3, "Lane 3 gets 38 from lane 19 (shfl_down_sync by 16)"),
        (3, 20, "Lane 20 keeps its own 40 (shfl_down_sync by 16)"),
        (3, 3, "Lanes 16–31 keep their own value: nobody is there to read from"),
        (
            4,
            0,
            "2 of 32 lanes say yes: ballot_sync gives 0xc0000000, a bit for each lane (lane 0 is"
            " the lowest)",
        ),
        (5, 12, "Lanes 10–19 hold 1: match_any_sync gives lane 12 the word 0x000ffc00"),
        (6, 0, "0 of 32 lanes say yes: any_sync gives False to each"),
    ],
)
def test_an_exchange_is_told_in_words(dock: Dock, line: int, lane: int, sentence: str) -> None:
    dock.selection.select_thread(0, lane)

    go(dock, line)

    assert sentence in dock.texts


def test_a_shuffle_has_an_arrow_for_each_lane_that_gets_something(dock: Dock) -> None:
    dock.selection.select_thread(0, 3)

    go(dock, 3)

    curves = [item for item in dock.view.scene.items if isinstance(item, Curves)]
    arrows = curves[0].points
    assert len(arrows) == 16
    pitch = arrows[1, 0] - arrows[0, 0]
    assert np.allclose(arrows[:, 0] - arrows[:, 6], 16 * pitch)  # from 16 lanes further right


def test_a_ballot_is_shown_as_bits_and_digits(dock: Dock) -> None:
    go(dock, 4)

    bits = [t for t in dock.texts if t in ("0", "1")]
    assert bits.count("1") >= 2
    assert "c" in dock.texts  # the digit of lanes 28 to 31


def test_a_click_on_a_cell_goes_to_its_step_and_chooses_its_thread(dock: Dock) -> None:
    dock.selection.select_warp(0, 1)
    go(dock, 2, warp=1)

    click(dock, cell(dock.strip, 4, 9))

    trace, step = dock.playback.trace, dock.playback.current_step
    assert trace is not None
    assert trace.steps is not None
    assert step is not None
    assert (dock.selection.block, dock.selection.thread) == (0, 41)
    assert trace.steps.warp[step] == 1
    assert trace.statements[trace.steps.statement[step]].line == 6


def test_a_click_on_a_lane_of_the_step_chooses_its_thread(dock: Dock) -> None:
    go(dock, 7, warp=1)
    dock.selection.select_warp(0, 1)
    dock.controller.refresh()

    click(dock, QPointF(dock.label("47").x + 4, dock.label("47").y + 4))

    assert dock.selection.thread == 47


def test_a_line_that_exchanges_twice_shows_one_after_the_other(qtbot: QtBot) -> None:
    text = """
    def kernel(out):
        i = cuda.threadIdx.x
        out[i] = cuda.shfl_xor_sync(0xFFFFFFFF, i, 1) + cuda.ballot_sync(0xFFFFFFFF, i > 30)
    """
    dock = docked(qtbot, run(text, config(1, 32), {"out": np.zeros(32)}).trace)
    go(dock, 3)
    first = dock.view.scene.sentence

    at = dock.label("1 of 2 ▸")
    click(dock, QPointF(at.right - 10, at.y + 10))

    assert "Lane 0 gets 1 from lane 1 (shfl_xor_sync with 1)" in first
    assert "2 of 2 ▸" in dock.texts
    assert "1 of 32 lanes says yes" in dock.view.scene.sentence


def long_warp(count: int) -> Trace:
    return warps_of([(0, 0, row % 3) for row in range(count)], threads=32)


def test_a_long_history_is_scrolled_and_zoomed(qtbot: QtBot) -> None:
    dock = docked(qtbot, long_warp(5000))
    start = dock.strip

    wheel(dock, -2, Qt.KeyboardModifier.NoModifier)
    scrolled = dock.strip.first
    wheel(dock, -60, Qt.KeyboardModifier.ControlModifier)

    assert not start.is_whole
    assert scrolled > start.first == 0
    assert dock.strip.is_whole
    assert dock.strip.pitch == pytest.approx(start.cells.w / 5000)


def test_a_short_history_has_its_source_above_the_steps(qtbot: QtBot) -> None:
    dock = docked(qtbot, vector_add())

    dock.selection.select_thread(3, 231)
    dock.controller.refresh()

    assert {"3  i = cuda.grid(1)", "4  if i < c.size:", "5  c[i] = a[i] + b[i]"} <= set(dock.texts)


def test_the_playing_step_stays_in_sight(qtbot: QtBot) -> None:
    dock = docked(qtbot, long_warp(5000))

    dock.playback.seek(3000)
    dock.controller.refresh()

    first, stop = dock.strip.shown
    assert first <= 2999 < stop


def test_a_click_on_the_strip_of_all_steps_goes_there(qtbot: QtBot) -> None:
    dock = docked(qtbot, long_warp(5000))
    cells = dock.strip.cells

    click(dock, QPointF(cells.x + cells.w * 0.5, cells.bottom + 8))

    assert dock.playback.moment == pytest.approx(2500, abs=15)


def test_keys_zoom_about_the_playing_step(qtbot: QtBot) -> None:
    dock = docked(qtbot, long_warp(5000))
    pitch = dock.strip.pitch

    QTest.keyClick(dock.view, Qt.Key.Key_Plus)
    wider = dock.strip.pitch
    QTest.keyClick(dock.view, Qt.Key.Key_Minus)

    assert wider > pitch == pytest.approx(dock.strip.pitch)


def test_up_and_down_choose_a_lane_and_the_page_keys_a_step_of_this_warp(dock: Dock) -> None:
    dock.selection.select_thread(0, 35)
    go(dock, 3, warp=1)
    found = []

    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Up, Qt.Key.Key_PageUp):
        QTest.keyClick(dock.view, key)
        dock.controller.refresh()
        line = next(t for t in dock.texts if t.startswith(("a = ", "b = "))).split()[0]
        found.append((dock.selection.thread, line))

    assert found == [(36, "a"), (36, "b"), (35, "b"), (35, "a")]


def test_keys_stop_at_the_first_lane_and_the_last_step(dock: Dock) -> None:
    dock.selection.select_thread(0, 0)
    go(dock, 11)

    QTest.keyClick(dock.view, Qt.Key.Key_Up)
    QTest.keyClick(dock.view, Qt.Key.Key_PageDown)
    dock.controller.refresh()

    assert dock.selection.thread == 0
    assert "out[i] = a + b + c + d" in dock.texts


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: None, "No launch yet"),
        (lambda: without_steps(vector_add()), "keeps no steps"),
        (lambda: vector_add(followed=[0]), "The steps of block 2 were not kept"),
    ],
)
def test_what_cannot_be_shown_is_said(qtbot: QtBot, made: object, words: str) -> None:
    assert callable(made)
    dock = docked(qtbot, made())

    dock.selection.select_thread(2, 0)
    dock.controller.refresh()

    assert words in " ".join(dock.texts)
    assert not dock.view.grab().isNull()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(320, 120), (700, 160), (1900, 500)])
@pytest.mark.parametrize("line", [2, 3, 4, 5, 6, 10])
def test_it_paints_at_any_size(
    qtbot: QtBot, trace: Trace, size: tuple[int, int], line: int
) -> None:
    dock = docked(qtbot, trace, size)

    go(dock, line)

    assert not dock.view.grab().isNull()


def test_another_theme_paints_in_other_colours(dock: Dock) -> None:
    dock.view.set_theme(LIGHT)
    dock.controller.refresh()

    assert dock.view.grab().toImage().pixelColor(2, 2).name() == LIGHT.panel


@pytest.mark.parametrize("width", [1200, 940, 700, 500])
def test_numbers_of_lanes_are_never_cut_to_dots(qtbot: QtBot, width: int) -> None:
    dock = docked(qtbot, vector_add(4096, 128), (width, 220))

    go(dock, 4, warp=3)

    numbers = [item for item in dock.view.scene.items if isinstance(item, Label)]
    cells = [item for item in numbers if item.align == "center" and item.text.isdigit()]
    cut = [
        one.text for one in cells if width_of(one.text, one.size, one.bold, one.mono) > one.rect.w
    ]
    assert cut == []
    assert "28" in {one.text for one in cells}
