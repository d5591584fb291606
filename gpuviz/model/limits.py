"""What limits blocks on an SM: how long each resource is busy with a block, and how long blocks
take together.

Resources that work at the same time overlap, but not wholly: times go together as a smooth maximum
(sum of U**p)**(1/p). Waiting for one's own results overlaps with everything, sharply: RRZE
gpu-stream on L40 reaches 97 % of its bandwidth as soon as the loads under way suffice for it by
Little's law. That law has no term of its own here: a warp that waits moves what it has under way
once in its latency. Starting blocks is as sharp: RRZE gpu-small-kernels on H200.

What different stages ask for does not overlap, and a block cannot be quicker than its phases one
after the other: see phases.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import KIB, Device
from gpuviz.model.calibration import Calibration
from gpuviz.model.dram import dram_shares
from gpuviz.model.work import LaunchWork

SLICE_KIB = {6: 128, 7: 128, 8: 512, 9: 512, 10: 512, 12: 1536}
"""L2 of one slice, by the major number of the compute capability: assumed, see slices."""
GDDR_SLICE_KIB = {(8, 6): 128, (8, 7): 128, (8, 9): 2048}
"""The same of chips of those majors that have no HBM."""

WARP_BYTES = 128  # that a warp gets from a load of 4 bytes a lane

SHORTEST_BLOCK = 1.0  # clocks: even a block that does nothing is there for one

Cycles = NDArray[np.float64]


@dataclass(frozen=True)
class BlockCosts:
    """Clocks of an SM for which each block keeps a resource busy, by stage: float64 [stages,
    blocks] each.

    DRAM, the queue before one address, stores of parts of sectors and what starts blocks are the
    whole chip's.
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
    stores: Cycles  # in L2, of sectors that are written in part
    latency: Cycles  # from its begin to its end if no resource were ever busy
    in_turn: Cycles  # the same with its own work: its phases one after the other
    start: Cycles  # [blocks] of whatever starts blocks

    @cached_property
    def on_sm(self) -> NDArray[np.float64]:
        """[pipes, stages, blocks]: what an SM does for its blocks. L1 and shared memory are one."""
        together = self.l1 + self.shared
        pipes = (self.issue, self.int32, self.fp32, self.fp64, self.sfu, together)
        return np.array((*pipes, self.l2, self.atomics))

    @cached_property
    def on_chip(self) -> NDArray[np.float64]:
        """[servers, stages, blocks]: what the chip does for blocks on all SMs but to start them."""
        return np.array((self.dram, self.queue, self.stores))

    def alone(self, exponent: float) -> Cycles:
        """[stages, blocks]: how long each would take if it had the whole device for itself."""
        overlapping = np.concatenate((self.on_sm, self.on_chip))
        most = overlapping.max(axis=0)
        shares = overlapping / np.where(most > 0, most, 1.0)  # of which no power is too large
        busy = most * (shares**exponent).sum(axis=0) ** (1 / exponent)
        longest: Cycles = np.maximum(busy, self.in_turn)
        return longest


def block_costs(work: LaunchWork, device: Device, calibration: Calibration) -> BlockCosts:
    """What every block of `work` costs on `device`."""
    of_phases = _of_phases(work, device, calibration)
    if len(set(work.stages)) == len(work.stages):
        return of_phases
    stages = np.eye(max(work.stages) + 1)[:, list(work.stages)]
    summed = {
        field.name: _of_stages(stages, getattr(of_phases, field.name))
        for field in fields(BlockCosts)
        if field.name not in ("in_turn", "start")
    }
    in_turn = _of_stages(stages, of_phases.alone(calibration.overlap_exponent))
    several = (stages.sum(axis=1) > 1)[:, None]
    summed["in_turn"] = np.where(several, in_turn, summed["latency"])
    return BlockCosts(**summed, start=of_phases.start)


