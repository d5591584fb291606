"""A sync of the whole grid: all blocks together, one after the other between the syncs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuviz.device import find_device, resident_blocks
from gpuviz.messages import NotSupportedError, RequestRefused
from gpuviz.simt.execute import ExecutionOptions
from tests.simt.kernels import config, run

ROWS = """
def kernel(M):
    col = cuda.grid(1)
    g = cuda.cg.this_grid()
    for row in range(1, M.shape[0]):
        M[row, col] = M[row - 1, M.shape[1] - col - 1] + 1
        g.sync()
"""


def test_all_blocks_see_what_the_others_wrote_before_the_sync() -> None:
    matrix = np.zeros((96, 96), np.int64)

    run(ROWS, config(3, 32), {"M": matrix}, ExecutionOptions(chunk_lanes=32))

    assert matrix.tolist() == [[row] * 96 for row in range(96)]


def test_the_value_of_a_sync_is_a_status_that_says_all_is_well() -> None:
    text = """
        def kernel(out):
            out[cuda.grid(1)] = cuda.cg.this_grid().sync()
        """
    out = np.full(64, -1)

    trace = run(text, config(2, 32), {"out": out}).trace

    assert out.tolist() == [0] * 64
    assert trace.hazards == ()


MISSED = """
def kernel(out):
    i = cuda.grid(1)
    grid = cuda.cg.this_grid()
    if WHO:
        grid.sync()
    out[i] = i
"""


@pytest.mark.parametrize(
    ("who", "waiting", "missing"),
    [
        ("i < 40", ((0, 0, 0), (0, 0, 0)), ((1, 0, 0), (8, 0, 0))),
        ("cuda.blockIdx.x == 1", ((1, 0, 0), (0, 0, 0)), ((0, 0, 0), (0, 0, 0))),
        ("i % 32 != 3", ((0, 0, 0), (0, 0, 0)), ((0, 0, 0), (3, 0, 0))),
    ],
)
def test_a_sync_that_some_threads_of_the_grid_miss_is_a_hazard(
    who: str, waiting: tuple[object, object], missing: tuple[object, object]
) -> None:
    out = np.zeros(96)

    (hazard,) = run(MISSED.replace("WHO", who), config(3, 32), {"out": out}).trace.hazards

    assert (hazard.kind, hazard.line, hazard.count) == ("barrier-divergence", 5, 1)
    assert (hazard.block, hazard.thread) == waiting
    assert (hazard.other_block, hazard.other_thread) == missing
    assert "waits for the whole grid" in hazard.message.text
    assert out.tolist() == list(range(96))


def test_a_grid_that_the_device_cannot_hold_at_a_time_is_refused() -> None:
    limit = resident_blocks(find_device("t4"), 256)
    options = ExecutionOptions(device_id="t4")
    matrix = np.zeros((1, (limit + 1) * 256), np.int8)

    with pytest.raises(RequestRefused, match=f"launch {limit} at most"):
        run(ROWS, config(limit + 1, 256), {"M": matrix}, options)

    run(ROWS, config(limit, 256), {"M": matrix}, options)
    assert limit == 40 * 1024 // 256  # 40 SMs of 1024 threads each


def test_the_limit_is_that_of_a_device_that_is_described() -> None:
    own = replace(find_device("t4"), id="x_mine", name="My GPU", sm_count=2)
    options = ExecutionOptions(device_id=own.id, device=own)
    matrix = np.zeros((1, 9 * 256), np.int8)

    with pytest.raises(RequestRefused, match="My GPU holds 8 blocks"):
        run(ROWS, config(9, 256), {"M": matrix}, options)


def test_a_group_can_be_named_and_handed_to_a_device_function() -> None:
    text = """
        @cuda.jit(device=True)
        def wait(group):
            group.sync()

        def kernel(out):
            everyone = cuda.cg.this_grid()
            out[cuda.grid(1)] = 1
            wait(everyone)
        """
    out = np.zeros(64)

    trace = run(text, config(2, 32), {"out": out}).trace

    assert (trace.hazards, out.sum()) == ((), 64)


def test_what_a_group_does_not_have_is_refused() -> None:
    text = """
        def kernel(out):
            out[0] = cuda.cg.this_grid().rank()
        """

    with pytest.raises(NotSupportedError) as refused:
        run(text, config(1, 1), {"out": np.zeros(1)})

    assert refused.value.place is not None
    assert refused.value.place.line == 2
