"""How one access of a warp falls on the banks of L1, and on the sectors that a store fills."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.model.counts import Counts
from gpuviz.model.kernel_facts import KernelFacts
from gpuviz.model.reuse import SECTOR_BYTES, SECTORS_PER_LINE
from gpuviz.model.sample import NOWHERE, WarpSample
from gpuviz.model.source import BySite

BANKS, BANK_BYTES = 16, 8
"""Of L1 (RRZE gpu-benches, README of gpu-strides): each gives one word of 8 bytes in a clock.

A warp whose lanes read 64 bytes apart takes 16 clocks, 4096 bytes apart 32: so do the row reads of
OpenCL-Benchmark on H100 and the products with lanes along rows on RTX A6000 (siboehm) and A100
(simple-gemm); benchmarks/published has them.
"""


class Footprints(NamedTuple):
    """Means over the accesses of each site that were looked at, of one request of a warp each."""

    bank_turns: BySite  # clocks in which the banks of L1 give all words; not of atomic operations
    partial_sectors: BySite  # of stores: sectors of which it touches some bytes only


def footprints(
    kernel: KernelFacts, counts: Counts, sample: WarpSample | None, pieces: BySite
) -> Footprints:
    """Of sites in global memory; one that nobody saw is taken to touch neighbouring elements.

    `pieces`: instructions of one access (see gpuviz.model.pieces); of all of them is told.
    """
    sites = len(kernel.sites)
    requests = np.maximum(counts.requests_by_site, 1.0)
    turns = np.maximum(counts.units_by_site / requests / SECTORS_PER_LINE, 1.0)
    partial = np.zeros(sites)
    if sample is not None and len(sample.site):
        sizes = _sizes(kernel, pieces)
        seen = np.bincount(sample.site, minlength=sites)
        ordered = _begins(sample, sizes, pieces)
        site, asked = sample.site, ordered
        if kernel.atomics.any():
            rows = np.flatnonzero(~kernel.atomics[sample.site])
            site, asked = site[rows], ordered[rows]
        sums = np.bincount(site, _turns(asked, sizes[site]), sites)
        turns = np.where(seen > 0, sums / np.maximum(seen, 1), turns)
        stores = np.flatnonzero(kernel.stores[sample.site])
        if len(stores):
            stored = sample.site[stores]
            in_part = _partial(ordered[stores], sizes[stored])
            partial = np.bincount(stored, in_part, sites) / np.maximum(seen, 1)
    return Footprints(turns * pieces, partial * pieces)


def _sizes(kernel: KernelFacts, pieces: BySite) -> NDArray[np.int64]:
    """Bytes of a lane that one instruction moves, by site."""
    found = np.array([site.itemsize for site in kernel.sites]) / pieces
    return np.maximum(found.astype(np.int64), 1)


def _begins(sample: WarpSample, sizes: NDArray[np.int64], pieces: BySite) -> NDArray[np.int64]:
    """Where the instructions of each access begin, ascending: those for several elements at the
    first one.
    """
    address = sample.ascending
    if not (pieces < 1).any():
        return address
    size = sizes[sample.site][:, None]
    first = np.where(address == NOWHERE, NOWHERE, address // size * size)
    return np.where((pieces < 1)[sample.site][:, None], first, address)


def _turns(ordered: NDArray[np.int64], size: NDArray[np.int64]) -> NDArray[np.float64]:
    """By access: different words in the bank that most of them are in; at least 1."""
    largest = int(size.max(initial=0))
    if largest <= BANK_BYTES:
        return bank_turns(ordered // BANK_BYTES, BANKS).astype(np.float64)
    parts = [ordered]
    for further in range(BANK_BYTES, largest, BANK_BYTES):  # words of one element
        there = (ordered != NOWHERE) & (further < size[:, None])
        parts.append(np.where(there, ordered + further, NOWHERE))
    words = np.sort(np.concatenate(parts, axis=1) // BANK_BYTES, axis=1)
    return bank_turns(words, BANKS).astype(np.float64)


def bank_turns(words: NDArray[np.int64], banks: int) -> NDArray[np.int64]:
    """By row: different words in the bank that most of them are in, at least 1.

    `words` ascend in each row; neighbours are in neighbouring banks, and those below 0 count for
    nothing. `banks`: a power of two.
    """
    turns = np.ones(len(words), np.int64)
    far = np.flatnonzero(words[:, -1] - words[:, 0] >= banks)  # nearer ones have a bank each
    if len(far):
        there = words[far]
        counted = _different(there) & (there >= 0)
        bank = (there & (banks - 1)) + np.arange(len(far))[:, None] * banks
        found = np.bincount(bank[counted], minlength=len(far) * banks).reshape(-1, banks)
        turns[far] = np.maximum(found.max(axis=1), 1)
    return turns


def _partial(address: NDArray[np.int64], size: NDArray[np.int64]) -> NDArray[np.float64]:
    """By access: sectors that the elements of its lanes do not fill; addresses ascend."""
    elements = _different(address) & (address != NOWHERE)
    begins = np.flatnonzero(_different(address // SECTOR_BYTES))
    row = begins // address.shape[1]
    filled = np.add.reduceat(elements.ravel(), begins, dtype=np.int64) * size[row]
    in_part = (filled > 0) & (filled < SECTOR_BYTES)
    return np.bincount(row[in_part], minlength=len(address)).astype(np.float64)


def _different(ordered: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Where a row of ascending numbers has one that is not as the one before it."""
    found = np.ones(ordered.shape, np.bool_)
    found[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    return found