def _of_stages(stages: NDArray[np.float64], table: Cycles) -> Cycles:
    """[stages, blocks] of [phases, blocks]; why not with @ is said in phases.in_phases."""
    sums: Cycles = np.einsum("sp,pb->sb", stages, table)
    return sums


def _of_phases(work: LaunchWork, device: Device, calibration: Calibration) -> BlockCosts:
    """The same by phase."""
    atomics = float(work.atomics.sum())
    queued = work.longest_queue / atomics if atomics else 0.0
    latency = work.latency_cycles.copy()
    latency[0] = np.maximum(latency[0] + calibration.block_launch_cycles, SHORTEST_BLOCK)
    return BlockCosts(
        issue=work.warp_instructions / (calibration.issue_share * device.warp_schedulers),
        int32=work.int32 / device.int32_lanes,
        fp32=work.fp32 / device.fp32_lanes,
        fp64=work.fp64 / device.fp64_lanes,
        sfu=work.sfu / device.sfu_lanes,
        l1=_l1_cycles(work, device, calibration),
        shared=_shared_cycles(work, device),
        l2=work.l2_bytes / (calibration.l2_share * device.l2_bytes_per_clock),
        atomics=work.atomics / calibration.spread_atomics_per_clock_per_sm,
        dram=_dram_cycles(work, device, calibration),
        queue=work.atomics * queued / _queue_rate(work, calibration),
        stores=work.partial_stores
        / (calibration.partial_stores_per_clock_per_slice * slices(device)),
        latency=latency,
        in_turn=latency,
        start=np.full(work.atomics.shape[1], 1 / calibration.blocks_per_clock),
    )


def slices(device: Device) -> float:
    """Parts of L2 that work at the same time.

    NVIDIA does not publish them. With these sizes misaligned writes of OpenCL-Benchmark take
    nearly the same time on each: A100 80 slices, B200 253, GTX 1060 12.
    """
    cc = device.compute_capability
    return device.l2_bytes / (KIB * GDDR_SLICE_KIB.get(cc, SLICE_KIB.get(cc[0], 512)))


def _dram_cycles(work: LaunchWork, device: Device, calibration: Calibration) -> Cycles:
    shares = dram_shares(device, calibration)
    nominal = device.mem_bw_gbs * 1e9 / device.clock_hz
    written = work.dram_written_bytes + work.dram_slow_written_bytes
    read = work.dram_bytes + work.dram_slow_bytes - written
    cycles: Cycles = (read / shares.read + written / shares.written) / nominal
    return cycles


def _queue_rate(work: LaunchWork, calibration: Calibration) -> float:
    if work.queue_is_float:
        return calibration.same_address_float_atomics_per_clock
    return calibration.same_address_atomics_per_clock


def _l1_cycles(work: LaunchWork, device: Device, calibration: Calibration) -> Cycles:
    """The slowest of: handing words to the lanes, reading the banks, looking up the tags."""
    handing = work.l1_requests * (WARP_BYTES / device.l1_bytes_per_clock)
    tags = work.l1_lines * calibration.tag_cycles_per_line
    return np.maximum(np.maximum(handing, work.l1_turns), tags)


def _shared_cycles(work: LaunchWork, device: Device) -> Cycles:
    """The slower of: handing words to the lanes, and a clock for each wavefront."""
    handing = work.shared_requests * (WARP_BYTES / device.shared_bytes_per_clock)
    return np.maximum(handing, work.shared_wavefronts)


def stretch(on_sm: Sequence[float], on_chip: Sequence[float], exponent: float) -> float:
    """How many times as long as alone blocks take together for a phase, at least 1.

    Of each resource, as in BlockCosts: how many times over the blocks would use it if none waited
    for another.
    """
    total = 0.0
    for used in (*on_sm, *on_chip):
        if used > 0:  # what is left of a sum after all was taken away again may be below
            total += used**exponent
    busy: float = total ** (1 / exponent)
    return max(1.0, busy)
