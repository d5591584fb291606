"""How long one warp waits for itself: its instructions one after the other, nothing overlapping
but loads that need not wait for each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import Device, Latencies
from gpuviz.model.counts import Counts
from gpuviz.model.kernel_facts import KernelFacts
from gpuviz.model.traffic import Shares
from gpuviz.trace import Site

DEPENDENT_SHARE = 0.5
"""Of a statement's instructions, those that wait for the one before: an estimate, uncalibrated."""


def chain_cycles(
    kernel: KernelFacts,
    counts: Counts,
    device: Device,
    mixes: NDArray[np.float64],
    barrier_cycles: float,
    shares: Shares,
) -> NDArray[np.float64]:
    """Cycles of the slowest warp if it were alone on the SM, float64 [phases, blocks].

    `mixes`: the instructions of each statement, see statement_mixes.
    """
    links = chain_links(kernel, counts, device, mixes, barrier_cycles, shares)
    return counts.slowest(cycles_by_phase(kernel, counts, links))


class Link(NamedTuple):
    """A statement, and the cycles that each warp spends on it: its own, or waiting for loads.

    Loads that are under way together count from `statement` on, the first that could begin them;
    `whose` is the one that loads what takes the longest.
    """

    statement: int
    whose: int
    cycles: NDArray[np.float64]  # [warps]


def chain_links(
    kernel: KernelFacts,
    counts: Counts,
    device: Device,
    mixes: NDArray[np.float64],
    barrier_cycles: float,
    shares: Shares,
) -> Iterator[Link]:
    """What the chain of each warp is made of."""
    own = (_own_cycles(kernel, mixes, device.lat) + barrier_cycles * kernel.barriers).tolist()
    for row, (each, steps) in enumerate(zip(own, counts.steps, strict=True)):
        yield Link(row, row, each * steps)
    latencies = site_latencies(kernel, device, shares)
    for row, wait in _waits(kernel, counts, latencies).items():
        yield Link(row, _longest_load(kernel, counts, latencies, row), wait)


def cycles_by_phase(
    kernel: KernelFacts, counts: Counts, links: Iterable[Link]
) -> NDArray[np.float64]:
    """Cycles of each warp if it were alone on the SM, float64 [phases, warps]."""
    phase_of = kernel.phases.statements.argmax(axis=0).tolist()
    cycles = np.zeros((len(kernel.phases.stages), counts.steps.shape[1]))
    for link in links:
        cycles[phase_of[link.statement]] += link.cycles
    return cycles


def _own_cycles(
    kernel: KernelFacts, mixes: NDArray[np.float64], lat: Latencies
) -> NDArray[np.float64]:
    """Cycles of each statement's own instructions, one step, float64 [statements].

    Bodies of a loop that stand side by side do not wait for each other, but for the sum that all
    of them add to; where each stores a sum of its own they need not even that.
    """
    issued, _, fp32, fp64, sfu = mixes.T
    chain = DEPENDENT_SHARE * (lat.alu * (issued - sfu) + lat.sfu * sfu) / kernel.turns_together
    adding = lat.alu * (fp32 + fp64 > 0) * kernel.keeps_sum
    cycles: NDArray[np.float64] = np.maximum(np.maximum(chain, issued), adding)
    return cycles


def site_latencies(kernel: KernelFacts, device: Device, shares: Shares) -> list[float]:
    """Cycles until the result of each site is there; 0 where nobody waits for one."""
    statements = kernel.statements
    return [
        0.0
        if site.kind == "write"
        or (site.kind == "atomic" and statements[site.statement].kind == "Expr")
        else _latency(site, device.lat, *past)
        for site, *past in zip(
            kernel.sites, shares.waits_l2.tolist(), shares.waits_dram.tolist(), strict=True
        )
    ]


def _latency(site: Site, lat: Latencies, past_l1: float, past_l2: float) -> float:
    if site.space == "shared":
        return lat.shared
    if site.space != "global":
        return 0.0  # local arrays are registers, constants wait nearby
    from_dram = min(past_l2, past_l1)
    return (1 - past_l1) * lat.l1 + (past_l1 - from_dram) * lat.l2 + from_dram * lat.dram


def _longest_load(kernel: KernelFacts, counts: Counts, latencies: list[float], first: int) -> int:
    """Of the loads that are under way together the statement that waits longest in all."""
    waits: dict[int, float] = {}
    for row, (site, latency) in enumerate(zip(kernel.sites, latencies, strict=True)):
        if latency and kernel.together[site.statement] == first:
            wait = latency * float(counts.requests_by_site[row])
            waits[site.statement] = waits.get(site.statement, 0.0) + wait
    return max(waits, key=lambda statement: waits[statement])


def _waits(
    kernel: KernelFacts, counts: Counts, latencies: list[float]
) -> dict[int, NDArray[np.float64]]:
    """By statement: cycles that each warp waits for memory, all that are under way together with
    the first of them.
    """
    waits: dict[int, NDArray[np.float64]] = {}
    for site, latency, requests in zip(kernel.sites, latencies, counts.requests, strict=True):
        if latency:
            wait = requests * (latency / kernel.senses[site.statement].together)
            first = kernel.together[site.statement]
            known = waits.get(first)
            waits[first] = wait if known is None else np.maximum(known, wait)
    return waits
