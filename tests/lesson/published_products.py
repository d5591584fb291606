"""Products of matrices that others measured: what texts and lessons state of them."""

from __future__ import annotations

A6000_GFLOPS = {"uncoalesced": 309.0, "coalesced": 1986.5, "tiled": 2980.3, "registers": 15971.7}
"""Products of float32 matrices with sides of 4092 in CUDA C on an RTX A6000, as published in
github.com/siboehm/SGEMM_CUDA, README.md.
"""


def a6000(fast: str, slow: str) -> float:
    """How many times as fast one product was measured to be as another."""
    return A6000_GFLOPS[fast] / A6000_GFLOPS[slow]
