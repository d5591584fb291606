"""Phases of blocks: what barriers keep apart, which loads wait together, and what that costs."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.model.calibration import Calibration
from gpuviz.model.in_flight import loads_together
from gpuviz.model.limits import block_costs
from gpuviz.model.phases import phases_of
from gpuviz.model.predict import predict_work
from gpuviz.model.timeline import run_blocks
from gpuviz.model.work import launch_work
from gpuviz.trace import Trace
from tests.helpers.launches import emulated
from tests.model.works import in_phases
from tests.simt.kernels import config, run

T4 = find_device("t4")
PLAIN = Calibration(block_launch_cycles=0.0, blocks_per_clock=1e9, launch_seconds=0.0)
TILE = "tile = cuda.shared.array(64, np.float32)"


def traced(*body: str) -> Trace:
    kernel = "\n    ".join(("def kernel(a, b, out):", "i = cuda.grid(1)", TILE, *body)) + "\n"
    arrays = {name: np.zeros(256, np.float32) for name in ("a", "b", "out")}
    return run(kernel, config(2, 64), arrays).trace


def phase_of_lines(trace: Trace) -> list[int]:
    """The phase of every statement behind the first two, in the order of the source."""
    rows = np.argsort([statement.line for statement in trace.statements], kind="stable")[2:]
    return [int(phase) for phase in np.argmax(phases_of(trace).statements, axis=0)[rows]]


def test_a_block_without_a_barrier_has_one_phase() -> None:
    found = phases_of(traced("for k in range(4):", "    out[i] += a[i] * b[i]"))

    assert found.stages == (0,)
    assert found.statements.all()


def test_each_statement_and_site_belongs_to_one_phase() -> None:
    for name in ("matmul_tiled", "sum_shared", "vector_add", "histogram"):
        found = phases_of(emulated(name))

        assert (found.statements.sum(axis=0) == 1).all()
        assert (found.sites.sum(axis=0) == 1).all()
        assert len(found.stages) == len(found.statements)


def test_a_barrier_ends_a_phase_and_is_part_of_it() -> None:
    trace = traced("tile[i % 64] = a[i]", "cuda.syncthreads()", "out[i] = tile[63 - i % 64]")

    assert phase_of_lines(trace) == [0, 0, 1]
    assert phases_of(trace).stages == (0, 1)


def test_the_end_of_a_turn_and_the_begin_of_the_next_are_one_phase() -> None:
    trace = traced(
        "total = np.float32(0)",
        "for k in range(4):",
        "    tile[i % 64] = a[i]",
        "    cuda.syncthreads()",
        "    total += tile[63 - i % 64]",
        "    cuda.syncthreads()",
        "    total += b[i]",
        "out[i] = total",
    )

    assert phase_of_lines(trace) == [0, 0, 0, 0, 1, 1, 0, 2]


def test_the_phases_of_a_loop_are_one_stage() -> None:
    trace = traced(
        "tile[i % 64] = a[i]",
        "cuda.syncthreads()",
        "s = 32",
        "while s > 0:",
        "    if i % 64 < s:",
        "        tile[i % 64] += tile[i % 64 + s]",
        "    cuda.syncthreads()",
        "    out[i] = s",
        "    cuda.syncthreads()",
        "    s //= 2",
        "out[i] = tile[0]",
    )

    assert phases_of(trace).stages == (0, 1, 1, 2)


def test_a_device_function_belongs_to_the_phase_that_calls_it_first() -> None:
    kernel = """
        @cuda.jit(device=True)
        def twice(x):
            return x + x

        def kernel(a, out):
            i = cuda.grid(1)
            tile = cuda.shared.array(64, np.float32)
            tile[i % 64] = a[i]
            cuda.syncthreads()
            out[i] = twice(tile[63 - i % 64])
        """
    arrays = {name: np.zeros(64, np.float32) for name in ("a", "out")}

    trace = run(kernel, config(1, 64), arrays).trace
    phase = np.argmax(phases_of(trace).statements, axis=0)

    inside = [
        row for row, s in enumerate(trace.statements) if not trace.functions[s.function].is_kernel
    ]
    assert phase[inside].tolist() == [1]


def test_phases_ask_together_for_what_the_launch_asks_for() -> None:
    launch = launch_work(emulated("matmul_tiled", (64, 64, 64)), T4)

    assert launch.l1_bytes.shape == (len(launch.stages), 4 * 4)
    assert launch.flops == 2 * 64**3
    assert launch.fp32.sum() == pytest.approx(64**3)
    assert (launch.fp32.sum(axis=1) > 0).sum() == 1  # only one phase multiplies


FP32 = 64e3  # lane operations that take an SM of a T4 a thousand clocks
FP64 = 4e3  # two thousand


@pytest.mark.parametrize(
    ("stages", "blocks", "thousands"),
    [
        ((0, 1), 1, 3),
        ((0, 0), 1, 3),  # in a loop, too: the block has no neighbour
        ((0, 1), 2, 6),
        ((0, 0), 2, 4),  # neighbours take turns: the unit for float64 is always busy
    ],
)
def test_stages_do_not_overlap_and_phases_of_a_loop_do_with_those_of_a_neighbour(
    stages: tuple[int, ...], blocks: int, thousands: int
) -> None:
    work = in_phases(stages, blocks, fp32=[FP32, 0], fp64=[0, FP64])

    timeline = run_blocks(block_costs(work, T4, PLAIN), 1, blocks, PLAIN.overlap_exponent)

    assert timeline.cycles == pytest.approx(1e3 * thousands, rel=0.01)


def test_unequal_blocks_take_as_long_as_equal_ones_of_nearly_the_same_work() -> None:
    work = in_phases((0, 0, 1), 8, fp32=[FP32, 0, FP32], fp64=[0, FP64, FP64])
    costs = block_costs(work, T4, PLAIN)
    equal = run_blocks(costs, 2, 2, PLAIN.overlap_exponent)
    costs.fp32[0, 0] *= 1 + 1e-12  # block by block instead of in waves

    simulated = run_blocks(costs, 2, 2, PLAIN.overlap_exponent)

    assert simulated.end == pytest.approx(equal.end, rel=1e-6)


def test_what_a_warp_waits_for_adds_up_over_phases() -> None:
    work = in_phases((0, 1), 1, latency_cycles=[1e3, 2e3])

    found = predict_work(work, T4, 1, PLAIN).prediction

    assert found.kernel_s * T4.clock_hz == pytest.approx(3e3)
    assert found.limiter == "latency"


def together(*body: str) -> list[int]:
    """For each line of a body, from 0, the line whose loads its own are under way with."""
    trace = traced(*body)
    lines = [statement.line for statement in trace.statements]
    first = {lines[row]: lines[other] for row, other in enumerate(loads_together(trace))}
    return [max(first[line] - min(lines) - 2, 0) for line in sorted(first)[2:]]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (("x = a[i]", "y = b[i]", "out[i] = x + y"), [0, 0, 0]),
        (("k = int(a[i])", "y = b[k]", "out[i] = y"), [0, 1, 1]),
        (("k = int(a[i])", "k = i", "y = b[k]", "out[i] = y"), [0, 0, 0, 0]),
        (("k = int(a[i])", "k += i", "y = b[k]", "out[i] = y"), [0, 0, 2, 2]),
        (("out[i] = a[i]", "b[i] = a[i + 1]"), [0, 1]),  # b might be what was stored to
        (("tile[i % 64] = a[i]", "tile[i % 64] += b[i]"), [0, 1]),
        (("tile[i % 64] = a[i]", "x = b[i]", "out[i] = x"), [0, 0, 0]),
        (("x = a[i]", "cuda.syncthreads()", "out[i] = x + b[i]"), [0, 1, 2]),
        (("x = a[i]", "if x > 0:", "    x = b[i]", "out[i] = x"), [0, 1, 2, 3]),
    ],
)
def test_loads_are_under_way_together_that_need_not_wait_for_each_other(
    body: tuple[str, ...], expected: list[int]
) -> None:
    assert together(*body) == expected


def test_a_warp_waits_once_for_loads_that_are_under_way_together() -> None:
    loads = ("x = a[i]", "y = b[i]", "out[i] = x + y"), ("k = int(a[i])", "out[i] = b[k]")

    at_once, in_turn = (launch_work(traced(*body), T4).latency_cycles.max() for body in loads)

    assert in_turn - at_once > 0.8 * T4.lat.l2
