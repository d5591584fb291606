"""What a launch asks of a device, block by block: what the model of time is fed with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import Device
from gpuviz.launch import WARP_SIZE
from gpuviz.messages import Message
from gpuviz.model.caches import L2State, cache_shares
from gpuviz.model.calibration import Calibration, load_calibration
from gpuviz.model.chain import chain_cycles
from gpuviz.model.counts import Counts, counts_of
from gpuviz.model.kernel_facts import KernelFacts, facts_of
from gpuviz.model.mix import CompiledMix, mix_notes, statement_mixes, warp_start
from gpuviz.model.phases import in_phases
from gpuviz.model.pieces import pieces_of
from gpuviz.model.queues import longest_queue, wavefronts_of_units
from gpuviz.model.streams import MemoryUse, memory_use
from gpuviz.model.traffic import Shares, Weights, moved_by_blocks, weights_of_sites
from gpuviz.model.weights import NUMBA, UsualWeights
from gpuviz.model.wide_loads import wavefront_shares
from gpuviz.trace import Trace


@dataclass(frozen=True, slots=True)
class LaunchWork:
    """The demands of every block on the resources of its SM and of the chip.

    Arrays are float64 [phases, blocks], column = linear block; phases: see phases.py. Lane
    operations count all 32 lanes of a warp instruction: hardware gives a lane that is masked off
    its turn too. What is said per warp counts warps. Bytes that caches keep from moving depend on
    the device.
    """

    warp_instructions: NDArray[np.float64]  # issued by all warps of the block
    int32: NDArray[np.float64]  # lane operations
    fp32: NDArray[np.float64]
    fp64: NDArray[np.float64]
    sfu: NDArray[np.float64]
    shared_requests: NDArray[np.float64]  # of warps, to shared memory, for 4 bytes a lane
    shared_wavefronts: NDArray[np.float64]
    l1_requests: NDArray[np.float64]  # of warps, to global memory, for 4 bytes a lane
    l1_turns: NDArray[np.float64]  # clocks of its banks
    l1_lines: NDArray[np.float64]  # tags looked up: 128-byte lines of all global requests
    l1_bytes: NDArray[np.float64]  # sectors of all global requests, in bytes
    l2_bytes: NDArray[np.float64]  # of these, what L1 does not keep: misses and stores
    partial_stores: NDArray[np.float64]  # sectors of which a warp's store fills a part
    dram_bytes: NDArray[np.float64]  # of l2_bytes, what L2 does not keep
    dram_written_bytes: NDArray[np.float64]  # of these, what is written
    dram_slow_bytes: NDArray[np.float64]  # that DRAM could have moved while it opened pages
    dram_slow_written_bytes: NDArray[np.float64]  # of these, while it wrote
    atomics: NDArray[np.float64]  # lanes' atomic operations on global memory
    latency_cycles: NDArray[np.float64]  # of the slowest warp, alone on the SM: its chain
    flops: float  # of the launch; a fused multiply-add counts as two
    longest_queue: float  # of the launch: passes of atomic operations through one slice of L2
    queue_is_float: bool = False  # whether they are on fractions
    assumptions: tuple[Message, ...] = ()
    stages: tuple[int, ...] = (0,)  # that each phase belongs to


def launch_work(
    trace: Trace,
    device: Device,
    mix: CompiledMix | None = None,
    l2_state: L2State = "cold",
    calibration: Calibration | None = None,
    weights: UsualWeights = NUMBA,
) -> LaunchWork:
    """What the launch of `trace` asks of `device`.

    `mix`: the instructions that were compiled; None: the usual ones, by `weights`. `l2_state`: what
    L2 holds at the start. `calibration`: the constants of the model, by default those that were
    fitted.
    """
    constants = load_calibration() if calibration is None else calibration
    found = known_of(trace, device, mix, l2_state, weights)
    counts, kernel = found.counts, found.kernel
    phases = kernel.phases
    instructions = in_phases(found.mixes.T, counts.of_blocks.steps, phases.statements)
    instructions[:, 0] += counts.warps_per_block * found.warp_start[:, None]
    issued, int32, fp32, fp64, sfu = instructions
    moved = moved_by_blocks(kernel, counts, found.weights)
    queue = longest_queue(trace, counts, found.use)
    return LaunchWork(
        warp_instructions=issued,
        int32=WARP_SIZE * int32,
        fp32=WARP_SIZE * fp32,
        fp64=WARP_SIZE * fp64,
        sfu=WARP_SIZE * sfu,
        **moved._asdict(),
        latency_cycles=chain_cycles(
            kernel, counts, device, found.mixes, constants.barrier_cycles, found.shares
        ),
        flops=float(kernel.float_operations @ counts.by_site(counts.lanes)),
        longest_queue=queue.passes,
        queue_is_float=queue.is_float,
        assumptions=(*counts.assumptions, *found.assumed, *mix_notes(trace, mix)),
        stages=phases.stages,
    )


class Known(NamedTuple):
    """What is known of a launch on a device, from which all that it asks for is worked out."""

    counts: Counts
    kernel: KernelFacts
    mixes: NDArray[np.float64]  # the instructions of each statement: see statement_mixes
    warp_start: NDArray[np.float64]  # of each warp beside them
    use: MemoryUse
    shares: Shares
    assumed: tuple[Message, ...]
    weights: Weights


def known_of(
    trace: Trace,
    device: Device,
    mix: CompiledMix | None = None,
    l2_state: L2State = "cold",
    weights: UsualWeights = NUMBA,
) -> Known:
    """The same as for launch_work."""
    counts = counts_of(trace)
    kernel = facts_of(trace)
    if mix is None:
        mixes, pieces = kernel.usual_mixes(weights), kernel.pieces
    else:
        mixes = statement_mixes(trace, kernel.senses, mix, weights)
        pieces = pieces_of(trace, mix.global_bytes)
    use = memory_use(trace, counts)
    shares, assumed = cache_shares(trace, use, device, l2_state)
    sample = use.seen.sample if use.seen else None
    wavefronts = wavefronts_of_units(trace)
    if mix is not None:
        wavefronts = wavefronts * wavefront_shares(trace, mix.shared_widths)
    moving = weights_of_sites(kernel, counts, shares, sample, pieces, wavefronts)
    start = warp_start(mix, weights)
    return Known(counts, kernel, mixes, start, use, shares, tuple(assumed), moving)
