"""Rows that are copied, notes that can be followed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.scene.facts import Fact, Note
from gpuviz.ui.facts import FactList, FactRow, Line, NoteList

FACTS = (
    Fact("reads a[999]", "0.8430"),
    Fact("state", '7 <span style="color:red">●</span> runs', is_rich=True),
)


def listed(qtbot: QtBot) -> FactList:
    facts = FactList()
    qtbot.addWidget(facts)
    facts.show_facts(FACTS)
    facts.show()
    return facts


def test_a_row_is_copied_with_its_value_and_without_marks(qtbot: QtBot) -> None:
    facts = listed(qtbot)
    rows = facts.findChildren(FactRow)

    QTest.keyClick(rows[0], Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    first = QGuiApplication.clipboard().text()
    QTest.keyClick(rows[1], Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert first == "reads a[999]: 0.8430"
    assert QGuiApplication.clipboard().text() == "state: 7 ● runs"


def test_the_menu_of_a_row_copies_it_or_all(qtbot: QtBot) -> None:
    facts = listed(qtbot)
    row = facts.findChildren(FactRow)[0]
    one, everything = row.copy_menu().actions()

    one.trigger()
    first = QGuiApplication.clipboard().text()
    everything.trigger()

    assert first == "reads a[999]: 0.8430"
    assert QGuiApplication.clipboard().text().splitlines()[1] == "state: 7 ● runs"


def test_a_note_with_a_link_tells_when_it_is_followed(qtbot: QtBot) -> None:
    notes = NoteList(Line)
    qtbot.addWidget(notes)
    notes.show_notes([Note("wrong", "hazard", "3", "show"), Note("right", "good")])
    wrong, right = notes.findChildren(Line)

    with qtbot.waitSignal(notes.linkFollowed) as followed:
        wrong.label.linkActivated.emit("3")

    assert followed.args == ["3"]
    assert bool(wrong.label.focusPolicy() & Qt.FocusPolicy.TabFocus.value)
    assert not bool(right.label.focusPolicy() & Qt.FocusPolicy.TabFocus.value)
