"""Kernels that are written in the window: typed, kept, run, mended, compared."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from gpuviz.operation import describe, find_operation
from gpuviz.places import resource_dir
from gpuviz.scene.theme import LIGHT
from gpuviz.session.worker_pool import WorkerPool
from gpuviz.ui import main_window
from gpuviz.ui.labels import said
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.source import editor_controller
from gpuviz.ui.source.editor import CodeEditor
from gpuviz.worker.jobs import Job, PrepareVersions
from tests.ui.instant_workers import EmulatingWorkers, InstantWorkers
from tests.ui.windows import close, open_window, shown_window

Key, Held = Qt.Key, Qt.KeyboardModifier
GALLERY = resource_dir("kernels") / "vector_add.py"
SOURCE = GALLERY.read_text(encoding="utf-8")
ADDS = "c[i] = a[i] + b[i]"
LINE = next(n for n, line in enumerate(SOURCE.splitlines(), 1) if ADDS in line)


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of copies: none of whoever runs the tests."""
    folder = tmp_path / "scratch"
    monkeypatch.setattr(editor_controller, "scratch_folder", lambda: folder)
    return folder


@dataclass
class Listening(EmulatingWorkers):
    """Keeps what was asked for."""

    jobs: list[Job[Any]] = field(default_factory=list)

    def held_back(self, job: Job[Any]) -> Future[Any] | None:
        """Nothing is held back, but all is kept."""
        self.jobs.append(job)
        return super().held_back(job)


