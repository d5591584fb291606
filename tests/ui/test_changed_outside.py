"""Files that another program writes while they are open in the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.operation import describe, describe_runnable
from gpuviz.places import resource_dir
from gpuviz.session import watched_file
from gpuviz.ui.main_window import MainWindow
from tests.lesson.test_own_files import LESSON, SQUARE
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.pupil import Pupil
from tests.ui.windows import open_window

Key, Held = Qt.Key, Qt.KeyboardModifier
SOURCE = (resource_dir("kernels") / "vector_add.py").read_text(encoding="utf-8")
ADDS = "c[i] = a[i] + b[i]"
OTHER = SOURCE.replace(ADDS, "c[i] = b[i] + a[i]")
HALF = SOURCE.replace(ADDS, "c[i] = (b[i] + a[i]")
SCRIPT = resource_dir("assets") / "new" / "my_script.py"


def in_place(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def by_rename(path: Path, text: str) -> None:
    beside = path.with_name("beside")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def anew(path: Path, text: str) -> None:
    path.unlink()
    path.write_text(text, encoding="utf-8")


def opened(
    qtbot: QtBot, path: Path, text: str = SOURCE, live: bool = False
) -> tuple[MainWindow, EmulatingWorkers]:
    """A window that has run a file of one's own, which somebody has agreed to."""
    path.write_text(text, encoding="utf-8")
    workers = EmulatingWorkers()
    window = open_window(qtbot, workers)
    window.session.launcher.set_cpu_timing(False)
    window.session.launch.set_live(live)
    window.session.launch.trust(describe_runnable(path))
    window.activateWindow()
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.open_file(path)
    view = window.panels.source.view
    qtbot.waitUntil(lambda: view.playing_line is not None)  # the launch is told everywhere
    return window, workers


def edited(qtbot: QtBot, path: Path, live: bool = False) -> tuple[MainWindow, EmulatingWorkers]:
    """The same with its editor."""
    window, workers = opened(qtbot, path, live=live)
    window.actions_by_id["edit"].trigger()
    qtbot.waitUntil(window.editor.panel.editor.hasFocus)
    return window, workers


def type_mine(window: MainWindow) -> str:
    """Type something at the end of the file."""
    editor = window.editor.panel.editor
    QTest.keyClick(editor, Key.Key_End, Held.ControlModifier)
    QTest.keyClicks(editor, "# mine")
    return editor.text


def run_text(window: MainWindow) -> str:
    shown = window.session.launch.shown
    assert shown is not None
    return shown.choice.operation.source


def told(window: MainWindow) -> str:
    return window.stale.text() if window.stale.isVisible() else ""


def wait_for_source(qtbot: QtBot, window: MainWindow, words: str) -> None:
    qtbot.waitUntil(lambda: words in window.panels.source.view.toPlainText())


def boxes(window: MainWindow) -> list[QMessageBox]:
    return [box for box in window.findChildren(QMessageBox) if box.isVisible()]


# its source is watched


@pytest.mark.slow
@pytest.mark.parametrize("write", [in_place, by_rename, anew])
def test_another_programs_text_is_seen_and_the_picture_is_told_to_be_older(
    qtbot: QtBot, tmp_path: Path, write: Callable[[Path, str], None]
) -> None:
    window, workers = opened(qtbot, tmp_path / "own.py")
    ran = len(workers.launches)

    for text, line in ((OTHER, "b[i] + a[i]"), (SOURCE.replace(ADDS, "c[i] = a[i] * 2"), "* 2")):
        write(tmp_path / "own.py", text)
        wait_for_source(qtbot, window, line)

        assert "The text has changed: press Run." in told(window)
    assert len(workers.launches) == ran
    assert window.panels.source.view.playing_line is None  # a line of another text


