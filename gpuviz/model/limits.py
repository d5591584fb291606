"""What limits blocks on an SM: how long each resource is busy with a block, and how long blocks
take together.

Resources that work at the same time overlap, but not wholly: times go together as a smooth maximum
(sum of U**p)**(1/p). Waiting for one's own results overlaps with everything, sharply: RRZE
gpu-stream on L40 reaches 97 % of its bandwidth as soon as the loads under way suffice for it by
Little's law. That law has no term of its own here: a warp that waits moves what it has under way
once in its latency. Starting blocks is as sharp: RRZE gpu-small-kernels on H200.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import Device
from gpuviz.model.calibration import Calibration
from gpuviz.model.work import LaunchWork

L1_BANK_BYTES = 128
"""Bytes that the banks of L1 give in a clock: 16 banks of 8 (RRZE gpu-strides)."""

WARP_BYTES = 128  # that a warp gets from a load of 4 bytes a lane

SHORTEST_BLOCK = 1.0  # clocks: even a block that does nothing is there for one

Cycles = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BlockCosts:
    """Clocks of an SM for which each block keeps a resource busy; float64 [blocks] each.

    DRAM, the queue before one address and what starts blocks serve the whole chip.
    """

    issue: Cycles
    int32: Cycles
    fp32: Cycles
    fp64: Cycles
    sfu: Cycles
    l1: Cycles
    shared: Cycles
    l2: Cycles
    atomics: Cycles  # on many addresses
    dram: Cycles
    queue: Cycles  # before the address most in demand
    start: Cycles  # of whatever starts blocks
    latency: Cycles  # from its launch to its end if no resource were ever busy

    @property
    def on_sm(self) -> NDArray[np.float64]:
        """[pipes, blocks]: what an SM does for its blocks. L1 and shared memory are one pipe."""
        together = self.l1 + self.shared
        pipes = (self.issue, self.int32, self.fp32, self.fp64, self.sfu, together)
        return np.stack((*pipes, self.l2, self.atomics))

    @property
    def on_chip(self) -> NDArray[np.float64]:
        """[servers, blocks]: what the chip does for blocks on all SMs; starting them is last."""
        return np.stack((self.dram, self.queue, self.start))

    def alone(self, exponent: float) -> Cycles:
        """[blocks]: how long each would take if it had the whole device for itself."""
        overlapping = np.vstack((self.on_sm, self.dram, self.queue))
        busy = (overlapping**exponent).sum(axis=0) ** (1 / exponent)
        longest: Cycles = np.maximum.reduce((busy, self.latency, self.start))
        return longest


def block_costs(work: LaunchWork, device: Device, calibration: Calibration) -> BlockCosts:
    """What every block of `work` costs on `device`."""
    atomics = float(work.atomics.sum())
    queued = work.longest_queue / atomics if atomics else 0.0
    dram_rate = calibration.dram_share * device.mem_bw_gbs * 1e9 / device.clock_hz
    latency = calibration.block_launch_cycles + work.latency_cycles
    return BlockCosts(
        issue=work.warp_instructions / (calibration.issue_share * device.warp_schedulers),
        int32=work.int32 / device.int32_lanes,
        fp32=work.fp32 / device.fp32_lanes,
        fp64=work.fp64 / device.fp64_lanes,
        sfu=work.sfu / device.sfu_lanes,
        l1=_l1_cycles(work, device, calibration),
        shared=_shared_cycles(work, device),
        l2=_l2_cycles(work, device, calibration),
        atomics=work.atomics / calibration.spread_atomics_per_clock_per_sm,
        dram=work.dram_bytes / dram_rate,
        queue=work.atomics * queued / calibration.same_address_atomics_per_clock,
        start=np.full(len(work.atomics), 1 / calibration.blocks_per_clock),
        latency=np.maximum(latency, SHORTEST_BLOCK),
    )


def _l2_cycles(work: LaunchWork, device: Device, calibration: Calibration) -> Cycles:
    """A store of a few bytes takes as long as one of its whole line.

    Naive transposes, 4 bytes of a line in each store, reach 475 GB/s on H100
    (yencal.github.io/gpu-matrix-transpose-optimization) and 195 on RTX 3090 (a README of 2025);
    by this rule 570 and 145. By bytes alone they would be limited by DRAM.
    """
    rate = calibration.l2_share * device.l2_bytes_per_clock
    cycles: Cycles = (work.l2_bytes + work.l2_unused_bytes) / rate
    return cycles


def _l1_cycles(work: LaunchWork, device: Device, calibration: Calibration) -> Cycles:
    """The slowest of: handing words to the lanes, reading the banks, looking up the tags."""
    handing = work.l1_requests * (WARP_BYTES / device.l1_bytes_per_clock)
    banks = work.l1_bytes / L1_BANK_BYTES
    tags = work.l1_lines * calibration.tag_cycles_per_line
    return np.maximum(np.maximum(handing, banks), tags)


def _shared_cycles(work: LaunchWork, device: Device) -> Cycles:
    """The slower of: handing words to the lanes, and a clock for each wavefront."""
    handing = work.shared_requests * (WARP_BYTES / device.shared_bytes_per_clock)
    return np.maximum(handing, work.shared_wavefronts)


def stretch(on_sm: Sequence[float], on_chip: Sequence[float], exponent: float) -> float:
    """How many times as long as alone blocks take together, at least 1.

    Of each resource, as in BlockCosts: how many times over the blocks would use it if none waited
    for another.
    """
    *servers, starting = on_chip
    total = 0.0
    for used in (*on_sm, *servers):
        if used > 0:  # what is left of a sum after all was taken away again may be below
            total += used**exponent
    busy: float = total ** (1 / exponent)
    return max(1.0, starting, busy)