def opened(qtbot: QtBot, workers: InstantWorkers | None = None, live: bool = False) -> MainWindow:
    """A window whose editor is open on a copy of vector add, which has run."""
    window = open_window(qtbot, workers or EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    window.session.launch.set_live(live)
    window.activateWindow()
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.actions_by_id["edit"].trigger()
    qtbot.waitUntil(editor_of(window).hasFocus)
    return window


def editor_of(window: MainWindow) -> CodeEditor:
    return window.editor.panel.editor


def press(window: MainWindow, key: Qt.Key, held: Qt.KeyboardModifier = Held.NoModifier) -> None:
    QTest.keyClick(editor_of(window), key, held)


def write(window: MainWindow, words: str) -> None:
    QTest.keyClicks(editor_of(window), words)


def at_end_of(window: MainWindow, line: int) -> None:
    editor_of(window).go_to(line)
    press(window, Key.Key_End)


def replace(window: MainWindow, before: str, after: str) -> None:
    """Select some words of the file and type others."""
    editor = editor_of(window)
    at = editor.text.index(before)
    cursor = editor.textCursor()
    cursor.setPosition(at)
    cursor.setPosition(at + len(before), QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)
    write(window, after)


def line_of(window: MainWindow, number: int) -> str:
    return editor_of(window).text.split("\n")[number - 1]


def wrong(window: MainWindow) -> str:
    panel = window.editor.panel
    return "" if panel.wrong.isHidden() else said(panel.wrong)


def own_file(tmp_path: Path) -> Path:
    path = tmp_path / "own.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def opened_own(qtbot: QtBot, path: Path, agrees: bool = True, live: bool = False) -> MainWindow:
    """A window whose editor is open on a file of one's own."""
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    window.session.launch.set_live(live)
    window.activateWindow()
    if agrees:
        window.session.launch.trust(describe(path))
        with qtbot.waitSignal(window.session.launch.resultReady):
            window.open_file(path)
    else:
        window.open_file(path)
        box_of(window).buttons()[1].click()  # only show it
    window.actions_by_id["edit"].trigger()
    return window


def box_of(window: MainWindow) -> QMessageBox:
    box = next(one for one in window.findChildren(QMessageBox) if one.isVisible())
    assert isinstance(box, QMessageBox)
    return box


def answer(window: MainWindow, words: str) -> None:
    """Press an answer of the line above the editor."""
    offer = window.editor.panel.offer
    assert offer.isVisible()
    buttons: list[QPushButton] = [offer.first, offer.second]
    next(one for one in buttons if one.text() == words and one.isVisible()).click()


# the file that is edited


@pytest.mark.slow
def test_a_gallery_kernel_is_edited_as_a_copy_with_the_numbers_of_the_form(
    qtbot: QtBot, scratch: Path
) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    before = window.session.launch.choice

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.actions_by_id["edit"].trigger()

    after = window.session.launch.choice
    assert after.operation.path == scratch / "vector_add_mine.py"
    assert (after.size, after.block, after.device) == (before.size, before.block, before.device)
    assert editor_of(window).text == SOURCE
    assert line_of(window, editor_of(window).line) == "@cuda.jit"
    assert editor_of(window).visible_lines()[0][0] == editor_of(window).line


@pytest.mark.slow
def test_the_button_and_the_key_lead_to_the_editor_and_back(qtbot: QtBot) -> None:
    window = opened(qtbot)
    button = window.panels.source.edit_button
    editor_of(window).go_to(LINE)
    while_editing = button.text(), window.panels.source.view.isVisible()

    QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    assert while_editing == ("Watch", False)
    assert not window.actions_by_id["save_text"].isEnabled()
    assert (button.text(), window.panels.source.view.isVisible()) == ("Edit", True)
    assert not editor_of(window).isVisible()
    QTest.keyClick(window.stage, Key.Key_F6)
    assert editor_of(window).isVisible()
    assert editor_of(window).line == LINE


@pytest.mark.slow
def test_a_copy_is_continued_by_the_next_window_with_what_was_never_saved(qtbot: QtBot) -> None:
    window = opened(qtbot)
    at_end_of(window, LINE)
    write(window, "  # mine")
    close(window)

    later = open_window(qtbot, EmulatingWorkers())
    later.actions_by_id["edit"].trigger()
    on_disk = editor_of(later).text
    answer(later, "Take it")

    assert on_disk == SOURCE
    assert line_of(later, LINE).endswith("# mine")
    assert later.editor.unsaved
    assert GALLERY.read_text(encoding="utf-8") == SOURCE


@pytest.mark.slow
def test_the_editor_of_a_pipeline_runs_with_the_files_beside_it(qtbot: QtBot) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.pick_operation(find_operation("train_step"))

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.actions_by_id["edit"].trigger()

    assert window.session.launch.error is None
    assert window.session.launch.choice.operation.name == "train_step_mine"


@pytest.mark.slow
def test_another_operation_is_watched_and_what_was_typed_stays(qtbot: QtBot) -> None:
    window = opened(qtbot)
    at_end_of(window, LINE)
    write(window, " + (")

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.pick_operation(find_operation("saxpy"))
    watched = window.editor.editing
    window.session.launch.pick_operation(find_operation("vector_add"))
    window.actions_by_id["edit"].trigger()

    assert not watched
    assert line_of(window, LINE).endswith(" + (")


# typing


@pytest.mark.slow
def test_letters_and_arrows_are_typed_and_play_nothing(qtbot: QtBot) -> None:
    window = opened(qtbot)
    moment = window.session.playback.moment
    at_end_of(window, LINE)

    write(window, " nd3")
    press(window, Key.Key_Space)
    press(window, Key.Key_Left)

    assert line_of(window, LINE).endswith(" nd3 ")
    assert (window.session.playback.moment, window.session.playback.playing) == (moment, False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "held", "ours"),
    [
        (Key.Key_Space, Held.NoModifier, True),
        (Key.Key_Return, Held.ControlModifier, True),
        (Key.Key_S, Held.ControlModifier, True),
        (Key.Key_Right, Held.ControlModifier, True),
        (Key.Key_F5, Held.NoModifier, False),
        (Key.Key_K, Held.ControlModifier | Held.AltModifier, False),
        (Key.Key_R, Held.ControlModifier, False),
        (Key.Key_C, Held.ControlModifier | Held.ShiftModifier, False),
    ],
)
def test_keys_that_the_editor_has_no_use_for_stay_the_windows(
    qtbot: QtBot, key: Qt.Key, held: Qt.KeyboardModifier, ours: bool
) -> None:
    window = opened(qtbot)
    asked = QKeyEvent(QEvent.Type.ShortcutOverride, key, held)

    QApplication.sendEvent(editor_of(window), asked)

    assert asked.isAccepted() == ours


@pytest.mark.slow
def test_enter_goes_deeper_behind_a_colon_and_backspace_back(qtbot: QtBot) -> None:
    window = opened(qtbot)
    at_end_of(window, LINE)

    press(window, Key.Key_Return)
    write(window, "if i:")
    press(window, Key.Key_Return)
    deep = line_of(window, LINE + 2)
    press(window, Key.Key_Backspace)
    press(window, Key.Key_Backspace)

    assert line_of(window, LINE + 1) == " " * 8 + "if i:"
    assert (deep, line_of(window, LINE + 2)) == (" " * 12, " " * 4)


