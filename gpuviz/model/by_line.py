"""Whose time it is that the model tells of: of each line its part of what limits the launch, and
how long each warp would take by itself.

A time is not the sum of those of its lines, as what different resources do overlaps. What can be
said of a line is its part of the one resource that needs the longest, and of no more than that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import Device
from gpuviz.launch import WARP_SIZE
from gpuviz.model.calibration import Calibration, load_calibration
from gpuviz.model.chain import chain_links, cycles_by_phase
from gpuviz.model.dram import dram_shares
from gpuviz.model.limits import slices
from gpuviz.model.mix import CompiledMix
from gpuviz.model.ranking import ONE_PIPE
from gpuviz.model.traffic import Moved, moved_by_sites
from gpuviz.model.work import Known, known_of
from gpuviz.trace import Prediction, Trace
from gpuviz.trace.prediction import Resource

KINDS: tuple[Resource, ...] = ("issue", "int32", "fp32", "fp64", "sfu")
"""The columns of a LineMix, by what executes them."""

Cycles = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LineTimes:
    """The part of each line in what limits a launch, in seconds; they are `busy_s` together but for
    what is of no line: to start warps or blocks.
    """

    limiter: Resource
    busy_s: float
    kernel_s: float
    seconds: Mapping[int, float]  # by line


@dataclass(frozen=True, slots=True)
class LaunchTimes:
    """What the model tells of parts of a launch."""

    lines: LineTimes | None  # None: what limits the launch, its start, is of no line
    warps: NDArray[np.float64]  # [warps] seconds of each by itself


def launch_times(
    trace: Trace,
    device: Device,
    mix: CompiledMix | None = None,
    calibration: Calibration | None = None,
) -> LaunchTimes | None:
    """For a launch whose every warp was counted, modelled on `device`; None for another.

    `mix`: the instructions that it was modelled with. Where a compiler made them and they are not
    there, nothing is said either: those that are usual would not add up to its time.
    """
    prediction = trace.prediction
    if trace.registers_source == "compiled" and mix is None:
        return None
    if prediction is None or trace.warp_counters is None or prediction.device_id != device.id:
        return None
    constants = load_calibration() if calibration is None else calibration
    known = known_of(trace, device, mix)
    return LaunchTimes(
        _line_times(trace, prediction, known, device, constants),
        warp_cycles(known, device, constants) / device.clock_hz,
    )


def warp_cycles(known: Known, device: Device, calibration: Calibration) -> Cycles:
    """[warps] of each if it were alone on an SM: its instructions and its waits one after the
    other, and the wavefronts of shared memory that it needs beyond one for each request.
    """
    counts = known.counts
    links = chain_links(
        known.kernel, counts, device, known.mixes, calibration.barrier_cycles, known.shares
    )
    own = cycles_by_phase(known.kernel, counts, links).sum(axis=0)
    each = known.weights.of_units[0]  # wavefronts
    extra = each[:, None] * counts.units - np.where(each[:, None] > 0, counts.requests, 0)
    cycles: Cycles = own + np.maximum(extra, 0.0).sum(axis=0)
    return cycles


def _line_times(
    trace: Trace,
    prediction: Prediction,
    known: Known,
    device: Device,
    calibration: Calibration,
) -> LineTimes | None:
    limiter = prediction.limiter
    of_statements, others = _cycles(known, limiter, device, calibration)
    every = float(of_statements.sum()) + others
    if limiter == "launch" or every <= 0:
        return None
    limiting = ONE_PIPE if limiter in ONE_PIPE else (limiter,)
    busy_s = sum(need.seconds for need in prediction.demands if need.resource in limiting)
    lines: dict[int, float] = {}
    for statement, cycles in zip(trace.statements, of_statements.tolist(), strict=True):
        if cycles:
            part = busy_s * cycles / every
            lines[statement.line] = lines.get(statement.line, 0.0) + part
    return LineTimes(limiter, busy_s, prediction.kernel_s, lines)


def _cycles(
    known: Known, limiter: Resource, device: Device, calibration: Calibration
) -> tuple[Cycles, float]:
    """(for each statement how much of a resource it needs, and what is of none), in any unit."""
    if limiter in KINDS:
        kind = KINDS.index(limiter)
        steps = known.counts.of_blocks.steps.sum(axis=1)
        warps = known.counts.blocks * known.counts.warps_per_block
        return known.mixes[:, kind] * steps, float(warps * known.warp_start[kind])
    if limiter == "latency":
        return _waiting(known, device, calibration)
    moved = moved_by_sites(known.kernel, known.counts, known.weights)
    if limiter in ONE_PIPE:
        by_site = _l1(known, moved, device, calibration) + _shared(known, moved, device)
    elif limiter == "l2":
        by_site = _l2(moved, device, calibration)
    elif limiter == "dram":
        by_site = _dram(moved, device, calibration)
    else:
        by_site = moved.atomics
    statements = [site.statement for site in known.kernel.sites]
    cycles = np.zeros(len(known.kernel.statements))
    np.add.at(cycles, statements, by_site)
    return cycles, 0.0


def _waiting(known: Known, device: Device, calibration: Calibration) -> tuple[Cycles, float]:
    """What the slowest warp of each phase of each block spends, and what starting blocks takes."""
    kernel, counts = known.kernel, known.counts
    links = list(
        chain_links(kernel, counts, device, known.mixes, calibration.barrier_cycles, known.shares)
    )
    by_phase = cycles_by_phase(kernel, counts, links)
    phases, warps = by_phase.shape
    of_blocks = by_phase.reshape(phases, -1, counts.warps_per_block)
    first = np.arange(0, warps, counts.warps_per_block)
    slowest = of_blocks.argmax(axis=2) + first  # [phases, blocks]
    phase_of = kernel.phases.statements.argmax(axis=0)
    cycles = np.zeros(len(kernel.statements))
    for link in links:
        cycles[link.whose] += link.cycles[slowest[phase_of[link.statement]]].sum()
    return cycles, calibration.block_launch_cycles * len(first)


def _l1(known: Known, moved: Moved, device: Device, calibration: Calibration) -> Cycles:
    """Of L1's three, in each phase the one that needs most: see limits.py."""
    handing = moved.l1_requests * (WARP_SIZE * 4 / device.l1_bytes_per_clock)
    tags = moved.l1_lines * calibration.tag_cycles_per_line
    return _slowest_in_phases(known, (handing, moved.l1_turns, tags))


