"""How long one warp waits for itself: its instructions one after the other, nothing overlapping
but loads that need not wait for each other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import Device, Latencies
from gpuviz.model.counts import Counts
from gpuviz.model.in_flight import loads_together
from gpuviz.model.loops import LoopSense
from gpuviz.model.phases import Phases
from gpuviz.model.traffic import Shares
from gpuviz.trace import Site, Trace

DEPENDENT_SHARE = 0.5
"""Of a statement's instructions, those that wait for the one before: an estimate, uncalibrated."""


class Statements(NamedTuple):
    """What the statements do: their instructions, and what loops make of them."""

    mixes: NDArray[np.float64]  # [statements, 5]: see statement_mixes
    senses: tuple[LoopSense, ...]
    barrier_cycles: float


def chain_cycles(
    trace: Trace,
    counts: Counts,
    device: Device,
    statements: Statements,
    shares: Shares,
    phases: Phases,
) -> NDArray[np.float64]:
    """Cycles of the slowest warp if it were alone on the SM, float64 [phases, blocks]."""
    own = _own_cycles(trace, statements, device.lat).tolist()
    phase_of = phases.statements.argmax(axis=0).tolist()
    cycles = np.zeros((len(phases.stages), counts.steps.shape[1]))
    for phase, each, steps in zip(phase_of, own, counts.steps, strict=True):
        cycles[phase] += each * steps
    waits = _waits(trace, counts, site_latencies(trace, device, shares), statements.senses)
    for row, wait in waits.items():
        cycles[phase_of[row]] += wait
    return counts.slowest(cycles)


def _own_cycles(trace: Trace, statements: Statements, lat: Latencies) -> NDArray[np.float64]:
    """Cycles of each statement's own instructions, one step, float64 [statements].

    Bodies of a loop that stand side by side do not wait for each other, but for the sum that all
    of them add to; where each stores a sum of its own they need not even that.
    """
    issued, _, fp32, fp64, sfu = statements.mixes.T
    together = np.array([sense.together for sense in statements.senses])
    chain = DEPENDENT_SHARE * (lat.alu * (issued - sfu) + lat.sfu * sfu) / together
    stores = {site.statement for site in trace.sites if site.kind == "write"}
    sums = np.array([row not in stores for row in range(len(trace.statements))])
    adding = lat.alu * (fp32 + fp64 > 0) * sums
    barriers = np.array([statement.operations.barrier for statement in trace.statements])
    cycles: NDArray[np.float64] = np.maximum(np.maximum(chain, issued), adding)
    return cycles + statements.barrier_cycles * barriers


def site_latencies(trace: Trace, device: Device, shares: Shares) -> list[float]:
    """Cycles until the result of each site is there; 0 where nobody waits for one."""
    statements = trace.statements
    return [
        0.0
        if site.kind == "write"
        or (site.kind == "atomic" and statements[site.statement].kind == "Expr")
        else _latency(site, device.lat, *past)
        for site, *past in zip(
            trace.sites, shares.waits_l2.tolist(), shares.waits_dram.tolist(), strict=True
        )
    ]


def _latency(site: Site, lat: Latencies, past_l1: float, past_l2: float) -> float:
    if site.space == "shared":
        return lat.shared
    if site.space != "global":
        return 0.0  # local arrays are registers, constants wait nearby
    from_dram = min(past_l2, past_l1)
    return (1 - past_l1) * lat.l1 + (past_l1 - from_dram) * lat.l2 + from_dram * lat.dram


def _waits(
    trace: Trace, counts: Counts, latencies: list[float], senses: tuple[LoopSense, ...]
) -> dict[int, NDArray[np.float64]]:
    """By statement: cycles that each warp waits for memory, all that are under way together with
    the first of them.
    """
    waits: dict[int, NDArray[np.float64]] = {}
    together = loads_together(trace)
    for site, latency, requests in zip(trace.sites, latencies, counts.requests, strict=True):
        if latency:
            wait = requests * (latency / senses[site.statement].together)
            first = together[site.statement]
            known = waits.get(first)
            waits[first] = wait if known is None else np.maximum(known, wait)
    return waits