@pytest.mark.slow
def test_with_live_another_programs_text_runs(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = opened(qtbot, tmp_path / "own.py", live=True)

    with qtbot.waitSignal(window.session.launch.resultReady):
        in_place(tmp_path / "own.py", OTHER)

    assert run_text(window) == OTHER
    assert told(window) == ""


@pytest.mark.slow
def test_with_live_a_script_runs_once_it_is_saved(qtbot: QtBot, tmp_path: Path) -> None:
    script = SCRIPT.read_text(encoding="utf-8")
    window, _ = opened(qtbot, tmp_path / "own.py", script, live=True)

    with qtbot.waitSignal(window.session.launch.resultReady):
        in_place(tmp_path / "own.py", script + "\nx = 1\n")

    assert run_text(window).endswith("x = 1\n")


@pytest.mark.slow
def test_the_numbers_that_were_chosen_stay(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = opened(qtbot, tmp_path / "own.py")
    choice = window.session.launch.choice
    window.session.launch.set_numbers((77,), choice.block, None)

    with qtbot.waitSignal(window.session.launch.operationChanged):
        in_place(tmp_path / "own.py", OTHER)

    assert window.session.launch.choice.size == (77,)
    assert window.panels.launch.form.size_fields[0].value() == 77


@pytest.mark.slow
@pytest.mark.parametrize("text", [SOURCE, SCRIPT.read_text(encoding="utf-8")])
def test_a_half_written_file_is_shown_with_its_mistake_until_it_is_mended(
    qtbot: QtBot, tmp_path: Path, text: str
) -> None:
    window, workers = opened(qtbot, tmp_path / "own.py", text, live=True)
    ran = len(workers.launches) + len(workers.pipelines)

    for half in ("def (", "def ((", "def ((("):
        with qtbot.waitSignal(window.session.launch.failed):
            in_place(tmp_path / "own.py", f"{text}\n{half}\n")
    wrong, seen = window.panels.launch.notes.text, window.panels.source.view.toPlainText()
    words, asked = told(window), boxes(window)
    with qtbot.waitSignal(window.session.launch.operationChanged):
        in_place(tmp_path / "own.py", text)

    assert f"own.py, line {len(text.splitlines()) + 2}" in wrong
    assert seen.endswith("def (((")
    assert words.startswith("The file cannot be launched as it is now.")
    assert asked == []
    assert not window.panels.source.is_editing
    assert len(workers.launches) + len(workers.pipelines) == ran
    assert told(window) == ""
    assert "def" not in window.panels.launch.notes.text


def test_a_file_that_nobody_has_agreed_to_is_shown_and_not_run(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "own.py"
    path.write_text(SOURCE, encoding="utf-8")
    workers = EmulatingWorkers()
    window = open_window(qtbot, workers)
    window.session.launch.set_live(True)
    window.open_file(path)
    boxes(window)[0].buttons()[1].click()  # only show it

    with qtbot.waitSignal(window.session.launch.operationChanged):
        in_place(path, OTHER)

    assert "b[i] + a[i]" in window.panels.source.view.toPlainText()
    assert boxes(window) == []
    assert [launch.operation for launch in workers.launches if launch.operation == path] == []


@pytest.mark.slow
def test_a_change_without_any_sign_is_found_by_run(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched_file, "SETTLE_MS", 10**9)  # as of a network folder
    window, _ = opened(qtbot, tmp_path / "own.py")
    in_place(tmp_path / "own.py", OTHER)

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.actions_by_id["run"].trigger()

    assert run_text(window) == OTHER
    window.session.playback.pause()


# it is edited


@pytest.mark.slow
def test_without_changes_of_ones_own_the_editor_has_the_text_and_live_runs_it_once(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window, workers = edited(qtbot, tmp_path / "own.py", live=True)
    ran = len(workers.launches)

    with qtbot.waitSignal(window.session.launch.resultReady):
        in_place(tmp_path / "own.py", OTHER)
    qtbot.waitUntil(lambda: window.editor.panel.editor.text == OTHER)
    window.editor.look_at_text()

    assert run_text(window) == OTHER
    assert len(workers.launches) == ran + 1
    assert not window.editor.panel.offer.isVisible()


@pytest.mark.slow
def test_a_half_written_file_is_underlined_in_the_editor(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = edited(qtbot, tmp_path / "own.py")

    in_place(tmp_path / "own.py", HALF)

    qtbot.waitUntil(lambda: window.editor.panel.editor.error_place is not None)
    assert window.editor.panel.editor.text == HALF
    assert boxes(window) == []


@pytest.mark.slow
def test_what_this_window_saves_is_not_told_as_another_programs(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window, _ = edited(qtbot, tmp_path / "own.py")
    changed: list[None] = []
    window.session.launch.operationChanged.connect(lambda: changed.append(None))
    type_mine(window)

    QTest.keyClick(window.editor.panel.editor, Key.Key_S, Held.ControlModifier)
    window.session.chosen_file.look()

    assert changed == []
    assert not window.editor.panel.offer.isVisible()
    assert window.editor.panel.state.text() == "own.py, saved"


def ask(qtbot: QtBot, window: MainWindow, path: Path) -> str:
    """Have changes of one's own and of another program; gives one's own text."""
    mine = type_mine(window)
    in_place(path, OTHER)
    qtbot.waitUntil(window.editor.panel.offer.isVisible)
    return mine


@pytest.mark.slow
@pytest.mark.parametrize("way", ["save", "run", "live"])
def test_nothing_is_written_over_another_programs_text_before_it_is_answered(
    qtbot: QtBot, tmp_path: Path, way: str
) -> None:
    path = tmp_path / "own.py"
    window, workers = edited(qtbot, path, live=way == "live")
    ran = len(workers.launches)
    mine, editor = ask(qtbot, window, path), window.editor.panel.editor

    if way == "live":
        window.editor.look_at_text()
    else:
        QTest.keyClick(editor, Key.Key_S if way == "save" else Key.Key_Return, Held.ControlModifier)
        assert QApplication.focusWidget() is window.editor.panel.offer.first
    before = path.read_text(encoding="utf-8"), editor.text, len(workers.launches)
    QTest.mouseClick(window.editor.panel.offer.second, Qt.MouseButton.LeftButton)
    QTest.keyClick(editor, Key.Key_S, Held.ControlModifier)

    assert before == (OTHER, mine, ran)
    assert path.read_text(encoding="utf-8") == mine
    assert not window.editor.panel.offer.isVisible()


@pytest.mark.slow
def test_a_change_without_any_sign_is_found_by_save(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched_file, "SETTLE_MS", 10**9)
    path = tmp_path / "own.py"
    window, _ = edited(qtbot, path)
    type_mine(window)
    in_place(path, OTHER)

    QTest.keyClick(window.editor.panel.editor, Key.Key_S, Held.ControlModifier)

    assert window.editor.panel.offer.isVisible()
    assert path.read_text(encoding="utf-8") == OTHER


@pytest.mark.slow
def test_the_text_that_is_read_again_runs_with_live_and_ones_own_can_be_had_back(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "own.py"
    window, _ = edited(qtbot, path, live=True)
    mine, editor = ask(qtbot, window, path), window.editor.panel.editor

    with qtbot.waitSignal(window.session.launch.resultReady):
        QTest.mouseClick(window.editor.panel.offer.first, Qt.MouseButton.LeftButton)
    text = editor.text
    QTest.keyClick(editor, Key.Key_Z, Held.ControlModifier)

    assert text == run_text(window) == OTHER
    assert editor.text == mine


@pytest.mark.slow
def test_while_one_watches_the_files_text_is_seen_and_ones_own_stays_in_the_editor(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "own.py"
    window, _ = edited(qtbot, path)
    mine = type_mine(window)
    window.actions_by_id["edit"].trigger()

    in_place(path, OTHER)
    wait_for_source(qtbot, window, "b[i] + a[i]")
    qtbot.waitUntil(lambda: "you have changes of your own" in window.status.currentMessage())
    window.actions_by_id["edit"].trigger()

    assert window.editor.panel.editor.text == mine
    assert window.editor.panel.offer.isVisible()


@pytest.mark.slow
def test_what_was_recovered_is_still_asked_about(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.with_name("own.py.unsaved").write_text("typed before the crash", encoding="utf-8")
    window, _ = opened(qtbot, path)
    window.actions_by_id["edit"].trigger()

    in_place(path, OTHER)
    qtbot.waitUntil(lambda: window.editor.panel.editor.text == OTHER)
    QTest.mouseClick(window.editor.panel.offer.first, Qt.MouseButton.LeftButton)

    assert window.editor.panel.editor.text == "typed before the crash"


# a lesson


@pytest.mark.slow
def test_a_lesson_that_is_played_follows_its_file(qtbot: QtBot, tmp_path: Path) -> None:
    lesson = tmp_path / "my_lesson.md"
    lesson.write_text(LESSON, encoding="utf-8")
    kernel = tmp_path / "square.py"
    kernel.write_text(SQUARE, encoding="utf-8")
    pupil = Pupil(qtbot)
    pupil.window.session.launch.trust(describe(kernel))
    pupil.open(lesson)
    pupil.begin_step()
    title = pupil.playing.lesson.title

    by_rename(lesson, LESSON.replace("---", "?", 1))  # half written
    qtbot.waitUntil(lambda: "my_lesson.md, line 1" in pupil.window.status.currentMessage())
    kept = pupil.playing.lesson.title
    by_rename(lesson, LESSON.replace(title, "Another title", 1))
    qtbot.waitUntil(lambda: pupil.playing.lesson.title == "Another title")

    assert kept == title
    assert boxes(pupil.window) == []
    assert pupil.playing.begun
