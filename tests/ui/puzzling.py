"""A window with a puzzle, and hands that type an answer."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.lesson.puzzle import Puzzle
from gpuviz.session.puzzles import OpenPuzzle
from gpuviz.ui.labels import said
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.source.editor import CodeEditor
from tests.ui.instant_workers import EmulatingWorkers, InstantWorkers
from tests.ui.windows import open_window

CONTROL = Qt.KeyboardModifier.ControlModifier


def opened(qtbot: QtBot, name: str, workers: InstantWorkers | None = None) -> MainWindow:
    """A window in which a puzzle was opened, with the keyboard in the editor."""
    window = open_window(qtbot, workers or EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    window.session.launch.set_live(False)
    window.activateWindow()
    window.puzzles.open_named(name)
    qtbot.waitUntil(editor_of(window).hasFocus)
    return window


def editor_of(window: MainWindow) -> CodeEditor:
    return window.editor.panel.editor


def puzzle_of(window: MainWindow) -> OpenPuzzle:
    assert window.session.puzzle.open is not None
    return window.session.puzzle.open


def type_kernel(window: MainWindow, puzzle: Puzzle, kernel: str) -> None:
    """Type a kernel, key by key, in the place of the one that stands there."""
    editor = editor_of(window)
    lines = puzzle.start.source.splitlines()
    first, last = puzzle.start.kernel_line, puzzle.start.kernel_end_line
    own = kernel[kernel.rindex("@cuda.jit\n") :].strip("\n").splitlines()
    cursor = editor.textCursor()
    cursor.setPosition(sum(len(line) + 1 for line in lines[: first - 1]))
    end = sum(len(line) + 1 for line in lines[:last]) - 1
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    for number, line in enumerate(own):
        if number:
            QTest.keyClick(editor, Qt.Key.Key_Return)
        QTest.keyClick(editor, Qt.Key.Key_Home)
        cursor = editor.textCursor()
        cursor.movePosition(cursor.MoveOperation.StartOfBlock)
        cursor.movePosition(cursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        editor.setTextCursor(cursor)
        QTest.keyClicks(editor, line)


def check(qtbot: QtBot, window: MainWindow) -> None:
    """Press Ctrl+Enter, and wait for what comes of it."""
    with qtbot.waitSignal(window.session.launcher.grading.graded):
        QTest.keyClick(editor_of(window), Qt.Key.Key_Return, CONTROL)


def verdict(window: MainWindow) -> str:
    """What the strip says of the answer."""
    return said(window.puzzles.strip.verdict.words)


def wrong_files(puzzle: Puzzle) -> list[Path]:
    """The typical wrong answers of a puzzle."""
    return sorted(puzzle.folder.glob("wrong_*.py"))
