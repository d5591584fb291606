"""What a step exchanges, read back from a trace."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.insight.exchanges import ExchangeReader, WarpExchange
from gpuviz.trace import Trace
from tests.helpers.traces import vector_add
from tests.simt.kernels import config, run

KERNEL = """
def kernel(out):
    i = cuda.threadIdx.x
    a = cuda.shfl_down_sync(0xFFFFFFFF, i * 0.5, 16)
    b = cuda.shfl_xor_sync(0xFFFFFFFF, i, 3) + cuda.ballot_sync(0xFFFFFFFF, i > 29)
    c = cuda.match_any_sync(0xFFFFFFFF, i // 10)
    d = cuda.any_sync(0xFFFFFFFF, i > 90)
    e = cuda.shfl_sync(0xFFFFFFFF, i, i % 7)
    out[i] = a + b + c + d + e
"""


@pytest.fixture(scope="module")
def trace() -> Trace:
    return run(KERNEL, config(1, 32), {"out": np.zeros(32)}).trace


def in_line(trace: Trace, line: int) -> tuple[WarpExchange, ...]:
    assert trace.steps is not None
    lines = np.array([row.line for row in trace.statements])[trace.steps.statement]
    return ExchangeReader(trace).of_step(int(np.flatnonzero(lines == line)[0]))


def test_a_shuffle_has_values_of_its_type_and_a_distance(trace: Trace) -> None:
    (shuffle,) = in_line(trace, 3)

    assert (shuffle.form, shuffle.distance) == ("shuffle", 16)
    assert shuffle.received[3] == 9.5
    assert np.flatnonzero(shuffle.reads).tolist() == list(range(16))


def test_two_exchanges_of_one_step_come_in_their_order(trace: Trace) -> None:
    xor, ballot = in_line(trace, 4)

    assert (xor.kind, xor.distance) == ("shfl_xor_sync", 3)
    assert (ballot.form, int(ballot.received[0])) == ("ballot", 0xC0000000)


def test_a_match_has_groups_of_lanes_by_their_first(trace: Trace) -> None:
    (match,) = in_line(trace, 5)

    assert match.form == "match"
    assert [group[[0, -1]].tolist() for group in match.groups] == [
        [0, 9],
        [10, 19],
        [20, 29],
        [30, 31],
    ]


def test_a_vote_gives_truth_values(trace: Trace) -> None:
    (vote,) = in_line(trace, 6)

    assert (vote.form, str(vote.received.dtype)) == ("vote", "bool")
    assert not vote.received.any()


def test_a_shuffle_from_many_lanes_has_no_distance(trace: Trace) -> None:
    assert in_line(trace, 7)[0].distance is None


def test_a_step_or_a_trace_without_exchanges_gives_none(trace: Trace) -> None:
    assert in_line(trace, 2) == ()
    assert ExchangeReader(vector_add()).of_step(0) == ()
