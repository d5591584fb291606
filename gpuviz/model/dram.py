"""What DRAM reaches of its nominal rate, reading and writing, by the kind of memory."""

from __future__ import annotations

import re
from typing import NamedTuple

from gpuviz.device import Device
from gpuviz.model.calibration import Calibration

STACKED = {(6, 0), (7, 0), (8, 0), (9, 0), (10, 0)}
"""Compute capabilities of chips with HBM."""
INLINE_ECC = re.compile(r"\b(T4|L4|L40S?|A2|A10G?|A16|A40)\b")
"""Cards for servers with GDDR6: their error-correcting codes lie in that memory, too, and are on
unless somebody switches them off (nvidia-smi, "ECC mode"). A store of less than what a code covers
reads first.
"""


class DramShares(NamedTuple):
    """Of the nominal bandwidth, what streams reach, and what of it scattered accesses reach."""

    read: float
    written: float
    page_bytes: float
    """What has to be moved of each page for the next one to be open by then: less leaves a channel
    waiting. The rate of a channel times the least time between two activations, 4 to 6 ns: HBM2
    and HBM3 20 GB/s (64 and 32 bits), GDDR6 of 10 Gbit/s 20, of 14 to 21 Gbit/s 28 to 42 GB/s (16
    bits), GDDR5 and GDDR5X 32 to 44 (32 bits)."""


HBM = DramShares(0.84, 0.94, 80.0)
"""OpenCL-Benchmark, coalesced reads: B200 0.87, A100 80 GB 0.78; RRZE gpu-stream: A100 0.85, H200
0.80. Coalesced writes: A100 40 GB 0.97, H100 0.91. Pages: transposes of rows of 128 bytes are as
quick as streams on an H100 (yencal.github.io/gpu-matrix-transpose-optimization)."""
GDDR = DramShares(0.88, 0.89, 190.0)
"""OpenCL-Benchmark: RTX 2080 Ti 0.87 and 0.89, GTX 1060 0.87; a sum of arrays on RTX 4060 0.91,
on RTX 3080 Ti 0.92. Pages: with rows of 128 bytes 0.60 of the rate for stores on an RTX 3090
(github.com/leimao/CUTLASS-Examples), 0.47 with blocks that go down the columns
(forums.developer.nvidia.com/t/58655)."""
GDDR_WITH_ECC = DramShares(0.82, 0.61, 100.0)
"""OpenCL-Benchmark: T4 0.81 and 0.67, L40 0.84 and 0.55; sums on T4 0.82. Pages: stores
of rows of 64 bytes on a T4 0.65 (MatiPl01 in benchmarks/published)."""


def dram_shares(device: Device, calibration: Calibration) -> DramShares:
    """What was measured where the calibration has it, else what memory of the kind reaches."""
    usual = usual_shares(device)
    if calibration.dram_share is not None:
        measured = calibration.dram_share
        return usual._replace(read=measured, written=measured)
    return usual


def usual_shares(device: Device) -> DramShares:
    """What memory of the device's kind reaches."""
    if device.compute_capability in STACKED:
        return HBM
    return GDDR_WITH_ECC if INLINE_ECC.search(device.name) else GDDR


def dram_rate(device: Device, calibration: Calibration) -> float:
    """Bytes a second that are read."""
    return dram_shares(device, calibration).read * device.mem_bw_gbs * 1e9
