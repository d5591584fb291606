"""A window in a process of its own, in which methods that Qt calls fail: a crash ends no test.

`python -m tests.ui.failing_window paints` has each kind of widget fail in the middle of its paint;
`calls` has every method that Qt calls fail, whatever the mouse and the keys do. What came of it is
printed as JSON.
"""

from __future__ import annotations

import importlib
import inspect
import json
import logging
import pkgutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CellType
from typing import Any

import numpy as np
from PySide6.QtCore import QEventLoop, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QHelpEvent, QImage, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStatusBar, QWidget

import gpuviz.session
import gpuviz.ui
from gpuviz.lesson import list_lessons
from gpuviz.operation import find_operation
from gpuviz.scene.theme import DARK
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.ui import failures, override, painter
from gpuviz.ui.app import _application
from gpuviz.ui.lazy_panel import PanelPlaceholder
from gpuviz.ui.lessons.ring import Ring
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.present import Halo
from gpuviz.ui.source.editor import CodeEditor
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import shown_window

WAITS_MS = 60_000
PANELS = (
    "sweeps",
    "roofline",
    "devices",
    "timeline",
    "memory",
    "warp",
    "pipeline",
    "pictures",
    "stand_out",
    "explanation",
)


def fail_by_division(*_args: object, **_kwargs: object) -> Any:
    """An error of Python's that is raised in C code."""
    return 1 / 0


def fail_by_numpy(*_args: object, **_kwargs: object) -> Any:
    """An error of NumPy's."""
    return np.zeros(2) + np.zeros(3)


ERRORS = {"division": fail_by_division, "numpy": fail_by_numpy}


class Logged(logging.Handler):
    """Collects what is logged."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps the text; an entry without its traceback is marked."""
        self.texts.append(record.getMessage() + ("" if record.exc_info else " (no traceback)"))


def own_classes() -> list[type]:
    """Every class of the window and the session."""
    found: dict[str, type] = {}
    for package in (gpuviz.ui, gpuviz.session):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            for one in vars(importlib.import_module(module.name)).values():
                if inspect.isclass(one) and one.__module__ == module.name:
                    found[f"{one.__module__}.{one.__qualname__}"] = one
    return list(found.values())


def painted_classes() -> list[str]:
    """The kinds of widgets that paint themselves."""
    mine = [one for one in own_classes() if issubclass(one, QWidget)]
    return sorted(one.__name__ for one in mine if "paintEvent" in vars(one))


