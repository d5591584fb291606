"""Number fields: a text is the number that it says, or stays and is refused in words."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.launch import Dim3
from gpuviz.operation import find_operation
from gpuviz.ui.fields import NumberField
from gpuviz.ui.main_window import MainWindow
from tests.ui.instant_workers import InstantWorkers
from tests.ui.windows import open_window, settle


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    window = open_window(qtbot)
    window.session.launch.set_live(False)
    return window


def size_field(window: MainWindow) -> NumberField:
    return window.panels.launch.form.size_fields[0]


def type_in(field: NumberField, text: str) -> None:
    """Key by key, in place of what stands there."""
    field.setFocus(Qt.FocusReason.TabFocusReason)
    field.selectAll()
    if text.isascii():
        QTest.keyClicks(field, text)
    else:  # QTest has no keys for it: as an input method does
        QApplication.sendEvent(field.lineEdit(), committed(text))


def committed(text: str) -> QInputMethodEvent:
    event = QInputMethodEvent()
    event.setCommitString(text)
    return event


def paste_in(field: NumberField, text: str) -> None:
    QApplication.clipboard().setText(text)
    field.setFocus(Qt.FocusReason.TabFocusReason)
    field.selectAll()
    field.lineEdit().paste()


NUMBERS = [
    ("1024", 1024),
    ("1 024", 1024),
    ("1\u202f024", 1024),
    ("1_024", 1024),
    ("1e5", 100_000),
    ("2^12", 2**12),
    ("2**12", 2**12),
    ("\uff11\uff10", 10),
    ("\u0661\u0662", 12),
]
WRONG = ["1.5", "1,5", "1,024", "12a", "0x10", "1e", "1 2", "99999999999", "10\u2075", "a b"]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "number"), NUMBERS)
def test_a_number_is_taken_however_it_is_written(
    window: MainWindow, text: str, number: int
) -> None:
    for enter in (type_in, paste_in):
        window.session.launch.set_numbers((7,), Dim3(32), None)
        enter(size_field(window), text)
        QTest.keyClick(size_field(window), Qt.Key.Key_Return)

        assert window.session.launch.choice.size == (number,)
        assert window.panels.launch.form.problem is None


@pytest.mark.slow
@pytest.mark.parametrize("text", WRONG)
def test_a_text_that_is_no_number_stays_and_is_refused_in_words(
    window: MainWindow, text: str
) -> None:
    for enter in (type_in, paste_in):
        field = size_field(window)
        enter(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
        window.panels.launch.form.block_fields[0].setFocus(Qt.FocusReason.TabFocusReason)

        assert field.text() == text
        assert field.property("refused")
        assert window.panels.launch.form.problem is not None
        assert window.panels.launch.form.problem.text == field.accessibleDescription()
        assert window.session.launch.choice.size == (1000,)


def test_nothing_is_launched_while_a_wrong_text_stands_in_a_field(qtbot: QtBot) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)
    type_in(size_field(window), "1.5")

    window.actions_by_id["run"].trigger()
    window.panels.launch.form.block_fields[0].setValue(64)
    window.session.launch.run()

    assert workers.launches == []
    assert size_field(window).text() == "1.5"


@pytest.mark.slow
def test_once_it_is_mended_it_is_launched(qtbot: QtBot) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)
    field = size_field(window)
    type_in(field, "1.5")
    QTest.keyClick(field, Qt.Key.Key_Return)

    type_in(field, "15")
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle(qtbot, window)

    assert workers.launches[-1].size == (15,)
    assert not field.property("refused")


@pytest.mark.slow
def test_run_takes_the_number_that_is_still_being_typed(qtbot: QtBot) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)
    type_in(size_field(window), "2000")

    window.actions_by_id["run"].trigger()

    assert workers.launches[-1].size == (2000,)


def test_no_beginning_of_a_number_is_called_wrong_while_it_is_typed(window: MainWindow) -> None:
    field = size_field(window)
    field.setFocus(Qt.FocusReason.TabFocusReason)
    for text in ("1024", "1 024", "2^20", "2**20", "1e5", "-3"):
        field.selectAll()
        for letter in text:
            QTest.keyClicks(field, letter)

            assert not field.property("refused")


@pytest.mark.slow
def test_a_result_that_arrives_takes_nothing_out_of_the_hands_of_who_types(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.session.launch.run()
    type_in(size_field(window), "20")

    settle(qtbot, window)

    assert size_field(window).text() == "20"


@pytest.mark.slow
def test_an_emptied_field_shows_its_number_again(window: MainWindow) -> None:
    field = size_field(window)
    type_in(field, "5")
    QTest.keyClick(field, Qt.Key.Key_Backspace)

    QTest.keyClick(field, Qt.Key.Key_Return)

    assert (field.text(), field.property("refused")) == ("1\u202f000", False)


@pytest.mark.slow
def test_numbers_that_a_lesson_sets_and_another_operation_take_the_place_of_a_wrong_text(
    window: MainWindow,
) -> None:
    type_in(size_field(window), "1.5")
    window.session.launch.set_numbers((1000,), Dim3(32), None)

    assert (size_field(window).text(), window.panels.launch.form.problem) == ("1\u202f000", None)

    type_in(window.panels.launch.form.block_fields[0], "x")
    window.session.launch.pick_operation(find_operation("vector_add"))

    assert (window.panels.launch.form.block.x, window.panels.launch.form.problem) == (256, None)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["0", "-5", "1.5", "ten"])
def test_a_sweep_from_no_number_is_refused_in_words(window: MainWindow, text: str) -> None:
    form = window.panels.sweeps.form
    before = form.first.value()
    type_in(form.first, text)
    QTest.keyClick(form.first, Qt.Key.Key_Return)

    QTest.keyClick(form.first, Qt.Key.Key_Up)
    form.button.click()

    assert form.first.text() == text
    assert form.first.value() == before
    assert form.problem is not None
    assert not window.session.launcher.sweeps.busy
