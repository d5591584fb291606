"""No error of a method that Qt calls, or of a slot, ends the window: it is logged and told once."""

from __future__ import annotations

import ast
import inspect
import json
import logging
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QSize
from PySide6.QtGui import QImage, QPaintEvent
from PySide6.QtWidgets import QLabel, QMainWindow, QTableView, QWidget
from pytestqt.qtbot import QtBot

from gpuviz.ui import failures
from gpuviz.ui.failures import failure_words, report, reported_failures
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import kept_state, painting
from tests.ui.failing_window import is_guarded, own_classes, painted_classes

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "gpuviz"
NOT_CALLED_BY_QT = {("Heading", "setText"), ("Selection", "thread")}
FILES = sorted(path for room in ("ui", "session") for path in (PACKAGE / room).rglob("*.py"))
Index = QModelIndex


def failing_window(what: str) -> dict[str, Any]:
    """What came of a window in which methods failed, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.failing_window", what],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def failing_paints() -> dict[str, Any]:
    return failing_window("paints")


@pytest.fixture(autouse=True)
def nothing_logged_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failures, "_logged", set())
    monkeypatch.setattr(failures, "PAUSE_S", -1.0)


def logged(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """What was logged until now, and was to be expected."""
    records = list(caplog.records)
    caplog.clear()
    return records


class Sketch(QLabel):
    """Fails wherever Qt asks it anything, until it is told to be well."""

    ill = True
    painted = 0

    @qt_override
    def sizeHint(self) -> QSize:
        return QSize(1 // (not self.ill), 7)

    @qt_override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return bool(1 / 0)

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        with painting(self) as painter:
            painter.drawPoint(1 // (not self.ill), 0)
            self.painted += 1


class Table(QAbstractTableModel):
    """Has two rows and no column that can be counted."""

    @qt_override
    def rowCount(self, parent: Any = None) -> int:
        return 2

    @qt_override
    def columnCount(self, parent: Any = None) -> int:
        return 1 // 0

    @qt_override
    def data(self, index: Any, role: int = 0) -> Any:
        return 1 / 0


@pytest.mark.slow
@pytest.mark.parametrize("name", painted_classes())
def test_a_paint_that_fails_in_the_middle_is_logged_and_the_next_one_succeeds(
    failing_paints: dict[str, Any], name: str
) -> None:
    found = failing_paints[name]

    assert set(found["logged"]) == {f"{name}.paintEvent failed"}  # with a traceback each
    assert len(found["logged"]) <= 2  # of four paints, two kinds of errors
    assert found["same"]


@pytest.mark.slow
def test_a_window_in_which_everything_fails_that_qt_calls_stays_and_says_so() -> None:
    found = failing_window("calls")

    assert found["alive"]
    assert found["said"] == "An error inside gpuviz was caught: what you see may be incomplete."
    assert {"MainWindow.event failed", "EnterPressesButtons.eventFilter failed"} <= {
        *found["logged"]
    }
    assert max(found["logged"].count(text) for text in found["logged"]) <= 2  # kinds of errors


def test_qt_hears_its_own_answer_instead_of_that_of_a_method_that_failed(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    label = Sketch("words")
    qtbot.addWidget(label)

    assert label.sizeHint() == QLabel.sizeHint(label)
    assert not label.eventFilter(label, QEvent(QEvent.Type.Enter))
    assert len(logged(caplog)) == 2


def test_a_table_whose_model_fails_is_empty(qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    view, model = QTableView(), Table()
    qtbot.addWidget(view)

    view.setModel(model)

    assert model.columnCount() == 0
    assert model.data(model.index(0, 0)) is None
    view.grab()
    assert len(logged(caplog)) == 2


def test_a_paint_that_goes_on_failing_is_logged_once_with_its_traceback(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    label = Sketch("words")
    qtbot.addWidget(label)

    for _ in range(60):
        label.grab()

    entries = [record for record in logged(caplog) if "paintEvent" in record.getMessage()]
    assert len(entries) == 1
    assert entries[0].exc_info is not None

    label.ill = False
    label.grab()

    assert label.painted == 1


def test_the_status_line_says_that_something_failed_and_where_the_log_is(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    line, handler = window.statusBar(), logging.FileHandler(tmp_path / "gpuviz.log", delay=True)
    logging.getLogger("gpuviz").addHandler(handler)

    try:
        report(ZeroDivisionError(), "Some.paintEvent")
        qtbot.waitUntil(lambda: line.currentMessage() != "")
    finally:
        logging.getLogger("gpuviz").removeHandler(handler)
        handler.close()

    assert str(tmp_path / "gpuviz.log") in line.currentMessage()
    assert (tmp_path / "gpuviz.log").stat().st_size > 0
    assert len(logged(caplog)) == 1


def test_nothing_more_happens_when_telling_fails_too(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    asked: list[int] = []

    def fail() -> str:
        asked.append(1)
        raise ZeroDivisionError

    monkeypatch.setattr(failures, "failure_words", fail)

    report(ZeroDivisionError(), "Some.paintEvent")
    qtbot.waitUntil(lambda: asked == [1])

    assert window.statusBar().currentMessage() == ""
    assert len(logged(caplog)) == 1


def test_a_slot_that_fails_is_logged_and_told_and_the_next_one_is_called(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    heard: list[str] = []
    line = window.statusBar()
    window.windowTitleChanged.connect(lambda title: 1 / 0)
    window.windowTitleChanged.connect(heard.append)

    with reported_failures():
        window.setWindowTitle("another")
    qtbot.waitUntil(lambda: line.currentMessage() == failure_words())

    assert heard == ["another"]
    assert [record.getMessage() for record in logged(caplog)] == ["a slot failed"]
    assert capsys.readouterr().err == ""  # no traceback reaches a user


def test_a_thread_that_fails_is_logged(qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    with reported_failures():
        thread = threading.Thread(target=lambda: 1 / 0)
        thread.start()
        thread.join()

    assert [record.getMessage() for record in logged(caplog)] == ["a thread failed"]


def test_an_interrupt_in_a_slot_is_left_to_whoever_heard_it_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: heard.append(kind))

    with reported_failures():
        sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)

    assert heard == [KeyboardInterrupt]


def test_a_painter_ends_and_forgets_what_it_was_told_though_painting_fails(qtbot: QtBot) -> None:
    image = QImage(4, 4, QImage.Format.Format_RGB32)

    with painting(image) as painter:
        painter.setOpacity(0.5)
        with pytest.raises(ZeroDivisionError), kept_state(painter):
            painter.setOpacity(1 / 0)
        assert painter.opacity() == 0.5
    with pytest.raises(ZeroDivisionError), painting(image) as painter:
        painter.setOpacity(1 / 0)

    assert not painter.isActive()
    assert not image.paintingActive()


def test_every_method_that_qt_calls_ends_its_errors_at_its_border() -> None:
    methods = [
        (one, name, method)
        for one in own_classes()
        for name, method in vars(one).items()
        if inspect.isfunction(method) and (one.__name__, name) not in NOT_CALLED_BY_QT
    ]

    open_ = [
        f"{one.__module__}.{one.__qualname__}.{name}"
        for one, name, method in methods
        if _is_of_qt(one, name) and not is_guarded(method)
    ]

    assert open_ == []


def _is_of_qt(one: type, name: str) -> bool:
    """Whether Qt has such a method that Python can override; what object has is Python's."""
    bases = (base for base in one.__mro__ if base.__module__.startswith("PySide6."))
    return not hasattr(object, name) and any(name in vars(base) for base in bases)


@pytest.mark.slow
def test_no_class_or_method_is_hidden_where_its_border_cannot_be_seen() -> None:
    of_qt = {name for name in dir(QWidget) if name.endswith(("Event", "Filter", "Hint"))}
    hidden: list[str] = []

    for path in FILES:
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        functions = [n for n in nodes if isinstance(n, ast.FunctionDef | ast.Lambda)]
        classes = [n.name for f in functions for n in ast.walk(f) if isinstance(n, ast.ClassDef)]
        targets = [t for n in nodes if isinstance(n, ast.Assign) for t in n.targets]
        replaced = [t.attr for t in targets if isinstance(t, ast.Attribute) and t.attr in of_qt]
        hidden += [f"{path.relative_to(ROOT)}: {name}" for name in classes + replaced]

    assert hidden == []


@pytest.mark.slow
def test_painters_are_begun_only_where_they_are_ended_in_any_case() -> None:
    begun: set[str] = set()

    for path in FILES:
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        calls = [n.func for n in nodes if isinstance(n, ast.Call)]
        names = {f.id for f in calls if isinstance(f, ast.Name)}
        begun |= {path.name for name in names & {"QPainter", "QStylePainter"}}

    assert begun == {"painter.py"}
