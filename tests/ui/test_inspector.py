"""The inspector's words."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from gpuviz.device import find_device
from gpuviz.insight.formula import Formula
from gpuviz.insight.order import Instant, play_order
from gpuviz.insight.thread_facts import ThreadFacts
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.scene.inspector.thread_words import (
    formula_text,
    lane_ranges,
    mask_sentence,
    state_words,
)
from gpuviz.scene.theme import DARK
from gpuviz.trace import Trace
from gpuviz.ui.facts import FactRow
from gpuviz.ui.inspector import Inspector
from tests.helpers import traces


def facts_at(trace: Trace, block: int, thread: int, moment: int) -> ThreadFacts:
    order = play_order(trace, find_device("t4"))
    assert order is not None
    instant = Instant(moment, order.rounds_at(moment))
    return TraceIndex(trace, order).threads.at(block, thread, instant)


@pytest.mark.parametrize(
    ("lanes", "text"),
    [([5], "5"), ([8, 9, 10], "8–10"), ([0, 2, 3, 31], "0, 2–3, 31"), ([], "")],
)
def test_lanes_are_told_as_ranges(lanes: list[int], text: str) -> None:
    assert lane_ranges(lanes) == text


def test_the_lanes_that_failed_the_guard_are_told_with_its_line() -> None:
    now = facts_at(traces.vector_add(1000, 256), 3, 231, 96).now

    assert now is not None
    assert mask_sentence(now) == "8 of 32 lanes active: lanes 8–31 last took part in line 4."


def test_lanes_without_a_thread_are_told_apart_from_masked_ones() -> None:
    now = facts_at(traces.vector_add(31, 31), 0, 0, 3).now

    assert now is not None
    assert mask_sentence(now) == "31 of 32 lanes active: the block has no thread for lane 31."


@pytest.mark.parametrize(("moment", "words"), [(0, "not started"), (1, "running, line 3")])
def test_the_state_of_a_thread_is_told_in_words(moment: int, words: str) -> None:
    assert state_words(facts_at(traces.vector_add(32, 32), 0, 5, moment)) == words


def test_a_formula_without_names_is_told_once() -> None:
    assert formula_text(Formula("x", "2.000", "2.000", 2.0)) == "x = 2.000"


def test_a_thread_is_shown_with_its_place_and_the_values_that_it_reads(qtbot: QtBot) -> None:
    inspector = Inspector(DARK)
    qtbot.addWidget(inspector)
    trace = traces.vector_add(1000, 256)

    with qtbot.waitSignal(inspector.titleChanged) as title:
        inspector.show_thread(facts_at(trace, 3, 231, 96))

    a = trace.inputs["a"][999]
    assert title.args == ["Thread (231, 0, 0) of block (3, 0, 0)"]
    assert f"reads a[999]: {np.float32(a):#.4g}" in inspector.text
    assert "warp · lane: 7 · 7" in inspector.text


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        (40, "last executed line 3; its next turn is still to come"),
        (63, "last executed line 3; its next turn is still to come"),
        (64, "running, line 4"),
        (96, "running, line 5"),
    ],
)
def test_the_state_is_true_of_the_thread_also_while_another_warp_plays(
    moment: int, words: str
) -> None:
    assert state_words(facts_at(traces.vector_add(1000, 256), 3, 231, moment)) == words


def test_what_a_state_means_is_explained_in_plain_words(qtbot: QtBot) -> None:
    inspector = Inspector(DARK)
    qtbot.addWidget(inspector)

    inspector.show_thread(facts_at(traces.vector_add(1000, 256), 3, 231, 40))

    tips = [row.toolTip() for row in inspector.findChildren(FactRow)]
    assert "the turn of this warp is still to come" in tips[0]


def test_a_variable_that_its_formula_tells_is_not_told_twice(qtbot: QtBot) -> None:
    inspector = Inspector(DARK)
    qtbot.addWidget(inspector)

    inspector.show_thread(facts_at(traces.vector_add(1000, 256), 3, 231, 96))

    assert "= 999" in inspector.text
    assert "\ni: 999" not in inspector.text
