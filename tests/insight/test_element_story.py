"""The story of an element: counted by hand, for 64 x 64 matrices in blocks of 16 x 16 threads."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.insight.element_story import MOST_LISTED, ElementStory, element_story
from gpuviz.insight.element_touches import (
    NOT_KEPT,
    element_touches,
    watched_touches,
    with_kept_steps,
)
from gpuviz.insight.order import Instant
from gpuviz.simt.replay import follow, watch
from gpuviz.trace import Element, Trace
from tests.helpers.launches import emulated, order_of, row_of


def story_of(
    trace: Trace, array: str, element: int, block: int | None = None, at: Instant | None = None
) -> ElementStory:
    order, row = order_of(trace), row_of(trace, array)
    touches = element_touches(trace, row, element, block, order)
    return element_story(trace, order, (row, element, block), touches, at or order.end)


@pytest.mark.parametrize(
    ("operation", "times"), [("matmul_naive", 64), ("matmul_tiled", 4)]
)  # every thread of row 3; one thread of each of the 4 blocks across
def test_how_often_an_element_is_read_from_global_memory(operation: str, times: int) -> None:
    story = story_of(emulated(operation), "a", 3 * 64 + 5)

    assert story.name == "a[3, 5]"
    assert [(c.site.kind, c.times, c.threads) for c in story.counts] == [("read", times, times)]
    assert story.counts[0].site.space == "global"
    assert sum(len(touch.lanes) for touch in story.touches) == times
    assert story.writer is None


def test_who_writes_an_element_and_what_it_held_before() -> None:
    trace = emulated("matmul_naive")

    story = story_of(trace, "c", 12 * 64 + 17)

    assert story.writer == (1, 12 * 16 + 1)  # block (1, 0), thread (1, 12)
    assert (story.before, story.now) == (0.0, trace.outputs["c"][12, 17])
    assert story.after == story.now
    touch = story.touches[0]
    assert (touch.kind, touch.block, touch.warp, touch.lanes) == ("write", 1, 6, (1,))
    assert touch.values == (story.now,)


def test_the_lanes_of_a_warp_that_read_it_together_are_one_entry() -> None:
    story = story_of(emulated("matmul_naive"), "a", 3 * 64 + 5)

    assert [touch.block for touch in story.touches] == [0, 1, 2, 3]
    assert {touch.lanes for touch in story.touches} == {tuple(range(16, 32))}  # row 3 of 16 wide
    assert {touch.warp for touch in story.touches} == {1}


def test_before_it_is_written_it_holds_what_it_held() -> None:
    trace = emulated("vector_add")
    moment = story_of(trace, "c", 785).touches[0].moment
    assert moment is not None
    order = order_of(trace)

    before = story_of(trace, "c", 785, at=order.at(moment - 1))
    after = story_of(trace, "c", 785, at=order.at(moment))

    assert before.now == trace.inputs["c"][785]
    assert after.now == trace.inputs["a"][785] + trace.inputs["b"][785]
    assert after.writer == (3, 785 - 3 * 256)


def test_an_element_of_shared_memory_holds_nothing_before_it_is_written() -> None:
    trace = emulated("sum_shared")
    order = order_of(trace)

    story = story_of(trace, "part", 5, block=1, at=Instant(0, 0))
    later = story_of(trace, "part", 5, block=1, at=order.at(len(order)))

    assert story.now is None
    assert later.now is not None
    assert {touch.block for touch in story.touches} == {1}


def test_a_long_list_ends_with_how_many_more_there_are() -> None:
    trace = emulated("sum_atomic", (8000,))

    story = story_of(trace, "total", 0)

    listed = sum(len(touch.lanes) for touch in story.touches)
    assert len(story.touches) <= MOST_LISTED
    assert listed + story.left_out == 8000
    assert story.counts[0].times == 8000


@pytest.mark.slow
def test_what_a_watch_found_gets_the_steps_that_were_kept() -> None:
    trace = follow(emulated("matmul_naive", (256, 256, 256)), [7])
    assert not trace.all_followed
    row, element = row_of(trace, "a"), 3 * 256 + 5
    kept = element_touches(trace, row, element)

    touches = watch(trace, Element("a", (3, 5)))
    known = with_kept_steps(trace, watched_touches(touches), kept)

    assert len(known) == 256  # a thread for each column
    assert known.complete
    assert not kept.complete
    assert trace.steps is not None
    of_followed = np.isin(known.thread // 256, trace.followed)
    assert (known.step[~of_followed] == NOT_KEPT).all()
    assert of_followed.sum() == len(kept) > 0
    block, thread = np.divmod(known.thread[of_followed], 256)
    assert np.array_equal(trace.steps.block[known.step[of_followed]], block)
    assert np.array_equal(trace.steps.warp[known.step[of_followed]], thread // 32)
