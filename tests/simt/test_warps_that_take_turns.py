"""What is kept of warps that take turns is what is kept of the same launch in lockstep."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.simt.execute import Execution, ExecutionOptions
from gpuviz.simt.observe import tally
from gpuviz.trace import Trace
from tests.simt.kernels import config, run

KERNEL = """
    def kernel(x, out):
        s = cuda.shared.array(96, np.float32)
        m = cuda.local.array(2, np.int32)
        t = cuda.threadIdx.x
        i = cuda.grid(1)
        m[0] = t
        s[95 - t] = x[i]
        cuda.syncthreads()
        for k in range(t // 32 + 1):
            if t % 3 == k:
                m[0] += int(s[t * 2 % 96]) + int(x[0])
        cuda.atomic.add(out, t % 5, m[0])
        if i < 150:
            out[i + 10] = s[t]
"""


def launched(schedule: str, follow_all_bytes: int = 1 << 24) -> Execution:
    arguments = {"x": np.arange(192, dtype=np.float32), "out": np.zeros(200)}
    options = ExecutionOptions(schedule=schedule, follow_all_bytes=follow_all_bytes)
    return run(KERNEL, config(2, 96), arguments, options)


def rows(trace: Trace) -> dict[str, list[tuple[Any, ...]]]:
    """Steps, accesses and values of each warp in its own order; without lanes that took no part."""
    steps, accesses, values = trace.steps, trace.accesses, trace.values
    assert steps is not None
    assert accesses is not None
    assert values is not None
    own = list(zip(steps.block.tolist(), steps.warp.tolist(), strict=True))
    number = [own[:row].count(who) for row, who in enumerate(own)]
    places = [(*who, n) for who, n in zip(own, number, strict=True)]

    def lanes(bits: NDArray[Any], row: int) -> list[int]:
        active = steps.mask[row] >> np.arange(32, dtype=np.uint32) & 1
        found: list[int] = bits[active.astype(np.bool_)].tolist()
        return found

    return {
        "steps": sorted(zip(places, steps.statement.tolist(), steps.mask.tolist(), strict=True)),
        "accesses": [
            (places[row], trace.sites[site], array, element.tolist())
            for row, site, array, element in sorted(
                zip(accesses.step, accesses.site, accesses.array, accesses.element, strict=True),
                key=lambda entry: (places[entry[0]], entry[1]),
            )
        ],
        "values": [
            (places[row], variable, lanes(bits, row))
            for row, variable, bits in sorted(
                zip(values.step, values.variable, values.bits, strict=True),
                key=lambda entry: (places[entry[0]], entry[1]),
            )
        ],
    }


@pytest.mark.parametrize("limit", [1, 3, 4096])
def test_warps_that_take_turns_count_as_in_lockstep(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tally, "WAITING_LIMIT", limit)
    monkeypatch.setattr(tally, "PENDING_LIMIT", limit)

    one, other = launched("lockstep").trace, launched("warps").trace

    assert one.counters == other.counters
    assert one.sites == other.sites
    assert one.warp_counters is not None
    assert other.warp_counters is not None
    for name in ("steps", "lanes", "requests", "units", "lines"):
        counted = getattr(one.warp_counters, name)
        assert np.array_equal(counted, getattr(other.warp_counters, name)), name
    assert np.array_equal(one.thread_active, other.thread_active)  # type: ignore[arg-type]


@pytest.mark.parametrize("held", [1, 10_000, 1 << 24])
def test_warps_that_take_turns_are_recorded_as_in_lockstep(
    held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpuviz.simt.observe.recorder.HELD_BYTES", held)

    one, other = launched("lockstep").trace, launched("warps").trace

    assert one.all_followed
    assert rows(one) == rows(other)


def test_warps_of_blocks_that_are_given_up_leave_no_rows() -> None:
    arguments = {"x": np.arange(384, dtype=np.float32), "out": np.zeros(400)}
    options = ExecutionOptions(schedule="warps", follow_all_bytes=30_000, follow=(1,))

    trace = run(KERNEL, config(4, 96), arguments, options).trace

    assert trace.followed == (0, 1, 3)
    assert trace.steps is not None
    assert trace.accesses is not None
    assert set(trace.steps.block.tolist()) == {0, 1, 3}
    assert trace.accesses.step.max() < len(trace.steps)