def full_window() -> MainWindow:
    """A window that shows a launch, all its panels, a lesson and the first screen."""
    window = shown_window(EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    window.session.launch.pick_operation(find_operation("vector_add"))
    window.lessons.open_file(list_lessons("en")[0].path)
    for name in PANELS:
        getattr(window.panels, name)
    PanelPlaceholder(list).setParent(window)
    Ring(window, DARK).resize(80, 60)
    Halo(window, DARK.accent)
    CodeEditor(DARK).setParent(window)
    window.show_welcome()
    wait(lambda: window.panels.inspector.page is not window.panels.inspector.grid)
    wait(lambda: window.panels.source.view.playing_line is not None)
    window.panels.launch.inputs.open()
    wait(lambda: bool(window.panels.launch.inputs.rows))
    window.session.view.show_level("cuda", "python")
    wait(lambda: window.panels.source.level_view is not None)
    window.session.view.show_level(None, "python")
    window.arrangement.raise_below("timing")
    window.panels.timing.charts.show()
    window.activateWindow()
    return window


def wait(until: Callable[[], bool]) -> None:
    """Lets the window work until something is so."""
    loop, look = QEventLoop(), QTimer(interval=10)
    look.timeout.connect(lambda: loop.quit() if until() else None)
    look.start()
    QTimer.singleShot(WAITS_MS, loop.quit)
    loop.exec()
    assert until()


def picture(widget: QWidget) -> QImage:
    """What a widget paints."""
    return widget.grab().toImage()


class FailingPainter(QPainter):
    """Can begin and end, and nothing else."""

    fail: Callable[..., Any] = fail_by_division

    def __getattribute__(self, name: str) -> Any:
        return super().__getattribute__(name) if name == "end" else type(self).fail


@contextmanager
def failing_on(widget: QWidget, fail: Callable[..., Any]) -> Iterator[None]:
    """Meanwhile nobody can paint on a widget, or on its viewport."""
    viewport = getattr(widget, "viewport", lambda: None)()

    def begun(device: Any) -> QPainter:
        return (FailingPainter if device in (widget, viewport) else QPainter)(device)

    FailingPainter.fail = staticmethod(fail)
    setattr(painter, "QPainter", begun)  # noqa: B010
    ask = CoalescedCall.ask
    if isinstance(widget, PanelPlaceholder):
        setattr(CoalescedCall, "ask", fail)  # noqa: B010
    try:
        yield
    finally:
        setattr(painter, "QPainter", QPainter)  # noqa: B010
        setattr(CoalescedCall, "ask", ask)  # noqa: B010


def method_cells() -> list[CellType]:
    """Where each method that Qt calls stands in its decorator."""
    functions = [f for one in own_classes() for f in vars(one).values() if is_guarded(f)]
    return [f.__closure__[f.__code__.co_freevars.index("method")] for f in functions]


def is_guarded(function: Any) -> bool:
    """Whether a method carries `qt_override`."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_filename == override.__file__


@contextmanager
def all_failing(fail: Callable[..., Any]) -> Iterator[None]:
    """Meanwhile each method that Qt calls fails."""
    cells = method_cells()
    methods = [cell.cell_contents for cell in cells]
    for cell in cells:
        cell.cell_contents = fail
    try:
        yield
    finally:
        for cell, method in zip(cells, methods, strict=True):
            cell.cell_contents = method


def failing_paints(window: MainWindow, log: Logged) -> dict[str, dict[str, object]]:
    """Of each kind: what the log has of it, and whether the next paint gives the same picture."""
    found: dict[str, dict[str, object]] = {}
    for widget in window.findChildren(QWidget):
        owner = next(one for one in type(widget).__mro__ if "paintEvent" in vars(one))
        if not owner.__module__.startswith("gpuviz") or owner.__name__ in found:
            continue
        widget.setFocus()  # a plot paints its ring itself, and nothing else
        before = picture(widget)
        log.texts.clear()
        failures._logged.clear()
        for fail in ERRORS.values():
            with failing_on(widget, fail):
                picture(widget)
                picture(widget)
        logged = [text for text in log.texts if text.startswith(f"{owner.__name__}.")]
        if logged:  # else it had nothing to paint: another of its kind has
            found[owner.__name__] = {"logged": logged, "same": picture(widget) == before}
    return found


def press_everything(window: MainWindow) -> None:
    """Mouse, wheel, keys, tooltips and another size, for what is seen of the window's own kinds."""
    for widget in window.findChildren(QWidget):
        if type(widget).__module__.startswith("gpuviz") and widget.isVisible():
            middle = widget.rect().center()
            glob = widget.mapToGlobal(middle)
            QTest.mouseMove(widget, middle)
            QApplication.sendEvent(widget, _turn(QPointF(middle), QPointF(glob)))
            QApplication.sendEvent(widget, QHelpEvent(QHelpEvent.Type.ToolTip, middle, glob))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Tab):
        QTest.keyClick(window.stage, key)
    QTest.mouseClick(window.stage, Qt.MouseButton.LeftButton)
    window.resize(1100, 700)
    window.repaint()
    window.resize(1280, 800)


def _turn(place: QPointF, glob: QPointF) -> QWheelEvent:
    buttons, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    phase = Qt.ScrollPhase.NoScrollPhase
    return QWheelEvent(place, glob, QPoint(), QPoint(0, 120), buttons, keys, phase, False)


def failing_calls(window: MainWindow, log: Logged) -> dict[str, object]:
    """How often what failed was logged, what the window says, and whether it paints again."""
    for fail in ERRORS.values():
        with all_failing(fail):
            press_everything(window)
    QApplication.processEvents()
    said = window.findChildren(QStatusBar)[0].currentMessage()
    window.resize(1270, 800)
    window.resize(1280, 800)
    picture(window)
    return {"logged": log.texts, "said": said, "alive": window.isVisible()}


def main() -> None:
    """Prints what came of it."""
    app, log = _application(), Logged()
    window = full_window()
    logging.getLogger("gpuviz").addHandler(log)
    with failures.reported_failures():
        work = failing_paints if sys.argv[1] == "paints" else failing_calls
        result = work(window, log)
        window.close()
    print(json.dumps(result))
    app.processEvents()


if __name__ == "__main__":
    main()
