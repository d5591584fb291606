"""The kernel in four levels in the source panel: shown, played, chosen, and why one is missing."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.engines.source_levels import CompiledLevels, cuda_level
from gpuviz.messages import Message, NotSupportedError
from gpuviz.operation import OperationInfo, describe, find_operation
from gpuviz.places import resource_dir
from gpuviz.scene.source.level_names import LevelName
from gpuviz.session.settings import Settings, load_settings, save_settings
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.remembered import settings_of
from gpuviz.ui.source.level_view import LevelView
from gpuviz.worker.jobs import Job, ReadCompiledLevels
from tests.helpers.levels import line_with, vector_add_levels
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import launch

VECTOR_ADD = find_operation("vector_add")
ADD = line_with(VECTOR_ADD, "c[i] = a[i] + b[i]")
ASK = line_with(VECTOR_ADD, "if i < c.size")
WIDE = 1900  # pixels of a window in which two levels stand side by side


def made_levels(job: ReadCompiledLevels) -> CompiledLevels:
    """What a compiler would give, without one."""
    return vector_add_levels(VECTOR_ADD)


@dataclass
class HoldingWorkers(EmulatingWorkers):
    """Compiling goes on until a test ends it."""

    compiling: list[Future[Any]] = field(default_factory=list)

    def held_back(self, job: Job[Any]) -> Future[Any] | None:
        """Of compiled levels alone."""
        if not isinstance(job, ReadCompiledLevels):
            return super().held_back(job)
        self.compiling.append(Future())
        return self.compiling[-1]


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    return launch(qtbot, "vector_add", EmulatingWorkers(levels=made_levels))


def press(qtbot: QtBot, window: MainWindow, level: LevelName) -> None:
    """Show a level, and wait for the compiler."""
    button = window.panels.source.bar.buttons[level]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.session.launcher.levels.busy)


def pick_cuda_c(window: MainWindow) -> None:
    """Have PTX and SASS of CUDA C."""
    window.panels.source.bar.of.menu().actions()[1].trigger()


def shown_view(window: MainWindow) -> LevelView:
    view = window.panels.source.level_view
    assert view is not None
    assert view.isVisible()
    return view


def code_of(view: LevelView, rows: tuple[int, ...]) -> list[str]:
    return [view.level.rows[row].text.split()[0] for row in rows]


def play_line(qtbot: QtBot, window: MainWindow, line: int) -> None:
    """Go to the first step of a line."""
    window.session.playback.seek(0)
    window.session.moments.go_to_line(line, 1)
    qtbot.waitUntil(lambda: window.panels.source.view.playing_line == line)


def click_row(view: LevelView, row: int) -> None:
    places = {at: rect for at, _, rect in view.visible_rows()}
    place = QPoint(30, int(places[row].center().y()))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


@pytest.mark.slow
def test_a_line_that_plays_lights_what_it_has_become_on_each_level(
    window: MainWindow, qtbot: QtBot
) -> None:
    play_line(qtbot, window, ADD)

    lit = {}
    levels: tuple[LevelName, ...] = ("cuda", "ptx", "sass")
    for level in levels:
        press(qtbot, window, level)
        view = shown_view(window)
        lit[level] = code_of(view, view.playing_rows)

    assert lit == {
        "cuda": ["c[i]"],
        "ptx": ["ld.global.f32", "st.global.f32"],
        "sass": ["LDG.E", "@!P0", "FADD", "STG.E"],
    }


@pytest.mark.slow
def test_playing_on_lights_other_rows(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, window, "sass")
    view = shown_view(window)

    play_line(qtbot, window, ASK)
    asked = code_of(view, view.playing_rows)
    play_line(qtbot, window, ADD)

    assert asked == ["ISETP.GE.AND", "@P0"]
    assert code_of(view, view.playing_rows) == ["LDG.E", "@!P0", "FADD", "STG.E"]
    assert "STG.E: one store of 4 bytes a thread" in window.panels.source.line_facts.text()


@pytest.mark.slow
def test_a_click_on_an_instruction_chooses_its_line(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, window, "sass")
    view = shown_view(window)
    row = next(n for n, one in enumerate(view.level.rows) if "ISETP" in one.text)

    click_row(view, row)
    facts = window.panels.source.line_facts.text()
    press(qtbot, window, "cuda")

    assert view.current_line is not None
    assert facts.startswith(f"Line {ASK}: 2 SASS instructions: 1 integer, 1 branch and barrier")
    assert [view.level.rows[n].text.strip()[:10] for n in view.chosen_rows] == ["if (i < n)"]


@pytest.mark.slow
def test_keys_choose_lines_set_breakpoints_and_copy(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, window, "sass")
    view = shown_view(window)
    click_row(view, 3)
    window.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)

    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_F9)
    cursor = view.textCursor()
    cursor.select(QTextCursor.SelectionType.LineUnderCursor)
    view.setTextCursor(cursor)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert window.session.playback.breakpoints == {ADD}
    assert QGuiApplication.clipboard().text().strip() == "LDG.E R2, [R2]"


@pytest.mark.slow
def test_the_menu_of_an_instruction_runs_to_its_line(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, window, "sass")
    window.session.playback.seek(0)

    shown_view(window).menuWanted.emit(ADD, QPoint(0, 0))
    menu = window.source_controller.menu
    assert menu is not None
    next(one for one in menu.actions() if one.text() == f"Run to line {ADD}").trigger()
    menu.close()

    qtbot.waitUntil(lambda: window.panels.source.view.playing_line == ADD)


@pytest.mark.slow
def test_pointing_at_an_instruction_marks_the_others_of_its_line(
    window: MainWindow, qtbot: QtBot
) -> None:
    press(qtbot, window, "sass")
    view = shown_view(window)
    view.verticalScrollBar().setValue(0)
    places = {row: rect for row, _, rect in view.visible_rows()}

    QTest.mouseMove(view.viewport(), QPoint(40, int(places[1].center().y())))

    qtbot.waitUntil(lambda: code_of(view, view.hovered_rows) == ["S2R", "IMAD"])


@pytest.mark.slow
def test_two_levels_stand_side_by_side_where_there_is_room(
    window: MainWindow, qtbot: QtBot
) -> None:
    source = window.panels.source
    window.resize(WIDE, 900)
    press(qtbot, window, "sass")
    qtbot.waitUntil(lambda: source.view.isVisible() and shown_view(window).isVisible())

    click_row(shown_view(window), 3)
    QTest.mouseClick(source.bar.beside, Qt.MouseButton.LeftButton)

    assert not source.view.isVisible()
    assert shown_view(window).isVisible()
    press(qtbot, window, "python")
    assert source.view.isVisible()
    assert not source.bar.beside.isEnabled()


@pytest.mark.slow
def test_the_level_is_remembered(window: MainWindow, qtbot: QtBot, tmp_path: Any) -> None:
    press(qtbot, window, "ptx")
    pick_cuda_c(window)
    file = tmp_path / "settings.json"

    save_settings(settings_of(window.session, "dark", "en", None), file)
    settings, complaint = load_settings(file)

    assert (settings.level, settings.level_of, complaint) == ("ptx", "cuda", None)
    assert Settings().level is None


@pytest.mark.slow
def test_the_levels_of_both_languages_are_asked_for_once(qtbot: QtBot) -> None:
    workers = EmulatingWorkers(levels=made_levels)
    window = launch(qtbot, "vector_add", workers)
    levels: tuple[LevelName, ...] = ("sass", "ptx", "python", "ptx")
    for level in levels:
        press(qtbot, window, level)

    pick_cuda_c(window)

    assert window.panels.source.bar.of.text() == "of CUDA C ▾"
    assert len(workers.read_levels) == 1
    assert shown_view(window).level.level == "ptx"


def test_without_a_compiler_one_line_says_what_to_install(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add", EmulatingWorkers())

    press(qtbot, window, "sass")

    notice = window.panels.source.level_notice
    assert notice.isVisible()
    assert notice.text().startswith("PTX and SASS need NVIDIA's compiler: pip install")
    assert window.panels.source.level_facts.text() == ""
    press(qtbot, window, "cuda")
    assert not notice.isVisible()
    assert "vector_add<<<" in shown_view(window).toPlainText()


@pytest.mark.slow
def test_what_does_not_compile_says_why_and_the_other_language_is_shown(qtbot: QtBot) -> None:
    why = Message("cuda-c.not-compiled", "vector_add.cu does not compile: (13): x is undefined")

    def half(job: ReadCompiledLevels) -> CompiledLevels:
        made = vector_add_levels(VECTOR_ADD)
        own = tuple(level for level in made.levels if level.language == "python")
        return CompiledLevels(own, {"cuda": why})

    window = launch(qtbot, "vector_add", EmulatingWorkers(levels=half))

    press(qtbot, window, "sass")
    of_python = shown_view(window).isVisible()
    pick_cuda_c(window)

    assert of_python
    assert window.panels.source.level_notice.text() == why.text
    assert window.panels.source.level_facts.text() == ""


@pytest.mark.slow
def test_a_file_that_fails_says_so(qtbot: QtBot) -> None:
    def fail(job: ReadCompiledLevels) -> CompiledLevels:
        raise NotSupportedError(
            Message("host.failed", "inputs stopped with {kind}.", {"kind": "E"})
        )

    window = launch(qtbot, "vector_add", EmulatingWorkers(levels=fail))

    press(qtbot, window, "ptx")

    qtbot.waitUntil(lambda: window.panels.source.level_notice.text() == "inputs stopped with E.")


@pytest.mark.slow
def test_compiling_is_said_when_it_takes_long_and_another_kernel_outdates_it(
    qtbot: QtBot,
) -> None:
    workers = HoldingWorkers()
    window = launch(qtbot, "vector_add", workers)
    notice = window.panels.source.level_notice

    QTest.mouseClick(window.panels.source.bar.buttons["sass"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "compiled for compute capability 7.5" in notice.text())
    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.pick_operation(find_operation("saxpy"))
    workers.compiling[0].set_result(vector_add_levels(VECTOR_ADD))
    qtbot.waitUntil(lambda: len(workers.compiling) == 2)
    workers.compiling[1].set_result(vector_add_levels(VECTOR_ADD))

    qtbot.waitUntil(lambda: not notice.isVisible())
    assert shown_view(window).level.level == "sass"


def opened(qtbot: QtBot, operation: OperationInfo) -> MainWindow:
    """A window in which a file has been agreed to."""
    window = launch(qtbot, "vector_add", EmulatingWorkers(levels=made_levels))
    window.session.launch.trust(operation)
    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.pick_operation(operation)
    return window


@pytest.mark.slow
def test_of_a_file_in_cuda_c_python_is_the_other_level(qtbot: QtBot) -> None:
    info = describe(resource_dir("kernels") / "cuda" / "vector_add.cu")
    window = opened(qtbot, info)
    bar = window.panels.source.bar
    line = next(n for n, one in enumerate(cuda_level(info).lines, 1) if "= a[i] + b[i]" in one.text)
    qtbot.waitUntil(lambda: bar.buttons["cuda"].isChecked())

    play_line(qtbot, window, line)
    press(qtbot, window, "python")

    view = shown_view(window)
    assert [view.level.rows[row].text.strip() for row in view.playing_rows] == [
        "c[i] = a[i] + b[i]"
    ]
    press(qtbot, window, "sass")
    assert view.level.rows_of(line)


@pytest.mark.slow
def test_lines_of_cuda_c_are_coloured_and_take_breakpoints(qtbot: QtBot) -> None:
    info = describe(resource_dir("kernels") / "cuda" / "vector_add.cu")
    window = opened(qtbot, info)
    view = window.panels.source.view
    qtbot.waitUntil(lambda: bool(view.step_lines))
    line = min(view.step_lines)

    view.toggle_breakpoint(line)

    formats = view.document().firstBlock().layout().formats()
    colors = {one.format.foreground().color().name() for one in formats}
    assert view.theme.words.barrier in colors  # __global__
    assert window.session.playback.breakpoints == {line}


@pytest.mark.slow
def test_a_recording_is_not_compiled_and_says_why(window: MainWindow, qtbot: QtBot) -> None:
    trace = window.session.playback.trace
    assert trace is not None
    press(qtbot, window, "sass")

    window.session.show_recording(trace, "mine.gpuviz")

    notice = window.panels.source.level_notice
    qtbot.waitUntil(lambda: notice.text().startswith("A recording holds the source"))
    press(qtbot, window, "cuda")
    qtbot.waitUntil(lambda: notice.text().startswith("A recording holds the text that ran"))
    press(qtbot, window, "python")
    assert window.panels.source.view.isVisible()


@pytest.mark.slow
def test_a_kernel_without_a_twin_says_where_it_is_looked_for(qtbot: QtBot, tmp_path: Any) -> None:
    file = tmp_path / "mine.py"
    file.write_text(VECTOR_ADD.source)
    window = opened(qtbot, describe(file))

    press(qtbot, window, "cuda")

    notice = window.panels.source.level_notice
    qtbot.waitUntil(lambda: "mine.py has no twin in CUDA C" in notice.text())


@pytest.mark.slow
def test_of_a_pipeline_the_launch_on_the_stage_is_compiled(qtbot: QtBot) -> None:
    workers = EmulatingWorkers(levels=made_levels)
    window = launch(qtbot, "vector_add", workers)
    press(qtbot, window, "sass")
    workers.read_levels.clear()

    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.pick_operation(find_operation("broken_forgotten_copy"))
    qtbot.waitUntil(lambda: bool(workers.read_levels))

    trace, (job,) = window.session.playback.trace, workers.read_levels
    assert trace is not None
    assert job.launched is not None
    assert job.launched.name == trace.functions[0].name
    assert job.launched.arrays == tuple((a.name, "<f4", 1) for a in trace.arrays)


@pytest.mark.slow
def test_an_editor_has_all_the_room_and_the_level_comes_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    source = window.panels.source
    press(qtbot, window, "sass")

    window.actions_by_id["edit"].trigger()
    qtbot.waitUntil(lambda: window.editor.panel.height() == source.height())
    hidden = not (source.bar.isVisible() or source.level_facts.isVisible())
    window.actions_by_id["edit"].trigger()

    assert hidden
    qtbot.waitUntil(lambda: shown_view(window).level.level == "sass")


@pytest.mark.slow
def test_ctrl_f_searches_in_the_level(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, window, "sass")
    view = shown_view(window)
    window.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)

    QTest.keyClick(view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    typed_in = QApplication.focusWidget()
    assert typed_in is not None
    QTest.keyClicks(typed_in, "STG")

    assert view.textCursor().selectedText() == "STG"


@pytest.mark.slow
def test_the_switch_and_the_level_are_in_the_order_of_tab(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, window, "sass")
    stops = window.tab_stops()
    source = window.panels.source

    places = [stops.index(part) for part in (*source.bar.controls, source.view)]

    assert places == sorted(places)
    assert stops.index(shown_view(window)) == places[-1] + 1
