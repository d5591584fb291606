"""What the model tells of lines and warps is what its blocks add up to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.device import find_device
from gpuviz.model.by_line import launch_times, warp_cycles
from gpuviz.model.calibration import load_calibration
from gpuviz.model.ranking import ONE_PIPE
from gpuviz.model.traffic import Moved, moved_by_blocks, moved_by_sites
from gpuviz.model.work import known_of, launch_work
from gpuviz.operation import find_operation, list_operations
from gpuviz.trace import Trace
from tests.helpers.launches import emulated
from tests.simt.kernels import config, run

T4 = find_device("t4")
CALIBRATION = load_calibration()
KERNELS = [info.name for info in list_operations() if not info.is_pipeline]


@pytest.mark.slow
@pytest.mark.parametrize("name", KERNELS)
def test_what_sites_move_is_what_blocks_move(name: str) -> None:
    known = known_of(emulated(name), T4)

    by_sites = moved_by_sites(known.kernel, known.counts, known.weights)
    by_blocks = moved_by_blocks(known.kernel, known.counts, known.weights)

    for field in Moved._fields:
        expected = pytest.approx(getattr(by_blocks, field).sum(), rel=1e-9)
        assert getattr(by_sites, field).sum() == expected, field


@pytest.mark.many
@pytest.mark.parametrize("name", KERNELS)
def test_lines_have_no_more_than_what_limits_the_launch_and_that_no_more_than_its_time(
    name: str,
) -> None:
    trace = emulated(name)
    times = launch_times(trace, T4)
    prediction = trace.prediction
    assert prediction is not None
    assert times is not None

    if times.lines is None:
        assert prediction.limiter == "launch"
        return
    limiting = ONE_PIPE if prediction.limiter in ONE_PIPE else (prediction.limiter,)
    busy = sum(need.seconds for need in prediction.demands if need.resource in limiting)
    assert sum(times.lines.seconds.values()) <= busy * (1 + 1e-9)
    assert busy <= prediction.kernel_s * (1 + 1e-9)
    if prediction.limiter in ("dram", "l2", "l1", "shared", "atomics"):  # nothing of no line
        assert sum(times.lines.seconds.values()) == pytest.approx(busy)


@pytest.mark.parametrize("name", ["matmul_tiled", "attention", "sum_shared", "vector_add"])
def test_the_slowest_warp_of_a_block_takes_what_the_model_has_the_block_wait(name: str) -> None:
    trace = emulated(name)
    known, work = known_of(trace, T4), launch_work(trace, T4)

    cycles = warp_cycles(known, T4, CALIBRATION)

    per_block = cycles.reshape(trace.config.blocks, -1).max(axis=1)
    extra = known.weights.of_units[0][:, None] * known.counts.units - known.counts.requests
    shared = known.weights.of_units[0] > 0
    conflicts = float(np.maximum(extra[shared], 0).sum())
    waits = work.latency_cycles.sum(axis=0)
    assert (per_block <= waits + conflicts + 1e-6).all()
    if work.latency_cycles.shape[0] == 1 and not conflicts:  # else each phase has its own slowest
        assert per_block == pytest.approx(waits)


LINES = """
def kernel(x, out):
    i = cuda.grid(1)
    out[i] = x[i]
    out[(i * 8) % out.size] = x[i]
"""


def modelled(kernel: str, blocks: int, threads: int, **arrays: NDArray[np.float32]) -> Trace:
    from gpuviz.model.predict import predict

    trace = run(kernel, config(blocks, threads), arrays).trace
    return replace(trace, device_id=T4.id, prediction=predict(trace, T4, 0, 0).prediction)


def test_sectors_that_are_stored_in_part_are_those_of_the_line_that_scatters() -> None:
    n = 1 << 16
    arrays = {"x": np.zeros(n, np.float32), "out": np.zeros(n, np.float32)}
    times = launch_times(modelled(LINES, n // 256, 256, **arrays), T4)
    assert times is not None
    assert times.lines is not None

    assert times.lines.limiter == "l2"
    assert times.lines.seconds == {4: pytest.approx(times.lines.busy_s)}


def test_instructions_are_those_of_the_loop_as_often_as_it_goes_round() -> None:
    kernel = """
def kernel(x, out):
    i = cuda.grid(1)
    total = x[i]
    for k in range(200):
        total = total * 1.5 + k
    out[i] = total
"""
    n = 1 << 16
    arrays = {"x": np.zeros(n, np.float32), "out": np.zeros(n, np.float32)}
    times = launch_times(modelled(kernel, n // 256, 256, **arrays), T4)
    assert times is not None
    assert times.lines is not None

    in_loop = sum(times.lines.seconds.get(line, 0.0) for line in (4, 5))
    assert in_loop > 0.9 * times.lines.busy_s


def test_who_waits_for_a_load_is_the_line_that_loads() -> None:
    trace = emulated("matmul_tiled")
    times = launch_times(trace, T4)
    assert times is not None
    assert times.lines is not None
    assert times.lines.limiter == "latency"

    of_lines = times.lines.seconds
    most = max(of_lines, key=lambda line: of_lines[line])

    text = find_operation("matmul_tiled").source.splitlines()[most - 1]
    assert "= a[" in text or "= b[" in text


def test_of_another_device_than_the_launch_was_modelled_for_nothing_is_told() -> None:
    trace = emulated("vector_add")

    assert launch_times(trace, find_device("h100_sxm")) is None
    assert launch_times(replace(trace, prediction=None), T4) is None
    assert launch_times(replace(trace, warp_counters=None), T4) is None
    assert launch_times(replace(trace, registers_source="compiled"), T4) is None
