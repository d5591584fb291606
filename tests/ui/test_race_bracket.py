"""The barriers around the accesses of a race, in the source, on the stage and among the checks."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from gpuviz.operation import find_operation
from tests.ui.student import Student


def test_a_race_is_shown_between_its_barriers(qtbot: QtBot) -> None:
    student = Student(qtbot, "broken_softmax")
    lines = find_operation("broken_softmax").source.splitlines()

    student.open_tab("Checks")

    student.reads("barriers", "none between", "largest[0]", "no barrier between")
    bracket = student.window.panels.source.view.bracket
    assert bracket is not None
    assert all("syncthreads" in lines[line - 1] for line in bracket.barriers)
    assert all(bracket.first < line < bracket.last for line in bracket.accesses)
    assert student.window.panels.source.view.grab().width() > 0  # painted


def test_the_bracket_goes_with_the_race(qtbot: QtBot) -> None:
    student = Student(qtbot, "broken_softmax")
    source, checks = student.window.panels.source.view, student.window.panels.checks
    qtbot.waitUntil(lambda: source.bracket is not None)

    checks.list.setCurrentRow(checks.list.count() - 1)
    checks.entryChosen.emit(checks.list.count() - 1)

    qtbot.waitUntil(lambda: source.bracket is None)
