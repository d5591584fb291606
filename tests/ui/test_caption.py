"""The caption over the playback bar, and that what was run is played."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.session.playback import SPEEDS
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.playback.caption import HIGH_PX
from tests.ui.windows import launch, open_window


def run_by_key(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.session.launcher.finished):
        QTest.keyClick(window, Qt.Key.Key_F5)


@pytest.mark.slow
def test_the_caption_follows_what_is_played(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    playback = window.session.playback

    playback.seek(0)
    first = window.caption.words.text()
    playback.step(1)

    assert "is about to start" in first
    assert window.caption.words.text().startswith("Each thread works out i")
    assert window.caption.line.text().startswith("line ")
    playback.seek(playback.length)
    assert (window.caption.line.text(), window.caption.words.text()) == ("", "The launch is over.")


def test_without_a_launch_there_is_no_caption(qtbot: QtBot) -> None:
    assert not open_window(qtbot).caption.isVisible()


@pytest.mark.slow
def test_what_passes_quickly_is_said_while_it_plays(qtbot: QtBot) -> None:
    window = launch(qtbot, "matmul_naive")
    playback = window.session.playback
    tempo = playback.tempo
    assert tempo is not None
    folded = int(tempo.rounds[int(tempo.folded.argmax())])
    playback.speed = SPEEDS[0]

    playback.seek_round(folded)
    standing = window.caption.words.text()
    playback.play()
    playing = window.caption.words.text()
    playback.pause()

    assert "pass quickly" not in standing
    assert "more turns like this pass quickly" in playing


@pytest.mark.slow
def test_in_a_low_window_the_caption_is_one_line_with_the_rest_in_a_tooltip(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    window.session.playback.seek(0)
    window.resize(1280, HIGH_PX + 40)
    high = window.caption.height()

    window.resize(800, HIGH_PX - 80)

    assert window.caption.height() < high
    words = window.caption.words
    assert words.fontMetrics().horizontalAdvance(words.text()) <= words.width()
    assert words.text().endswith("…")
    assert "index of its own" in words.toolTip()


@pytest.mark.slow
def test_what_was_run_is_played_from_its_first_moment(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    playback = window.session.playback
    posed = playback.posed

    run_by_key(qtbot, window)

    assert posed
    assert (playback.playing, playback.moment) == (True, 0)
    playback.pause()


@pytest.mark.slow
def test_what_live_launches_is_not_played(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    choice = window.session.launch.choice

    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.set_numbers((500,), choice.block, None)

    assert not window.session.playback.playing


@pytest.mark.slow
def test_playing_what_was_run_can_be_switched_off(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")

    window.actions_by_id["plays"].trigger()
    run_by_key(qtbot, window)

    assert not window.session.playback.playing
    assert not window.actions_by_id["plays"].isChecked()


@pytest.mark.slow
def test_in_a_low_window_a_second_stage_has_the_room_of_the_caption(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    window.resize(1280, HIGH_PX - 80)
    alone = window.caption.isVisible()

    window.session.comparison.toggle()
    beside = window.caption.isVisible()
    window.session.comparison.toggle()

    assert (alone, beside, window.caption.isVisible()) == (True, False, True)
