"""Words and figures beside a chart: in one column, or in two where the panel is wide and low."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from gpuviz.ui.scrolled_columns import ScrolledColumns


@pytest.mark.parametrize(
    ("width", "height", "columns"), [(1280, 170, True), (1000, 170, False), (1280, 500, False)]
)
def test_a_wide_and_low_panel_has_two_columns(
    qtbot: QtBot, width: int, height: int, columns: bool
) -> None:
    words, figures = QLabel("why"), QLabel("how much")
    beside = ScrolledColumns(words, figures, "What limits")
    qtbot.addWidget(beside.room)

    beside.fit(width, height)
    beside.room.resize(beside.room.minimumWidth(), height)
    beside.room.show()

    assert beside.has_columns is columns
    assert (figures.x() > words.geometry().right()) is columns
    assert (figures.y() > words.geometry().bottom()) is not columns
