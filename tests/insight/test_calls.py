"""When a statement that calls device functions reads, writes and sets variables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.insight.calls import access_steps, assignment_steps
from gpuviz.insight.content_history import ContentHistory
from gpuviz.insight.order import PlayOrder, play_order
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Trace
from gpuviz.trace.file import load_trace, save_trace
from tests.simt.c_front.launching import launched as launched_in_c
from tests.simt.kernels import config, run

KERNEL = """
@cuda.jit(device=True)
def halved(x):
    y = x / 2
    return y

@cuda.jit(device=True)
def quartered(x):
    y = halved(x)
    return halved(y)

def kernel(a, out):
    i = cuda.grid(1)
    out[i] = quartered(a[i])
    out[i] += halved(a[i])
"""
# lines of one warp, in order
LINES = [12, 13, 8, 3, 4, 9, 3, 4, 14, 3, 4]
# what happens with each of these steps: site or variable
HAPPENS = [
    ["i ="],
    ["read a"],
    [],
    ["y ="],
    ["y ="],  # of quartered: halved has returned
    [],
    ["y ="],
    ["write out"],
    ["read a", "read out"],
    ["y ="],
    ["write out"],
]

AFTER_A_CALL = """
@cuda.jit(device=True)
def other(x, n):
    return n - 1 - x

def kernel(a, b, out):
    i = cuda.grid(1)
    x = a[other(i, 64)] + b[i]
    out[i] = x
"""
IN_C = """
__device__ int other(int x, int n)
{
    int y = n - 1;
    return y - x;
}
__global__ void kernel(float *a, float *b, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[other(i, 64)] + b[i];
    out[other(i, 64)] = x;
}
"""


def launched(threads: int, schedule: str = "lockstep") -> Trace:
    arguments = {"a": np.full(64, 8.0), "out": np.zeros(64)}
    options = ExecutionOptions(schedule=schedule)
    return run(KERNEL, config(1, threads), arguments, options).trace


def order_of(trace: Trace) -> PlayOrder:
    order = play_order(trace, find_device("t4"))
    assert order is not None
    return order


def happens(trace: Trace, warp: int) -> list[list[str]]:
    """By step of a warp: what happens with it."""
    assert trace.steps is not None
    assert trace.accesses is not None
    assert trace.values is not None
    found: dict[int, list[str]] = {int(n): [] for n in np.flatnonzero(trace.steps.warp == warp)}
    for row, step in enumerate(access_steps(trace).tolist()):
        site = trace.sites[trace.accesses.site[row]]
        if step in found:
            found[step].append(f"{site.kind} {site.array}")
    for row, step in enumerate(assignment_steps(trace).tolist()):
        if step in found:
            found[step].append(f"{trace.variables[trace.values.variable[row]].name} =")
    return [sorted(told) for told in found.values()]


@pytest.mark.parametrize("schedule", ["lockstep", "warps"])
def test_a_statement_reads_before_the_functions_that_it_calls_and_writes_after_them(
    schedule: str,
) -> None:
    trace = launched(64, schedule)
    assert trace.steps is not None

    lines = [trace.statements[row].line for row in trace.steps.statement[trace.steps.warp == 1]]

    assert lines == LINES
    assert happens(trace, 0) == happens(trace, 1) == HAPPENS


def test_what_is_read_once_a_function_has_returned_is_read_then() -> None:
    arguments = {name: np.arange(64.0) for name in ("a", "b", "out")}

    trace = run(AFTER_A_CALL, config(1, 32), arguments).trace

    told = [["i ="], [], ["read a", "read b", "x ="], ["write out"]]
    assert happens(trace, 0) == told


def test_so_it_is_in_cuda_c() -> None:
    arrays = [np.arange(64, dtype=np.float32) for _ in range(3)]

    trace = launched_in_c(IN_C, *arrays).trace

    given = ["n =", "x ="]
    told = [["i ="], given, ["y ="], ["read a", "read b", "x ="], given, ["y ="], ["write out"]]
    assert happens(trace, 0) == told


def test_of_an_older_recording_the_reads_are_told_first_and_the_writes_last() -> None:
    trace = launched(64)
    assert trace.accesses is not None
    assert trace.values is not None

    older = replace(
        trace,
        accesses=replace(trace.accesses, after=None),
        values=replace(trace.values, after=None),
    )

    assert happens(older, 1) == HAPPENS


def test_a_recording_keeps_when_it_was(tmp_path: Path) -> None:
    trace = launched(64)
    save_trace(trace, tmp_path / "calls.gpuviz")

    again = load_trace(tmp_path / "calls.gpuviz")

    assert happens(again, 1) == HAPPENS


def test_a_warp_is_shown_to_store_with_the_last_line_that_it_called() -> None:
    trace = launched(32)
    order = order_of(trace)
    reader = TraceIndex(trace, order).warps

    shown = []
    for moment in range(1, len(order) + 1):
        now = reader.now(0, 0, order.at(moment))
        assert now is not None
        shown.append(sorted(f"{one.site.kind} {one.site.array}" for one in now.accesses))

    assert shown == [[word for word in told if word[-1] != "="] for told in HAPPENS]


def test_a_variable_is_known_once_the_function_that_gives_it_has_returned() -> None:
    trace = launched(32)
    order = order_of(trace)
    index = TraceIndex(trace, order)

    def held(moment: int) -> dict[str, object]:
        variables = index.threads.at(0, 5, order.at(moment)).variables
        return {one.name: one.value for one in variables if one.name == "y"}

    assert held(3) == {}  # y = halved(x) begins
    assert held(4) == {"y": 4.0}  # y of halved


def test_what_a_call_gives_is_stored_after_its_last_step() -> None:
    trace = launched(32)
    array = next(row for row, info in enumerate(trace.arrays) if info.name == "out")
    contents = ContentHistory(trace, order_of(trace), array, np.array([5]))

    held = [float(contents.at(moment)[0][0]) for moment in range(len(LINES) + 1)]

    # 8 / 4 with the eighth step, 4 more with the last
    assert held == [0.0] * 8 + [2.0] * 3 + [6.0]


def test_without_device_functions_all_happens_with_its_own_step() -> None:
    trace = run("def k(a):\n    a[0] = 1", config(1, 32), {"a": np.zeros(1)}).trace
    assert trace.accesses is not None

    assert access_steps(trace).tolist() == trace.accesses.step.tolist()
