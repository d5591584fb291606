"""What must hold for a launch on any engine: the same assertions for a GPU and for the emulator."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from gpuviz.device import DEFAULT_DEVICE, Device, find_device
from gpuviz.engines.names import EngineName
from gpuviz.engines.request import Engine, LaunchRequest, LaunchResult
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.operation import OperationInfo, correct_operations, find_operation
from gpuviz.trace import Times
from tests.helpers.gallery_cases import PERHAPS_UNWRITTEN, awkward_sizes

Case = tuple[str, tuple[int, ...], tuple[int, ...]]  # operation, size, block

LINE_SIZES = (1, 31, 33, 1000)
LINE_BLOCKS = (1, 32, 33, 1024)
PLANE_SIZES = (1, 31, 33)
PLANE_BLOCKS = ((1, 1), (7, 5), (16, 16))
LARGE_CASES: tuple[Case, ...] = (
    ("vector_add", (1_000_003,), (256,)),
    ("vector_add", (1_100_003,), (192,)),  # above 2^20 threads: a GPU records warps
    ("saxpy", (1_000_003,), (1024,)),
    ("matmul_tiled", (100, 70, 50), (16, 16)),
    ("matmul_register_tiled", (300, 140, 50), (16, 16)),
    ("matmul_register_tiled", (100, 170, 33), (16, 5)),
    ("neural_layer", (33, 129, 65), (32, 8)),
    ("sum_atomic", (1_000_003,), (256,)),
    ("histogram", (1_000_003,), (256,)),
)


def small_cases() -> list[Case]:
    """Every operation of the gallery at awkward sizes and blocks."""
    cases: list[Case] = []
    for info in correct_operations():
        is_line = len(info.threads) == 1
        for size in awkward_sizes(info, LINE_SIZES if is_line else PLANE_SIZES):
            largest = info.max_block.x if info.max_block else max(LINE_BLOCKS)
            blocks = [(x,) for x in LINE_BLOCKS if x <= largest] if is_line else PLANE_BLOCKS
            cases += [(info.name, size, block) for block in blocks]
    return cases


def case_name(case: Case) -> str:
    """How a case is called in a test's id."""
    operation, size, block = case
    return f"{operation}-{'x'.join(map(str, size))}-block-{'x'.join(map(str, block))}"


def request_for(case: Case, engine: EngineName, device: Device | None = None) -> LaunchRequest:
    """The request of one case, on the default device unless told otherwise."""
    operation, size, block = case
    info = find_operation(operation)
    sizes, shape = info.sizes(size), Dim3(*block)
    return LaunchRequest(
        number=1,
        operation=Path(info.path),
        size=sizes,
        config=LaunchConfig(info.grid(sizes, shape), shape),
        engine=engine,
        device=device or find_device(DEFAULT_DEVICE),
    )


def run(engine: Engine, request: LaunchRequest) -> LaunchResult:
    """Runs a request without telling its progress."""
    return engine.run(request, lambda _share: None)


def assert_right(result: LaunchResult, info: OperationInfo) -> None:
    """The outputs are NumPy's, and nothing that was compared differs."""
    assert result.correct is True, (result.max_abs_error, info.source)
    assert [message.text for message in result.messages] == []
    unwritten = set(info.outputs) - set(result.trace.outputs)
    assert unwritten <= PERHAPS_UNWRITTEN.get(info.name, set())


def assert_placed(result: LaunchResult, device: Device) -> None:
    """Every block ran on an SM, began before it ended, and the first began at 0."""
    placement = result.trace.placement
    assert placement is not None
    blocks = result.trace.config.blocks
    assert len(placement.sm) == len(placement.start_s) == len(placement.end_s) == blocks
    assert placement.sm.min() >= 0
    assert len(np.unique(placement.sm)) <= device.sm_count
    assert placement.start_s.min() == 0
    assert np.all(placement.end_s >= placement.start_s)


def assert_timed(result: LaunchResult) -> None:
    """There are positive times for both copies and the kernel; numbers alone need no copy in."""
    times = result.trace.times
    assert times is not None
    for seconds in (times.h2d_s, times.kernel_s, times.d2h_s):
        assert seconds is not None
        assert 0 <= seconds < 60
    written = set(result.trace.outputs)
    if any(array.space == "global" and array.name not in written for array in result.trace.arrays):
        assert times.h2d_s
    assert times.kernel_s
    assert times.d2h_s


def assert_timed_in_full(times: Times) -> None:
    """Measured times have all parts; what is slower by nature is not much faster."""
    parts = (times.kernel_cold_s, times.h2d_pinned_s, times.d2h_pinned_s, times.compile_s)
    assert all(seconds is not None and 0 < seconds < 60 for seconds in parts)
    assert times.samples is not None
    assert times.samples >= 1
    for spread in (times.kernel_spread_s, times.h2d_spread_s, times.d2h_spread_s):
        assert spread is not None
        assert spread >= 0
    assert times.kernel_s is not None
    assert times.kernel_cold_s is not None
    assert times.kernel_cold_s > 0.5 * times.kernel_s
