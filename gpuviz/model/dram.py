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
    """Of the nominal bandwidth, what streams reach."""

    read: float
    written: float


HBM = DramShares(0.84, 0.94)
"""OpenCL-Benchmark, coalesced reads: B200 0.87, A100 80 GB 0.78; RRZE gpu-stream: A100 0.85, H200
0.80. Coalesced writes: A100 40 GB 0.97, H100 0.91."""
GDDR = DramShares(0.88, 0.89)
"""OpenCL-Benchmark: RTX 2080 Ti 0.87 and 0.89, GTX 1060 0.87; a sum of arrays on RTX 4060 0.91,
on RTX 3080 Ti 0.92."""
GDDR_WITH_ECC = DramShares(0.82, 0.61)
"""OpenCL-Benchmark: T4 0.81 and 0.67, L40 0.84 and 0.55; sums on T4 0.82."""


def dram_shares(device: Device, calibration: Calibration) -> DramShares:
    """What was measured where the calibration has it, else what memory of the kind reaches."""
    if calibration.dram_share is not None:
        return DramShares(calibration.dram_share, calibration.dram_share)
    if device.compute_capability in STACKED:
        return HBM
    return GDDR_WITH_ECC if INLINE_ECC.search(device.name) else GDDR


def dram_rate(device: Device, calibration: Calibration) -> float:
    """Bytes a second that are read."""
    return dram_shares(device, calibration).read * device.mem_bw_gbs * 1e9
