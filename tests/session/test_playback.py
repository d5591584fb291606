"""The playback clock: moments, rounds, the end, and what it tells."""

from __future__ import annotations

import os

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from gpuviz.session.playback import SPEEDS, TICK_MS, Playback
from tests.helpers.traces import matmul_tiled, vector_add, warps_of, without_steps

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


QUICK = 64  # each round of these traces in less than a tenth of a second


@pytest.fixture
def playback(qtbot: QtBot) -> Playback:
    clock = Playback()
    clock.set_trace(vector_add())
    return clock


def test_a_new_trace_stands_before_its_first_step(playback: Playback) -> None:
    assert (playback.moment, playback.round, playback.current_step) == (0, 0, None)
    assert (playback.length, playback.rounds) == (96, 3)


def test_a_step_moves_by_one_and_tells_it(playback: Playback, qtbot: QtBot) -> None:
    with qtbot.waitSignal(playback.momentChanged) as told:
        playback.step(1)

    assert told.args == [1]
    assert playback.order is not None
    assert playback.current_step == playback.order.step[0]


@pytest.mark.parametrize(
    ("moves", "moment", "rounds"),
    [
        ([1], 32, 1),
        ([1, 1, 1], 96, 3),
        ([1, 1, 1, 1], 96, 4),
        ([1, -1], 0, 0),
        ([-1], 0, 0),
        ([9], 96, 4),
    ],
)
def test_a_round_is_a_step_of_every_warp(
    playback: Playback, moves: list[int], moment: int, rounds: int
) -> None:
    for move in moves:
        playback.move_round(move)

    assert (playback.moment, playback.round) == (moment, rounds)


def test_a_round_that_has_begun_is_finished_first(playback: Playback) -> None:
    playback.step(5)

    playback.move_round(1)

    assert playback.moment == 32


def test_a_round_that_has_begun_is_taken_back_first(playback: Playback) -> None:
    playback.step(37)

    playback.move_round(-1)

    assert playback.moment == 32


def test_after_the_last_step_comes_the_end_of_the_launch(playback: Playback) -> None:
    playback.seek(95)

    playback.step(1)
    at_last_step = playback.ended
    playback.step(1)

    assert (at_last_step, playback.ended, playback.moment) == (False, True, 96)


def test_a_step_back_from_the_end_shows_the_last_step_again(playback: Playback) -> None:
    playback.seek(96)
    assert playback.ended

    playback.step(-1)

    assert (playback.moment, playback.ended) == (96, False)


@pytest.mark.parametrize(("asked", "given"), [(-5, 0), (40, 40), (1000, 96)])
def test_a_moment_outside_the_launch_is_its_nearest(
    playback: Playback, asked: int, given: int
) -> None:
    playback.seek(asked)

    assert playback.moment == given


def test_going_where_one_is_tells_nothing(playback: Playback, qtbot: QtBot) -> None:
    playback.seek(10)

    with qtbot.assertNotEmitted(playback.momentChanged):
        playback.seek(10)


def test_playing_goes_round_by_round_and_stops_at_the_end(playback: Playback, qtbot: QtBot) -> None:
    playback.speed = QUICK
    moments: list[int] = []
    playback.momentChanged.connect(moments.append)

    with qtbot.waitSignal(playback.playingChanged, check_params_cb=lambda playing: not playing):
        playback.play()

    assert moments == [32, 64, 96, 96]
    assert playback.ended


def test_whoever_pauses_at_a_moment_stops_the_clock_there(playback: Playback, qtbot: QtBot) -> None:
    playback.speed, playback.pace = QUICK, "steps"
    playback.momentChanged.connect(lambda _: playback.pause())
    playback.play()
    qtbot.waitUntil(lambda: not playback.playing)
    reached = playback.moment

    qtbot.wait(10 * TICK_MS)

    assert playback.moment == reached


def test_the_way_to_a_moment_is_played_step_by_step(playback: Playback, qtbot: QtBot) -> None:
    playback.speed = 16.0
    playback.seek(88)
    moments: list[int] = []
    playback.momentChanged.connect(moments.append)

    with qtbot.waitSignal(playback.playingChanged, check_params_cb=lambda playing: not playing):
        playback.play_until(93)

    assert moments == [89, 90, 91, 92, 93]  # all in one round, which playing would take at once
    assert not playback.ended


def test_a_moment_that_was_shown_first_is_played_from_there(playback: Playback) -> None:
    playback.pose(88)

    playback.play_until(93)

    assert (playback.moment, playback.playing) == (88, True)
    playback.pause()


def test_play_at_the_end_begins_again(playback: Playback) -> None:
    playback.seek(96)

    playback.play()

    assert (playback.moment, playback.playing) == (0, True)
    playback.pause()


def test_another_trace_stops_playing(playback: Playback) -> None:
    playback.play()

    playback.set_trace(vector_add(n=40))

    assert not playback.playing


def test_toggle_plays_and_pauses(playback: Playback) -> None:
    playback.toggle()
    first = playback.playing
    playback.toggle()

    assert (first, playback.playing) == (True, False)


@pytest.mark.parametrize(("asked", "given"), [(0.01, 0.1), (2, 2), (9999, 1024)])
def test_speed_stays_between_its_limits(
    playback: Playback, qtbot: QtBot, asked: float, given: float
) -> None:
    with qtbot.waitSignal(playback.speedChanged) as told:
        playback.speed = asked

    assert told.args == [given]
    assert playback.speed == given
    assert SPEEDS[0] <= playback.speed <= SPEEDS[-1]


