"""What lines cost, on kernels whose operations can be counted by eye."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.insight.branches import divergences
from gpuviz.insight.line_costs import LineCost, line_costs
from gpuviz.simt.execute import Execution
from gpuviz.trace import Operations, Trace
from tests.simt.kernels import config, run


def by_line(trace: Trace) -> list[tuple[int, LineCost]]:
    """The lines that were executed, from first to last, with their costs."""
    return sorted(line_costs(trace, divergences(trace)).items())


def launched(statement: str, threads: int = 64) -> Execution:
    kernel = f"""
def kernel(a, x, n, out):
    i = cuda.grid(1)
    {statement}
"""
    arguments = {
        "a": np.ones(64, np.float32),
        "x": np.ones(64),
        "n": np.arange(64),
        "out": np.zeros(64),
    }
    return run(kernel, config(1, threads), arguments)


@pytest.mark.parametrize(
    ("statement", "operations"),
    [
        ("out[i] = 1", Operations()),
        ("out[i] = 2 * 3 + 4", Operations()),
        ("out[i] = a[i] * a[i] + a[i]", Operations(float32=2, fused=1)),
        ("out[i] = x[i] - a[i] * x[i]", Operations(float64=2, fused=1)),
        ("out[i] = a[i] * a[i] + x[i]", Operations(float32=1, float64=1)),
        ("out[i] = a[i] * x[i] + a[i] * x[i]", Operations(float64=3, fused=1)),
        ("x[i] += 2.0 * x[i]", Operations(float64=2, fused=1)),
        ("out[n[i] * 4 + 1] = 0", Operations(integer=2)),
        ("out[i] = n[i] % n[0] + n[i] // 4", Operations(integer=3, divisions=1)),
        ("out[i] = a[i] * x[i]", Operations(float64=1)),
        ("out[i] += x[i]", Operations(float64=1)),
        ("out[i + 1 - 1] = n[i] // 2", Operations(integer=3)),
        ("out[i] = a[i] / a[i]", Operations(special=1)),
        (
            "out[i] = math.sqrt(x[i]) + math.fabs(x[i])",
            Operations(float64=2, special=1, special64=1),
        ),
        ("out[i] = -x[i] if i < 3 and n[i] > 2 else int(x[i])", Operations(4, 0, 1)),
        ("cuda.syncthreads()", Operations(barrier=1)),
        ("y = a[i] ** 2", Operations(special=1)),
        ("cuda.atomic.add(out, 0, x[i] * 2)", Operations(float64=1)),
    ],
)
def test_the_operations_of_a_line_are_those_that_are_written_in_it(
    statement: str, operations: Operations
) -> None:
    _, work = by_line(launched(statement, threads=32).trace)[-1]

    assert (work.warp_steps, work.operations) == (1, operations)


def test_a_line_counts_each_time_that_a_warp_executes_it() -> None:
    _, work = by_line(launched("for k in range(3): out[i] += k * x[i]").trace)[-1]

    # two warps: the header 4 times, the body 3 times, with a conversion that is no operation
    assert (work.warp_steps, work.lane_steps) == (2 * (4 + 3), 64 * (4 + 3))
    assert work.operations == Operations(
        integer=2 * 4 * 2, float64=2 * 3 * 2, branch=2 * 4, fused=2 * 3
    )
    assert work.idle_slots == 0


def test_the_share_of_lanes_tells_where_warps_diverge() -> None:
    lines = by_line(launched("if i % 4 == 0:\n        out[i] = 1").trace)

    assert [cost.lane_steps / cost.slots for _, cost in lines] == [1, 1, 0.25]
    assert [line for line, _ in lines] == [2, 3, 4]


def test_a_statement_that_is_read_again_for_wider_types_counts_once() -> None:
    kernel = """
def kernel(out):
    total = 1
    for k in range(2):
        total = total * 0.5
    out[0] = total
"""

    lines = by_line(run(kernel, config(1, 32), {"out": np.zeros(1)}).trace)

    assert [cost.operations for _, cost in lines] == [
        Operations(),
        Operations(integer=3 * 2, branch=3),
        Operations(float64=2),
        Operations(),
    ]
