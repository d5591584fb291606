"""How far a launch is: by its blocks, within them by the outermost for loops, and long loops."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.messages import SourcePlace
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.simt.lower.statements import loop_progress
from tests.simt.kernels import config, run

TWO_LOOPS = """
def kernel(a):
    i = cuda.grid(1)
    if i < a.size:
        for t in range(64):
            for u in range(20):
                a[i] += u
        for t in range(32):
            a[i] += t
"""
COUNTS = """
def kernel(a):
    while a[0] < 2000:
        a[0] += 1
"""


def test_progress_grows_with_the_turns_of_the_outermost_loops() -> None:
    told: list[float] = []

    run(TWO_LOOPS, config(1, 32), {"a": np.zeros(32)}, ExecutionOptions(progress=told.append))

    assert told == [0, 0.125, 0.25, 0.375, 0.5, 0.75, 1]


@pytest.mark.slow
def test_progress_within_a_part_of_the_blocks_stays_within_its_share() -> None:
    told: list[float] = []
    options = ExecutionOptions(progress=told.append, chunk_lanes=64)

    run(TWO_LOOPS, config(4, 32), {"a": np.zeros(128)}, options)

    assert told == sorted(told)
    assert told[6:8] == [0.5, 0.5]
    assert told[-1] == 1


def test_a_loop_that_lasts_tells_where_it_is_and_its_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loop_progress, "LOOK_SECONDS", -1.0)
    told: list[tuple[int, int]] = []

    def note(place: SourcePlace, rounds: int) -> None:
        told.append((place.line, rounds))

    run(COUNTS, config(1, 1), {"a": np.zeros(1)}, ExecutionOptions(in_loop=note))

    assert {line for line, _ in told} == {2}
    assert [rounds for _, rounds in told] == sorted(rounds for _, rounds in told)
    assert told[-1][1] > 1900
