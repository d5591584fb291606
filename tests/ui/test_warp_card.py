"""The card of a warp on the stage: what its lanes exchange is drawn and said."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from gpuviz.scene.scene import Curves, Label, Scene
from gpuviz.scene.theme import DARK
from gpuviz.trace import Trace
from tests.helpers.traces import vector_add
from tests.simt.kernels import config, run
from tests.ui.test_stage_scene import drawn, facts_of, measure, seen

KERNEL = """
def kernel(out):
    i = cuda.threadIdx.x
    a = cuda.shfl_down_sync(0xFFFFFFFF, i * 2, 16)
    b = cuda.ballot_sync(0xFFFFFFFF, i > 29)
    c = cuda.match_any_sync(0xFFFFFFFF, i // 10)
    out[i] = a + b + c
"""
WIDE, NARROW = (1000, 700), (640, 520)


@pytest.fixture(scope="module")
def trace() -> Trace:
    return run(KERNEL, config(1, 32), {"out": np.zeros(32)}).trace


def at_line(trace: Trace, line: int, size: tuple[int, int] = WIDE) -> Scene:
    """The stage right after its only warp has executed a line, thread 3 chosen."""
    order, steps = facts_of(trace).order, trace.steps
    assert order is not None
    assert steps is not None
    lines = [trace.statements[row].line for row in steps.statement[order.step]]
    return seen(trace, lines.index(line) + 1, 0, 3, size)


def arcs(scene: Scene) -> list[Curves]:
    """Curves that end at the height at which they begin."""
    curves = [item for item in drawn(scene, Curves) if len(item.points)]
    return [c for c in curves if np.allclose(c.points[:, 1], c.points[:, 7]) and c.alpha != 0.8]


def test_a_shuffle_is_arcs_from_lane_to_lane_and_a_sentence(trace: Trace) -> None:
    scene = at_line(trace, 3)

    every, given = arcs(scene)
    assert "Lane 3 gets 38 from lane 19 (shfl_down_sync by 16)" in scene.texts()
    assert len(every.points) == 16
    assert (every.points[:, 0] > every.points[:, 6]).all()  # each reads from the right
    assert (given.color, len(given.points)) == (DARK.write, 1)


def test_a_card_with_two_rows_of_lanes_says_it_in_words_only(trace: Trace) -> None:
    scene = at_line(trace, 3, NARROW)

    assert arcs(scene) == []
    assert "Lane 3 gets 38 from lane 19 (shfl_down_sync by 16)" in scene.texts()


@pytest.mark.parametrize(
    ("line", "under"), [(4, "0" * 30 + "11"), (5, "a" * 10 + "b" * 10 + "c" * 10 + "dd")]
)
def test_ballots_and_matches_stand_under_the_lanes(trace: Trace, line: int, under: str) -> None:
    labels = [label for label in drawn(at_line(trace, line), Label) if label.size == 9]

    found = [label for label in labels if label.mono and label.text in "01abcd"]
    assert "".join(label.text for label in found) == under


def test_a_step_without_an_exchange_has_no_arcs(trace: Trace) -> None:
    assert arcs(at_line(trace, 2)) == []


@pytest.mark.parametrize(
    ("shape", "name"), [(32, "5"), ((8, 4), "5, 0"), ((4, 4, 2), "1,1,0"), ((16, 2), "5, 0")]
)
def test_lanes_without_an_index_variable_show_their_thread(
    shape: int | tuple[int, ...], name: str
) -> None:
    text = "def kernel(out):\n    out[cuda.threadIdx.x] = 1\n"
    trace = run(text, config(1, shape), {"out": np.zeros(32)}).trace

    scene = seen(trace, 1, 0, 5, WIDE)

    assert "threadIdx" in scene.texts()
    assert name in [label.text for label in drawn(scene, Label) if label.size == 9]


def test_lanes_that_returned_are_not_said_to_be_masked_off() -> None:
    text = """
    def kernel(out):
        i = cuda.threadIdx.x
        if i >= 20:
            return
        out[i] = 1
    """
    trace = run(text, config(1, 32), {"out": np.zeros(32)}).trace

    texts = at_line(trace, 5).texts()

    assert "lanes 20–31: returned in line 4" in texts


@pytest.mark.slow
@pytest.mark.parametrize("width", range(300, 1000, 25))
def test_texts_of_neighbouring_lanes_do_not_touch(width: int) -> None:
    scene = seen(vector_add(1000, 256), 90, 3, 224 + 5, (width, 700))

    texts = [label for label in drawn(scene, Label) if label.text.isdigit() and label.size <= 11]
    spans = sorted((label.rect.y, *_across(label)) for label in texts if label.align == "center")
    gaps = [b[1] - a[2] for a, b in pairwise(spans) if a[0] == b[0]]

    assert min(gaps, default=4) >= 4 - 1e-6


def _across(label: Label) -> tuple[float, float]:
    """From where to where the words go, not the room that they have."""
    middle, wide = label.rect.x + label.rect.w / 2, measure(label.text, label.size)
    return middle - wide / 2, middle + wide / 2


@pytest.mark.parametrize("width", [700, 760])
def test_a_note_that_does_not_fit_names_the_first_element_only_and_is_not_cut(width: int) -> None:
    text = """
    def kernel(out):
        row, col = cuda.threadIdx.y, cuda.threadIdx.x
        out[row, col] = 1
    """
    trace = run(text, config(1, (16, 2)), {"out": np.zeros((32, 48))}).trace

    scene = seen(trace, 2, 0, 5, (width, 520))

    notes = [label for label in drawn(scene, Label) if label.text.startswith("store out[0, 0]…")]
    assert len(notes) == 1
    assert measure(notes[0].text, notes[0].size) <= notes[0].rect.w
