"""Replays: what is sent, what comes back, what is dropped; and the newest of several jobs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from gpuviz.messages import Message, RequestRefused
from gpuviz.session import newest
from gpuviz.session.replays import (
    MOST_CHOSEN,
    FollowedTrace,
    Replays,
    WatchedElement,
    blocks_to_follow,
)
from gpuviz.trace import Element, Touches
from tests.helpers import traces
from tests.session.fake_workers import FakeWorkers

ERROR = RequestRefused(Message("test", "not today"))
TOUCHES = Touches(np.array([3]), np.array([0], np.int32), np.array([7], np.uint64))


@pytest.fixture
def workers() -> FakeWorkers:
    return FakeWorkers()


@pytest.fixture
def replays(qtbot: QtBot, workers: FakeWorkers) -> Iterator[Replays]:
    made = Replays(workers)
    yield made
    made.close()


def test_only_what_a_launch_begins_with_is_sent(replays: Replays, workers: FakeWorkers) -> None:
    trace = traces.vector_add(100, 32)

    replays.follow(trace, [2])

    sent = workers.follows[0][0]
    left_out = (sent.steps, sent.accesses, sent.values, sent.warp_counters, sent.thread_active)
    assert set(map(type, left_out)) == {type(None)}
    assert (dict(sent.outputs), dict(sent.last_writer)) == ({}, {})
    assert sent.inputs is trace.inputs
    assert (sent.functions, sent.arrays, sent.sites) == (trace.functions, trace.arrays, trace.sites)


def test_the_answer_comes_with_the_trace_that_it_replaces(
    qtbot: QtBot, replays: Replays, workers: FakeWorkers
) -> None:
    trace, more = traces.vector_add(100, 32, (0, 3)), traces.vector_add(100, 32)

    replays.follow(trace, [2])
    with qtbot.waitSignal(replays.followed) as answer:
        workers.follows[0][3].set_result(more)

    assert answer.args is not None
    followed = answer.args[0]
    assert isinstance(followed, FollowedTrace)
    assert followed.of is trace
    assert followed.trace is more


def test_who_touched_an_element_comes_with_the_element(
    qtbot: QtBot, replays: Replays, workers: FakeWorkers
) -> None:
    trace, element = traces.vector_add(100, 32), Element("c", (7,))

    replays.watch(trace, element)
    with qtbot.waitSignal(replays.watched) as answer:
        workers.watches[0][1].set_result(TOUCHES)

    assert answer.args is not None
    watched = answer.args[0]
    assert isinstance(watched, WatchedElement)
    assert (watched.of, watched.element, watched.touches) == (trace, element, TOUCHES)


def test_an_error_is_told_of_its_trace(
    qtbot: QtBot, replays: Replays, workers: FakeWorkers
) -> None:
    trace = traces.vector_add(100, 32)

    replays.follow(trace, [2])
    with qtbot.waitSignal(replays.followFailed) as answer:
        workers.follows[0][3].set_exception(ERROR)

    assert answer.args == [trace, ERROR]


def test_of_many_that_wait_only_the_newest_runs(
    qtbot: QtBot, replays: Replays, workers: FakeWorkers
) -> None:
    trace = traces.vector_add(100, 32)
    told: list[FollowedTrace] = []
    replays.followed.connect(told.append)

    for block in (0, 1, 2, 3):
        replays.follow(trace, [block])
    workers.follows[0][3].set_result(trace)
    qtbot.waitUntil(lambda: len(workers.follows) == 2)
    workers.follows[1][3].set_result(trace)
    qtbot.waitUntil(lambda: not replays.busy)

    assert [blocks for _, blocks, _, _ in workers.follows] == [(0,), (3,)]
    assert len(told) == 1


def test_an_outdated_replay_that_takes_too_long_is_ended(
    qtbot: QtBot, workers: FakeWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest, "PATIENCE_MS", 0)
    replays = Replays(workers)
    replays.follow(traces.vector_add(100, 32), [1])
    replays.follow(traces.vector_add(100, 32), [2])

    qtbot.waitUntil(lambda: len(workers.follows) == 2)

    assert workers.follows[0][3].cancelled()
    replays.close()


def test_progress_and_the_end_of_it_are_told_and_cancel_leaves_a_new_process_ready(
    qtbot: QtBot, replays: Replays, workers: FakeWorkers
) -> None:
    busy: list[bool] = []
    replays.busyChanged.connect(busy.append)

    replays.follow(traces.vector_add(100, 32), [1])
    replays.watch(traces.vector_add(100, 32), Element("c", (7,)))
    with qtbot.waitSignal(replays.progressed) as progress:
        workers.follows[0][2](0.5)
    replays.cancel()
    qtbot.waitUntil(lambda: not replays.busy)

    assert progress.args == [0.5]
    assert busy == [True, False]
    assert workers.follows[0][3].cancelled()
    assert workers.watches[0][1].cancelled()
    assert workers.prepared == 1


@pytest.mark.parametrize(
    ("chosen", "block", "expected"),
    [
        ((), 7, (7,)),
        ((3, 5), 7, (3, 5, 7)),
        ((3, 7, 5), 7, (3, 5, 7)),
        (tuple(range(MOST_CHOSEN)), 99, (*range(1, MOST_CHOSEN), 99)),
    ],
)
def test_blocks_that_were_chosen_stay_followed_up_to_a_number(
    chosen: tuple[int, ...], block: int, expected: tuple[int, ...]
) -> None:
    assert blocks_to_follow(chosen, block) == expected
