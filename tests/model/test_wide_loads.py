"""Loads of several neighbours at once, and what they ask of the banks of shared memory."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.model.wide_loads import wavefront_shares
from gpuviz.trace import Trace
from tests.simt.kernels import config, run


def launched(index: str) -> tuple[Trace, int, int]:
    """A warp that reads shared memory at an index: the trace, the line, and the site's row."""
    source = f"""
def kernel(out):
    t = cuda.threadIdx.x
    s = cuda.shared.array(1024, np.float32)
    for k in range(32):
        s[t + 32 * k] = k
    cuda.syncthreads()
    total = np.float32(0)
    for k in range(8):
        total += s[{index}]
    out[t] = total
"""
    trace = run(source, config(1, 32), {"out": np.zeros(32, np.float32)}).trace
    row, site = next(
        (row, site)
        for row, site in enumerate(trace.sites)
        if (site.space, site.kind) == ("shared", "read")
    )
    return trace, trace.statements[site.statement].line, row


@pytest.mark.parametrize(
    ("index", "width", "share"),
    [
        ("8 * t + k", 4, 8 / 4 / 8),  # 8 lanes on a bank; 8 on each of 16 banks, for four elements
        ("8 * t + k", 2, 8 / 2 / 8),
        ("8 * t + k", 2.9, 8 / 2 / 8),
        ("4 * t + k % 4", 4, 4 / 4 / 4),  # every bank is in demand
        ("k", 4, 1 / 4 / 1),  # all lanes read the same
        ("8 * t + k", 1.5, 1.0),
    ],
)
def test_banks_are_asked_once_for_what_one_instruction_loads(
    index: str, width: float, share: float
) -> None:
    trace, line, row = launched(index)

    assert wavefront_shares(trace, {line: width})[row] == pytest.approx(share)


def test_what_nobody_saw_stays_as_it_was_counted() -> None:
    trace, _, row = launched("8 * t + k")

    assert wavefront_shares(trace, {})[row] == 1