@pytest.mark.slow
def test_tab_and_shift_tab_move_the_selected_lines(qtbot: QtBot) -> None:
    window = opened(qtbot)
    editor_of(window).go_to(LINE - 1)
    for _ in range(2):
        press(window, Key.Key_Down, Held.ShiftModifier)

    press(window, Key.Key_Tab)
    deeper = [line_of(window, LINE - 1), line_of(window, LINE)]
    press(window, Key.Key_Backtab, Held.ShiftModifier)
    press(window, Key.Key_Backtab, Held.ShiftModifier)

    assert deeper == [" " * 8 + "if i < c.size:", " " * 12 + ADDS]
    assert [line_of(window, LINE - 1), line_of(window, LINE)] == ["if i < c.size:", "    " + ADDS]


@pytest.mark.slow
def test_a_tab_without_a_selection_goes_to_the_next_level(qtbot: QtBot) -> None:
    window = opened(qtbot)
    at_end_of(window, LINE + 1)
    write(window, "ab")

    press(window, Key.Key_Tab)

    assert line_of(window, LINE + 1) == "ab  "


@pytest.mark.slow
def test_a_key_makes_a_comment_of_a_line_and_code_again(qtbot: QtBot) -> None:
    window = opened(qtbot)
    editor_of(window).go_to(LINE)

    press(window, Key.Key_Slash, Held.ControlModifier)
    comment = line_of(window, LINE)
    press(window, Key.Key_Slash, Held.ControlModifier)

    assert comment == " " * 8 + "# " + ADDS
    assert line_of(window, LINE) == " " * 8 + ADDS


@pytest.mark.slow
def test_undo_and_redo_take_back_what_was_typed(qtbot: QtBot) -> None:
    window = opened(qtbot)
    editor_of(window).go_to(LINE)
    press(window, Key.Key_Slash, Held.ControlModifier)

    press(window, Key.Key_Z, Held.ControlModifier)
    undone = editor_of(window).text
    press(window, Key.Key_Y, Held.ControlModifier)

    assert undone == SOURCE
    assert line_of(window, LINE) == " " * 8 + "# " + ADDS


@pytest.mark.slow
def test_nothing_of_a_text_is_changed_by_being_shown(qtbot: QtBot) -> None:
    window = opened(qtbot)
    text = "s = '\N{NO-BREAK SPACE}é\N{GRINNING FACE}'  # \t\n\n"

    editor_of(window).show_text(text)

    assert editor_of(window).text == text


@pytest.mark.slow
def test_find_counts_and_goes_round(qtbot: QtBot) -> None:
    window = opened(qtbot)
    count = SOURCE.count("cuda.grid")
    find = window.editor.panel.find_line
    editor_of(window).go_to(1)

    press(window, Key.Key_F, Held.ControlModifier)
    QTest.keyClicks(find.line, "cuda.grid")
    first = find.count.text(), editor_of(window).textCursor().selectedText()
    for _ in range(count):
        QTest.keyClick(find.line, Key.Key_Return)
    round_again = find.count.text()
    QTest.keyClick(find.line, Key.Key_Return, Held.ShiftModifier)

    assert count > 1
    assert first == (f"1 of {count}", "cuda.grid")
    assert (round_again, find.count.text()) == (f"1 of {count}", f"{count} of {count}")


@pytest.mark.slow
def test_find_says_when_there_is_nothing_and_esc_gives_the_keys_back(qtbot: QtBot) -> None:
    window = opened(qtbot)
    find = window.editor.panel.find_line
    press(window, Key.Key_F, Held.ControlModifier)
    qtbot.waitUntil(find.line.hasFocus)

    QTest.keyClicks(find.line, "no such words")
    said_so = find.count.text()
    QTest.keyClick(find.line, Key.Key_Escape)

    assert said_so == "not found"
    assert not find.isVisible()
    assert window.editor.editing
    qtbot.waitUntil(editor_of(window).hasFocus)


@pytest.mark.slow
def test_names_of_cuda_are_offered_and_taken_with_enter(qtbot: QtBot) -> None:
    window = opened(qtbot)
    editor = editor_of(window)
    at_end_of(window, LINE + 1)

    write(window, "cuda.sync")
    model = editor.names.completionModel()
    offered = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert editor.popup.isVisible()
    QTest.keyClick(editor.popup, Key.Key_Return)

    assert offered[:2] == ["syncthreads", "syncthreads_and"]
    assert line_of(window, LINE + 1) == "cuda.syncthreads"
    assert not editor.popup.isVisible()


