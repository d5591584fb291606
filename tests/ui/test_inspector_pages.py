"""What the inspector says of a block, a warp, a thread and an element of launches really run."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.cluster.routed import RoutedRunner
from gpuviz.engines.request import Progress
from gpuviz.launch import Dim3
from gpuviz.messages import Message, RequestRefused
from gpuviz.operation import OperationInfo, find_operation, list_kernels
from gpuviz.scene.scene import Label
from gpuviz.scene.theme import DARK, LIGHT
from gpuviz.session.launcher import Launcher
from gpuviz.session.selection import ElementChoice
from gpuviz.session.session import Session
from gpuviz.trace import Trace
from gpuviz.ui.inspector import Inspector
from gpuviz.ui.inspector.controller import InspectorController
from gpuviz.ui.inspector.lane_table import LaneTable
from gpuviz.ui.main_window import MainWindow
from gpuviz.worker.jobs import FollowBlocks
from tests.helpers.gallery_lines import line_of
from tests.helpers.launches import emulated, row_of
from tests.ui.instant_workers import EmulatingWorkers, InstantWorkers
from tests.ui.windows import launch, vector_add_choice


def launched(
    qtbot: QtBot, name: str, size: tuple[int, ...] = (), workers: InstantWorkers | None = None
) -> MainWindow:
    window = launch(qtbot, name, workers)
    if size:
        with qtbot.waitSignal(window.session.launcher.finished):
            window.session.launch.set_numbers(size, window.session.launch.choice.block, None)
    return window


def element(window: MainWindow, array: str, flat: int, block: int | None = None) -> ElementChoice:
    trace = window.session.playback.trace
    assert trace is not None
    return ElementChoice(row_of(trace, array), flat, block)


def says(qtbot: QtBot, window: MainWindow, words: str) -> None:
    """Waits until the inspector says so."""
    try:
        qtbot.waitUntil(lambda: words in window.panels.inspector.text)
    except Exception as error:
        raise AssertionError(
            f"{words!r} is not said in:\n{window.panels.inspector.text}"
        ) from error


@pytest.mark.slow
@pytest.mark.parametrize(
    ("operation", "often"),
    [
        ("matmul_naive", "read 64 times by 64 threads"),
        ("matmul_tiled", "read 4 times by 4 threads"),
    ],
)
def test_how_often_an_element_is_read_is_said_in_one_action(
    qtbot: QtBot, operation: str, often: str
) -> None:
    window = launched(qtbot, operation)

    window.session.selection.select_element(element(window, "a", 3 * 64 + 5))

    says(qtbot, window, often)
    assert "a[3, 5]" in window.panels.inspector.text
    assert "global memory" in window.panels.inspector.text


@pytest.mark.slow
def test_who_writes_an_element_and_how_it_got_the_index_is_said_in_one_action(
    qtbot: QtBot,
) -> None:
    window = launched(qtbot, "vector_add")

    window.session.selection.select_element(element(window, "c", 785))

    says(qtbot, window, "thread 17 of block 3")
    says(qtbot, window, "3 · 256 + 17 = 785")


@pytest.mark.slow
def test_a_link_to_the_writer_chooses_it_at_the_moment_at_which_it_wrote(qtbot: QtBot) -> None:
    window = launched(qtbot, "vector_add")
    window.session.selection.select_element(element(window, "c", 785))
    says(qtbot, window, "thread 17 of block 3")
    window.session.playback.seek(0)

    window.panels.inspector.element.follow("0")

    assert (window.session.selection.block, window.session.selection.thread) == (3, 17)
    says(qtbot, window, "writes c[785]")
    assert window.session.playback.current_step is not None


@pytest.mark.slow
def test_on_which_sm_a_block_ran_and_when(qtbot: QtBot) -> None:
    window = launched(qtbot, "vector_add", (4000,))

    window.session.selection.select_block(7)

    says(qtbot, window, "SM: 7, modelled")
    assert "ran: rounds 1–3 · 0\u202fns to" in window.panels.inspector.text
    assert window.docks["inspector"].title.words.text() == "Block 7"


@pytest.mark.slow
def test_which_warps_wait_at_the_barrier_and_for_whom(qtbot: QtBot) -> None:
    window = launched(qtbot, "sum_shared")
    window.session.selection.select_block(0)
    finder = window.session.playback.finder
    assert finder is not None

    window.session.playback.seek_step(
        int(finder.barriers.moment[0])
    )  # all warps but the last have come

    barrier = line_of("sum_shared", "    cuda.syncthreads()")
    says(qtbot, window, f"Warps 0–6 wait at the barrier in line {barrier} for warp 7.")


@pytest.mark.slow
def test_a_warp_is_shown_lane_by_lane_and_a_lane_is_chosen_from_the_table(qtbot: QtBot) -> None:
    window = launched(qtbot, "vector_add")
    window.session.playback.seek(window.session.playback.length)

    window.session.selection.select_warp(3, 7)
    says(qtbot, window, "lane\tthread\ti")
    table = window.panels.inspector.findChild(LaneTable)
    assert table is not None
    assert "7\t231\t999" in table.text
    table.selectRow(7)
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "lane\tthread\ti\n7\t231\t999"
    table.activated.emit(table.model().index(7, 0))

    assert (window.session.selection.block, window.session.selection.thread) == (3, 231)


@pytest.mark.slow
def test_which_elements_a_thread_reads_in_the_whole_launch(qtbot: QtBot) -> None:
    window = launched(qtbot, "matmul_naive")

    window.session.selection.select_thread(0, 17)

    says(qtbot, window, "reads a[1, 0–63]: 64 times")
    assert "writes c[1, 1]: once" in window.panels.inspector.text
    assert "number: 17" in window.panels.inspector.text
    assert "SM: 0, modelled" in window.panels.inspector.text


def test_nothing_chosen_is_the_launch_and_how_to_choose(qtbot: QtBot) -> None:
    window = launched(qtbot, "matrix_add")

    window.session.selection.clear()

    says(qtbot, window, "each block: 32 × 8 threads")
    assert "Ctrl+G" in window.panels.inspector.text


@pytest.mark.slow
def test_the_readers_of_an_element_of_a_large_launch_are_found_by_running_it_once_more(
    qtbot: QtBot,
) -> None:
    window = launched(qtbot, "matmul_naive", (256, 256, 256))
    choice = element(window, "a", 3 * 256 + 5)

    window.session.selection.select_element(choice)
    says(qtbot, window, "read 256 times by 256 threads")
    assert window.stage.facts is not None
    lit = window.stage.arrays.marks(window.stage.facts).reads
    row_3 = [block * 256 + 3 * 16 + x for block in range(16) for x in range(16)]
    assert lit.tolist() == row_3
    told = [item.text for item in window.stage.scene.items if isinstance(item, Label)]
    assert any("read 256 times by 256 threads of 16 blocks" in text for text in told)
    window.session.selection.select_element(element(window, "c", 9))
    says(qtbot, window, "thread (9, 0) of block (0, 0)")
    window.session.selection.select_element(choice)
    says(qtbot, window, "read 256 times by 256 threads")

    runner = window.session.launcher.replays._runner
    assert isinstance(runner, RoutedRunner)
    assert isinstance(runner.here, EmulatingWorkers)
    assert [one.array for one in runner.here.watched] == ["a", "c"]  # the first is remembered


@pytest.mark.slow
def test_a_link_to_a_block_without_steps_leads_to_the_access_once_they_are_there(
    qtbot: QtBot,
) -> None:
    window = launched(qtbot, "vector_add", (320_000,))
    window.session.selection.select_element(element(window, "a", 77_777))
    says(qtbot, window, "thread 209 of block 303")  # 303 * 256 + 209

    with qtbot.waitSignal(window.session.followed.followed):
        window.panels.inspector.element.follow("0")

    says(qtbot, window, "reads a[77777]: ")
    assert (window.session.selection.block, window.session.selection.thread) == (303, 209)


@pytest.mark.slow
def test_the_element_that_is_looked_at_stays_when_the_block_size_changes(qtbot: QtBot) -> None:
    window = launched(qtbot, "vector_add")
    choice = element(window, "c", 785)
    window.session.selection.select_element(choice)
    says(qtbot, window, "thread 17 of block 3")

    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.set_numbers((1000,), Dim3(128), None)

    says(qtbot, window, "thread 17 of block 6")  # 6 * 128 + 17
    assert window.session.selection.element == choice


@pytest.mark.slow
def test_an_element_of_another_kernel_is_forgotten(qtbot: QtBot) -> None:
    window = launched(qtbot, "vector_add")
    window.session.selection.select_element(element(window, "c", 785))
    window.session.selection.select_block(0)

    with qtbot.waitSignal(window.session.launchShown):
        window.session.launch.pick_operation(find_operation("sum_atomic"))

    assert window.session.selection.element is None


class FailingReplays(EmulatingWorkers):
    """Launches cannot run a second time."""

    def follow(self, job: FollowBlocks, on_progress: Progress) -> Trace:
        """The launch of a trace once more."""
        raise RequestRefused(Message("test", "The computer has no memory left."))


@pytest.mark.slow
def test_a_replay_that_fails_is_said_in_its_sentence(qtbot: QtBot) -> None:
    window = launched(qtbot, "vector_add", (320_000,), FailingReplays())

    window.session.selection.select_block(7)

    says(qtbot, window, "The computer has no memory left.")
    assert "SM: 7, modelled" in window.panels.inspector.text


@pytest.mark.slow
@pytest.mark.parametrize("info", list_kernels(), ids=lambda info: info.path.stem)
def test_every_page_has_words_for_every_operation_of_the_gallery(
    qtbot: QtBot, info: OperationInfo
) -> None:
    parts = Parts(emulated(info.path.stem))
    qtbot.addWidget(parts.inspector)

    for row, array in enumerate(parts.trace.arrays):
        block = 0 if array.space == "shared" else None
        parts.selection.select_element(ElementChoice(row, array.size - 1, block))
        assert f"{array.name}[" in parts.words()
    parts.selection.select_block(0)
    assert "SM: 0, modelled" in parts.words()
    parts.selection.select_warp(0, 0)
    assert "threads: " in parts.words()
    parts.selection.select_thread(0, 1)
    assert "warp · lane: 0 · 1" in parts.words()
    parts.inspector.set_theme(LIGHT)


class Parts:
    """The inspector and who feeds it, at the end of a launch; without a window."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.inspector = trace, Inspector(DARK)
        session = Session(Launcher(EmulatingWorkers()), vector_add_choice(), parent=self.inspector)
        self._playback, self.selection = session.playback, session.selection
        self._elements = session.touches
        self._controller = InspectorController(session, self.inspector)
        self._playback.set_trace(trace)
        self._playback.seek(self._playback.length)

    def words(self) -> str:
        """What the inspector says of what is chosen now."""
        self._elements.look()
        self._controller.refresh()
        assert "None" not in self.inspector.text
        return self.inspector.text
