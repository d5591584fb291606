"""What is recorded of shuffles, votes and matches, against CUDA's definitions lane by lane."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import EXCHANGE_KINDS, EXCHANGE_TYPES, NO_LANE, Exchanges, Trace, from_bits
from tests.simt.kernels import config, run

EVERY_THIRD = sum(1 << lane for lane in range(32) if lane % 3)

Source = Callable[[int], int | None]
"""Of a lane the lane that it reads from, None where it keeps its own value."""


def launched(body: str, threads: int = 32, blocks: int = 1, **options: Any) -> Trace:
    """A launch whose threads have i (in the block), lane and x = 100 + i."""
    lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
    start = "    i = cuda.threadIdx.x\n    lane = i % 32\n    x = 100 + i\n"
    text = f"def kernel(out):\n{start}{lines}\n"
    arguments = {"out": np.zeros(threads * blocks, np.int64)}
    return run(text, config(blocks, threads), arguments, ExecutionOptions(**options)).trace


def exchanges(body: str, threads: int = 32, **options: Any) -> Exchanges:
    table = launched(body, threads, **options).exchanges
    assert table is not None
    return table


def sources(source: Source, lanes: range | list[int]) -> list[int]:
    """The column that a definition of one lane gives for the lanes that execute it."""
    found = [NO_LANE] * 32
    for lane in lanes:
        read = source(lane)
        found[lane] = NO_LANE if read is None else read
    return found


@pytest.mark.parametrize(
    ("call", "kind", "source"),
    [
        ("shfl_sync(0xFFFFFFFF, x, 4)", "shfl_sync", lambda lane: 4),
        ("shfl_sync(0xFFFFFFFF, x, lane + 1)", "shfl_sync", lambda lane: (lane + 1) % 32),
        (
            "shfl_up_sync(0xFFFFFFFF, x, 4)",
            "shfl_up_sync",
            lambda lane: lane - 4 if lane >= 4 else None,
        ),
        ("shfl_up_sync(0xFFFFFFFF, x, 0)", "shfl_up_sync", lambda lane: lane),
        (
            "shfl_down_sync(0xFFFFFFFF, x, 16)",
            "shfl_down_sync",
            lambda lane: lane + 16 if lane < 16 else None,
        ),
        ("shfl_xor_sync(0xFFFFFFFF, x, 5)", "shfl_xor_sync", lambda lane: lane ^ 5),
    ],
)
def test_a_shuffle_is_kept_with_its_sources_and_values(
    call: str, kind: str, source: Source
) -> None:
    table = exchanges(f"out[i] = cuda.{call}")

    expected = sources(source, range(32))
    read = [lane if at == NO_LANE else at for lane, at in enumerate(expected)]
    assert [EXCHANGE_KINDS[row] for row in table.kind] == [kind]
    assert EXCHANGE_TYPES[table.type[0]] == np.int64
    assert table.mask.tolist() == [0xFFFFFFFF]
    assert table.source[0].tolist() == expected
    assert table.given[0].tolist() == list(range(100, 132))
    assert table.received[0].tolist() == [100 + lane for lane in read]


def in_parts(mode: str, width: int, given: int) -> Source:
    """The CUDA C++ Programming Guide's __shfl_*_sync with a width: a part of the warp each."""

    def source(lane: int) -> int | None:
        first = lane // width * width
        if mode == "shfl_sync":
            return first + given % width
        if mode == "shfl_xor_sync":  # a part behind the own one is out of reach
            return lane ^ given if lane ^ given < first + width else None
        away = lane - given if mode == "shfl_up_sync" else lane + given
        return away if first <= away < first + width else None

    return source


@pytest.mark.slow
@pytest.mark.parametrize("width", [2, 8, 16, 32])
@pytest.mark.parametrize("given", [1, 3, 9])
@pytest.mark.parametrize("mode", [0, 1, 2, 3])
def test_a_shuffle_in_parts_of_a_warp_reads_within_the_part(
    mode: int, given: int, width: int
) -> None:
    name = EXCHANGE_KINDS[mode]
    clamp = (32 - width) << 8 | (0 if name == "shfl_up_sync" else 31)

    table = exchanges(
        f"out[i] = cuda.shfl_sync_intrinsic(0xFFFFFFFF, {mode}, x, {given}, {clamp})[0]"
    )

    assert table.source[0].tolist() == sources(in_parts(name, width, given), range(32))


def test_lanes_that_do_not_come_give_nothing_and_have_no_source() -> None:
    table = exchanges("if lane % 3:\n    out[i] = cuda.shfl_down_sync(0xFFFFFFFF, x, 1)")

    here = [lane for lane in range(32) if lane % 3]
    expected = sources(lambda lane: lane + 1 if lane + 1 in here else None, here)
    assert table.mask.tolist() == [EVERY_THIRD]
    assert table.source[0].tolist() == expected