@pytest.mark.slow
def test_letters_go_on_while_names_are_offered(qtbot: QtBot) -> None:
    window = opened(qtbot)
    editor = editor_of(window)
    at_end_of(window, LINE + 1)
    write(window, "cuda.atomic.")
    QTest.keyClicks(editor.popup, "ad")

    QTest.keyClick(editor.popup, Key.Key_Tab)

    assert line_of(window, LINE + 1) == "cuda.atomic.add"


@pytest.mark.slow
def test_esc_closes_the_names_and_the_editor_stays(qtbot: QtBot) -> None:
    window = opened(qtbot)
    editor = editor_of(window)
    at_end_of(window, LINE + 1)
    write(window, "cuda.")

    QTest.keyClick(editor.popup, Key.Key_Escape)
    closed = not editor.popup.isVisible()
    press(window, Key.Key_Space, Held.ControlModifier)

    assert closed
    assert window.editor.editing
    assert editor.popup.isVisible()
    editor.popup.hide()


@pytest.mark.slow
def test_esc_drops_the_selection_first_and_then_leaves(qtbot: QtBot) -> None:
    window = opened(qtbot)
    press(window, Key.Key_A, Held.ControlModifier)

    press(window, Key.Key_Escape)
    stays = window.editor.editing
    press(window, Key.Key_Escape)

    assert stays
    assert not window.editor.editing
    assert window.session.launch.choice.operation.name == "vector_add_mine"


# running


@pytest.mark.slow
def test_ctrl_enter_saves_runs_and_plays_what_is_typed(qtbot: QtBot, scratch: Path) -> None:
    window = opened(qtbot)
    replace(window, ADDS, "c[i] = a[i] - b[i]")

    with qtbot.waitSignal(window.session.launch.resultReady):
        press(window, Key.Key_Return, Held.ControlModifier)

    trace = window.session.playback.trace
    assert trace is not None
    assert "a[i] - b[i]" in trace.functions[0].text
    assert "a[i] - b[i]" in (scratch / "vector_add_mine.py").read_text(encoding="utf-8")
    assert window.session.playback.playing
    assert not window.editor.unsaved
    window.session.playback.pause()


@pytest.mark.slow
def test_run_of_the_toolbar_takes_what_is_typed(qtbot: QtBot) -> None:
    window = opened(qtbot)
    replace(window, ADDS, "c[i] = a[i] * b[i]")

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.actions_by_id["run"].trigger()

    assert "a[i] * b[i]" in window.session.launch.choice.operation.source
    window.session.playback.pause()


@pytest.mark.slow
def test_a_copy_of_the_gallery_runs_without_a_question(qtbot: QtBot) -> None:
    window = opened(qtbot)
    asked: list[object] = []
    window.session.launch.consentWanted.connect(asked.append)
    replace(window, ADDS, "c[i] = b[i]")

    with qtbot.waitSignal(window.session.launch.resultReady):
        press(window, Key.Key_Return, Held.ControlModifier)

    assert asked == []
    window.session.playback.pause()


def test_a_copy_that_another_program_has_changed_is_asked_for(qtbot: QtBot, scratch: Path) -> None:
    window = opened(qtbot)
    other = SOURCE.replace(ADDS, "c[i] = a[i]")

    (scratch / "vector_add_mine.py").write_text(other, encoding="utf-8")
    qtbot.waitUntil(lambda: editor_of(window).text == other)
    press(window, Key.Key_Return, Held.ControlModifier)

    assert "vector_add_mine.py" in box_of(window).text()
    box_of(window).buttons()[1].click()
    assert not window.session.launch.may_run(window.session.launch.choice.operation)


