"""Hand-made predictions, for tests of what is shown of them."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.trace import Prediction
from gpuviz.trace.prediction import Demand, Resource

ON_T4 = Prediction(
    device_id="t4",
    kernel_s=5e-5,
    h2d_s=2e-5,
    d2h_s=1e-5,
    launch_s=2e-6,
    band=None,
    calibrated=False,
    limiter="dram",
    demands=(Demand("dram", 4.4e-5),),
    blocks_per_sm=4,
    waves=25.0,
    tail=0.02,
    flops=1e6,
    l1_bytes=12e6,
    l2_bytes=12e6,
    dram_bytes=12e6,
)
"""A vector addition of a million elements, limited by memory."""


def predicted(
    device_id: str, kernel_s: float, limiter: Resource = "dram", flops: float = 1e6
) -> Prediction:
    """The same on another device, in another time."""
    demands = (Demand(limiter, 0.9 * kernel_s),)
    return replace(
        ON_T4,
        device_id=device_id,
        kernel_s=kernel_s,
        limiter=limiter,
        demands=demands,
        flops=flops,
    )