def _shared(known: Known, moved: Moved, device: Device) -> Cycles:
    handing = moved.shared_requests * (WARP_SIZE * 4 / device.shared_bytes_per_clock)
    return _slowest_in_phases(known, (handing, moved.shared_wavefronts))


def _slowest_in_phases(known: Known, ways: tuple[Cycles, ...]) -> Cycles:
    """[sites]: in each phase that of several which needs most, over all sites of the phase."""
    table = np.array(ways)
    cycles = np.zeros(table.shape[1])
    for sites in known.kernel.phases.sites:
        most = int(table[:, sites].sum(axis=1).argmax())
        cycles[sites] = table[most, sites]
    return cycles


def _l2(moved: Moved, device: Device, calibration: Calibration) -> Cycles:
    """Bytes through L2, or sectors that are stored in part, where these need longer."""
    whole = moved.l2_bytes / (calibration.l2_share * device.l2_bytes_per_clock) / device.sm_count
    parts = moved.partial_stores / (calibration.partial_stores_per_clock_per_slice * slices(device))
    return parts if parts.sum() > whole.sum() else whole


def _dram(moved: Moved, device: Device, calibration: Calibration) -> Cycles:
    shares = dram_shares(device, calibration)
    written = moved.dram_written_bytes + moved.dram_slow_written_bytes
    read = moved.dram_bytes + moved.dram_slow_bytes - written
    return read / shares.read + written / shares.written