@pytest.mark.slow
def test_a_file_of_ones_own_is_asked_for_once_and_not_while_one_types(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = own_file(tmp_path)
    window = opened_own(qtbot, path, agrees=False, live=True)
    asked: list[object] = []
    window.session.launch.consentWanted.connect(asked.append)

    replace(window, ADDS, "c[i] = b[i]")
    window.editor.look_at_text()
    while_typing = list(asked)
    press(window, Key.Key_Return, Held.ControlModifier)
    with qtbot.waitSignal(window.session.launch.resultReady):
        box_of(window).buttons()[0].click()
    replace(window, "c[i] = b[i]", "c[i] = a[i]")
    with qtbot.waitSignal(window.session.launch.resultReady):
        press(window, Key.Key_Return, Held.ControlModifier)

    assert while_typing == []
    assert len(asked) == 1
    window.session.playback.pause()


# errors


@pytest.mark.slow
def test_a_half_typed_kernel_is_underlined_with_its_sentence_and_not_run(qtbot: QtBot) -> None:
    workers = EmulatingWorkers()
    window = opened(qtbot, workers)
    before = len(workers.launches)
    at_end_of(window, LINE)

    write(window, " + (")
    press(window, Key.Key_Return, Held.ControlModifier)

    editor = editor_of(window)
    assert editor.error_place == (LINE, "(")
    assert "was never closed" in wrong(window)
    marks = [m.format.underlineStyle() for m in editor.extraSelections()]
    assert QTextCharFormat.UnderlineStyle.WaveUnderline in marks
    place = QTextCursor(editor.document().findBlockByNumber(LINE - 1))
    assert "was never closed" in editor.error_tip(place)
    assert len(workers.launches) == before
    assert window.editor.unsaved


@pytest.mark.slow
def test_a_mended_line_is_not_underlined_any_more(qtbot: QtBot) -> None:
    window = opened(qtbot)
    at_end_of(window, LINE)
    write(window, " + (")
    qtbot.waitUntil(lambda: wrong(window) != "")

    write(window, "1)")

    qtbot.waitUntil(lambda: wrong(window) == "")
    assert editor_of(window).error_place is None


@pytest.mark.slow
def test_what_gpuviz_does_not_know_is_underlined_at_its_place(qtbot: QtBot) -> None:
    window = opened(qtbot)
    replace(window, ADDS, "c[i] = nothing[i]")

    with qtbot.waitSignal(window.session.launch.failed):
        press(window, Key.Key_Return, Held.ControlModifier)

    assert editor_of(window).error_place == (LINE, "nothing")
    assert "nothing has no value here" in wrong(window)


@pytest.mark.slow
def test_a_mark_moves_with_its_line_and_stays_until_that_is_changed(qtbot: QtBot) -> None:
    window = opened(qtbot)
    replace(window, ADDS, "c[i] = nothing[i]")
    with qtbot.waitSignal(window.session.launch.failed):
        press(window, Key.Key_Return, Held.ControlModifier)

    editor_of(window).go_to(1)
    press(window, Key.Key_Return)
    window.editor.look_at_text()
    moved = editor_of(window).error_place, wrong(window) != ""
    replace(window, "nothing[i]", "b[i]")
    window.editor.look_at_text()

    assert moved == ((LINE + 1, "nothing"), True)
    assert (editor_of(window).error_place, wrong(window)) == (None, "")


@pytest.mark.slow
def test_an_error_of_the_run_itself_is_said_too(qtbot: QtBot) -> None:
    window = opened(qtbot)
    replace(window, "np.add(a, b, out=c)", "np.add(a, b, out=d)")

    with qtbot.waitSignal(window.session.launch.failed):
        press(window, Key.Key_Return, Held.ControlModifier)

    assert "NameError" in wrong(window)
    assert editor_of(window).error_place is not None


# kept, recovered, reloaded


@pytest.mark.slow
def test_what_is_typed_is_kept_beside_a_file_of_ones_own_and_offered_once(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = own_file(tmp_path)
    window = opened_own(qtbot, path)
    replace(window, ADDS, "c[i] = b[i]")
    close(window)
    on_disk = path.read_text(encoding="utf-8")

    later = opened_own(qtbot, path)
    write(later, "lost?")  # before the question is answered nothing is typed
    unanswered = editor_of(later).text
    later.actions_by_id["run"].trigger()
    qtbot.waitUntil(later.editor.panel.offer.first.hasFocus)
    answer(later, "Take it")

    assert (on_disk, unanswered) == (SOURCE, SOURCE)
    assert line_of(later, LINE).strip() == "c[i] = b[i]"
    assert later.editor.unsaved
    press(later, Key.Key_Z, Held.ControlModifier)
    assert editor_of(later).text == SOURCE


@pytest.mark.slow
def test_a_recovery_that_is_refused_is_not_offered_again(qtbot: QtBot, tmp_path: Path) -> None:
    path = own_file(tmp_path)
    path.with_name("own.py.unsaved").write_text("typed before the crash", encoding="utf-8")

    window = opened_own(qtbot, path)
    answer(window, "Leave it")
    close(window)
    later = opened_own(qtbot, path)

    assert not later.editor.panel.offer.isVisible()
    assert editor_of(later).text == SOURCE


@pytest.mark.slow
def test_ctrl_s_saves_and_leaves_nothing_to_be_recovered(qtbot: QtBot, tmp_path: Path) -> None:
    path = own_file(tmp_path)
    window = opened_own(qtbot, path)
    replace(window, ADDS, "half (")

    press(window, Key.Key_S, Held.ControlModifier)

    assert "half (" in path.read_text(encoding="utf-8")
    assert not path.with_name("own.py.unsaved").exists()
    assert window.editor.panel.state.text() == "own.py, saved"


@pytest.mark.slow
def test_another_programs_change_is_taken_and_can_be_undone(qtbot: QtBot, tmp_path: Path) -> None:
    path = own_file(tmp_path)
    window = opened_own(qtbot, path)
    other = SOURCE.replace(ADDS, "c[i] = b[i]")

    path.write_text(other, encoding="utf-8")
    qtbot.waitUntil(lambda: editor_of(window).text == other)
    saved = window.editor.unsaved
    press(window, Key.Key_Z, Held.ControlModifier)

    assert not saved
    assert editor_of(window).text == SOURCE
    assert window.editor.unsaved


@pytest.mark.parametrize("answered", ["Read it again", "Keep mine"])
def test_with_changes_of_ones_own_another_programs_are_a_question(
    qtbot: QtBot, tmp_path: Path, answered: str
) -> None:
    path = own_file(tmp_path)
    window = opened_own(qtbot, path)
    other = SOURCE.replace(ADDS, "c[i] = b[i]")
    at_end_of(window, LINE)
    write(window, "  # mine")
    mine = editor_of(window).text

    path.write_text(other, encoding="utf-8")
    qtbot.waitUntil(window.editor.panel.offer.isVisible)
    asked = editor_of(window).text
    answer(window, answered)

    assert asked == mine
    assert editor_of(window).text == (other if answered == "Read it again" else mine)
    assert not window.editor.panel.offer.isVisible()


@pytest.mark.slow
def test_a_file_that_is_gone_is_said_and_can_be_saved_again(qtbot: QtBot, tmp_path: Path) -> None:
    path = own_file(tmp_path)
    window = opened_own(qtbot, path)

    path.unlink()
    qtbot.waitUntil(window.editor.panel.offer.isVisible)
    words = window.editor.panel.offer.words.text()
    answer(window, "Save it again")

    assert "own.py is gone" in words
    assert path.read_text(encoding="utf-8") == SOURCE


@pytest.mark.slow
def test_save_as_goes_on_with_a_file_of_ones_own(
    qtbot: QtBot, tmp_path: Path, scratch: Path
) -> None:
    window = opened(qtbot)
    replace(window, ADDS, "c[i] = b[i]")

    window.editor.save_as(tmp_path / "mine.py")

    assert "c[i] = b[i]" in (tmp_path / "mine.py").read_text(encoding="utf-8")
    assert (scratch / "vector_add_mine.py").read_text(encoding="utf-8") == SOURCE
    assert window.session.launch.choice.operation.path == tmp_path / "mine.py"
    assert window.editor.editing
    assert not window.editor.unsaved
    assert not window.session.launch.may_run(window.session.launch.choice.operation)


@pytest.mark.slow
def test_a_kernel_of_the_gallery_is_saved_as_ones_own_without_a_copy_of_it_being_edited(
    qtbot: QtBot, tmp_path: Path, scratch: Path
) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    window.activateWindow()
    mine = tmp_path / "sums"
    mine.mkdir()
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.pick_operation(find_operation("compact"))

    QTest.keyClick(window.stage, Key.Key_S, Held.ControlModifier | Held.ShiftModifier)
    qtbot.waitUntil(lambda: any(one.isVisible() for one in window.findChildren(QFileDialog)))
    [dialog] = window.findChildren(QFileDialog)
    dialog.setDirectory(str(mine))
    line = dialog.findChild(QLineEdit, "fileNameEdit")
    assert isinstance(line, QLineEdit)
    QTest.keyClick(line, Key.Key_Return)

    own = mine / "compact.py"
    gallery = find_operation("compact")
    assert own.read_text(encoding="utf-8") == gallery.source
    assert window.session.launch.choice.operation.path == own
    assert window.editor.editing
    assert window.editor.path == own
    assert not scratch.exists()
    imported = mine / "scan_blelloch.py"
    beside = resource_dir("kernels") / imported.name
    assert imported.read_text(encoding="utf-8") == beside.read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_file_that_is_there_is_not_replaced_by_what_a_kernel_imports(
    qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "scan_blelloch.py").write_text("# mine", encoding="utf-8")
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.pick_operation(find_operation("compact"))

    window.editor.save_as(tmp_path / "own.py")

    assert (tmp_path / "scan_blelloch.py").read_text(encoding="utf-8") == "# mine"


@pytest.mark.slow
def test_a_half_typed_kernel_is_saved_elsewhere_too(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot)
    at_end_of(window, LINE)
    write(window, " + (")

    window.editor.save_as(tmp_path / "half.py")

    assert " + (" in (tmp_path / "half.py").read_text(encoding="utf-8")
    assert window.editor.path == tmp_path / "half.py"
    assert "was never closed" in wrong(window)
    assert window.session.launch.choice.operation.name == "vector_add_mine"


@pytest.mark.slow
def test_a_file_that_was_left_with_changes_is_continued_without_a_question(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = own_file(tmp_path)
    window = opened_own(qtbot, path)
    at_end_of(window, LINE)
    write(window, "  # mine")
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.pick_operation(find_operation("saxpy"))
    window.actions_by_id["edit"].trigger()

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.open_file(path)
    window.actions_by_id["edit"].trigger()

    assert line_of(window, LINE).endswith("# mine")
    assert not window.editor.panel.offer.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mine.txt", "mine"])
def test_only_names_of_kernel_files_are_saved_to(qtbot: QtBot, tmp_path: Path, name: str) -> None:
    window = opened(qtbot)

    window.editor.save_as(tmp_path / name)

    assert "has to end in .py" in box_of(window).informativeText()
    assert not (tmp_path / name).exists()
    box_of(window).close()


@pytest.mark.slow
def test_nothing_is_saved_into_the_gallery(qtbot: QtBot) -> None:
    window = opened(qtbot)
    at_end_of(window, LINE)
    write(window, "  # mine")

    window.editor.save_as(GALLERY)

    assert "stays as it came" in box_of(window).informativeText()
    assert GALLERY.read_text(encoding="utf-8") == SOURCE
    box_of(window).close()


# live


@pytest.mark.slow
def test_with_live_typing_runs_once_it_can_be_read(qtbot: QtBot) -> None:
    workers = EmulatingWorkers()
    window = opened(qtbot, workers, live=True)
    before = len(workers.launches)
    at_end_of(window, LINE)

    write(window, " + (")
    qtbot.waitUntil(lambda: wrong(window) != "")
    half = len(workers.launches)
    shown = window.session.playback.trace
    with qtbot.waitSignal(window.session.launch.resultReady):
        write(window, "1)")

    assert half == before
    assert shown is not None
    assert "+ (" not in shown.functions[0].text
    trace = window.session.playback.trace
    assert trace is not None
    assert trace.functions[0].text.rstrip().endswith("+ (1)")


@pytest.mark.slow
def test_with_live_a_file_of_ones_own_runs_as_it_is_typed_and_only_save_writes_it(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = own_file(tmp_path)
    window = opened_own(qtbot, path, live=True)

    replace(window, ADDS, "c[i] = 7")
    qtbot.waitUntil(lambda: stored(window) == "c[i] = 7")
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.run()  # as another block does
    again, on_disk = stored(window), path.read_text(encoding="utf-8")
    press(window, Key.Key_S, Held.ControlModifier)
    saved = path.read_text(encoding="utf-8")
    replace(window, "c[i] = 7", "c[i] = 8")
    qtbot.waitUntil(lambda: stored(window) == "c[i] = 8")
    while window.editor.unsaved:
        press(window, Key.Key_Z, Held.ControlModifier)
    qtbot.waitUntil(lambda: stored(window) == "c[i] = 7")

    assert (again, on_disk) == ("c[i] = 7", SOURCE)
    assert "c[i] = 7" in saved
    assert path.read_text(encoding="utf-8") == saved


def stored(window: MainWindow) -> str:
    """The line that stores, of the launch on the screen."""
    trace = window.session.playback.trace
    assert trace is not None
    return next(line.strip() for line in trace.functions[0].text.split("\n") if "c[i] =" in line)


@pytest.mark.slow
def test_a_process_stands_ready_once_a_kernel_is_edited(qtbot: QtBot) -> None:
    workers = Listening()
    window = open_window(qtbot, workers)
    window.session.launch.set_live(False)
    assert PrepareVersions() not in workers.jobs

    window.actions_by_id["edit"].trigger()

    assert PrepareVersions() in workers.jobs


@pytest.mark.slow
def test_an_endless_loop_blocks_no_typing_and_a_newer_text_ends_it(
    qtbot: QtBot, scratch: Path
) -> None:
    window = shown_window(WorkerPool())
    qtbot.addWidget(window)
    window.session.launcher.set_cpu_timing(False)
    window.activateWindow()
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.actions_by_id["edit"].trigger()
    replace(window, ADDS, "while i >= 0: c[i] += a[i]")
    qtbot.waitUntil(lambda: window.session.launcher.busy)

    with qtbot.waitSignal(window.session.launch.resultReady):
        replace(window, "while i >= 0: c[i] += a[i]", "c[i] = b[i]")

    trace = window.session.playback.trace
    assert trace is not None
    assert trace.functions[0].text.rstrip().endswith("c[i] = b[i]")


# compared


@pytest.mark.slow
def test_the_original_runs_first_and_is_pinned_beside_what_is_typed(qtbot: QtBot) -> None:
    workers = EmulatingWorkers()
    window = opened(qtbot, workers)
    replace(window, ADDS, "c[i] = b[i]")

    with qtbot.waitSignals([window.session.launch.resultReady] * 2):
        window.actions_by_id["compare_original"].trigger()

    pinned, trace = window.session.comparison.pinned, window.session.playback.trace
    assert pinned is not None
    assert trace is not None
    assert ADDS in pinned.functions[0].text
    assert "c[i] = b[i]" in trace.functions[0].text
    assert [request.operation.stem for request in workers.launches[-2:]] == [
        "vector_add",
        "vector_add_mine",
    ]
    assert window.editor.editing
    assert window.panels.is_in_front("compare")
    qtbot.waitUntil(lambda: window.stages.titles == ("Pinned: vector_add", "vector_add_mine"))


@pytest.mark.slow
def test_without_the_editor_what_is_chosen_is_compared(qtbot: QtBot) -> None:
    window = opened(qtbot)
    press(window, Key.Key_Escape)
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.pick_operation(find_operation("saxpy"))

    window.actions_by_id["compare_original"].trigger()

    assert "has an original" in window.status.currentMessage()
    assert window.session.launch.choice.operation.name == "saxpy"


@pytest.mark.slow
def test_what_has_no_original_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened_own(qtbot, own_file(tmp_path))

    window.actions_by_id["compare_original"].trigger()

    assert "has an original" in window.status.currentMessage()
    assert window.session.comparison.pinned is None


@pytest.mark.slow
def test_a_text_that_cannot_be_read_is_not_compared(qtbot: QtBot) -> None:
    window = opened(qtbot)
    at_end_of(window, LINE)
    write(window, " + (")

    window.actions_by_id["compare_original"].trigger()

    assert wrong(window) != ""
    assert window.session.launch.choice.operation.name == "vector_add_mine"


# the window around it


@pytest.mark.slow
def test_everything_of_the_editor_has_a_name_and_a_place_in_the_order_of_tab(
    qtbot: QtBot,
) -> None:
    window = opened(qtbot)
    press(window, Key.Key_F, Held.ControlModifier)

    controls = [one for one in window.editor.panel.controls if one.isVisible()]

    stops = window.tab_stops()
    assert [one for one in stops if one in controls] == controls
    assert len(controls) == 7
    for one in (*controls, window.panels.source.edit_button):
        assert one.accessibleName() or one.property("text"), one
    for button in (window.editor.panel.run, window.editor.panel.save, window.editor.panel.compare):
        assert button.toolTip()


@pytest.mark.slow
def test_the_panel_is_wide_while_one_types_and_as_it_was_afterwards(qtbot: QtBot) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    before = window.docks["source"].width()

    window.actions_by_id["edit"].trigger()
    qtbot.waitUntil(lambda: window.docks["source"].width() > 1.3 * before)
    window.actions_by_id["edit"].trigger()

    qtbot.waitUntil(lambda: abs(window.docks["source"].width() - before) <= 2)


@pytest.mark.slow
def test_the_colours_follow_the_theme(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = opened(qtbot)
    monkeypatch.setattr(main_window, "apply_theme", lambda app, theme: None)  # of all windows

    window.set_theme(LIGHT)

    assert editor_of(window).theme is LIGHT
    assert editor_of(window).text == SOURCE
    assert not window.editor.unsaved
