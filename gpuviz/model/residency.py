"""How many blocks are on the device at a time, and how much L1 they leave each other."""

from __future__ import annotations

from typing import NamedTuple

from gpuviz.device import KIB, Device
from gpuviz.launch import ceil_divide
from gpuviz.trace import Trace
from gpuviz.trace.blocks_on_sm import occupancy_of

L2_SHARE = 0.8
"""Of L2, what the arrays of a launch can fill before a least-recently-used order loses some: its
places are not fully associative. Uncalibrated."""


class Residency(NamedTuple):
    """What is on the device while the launch runs; sizes in bytes."""

    sm_count: int
    per_sm: int  # blocks
    wave: int  # blocks on the whole device
    l1_bytes: int
    l2_bytes: float


def residency(trace: Trace, device: Device) -> Residency:
    """Of a launch on a device; one that does not fit is treated as if one block did."""
    config = trace.config
    held = occupancy_of(trace, device).blocks_per_sm
    per_sm = max(1, min(held, ceil_divide(config.blocks, device.sm_count)))
    wave = min(config.blocks, per_sm * device.sm_count)
    return Residency(
        device.sm_count, per_sm, wave, _l1_bytes(trace, device, per_sm), L2_SHARE * device.l2_bytes
    )


def _l1_bytes(trace: Trace, device: Device, per_sm: int) -> int:
    """What is left of an SM's memory beside the shared memory that its blocks need."""
    carveouts, unified = device.shared_carveouts_kb, device.unified_l1_kb
    if min(carveouts) >= unified:
        return unified * KIB  # L1 and shared memory lie apart
    asked = trace.shared_bytes + trace.config.dynamic_shared_bytes
    needed = per_sm * (asked + device.shared_reserved_per_block)
    carveout = min((size for size in carveouts if size * KIB >= needed), default=max(carveouts))
    return (unified - carveout) * KIB
