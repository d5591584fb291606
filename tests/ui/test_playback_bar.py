"""The playback controls, pressed and dragged."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.scene.theme import DARK, LIGHT
from gpuviz.session.moment_navigator import MomentNavigator
from gpuviz.session.playback import SPEEDS, Playback
from gpuviz.session.selection import Selection
from gpuviz.trace import Trace
from gpuviz.ui.playback.bar import CONTROLS, PlaybackBar
from gpuviz.ui.playback.marks import mark_places, place_at, share_of
from gpuviz.ui.playback.slider import EDGE
from gpuviz.ui.playback.speed_button import speed_text
from tests.helpers.traces import matmul_tiled, vector_add, warps_of, without_steps


@dataclass
class Bar:
    """The controls and the clock that they move."""

    widget: PlaybackBar
    playback: Playback


def barred(qtbot: QtBot, trace: Trace | None) -> Bar:
    playback = Playback()
    widget = PlaybackBar(playback, MomentNavigator(playback, Selection()), DARK)
    qtbot.addWidget(widget)
    widget.resize(800, 40)
    playback.set_trace(trace)
    widget.show()
    return Bar(widget, playback)


@pytest.fixture
def bar(qtbot: QtBot) -> Bar:
    return barred(qtbot, vector_add())


def press(qtbot: QtBot, bar: Bar, name: str) -> None:
    QTest.mouseClick(bar.widget.buttons[name], Qt.MouseButton.LeftButton)


@pytest.mark.parametrize(
    ("name", "moment"), [("first", 0), ("back", 39), ("forward", 41), ("last", 96)]
)
def test_a_button_moves_to_its_moment(qtbot: QtBot, bar: Bar, name: str, moment: int) -> None:
    bar.playback.seek(40)

    press(qtbot, bar, name)

    assert bar.playback.moment == moment


def test_play_plays_and_then_pauses(qtbot: QtBot, bar: Bar) -> None:
    press(qtbot, bar, "play")
    first = bar.playback.playing
    press(qtbot, bar, "play")

    assert (first, bar.playback.playing) == (True, False)


def test_the_position_and_the_order_are_said(bar: Bar) -> None:
    bar.playback.seek(74)

    assert bar.widget.position.text() == "step 74 / 96"
    assert bar.widget.order_label.text() == "order: modelled"
    assert "as SMs become free" in bar.widget.order_label.toolTip()


def test_the_last_step_and_the_end_of_the_launch_are_told_apart(bar: Bar) -> None:
    bar.playback.seek_step(96)
    assert bar.widget.position.text() == "step 96 / 96"

    bar.playback.step(1)

    assert bar.playback.ended
    assert bar.widget.position.text() == "over: 96 steps"

    bar.playback.step(-1)

    assert bar.widget.position.text() == "step 96 / 96"


@pytest.mark.slow
@pytest.mark.parametrize("width", range(300, 900, 60))
def test_the_position_has_room_for_its_words_at_the_end(bar: Bar, width: int) -> None:
    bar.widget.resize(width, 40)
    bar.playback.seek(96)

    label = bar.widget.position
    wide = label.fontMetrics().horizontalAdvance(label.text())
    assert label.isHidden() or wide <= label.contentsRect().width()


def test_an_executed_order_is_called_so(qtbot: QtBot) -> None:
    bar = barred(qtbot, vector_add(schedule="warps"))

    assert bar.widget.order_label.text() == "order: executed"
    assert "really ran" in bar.widget.order_label.toolTip()


def test_steps_of_followed_blocks_are_called_so(qtbot: QtBot) -> None:
    bar = barred(qtbot, vector_add(n=100_000, followed=(0,)))

    assert bar.widget.position.text().endswith("of the followed blocks")


def test_a_click_on_the_slider_goes_there(qtbot: QtBot, bar: Bar) -> None:
    slider = bar.widget.slider

    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() // 2, 10))

    assert abs(bar.playback.moment - 48) <= 1


def test_dragging_the_slider_to_its_end_ends_the_launch(qtbot: QtBot, bar: Bar) -> None:
    slider = bar.widget.slider

    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(int(EDGE), 10))
    QTest.mouseMove(slider, QPoint(slider.width() - 1, 10))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() - 1, 10))

    assert bar.playback.ended
    assert slider.fraction == 1


def test_where_blocks_are_not_followed_the_slider_goes_by_rounds(qtbot: QtBot) -> None:
    bar = barred(qtbot, vector_add(n=1 << 20, followed=(0,)))
    slider = bar.widget.slider

    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() // 2, 10))

    assert abs(bar.playback.round - bar.playback.rounds / 2) <= 1
    assert bar.playback.moment == 24


def test_barriers_are_marked_once_for_all_warps(qtbot: QtBot) -> None:
    bar = barred(qtbot, matmul_tiled())

    qtbot.waitUntil(lambda: len(bar.widget.slider.marks("barrier")) == 4)


@pytest.mark.slow
@pytest.mark.parametrize("speed", SPEEDS)
def test_a_speed_can_be_chosen(bar: Bar, speed: float) -> None:
    menu = bar.widget.speed.menu()
    action = next(a for a in menu.actions() if a.text() == speed_text(speed))

    action.trigger()

    assert bar.playback.speed == speed
    assert bar.widget.speed.text().startswith(speed_text(speed))


@pytest.mark.parametrize("trace", [None, without_steps(vector_add())])
def test_without_steps_nothing_can_be_pressed(qtbot: QtBot, trace: Trace | None) -> None:
    bar = barred(qtbot, trace)

    assert not any(button.isEnabled() for button in bar.widget.buttons.values())
    assert bar.widget.position.text() == "no steps"


def test_every_control_has_a_name_and_a_tooltip(bar: Bar) -> None:
    for control in CONTROLS:
        button = bar.widget.buttons[control.name]
        assert button.toolTip()
        assert button.accessibleName()
    assert bar.widget.slider.accessibleName()


def test_another_theme_paints_the_bar_anew(bar: Bar) -> None:
    bar.widget.set_theme(LIGHT)

    assert bar.widget.grab().toImage().pixelColor(2, 20).name() == LIGHT.panel


def test_the_divergence_of_the_last_warp_is_marked_at_the_end(qtbot: QtBot, bar: Bar) -> None:
    qtbot.waitUntil(lambda: len(bar.widget.slider.marks("divergence")) == 1)

    assert bar.widget.slider.marks("divergence")[0] == 96 / 97
    assert len(bar.widget.slider.marks("barrier")) == 0


def test_a_breakpoint_is_marked_where_its_line_is_executed(qtbot: QtBot, bar: Bar) -> None:
    qtbot.waitUntil(lambda: len(bar.widget.slider.marks("divergence")) == 1)

    bar.playback.set_breakpoints([4])

    assert bar.widget.slider.marks("breakpoint").tolist() == [33 / 97]


def test_marks_that_could_not_be_told_apart_are_left_out(qtbot: QtBot) -> None:
    bar = barred(qtbot, warps_of([(0, 0, 0)] * 100, barriers=[0], threads=32))
    playback = bar.playback

    assert playback.finder is not None
    assert len(playback.finder.barriers) == 100
    assert len(mark_places(playback, "barrier", by_rounds=False)) == 0


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0, "before the first step"),
        (40 / 97, "step 40 · line 4 · warp 7 of block 0"),
        (1, "after the last step"),
    ],
)
def test_the_slider_says_what_a_place_is(qtbot: QtBot, bar: Bar, share: float, words: str) -> None:
    slider = bar.widget.slider
    qtbot.waitUntil(lambda: len(slider.marks("divergence")) == 1)

    tip = slider.tip(EDGE + share * (slider.width() - 2 * EDGE))

    assert tip.startswith(words)
    assert "divergence (above)" in tip
    assert "hazard" not in tip


def test_what_moves_at_a_time_can_be_chosen(bar: Bar) -> None:
    menu = bar.widget.speed.menu()
    action = next(a for a in menu.actions() if a.text().startswith("by steps"))

    action.trigger()

    assert bar.playback.pace == "steps"
    assert action.isChecked()
    assert bar.widget.speed.text() == "1× steps ▾"


@pytest.mark.parametrize("count", [1, 2, 6, 41, 5000])
def test_the_last_place_is_near_the_end_however_few_there_are(count: int) -> None:
    shares = [share_of(place, count) for place in range(count + 2)]

    assert shares == sorted(set(shares))
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert shares[-2] >= 0.95 - 1e-9
    assert [place_at(share, count) for share in shares] == list(range(count + 2))
