"""The launch form: its fields stand in rows, none over another."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpuviz.launch import Dim3
from gpuviz.operation import find_operation
from gpuviz.scene.theme import DARK
from gpuviz.ui.launch.form import LaunchForm
from tests.ui.windows import open_window

NARROW_PX = 220  # of the form in a window of 1280 pixels


@pytest.fixture
def form(qtbot: QtBot) -> LaunchForm:
    form = LaunchForm(DARK)
    qtbot.addWidget(form)
    form.show()
    return form


def rects(form: LaunchForm) -> dict[str, QRect]:
    """Where everything stands that can be seen."""
    parts = [part for part in form.findChildren(QWidget) if part.parent() is form]
    return {
        f"{number}: {part.accessibleName() or part.property('text')}": part.geometry()
        for number, part in enumerate(parts)
        if part.isVisible()
    }


@pytest.mark.parametrize("operation", ["vector_add", "matmul_tiled", "resize_bilinear", "conv2d"])
def test_nothing_in_the_form_lies_on_anything_else(
    qtbot: QtBot, form: LaunchForm, operation: str
) -> None:
    form.show_operation(find_operation(operation))
    form.resize(NARROW_PX, form.sizeHint().height())
    qtbot.waitUntil(lambda: all(field.isVisible() for field in form.size_fields))
    qtbot.waitUntil(lambda: form.size_fields[0].x() > 0)

    placed = rects(form).items()
    covered = [
        (one, other)
        for (one, here), (other, there) in itertools.combinations(placed, 2)
        if here.intersects(there)
    ]

    assert covered == []
    assert form.minimumSizeHint().width() <= NARROW_PX


def test_each_number_stands_in_its_own_field(form: LaunchForm) -> None:
    form.show_operation(find_operation("matmul_tiled"))

    form.show_numbers((100, 70, 50), Dim3(16, 8, 2), Dim3(7, 5, 3))

    assert form.problem_size == (100, 70, 50)
    assert form.block == Dim3(16, 8, 2)
    assert [field.value() for field in form.grid_fields] == [7, 5, 3]


def test_six_sizes_stand_in_two_rows_of_three(qtbot: QtBot, form: LaunchForm) -> None:
    form.show_operation(find_operation("conv2d"))
    form.resize(NARROW_PX, form.sizeHint().height())
    qtbot.waitUntil(lambda: form.size_fields[-1].y() > 0)

    tops = [field.y() for field in form.size_fields]
    lefts = [field.x() for field in form.size_fields]

    assert len(set(tops[:3])) == len(set(tops[3:])) == 1
    assert tops[0] < tops[3] < form.grid_fields[0].y()
    assert lefts[:3] == lefts[3:] == [field.x() for field in form.grid_fields]


@pytest.mark.slow
def test_a_name_that_is_cut_short_is_told_in_full_by_its_tooltip(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.panels.launch.form.show_operation(find_operation("resize_bilinear"))

    tips = {label.toolTip() for label in window.panels.launch.form.findChildren(QWidget)}

    assert "new_height" in tips


def test_nothing_stays_selected_in_a_field_that_was_left(qtbot: QtBot) -> None:
    form = open_window(qtbot).panels.launch.form
    size, block = form.size_fields[0], form.block_fields[0]
    size.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: size.lineEdit().hasSelectedText())

    block.setFocus(Qt.FocusReason.TabFocusReason)

    qtbot.waitUntil(lambda: block.lineEdit().hasSelectedText())
    assert not size.lineEdit().hasSelectedText()


def test_a_number_that_is_selected_stays_selected_as_another_is_shown(form: LaunchForm) -> None:
    form.show_operation(find_operation("vector_add"))
    size = form.size_fields[0]
    size.show_number(1000)
    size.selectAll()

    size.show_number(4_000_000)

    assert size.lineEdit().selectedText() == size.text()


def test_a_number_that_is_not_selected_does_not_become_so(form: LaunchForm) -> None:
    form.show_operation(find_operation("vector_add"))
    size = form.size_fields[0]

    size.show_number(4_000_000)

    assert size.lineEdit().selectedText() == ""