def test_rounds_go_on_where_no_step_is_followed(qtbot: QtBot) -> None:
    playback = Playback()
    playback.set_trace(vector_add(n=100_000, followed=(0, 390)))

    playback.move_round(3)
    moment = playback.moment
    playback.move_round(1)

    assert (moment, playback.moment, playback.round) == (24, 24, 4)


@pytest.mark.parametrize("trace", [None, without_steps(vector_add())])
def test_without_steps_nothing_moves(qtbot: QtBot, trace: None) -> None:
    playback = Playback()
    playback.set_trace(trace)

    playback.play()
    playback.step(1)
    playback.move_round(1)
    playback.seek(5)

    assert (playback.moment, playback.playing, playback.ended) == (0, False, False)
    assert playback.order is None


def played(playback: Playback, qtbot: QtBot, play: str) -> list[int]:
    """The moments on the way until the clock stops by itself."""
    moments: list[int] = []
    playback.momentChanged.connect(moments.append)
    with qtbot.waitSignal(playback.playingChanged, check_params_cb=lambda playing: not playing):
        getattr(playback, play)()
    return moments


def test_playing_backwards_goes_to_before_the_first_step(playback: Playback, qtbot: QtBot) -> None:
    playback.speed = QUICK
    playback.seek(64)

    assert played(playback, qtbot, "play_back") == [32, 0]


def test_playing_backwards_from_the_start_begins_at_the_end(
    playback: Playback, qtbot: QtBot
) -> None:
    playback.speed = QUICK

    assert played(playback, qtbot, "toggle_back") == [96, 96, 64, 32, 0]


def test_playing_by_steps_moves_one_warp_at_a_time(playback: Playback, qtbot: QtBot) -> None:
    playback.speed, playback.pace = 4, "steps"  # of a round of 32 steps each stays for 20 ms
    playback.seek(93)

    assert played(playback, qtbot, "play") == [94, 95, 96, 96]


def test_a_fast_clock_moves_several_rounds_at_a_time(qtbot: QtBot) -> None:
    playback = Playback()
    playback.set_trace(warps_of([(0, 0, statement) for statement in range(10)], threads=32))
    assert playback.tempo is not None
    each_s = playback.tempo.seconds[1]
    playback.speed = 4 * each_s / 0.02  # four rounds in 20 ms

    way = played(playback, qtbot, "play")

    assert set(np.diff([0, *way])) <= {0, 1, 2, 3, 4, 5}
    assert len(way) <= 5


def test_another_speed_counts_at_once(playback: Playback, qtbot: QtBot) -> None:
    playback.speed = SPEEDS[0]
    playback.play()

    with qtbot.waitSignal(playback.momentChanged):
        playback.speed = QUICK
    playback.pause()


def test_playing_by_blocks_stays_where_one_begins_or_ends(qtbot: QtBot) -> None:
    playback = Playback()
    playback.set_trace(vector_add(n=100_000, followed=(0, 390)))
    playback.speed, playback.pace = QUICK, "blocks"
    order, rounds = playback.order, set()
    assert order is not None
    playback.momentChanged.connect(lambda: rounds.add(playback.round))

    played(playback, qtbot, "play")

    edges = {0, order.rounds + 1, *(order.block_start + 1).tolist(), *order.block_end.tolist()}
    assert rounds <= edges


def test_by_turns_a_kernel_without_a_loop_is_played_by_rounds(
    playback: Playback, qtbot: QtBot
) -> None:
    playback.speed, playback.pace = QUICK, "turns"

    assert played(playback, qtbot, "play") == [32, 64, 96, 96]


def test_by_turns_a_loop_is_played_from_header_to_header(qtbot: QtBot) -> None:
    playback = Playback()
    playback.set_trace(matmul_tiled())
    order, trace = playback.order, playback.trace
    assert order is not None
    assert trace is not None
    assert trace.steps is not None
    playback.speed, playback.pace = QUICK, "turns"
    rounds: list[int] = []
    playback.momentChanged.connect(lambda: rounds.append(playback.round))

    played(playback, qtbot, "play")

    kinds = [one.kind for one in trace.statements]
    for there in rounds[:-1]:
        begun = order.step[order.round == there - 1]
        assert "For" in {kinds[trace.steps.statement[step]] for step in begun}


@pytest.mark.parametrize(
    ("play", "start", "moments"), [("play", 0, [32, 64, 65]), ("play_back", 96, [96, 64, 65])]
)
def test_playing_stops_at_a_breakpoint(
    playback: Playback, qtbot: QtBot, play: str, start: int, moments: list[int]
) -> None:
    playback.speed = QUICK
    playback.set_breakpoints([5])  # the last of the three lines: moments 65 to 96
    playback.seek(start)

    with qtbot.waitSignal(playback.stopped) as told:
        way = played(playback, qtbot, play)

    assert way[-1] == moments[-1]
    assert told.args == [0]
    assert not playback.ended


def test_playing_goes_on_from_a_breakpoint(playback: Playback, qtbot: QtBot) -> None:
    playback.speed = QUICK
    playback.set_breakpoints([5])
    playback.seek(65)

    assert played(playback, qtbot, "play")[-1] == 96
    assert playback.ended


def test_a_first_look_is_left_by_playing_from_the_start(playback: Playback) -> None:
    playback.pose(50)
    shown = (playback.moment, playback.posed)

    playback.play()

    assert shown == (50, True)
    assert (playback.moment, playback.posed) == (0, False)
    playback.pause()


def test_who_moves_on_from_a_first_look_plays_from_there(playback: Playback) -> None:
    playback.pose(50)
    playback.step(1)

    playback.play()

    assert playback.moment == 51
    playback.pause()
