"""How long one warp waits for itself: its instructions one after the other, nothing overlapping
but the loads of one statement.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import Device, Latencies
from gpuviz.model.counts import Counts
from gpuviz.model.reuse import SECTOR_BYTES
from gpuviz.model.traffic import Shares
from gpuviz.trace import Site, Trace

DEPENDENT_SHARE = 0.5
"""Of a statement's instructions, those that wait for the one before: uncalibrated."""

BARRIER_CYCLES = 30.0
"""From the last warp's arrival until all go on: uncalibrated."""


class Chain(NamedTuple):
    """Of each block's slowest warp, float64 [blocks]."""

    cycles: NDArray[np.float64]
    inflight_bytes: NDArray[np.float64]


def chain_of(
    trace: Trace, counts: Counts, device: Device, mixes: NDArray[np.float64], shares: Shares
) -> Chain:
    """The chain of the slowest warp, and what a warp has under way while it waits for memory."""
    computing = np.array([statement.operations.barrier for statement in trace.statements], float)
    computing = BARRIER_CYCLES * computing + _arithmetic(mixes, device.lat)
    cycles = computing @ counts.steps
    waits = _waits(trace, counts, site_latencies(trace, device, shares))
    beyond = SECTOR_BYTES * shares.sectors * shares.l2 @ counts.units
    return Chain(
        counts.slowest(cycles + sum(waits.values(), np.zeros(cycles.shape))),
        counts.slowest(_under_way(trace, counts, waits, beyond)),
    )


def _arithmetic(mixes: NDArray[np.float64], lat: Latencies) -> NDArray[np.float64]:
    """Cycles of each statement's own instructions, one step, float64 [statements]."""
    issued, _, _, _, sfu = mixes.T
    dependent: NDArray[np.float64] = DEPENDENT_SHARE * (lat.alu * (issued - sfu) + lat.sfu * sfu)
    cycles: NDArray[np.float64] = np.maximum(dependent, issued)
    return cycles


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
        return lat.alu
    from_dram = min(past_l2, past_l1)
    return (1 - past_l1) * lat.l1 + (past_l1 - from_dram) * lat.l2 + from_dram * lat.dram


def _waits(trace: Trace, counts: Counts, latencies: list[float]) -> dict[int, NDArray[np.float64]]:
    """By statement: cycles that each warp waits for memory. Its loads are under way together."""
    waits: dict[int, NDArray[np.float64]] = {}
    for site, latency, requests in zip(trace.sites, latencies, counts.requests, strict=True):
        if latency:
            wait = requests * latency
            known = waits.get(site.statement)
            waits[site.statement] = wait if known is None else np.maximum(known, wait)
    return waits


def _under_way(
    trace: Trace,
    counts: Counts,
    waits: dict[int, NDArray[np.float64]],
    beyond: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Bytes past L1 for each time that the warp waits for global memory; all if it never does."""
    batches = np.zeros(beyond.shape)
    for statement in waits:
        requests = [
            counts.requests[row]
            for row, site in enumerate(trace.sites)
            if site.statement == statement and site.space == "global" and site.kind != "write"
        ]
        if requests:
            batches += np.max(requests, axis=0)
    under_way: NDArray[np.float64] = beyond / np.maximum(batches, 1)
    return under_way
