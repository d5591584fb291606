"""The barriers around the accesses of a race, in the source, on the stage and among the checks."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.operation import find_operation
from gpuviz.scene.scene import Label, Rect
from gpuviz.session.coalesced import has_work
from tests.ui.student import Student
from tests.ui.windows import launch


@pytest.mark.slow
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


@pytest.mark.slow
def test_that_no_barrier_is_between_stands_beside_the_element_s_name_on_the_stage(
    qtbot: QtBot,
) -> None:
    window = launch(qtbot, "broken_sum_shared")
    window.resize(1280, 720)

    def tags() -> dict[str, Rect]:
        items = window.stage.scene.items
        return {one.text: one.rect for one in items if isinstance(one, Label) and one.bold}

    qtbot.waitUntil(lambda: {"part[1]", "no barrier between"} <= set(tags()))
    qtbot.waitUntil(lambda: not has_work(window, window.session))
    name, between = tags()["part[1]"], tags()["no barrier between"]
    assert between.y == name.y
    assert between.x >= name.right
