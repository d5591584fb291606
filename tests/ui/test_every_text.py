"""The window is driven through its panels: every text is known to translators, and none is cut."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QHeaderView,
    QLabel,
    QPushButton,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gpuviz import texts
from gpuviz.operation import find_operation
from gpuviz.session.coalesced import has_work
from gpuviz.session.settings import LanguageName
from gpuviz.ui.docks import ElidedLabel
from gpuviz.ui.fields import Picker
from gpuviz.ui.languages import SCRIPTS, speak
from gpuviz.ui.main_window import MainWindow
from tests.ui.instant_workers import NO_GPU, EmulatingWorkers
from tests.ui.windows import open_window
from tools.translations.__main__ import ROOT
from tools.translations.collect import collect

OPERATIONS = ("vector_add", "matmul_tiled", "broken_histogram", "cnn_digits")
MAY_BE_CUT = (ElidedLabel,)
"""What says in its own way that there is more: dots, and a tooltip with all of it."""

SLACK_PX = 1
PATIENCE_MS = 5_000  # of a busy machine; what fits ends the wait at once


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    yield
    speak(qapp, "en")


def visit(qtbot: QtBot, window: MainWindow, look: Callable[[str], None]) -> None:
    """Every panel, and everything that can be chosen on the stage, one after the other."""
    choices: dict[str, Callable[[], None]] = {
        "grid": window.session.selection.clear,
        "block": lambda: window.session.selection.select_block(0),
        "warp": lambda: window.session.selection.select_warp(0, 0),
        "thread": lambda: window.session.selection.select_thread(0, 3),
    }
    for name in window.panels.names:
        if window.panels.dock_of(name).isHidden():
            continue
        window.arrangement.raise_below(name)
        fill(qtbot, window)
        look(name)
    for name, choose in choices.items():
        choose()
        fill(qtbot, window)
        look(name)


def fill(qtbot: QtBot, window: MainWindow) -> None:
    """Let everything that is seen show what it has to."""
    QCoreApplication.processEvents()
    qtbot.waitUntil(lambda: not has_work(window))


def launched(qtbot: QtBot, operation: str) -> MainWindow:
    window = open_window(qtbot, EmulatingWorkers())
    window.resize(1280, 800)
    with qtbot.waitSignal(window.session.launcher.cpuTimed):
        window.session.launch.pick_operation(find_operation(operation))
    qtbot.waitUntil(lambda: window.panels.checks.list.count() > 0)
    return window


def cut_texts(window: MainWindow) -> Iterator[str]:
    """What does not fit where it stands, of everything that can be seen."""
    for widget in window.findChildren(QWidget):
        if widget.visibleRegion().isEmpty() or isinstance(widget, MAY_BE_CUT):
            continue
        if isinstance(widget, QLabel):
            yield from cut_label(widget)
        elif isinstance(widget, Picker):
            if widget.sizeHint().width() > widget.width() + SLACK_PX:
                yield f"picker {widget.currentText()!r}"
        elif isinstance(widget, QAbstractButton) and widget.text():
            if widget.sizeHint().width() > widget.width() + SLACK_PX:
                yield f"button {widget.text()!r}"
        elif isinstance(widget, QTabBar):
            yield from (f"tab {text!r}" for text in cut_tabs(widget))
        elif isinstance(widget, QHeaderView) and widget.orientation() == Qt.Orientation.Horizontal:
            yield from (f"heading {text!r}" for text in cut_headings(widget))


def cut_for_good(qtbot: QtBot, window: MainWindow) -> list[str]:
    """What does not fit, also after all that was just filled has found its place."""
    with contextlib.suppress(qtbot.TimeoutError):
        qtbot.waitUntil(lambda: not list(cut_texts(window)), timeout=PATIENCE_MS)
    return list(cut_texts(window))


def cut_label(label: QLabel) -> Iterator[str]:
    if not label.text() or label.pixmap():
        return
    room = label.size()
    needed = label.sizeHint()
    if label.wordWrap():
        needed = QSize(0, label.heightForWidth(label.width()))
    inside = needed.width() <= room.width() + SLACK_PX
    if not inside or needed.height() > room.height() + SLACK_PX:
        yield f"label {label.text()!r}: {needed.toTuple()} in {room.toTuple()}"


def cut_tabs(bar: QTabBar) -> Iterator[str]:
    for tab in range(bar.count()):
        if bar.fontMetrics().horizontalAdvance(bar.tabText(tab)) > bar.tabRect(tab).width():
            yield bar.tabText(tab)


def cut_headings(header: QHeaderView) -> Iterator[str]:
    model = header.model()
    for section in range(header.count()):
        text = str(model.headerData(section, Qt.Orientation.Horizontal) or "")
        needed = header.fontMetrics().horizontalAdvance(text)
        if not header.isSectionHidden(section) and needed > header.sectionSize(section):
            yield text


def test_a_label_a_button_and_a_tab_that_are_too_narrow_are_seen(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    labels = window.panels.launch.findChildren(QLabel)
    label = next(one for one in labels if not isinstance(one, MAY_BE_CUT))
    button = QPushButton("Press me, though there is room for far fewer words", window)
    button.setGeometry(0, 0, 80, 20)
    button.show()
    button.raise_()
    label.setText("Far more words than there is room for in a label of 30 pixels")
    label.setFixedSize(30, 12)

    found = list(cut_texts(window))

    assert any(text.startswith("button 'Press me") for text in found)
    assert any(text.startswith("label 'Far more words") for text in found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "operation"), list(itertools.product(("en", "zh_CN"), OPERATIONS))
)
def test_no_text_is_cut_at_1280_by_800(
    language: str, operation: str, qtbot: QtBot, qapp: QApplication
) -> None:
    if language == "zh_CN" and not QFontDatabase.families(SCRIPTS["zh_CN"]):
        pytest.skip("no font with Chinese characters here: fonts-wqy-microhei is one")
    speak(qapp, "zh_CN" if language == "zh_CN" else "en")
    window = launched(qtbot, operation)
    found: dict[str, str] = {}

    def look(place: str) -> None:
        found.update((text, place) for text in cut_for_good(qtbot, window) if text not in found)

    visit(qtbot, window, look)

    assert found == {}


@pytest.mark.slow
def test_every_text_that_reaches_the_screen_is_known_to_translators(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[tuple[str, str]] = set()

    def asked_for(context: str, text: str) -> str:
        asked.add((context, text))
        return text

    monkeypatch.setattr(texts, "translate", asked_for)
    for operation in ("matmul_tiled", "cnn_digits"):
        visit(qtbot, launched(qtbot, operation), lambda place: None)

    known = {(one.context, one.source) for one in collect(ROOT).found}
    unknown = {one for one in asked - known if any(map(str.isalpha, one[1]))}
    assert len(asked) > 500
    assert unknown - {("Message", NO_GPU.message.template)} == set()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_toolbar_leaves_out_captions_before_it_cuts_a_long_name(
    qtbot: QtBot, qapp: QApplication, language: LanguageName
) -> None:
    speak(qapp, language)
    window = open_window(qtbot, EmulatingWorkers())
    window.start()
    window.resize(1280, 800)

    window.toolbar.operationPicked.emit(str(find_operation("matmul_register_tiled").path))
    window.toolbar.devicePicked.emit("h100_sxm")

    qtbot.waitUntil(lambda: "H100" in window.toolbar.device.currentText())
    cut = cut_for_good(qtbot, window)
    assert [text for text in cut if text.startswith(("picker", "button"))] == []
