"""A launch without checks, as the benchmarks need it: the same results, and nothing claimed."""

from __future__ import annotations

import numpy as np

from gpuviz.simt.execute import ExecutionOptions
from tests.simt.kernels import config, run

SCAN = """
def kernel(x, total):
    part = cuda.shared.array(64, np.float32)
    t = cuda.threadIdx.x
    part[t] = x[cuda.grid(1)]
    if t < 63:
        part[t] += part[t + 1]
    total[cuda.grid(1)] = part[t]
"""
BARE = ExecutionOptions(record=False, checks=False)


def test_without_checks_results_are_the_same_and_races_are_not_looked_for() -> None:
    x = np.arange(128, dtype=np.float32)
    runs = [
        run(SCAN, config(2, 64), {"x": x, "total": np.zeros(128, np.float32)}, options)
        for options in (None, BARE)
    ]

    checked, bare = (result.trace for result in runs)
    assert np.array_equal(runs[0].arrays["total"], runs[1].arrays["total"])
    assert "race" in {hazard.kind for hazard in checked.hazards}
    assert "race" not in bare.hazard_kinds_checked
    assert bare.hazards == ()
    assert (bare.counters, bare.warp_counters, bare.thread_active) == (None, None, None)


def test_an_index_outside_is_caught_without_checks_too() -> None:
    kernel = "def kernel(out):\n    out[cuda.grid(1)] = 1"

    trace = run(kernel, config(1, 64), {"out": np.zeros(40)}, BARE).trace

    assert [hazard.kind for hazard in trace.hazards] == ["out-of-bounds"]
    assert "out-of-bounds" in trace.hazard_kinds_checked