def test_lanes_that_the_mask_does_not_name_give_nothing() -> None:
    table = exchanges("out[i] = cuda.shfl_xor_sync(0x0000FFFF, x, 16)")

    expected = sources(lambda lane: lane - 16 if lane >= 16 else None, range(32))
    assert table.source[0].tolist() == expected
    assert table.received[0].tolist() == [*range(100, 116)] * 2


def test_the_last_warp_has_the_lanes_that_are_there() -> None:
    table = exchanges("out[i] = cuda.shfl_down_sync(0xFFFFFFFF, x, 4)", threads=40)

    assert table.mask.tolist() == [0xFFFFFFFF, 0xFF]
    assert table.source[1].tolist() == sources(lambda n: n + 4 if n < 4 else None, range(8))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("call", "kind", "result"),
    [
        ("ballot_sync(0xFFFFFFFF, x % 2 == 0)", "ballot_sync", 0x55555555),
        ("ballot_sync(0x0000FFFF, x % 2 == 0)", "ballot_sync", 0x5555),
        ("all_sync(0xFFFFFFFF, x > 0)", "all_sync", 1),
        ("all_sync(0xFFFFFFFF, x > 100)", "all_sync", 0),
        ("any_sync(0xFFFFFFFF, x > 130)", "any_sync", 1),
        ("any_sync(0xFFFFFFFF, x > 131)", "any_sync", 0),
        ("eq_sync(0xFFFFFFFF, x > 131)", "eq_sync", 1),
        ("eq_sync(0xFFFFFFFF, x > 130)", "eq_sync", 0),
    ],
)
def test_a_vote_is_kept_with_what_each_said_and_the_result(
    call: str, kind: str, result: int
) -> None:
    table = exchanges(f"out[i] = cuda.{call}")

    said = np.array([eval(call[call.index(",") + 1 : -1], {"x": 100 + i}) for i in range(32)])
    assert [EXCHANGE_KINDS[row] for row in table.kind] == [kind]
    assert EXCHANGE_TYPES[table.type[0]] == np.bool_
    assert table.given[0].tolist() == said.astype(int).tolist()
    assert table.received[0].tolist() == [result] * 32
    assert (table.source == NO_LANE).all()


def test_a_match_is_kept_with_the_lanes_of_equal_value() -> None:
    table = exchanges("out[i] = cuda.match_any_sync(0xFFFFFFFF, x // 8 * 0.5)")

    values = (100 + np.arange(32)) // 8 * 0.5
    words = [sum(1 << k for k in range(32) if values[k] == value) for value in values]
    assert from_bits(table.given[0], EXCHANGE_TYPES[table.type[0]]).tolist() == values.tolist()
    assert table.received[0].tolist() == words


@pytest.mark.parametrize(("value", "word"), [("x", 0), ("x * 0", 0xFFFFFFFF)])
def test_a_match_of_all_gives_all_lanes_or_none(value: str, word: int) -> None:
    table = exchanges(f"out[i] = cuda.match_all_sync(0xFFFFFFFF, {value})[0]")

    assert EXCHANGE_KINDS[table.kind[0]] == "match_all_sync"
    assert table.received[0].tolist() == [word] * 32


def test_exchanges_point_to_the_steps_that_made_them() -> None:
    trace = launched(
        """
y = cuda.shfl_xor_sync(0xFFFFFFFF, x, 1)
if lane < 8:
    y += cuda.shfl_sync(0xFF, x, 0) + cuda.ballot_sync(0xFF, True)
out[i] = y
""",
        threads=64,
        blocks=2,
    )

    steps, table = trace.steps, trace.exchanges
    assert steps is not None
    assert table is not None
    lines = [trace.statements[row].line for row in steps.statement[table.step]]
    at = zip(steps.block[table.step], steps.warp[table.step], lines, table.kind, strict=True)
    ballot = EXCHANGE_KINDS.index("ballot_sync")
    each = [(5, 3), (7, 0), (7, ballot)]
    assert sorted(at) == [(b, w, *row) for b in (0, 1) for w in (0, 1) for row in each]
    assert (steps.mask[table.step] == table.mask).all()


def test_warps_that_take_turns_exchange_what_they_do_in_lockstep() -> None:
    body = "out[i] = cuda.shfl_down_sync(0xFFFFFFFF, x, 3)"

    tables = [exchanges(body, 80, schedule=name) for name in ("lockstep", "warps")]

    rows = [
        sorted(zip(t.mask.tolist(), t.source.tolist(), t.received.tolist(), strict=True))
        for t in tables
    ]
    assert rows[0] == rows[1]


def test_only_followed_blocks_keep_their_exchanges() -> None:
    body = "out[i] = cuda.ballot_sync(0xFFFFFFFF, True)"

    trace = launched(body, blocks=8, follow=(3,), follow_all_bytes=1000)

    assert trace.followed == (0, 3, 7)
    assert trace.steps is not None
    assert trace.exchanges is not None
    assert trace.steps.block[trace.exchanges.step].tolist() == [0, 3, 7]


def test_a_launch_without_shuffles_has_an_empty_column() -> None:
    assert len(exchanges("out[i] = x")) == 0
