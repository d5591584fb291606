"""What the blocks of a launch move between the SMs, L1, L2 and DRAM."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.model.counts import Counts
from gpuviz.model.footprints import footprints
from gpuviz.model.kernel_facts import KernelFacts
from gpuviz.model.phases import in_phases
from gpuviz.model.pieces import words_of_access
from gpuviz.model.reuse import SECTOR_BYTES
from gpuviz.model.sample import WarpSample
from gpuviz.model.source import BySite


class Shares(NamedTuple):
    """What becomes of the sectors that each site asks for."""

    sectors: BySite  # of a unit: 1, of an atomic operation's lane what falls to it; 0: not global
    l2: BySite  # share of the sectors that go on past L1
    dram: BySite  # and past L2; of atomic operations up to 2: a sector is read and written
    dram_written: BySite  # of these, what is written
    dram_pages: BySite  # of the rate of streams, what DRAM reaches
    waits_l2: BySite  # share of the sectors that a warp waits for longer than for L1
    waits_dram: BySite  # longer than for L2: also where another block has asked already


class Moved(NamedTuple):
    """Traffic of each block, float64 [phases, blocks], or of each site, float64 [sites]: what the
    fields of LaunchWork say.
    """

    shared_requests: NDArray[np.float64]
    l1_requests: NDArray[np.float64]
    l1_turns: NDArray[np.float64]
    partial_stores: NDArray[np.float64]
    l1_lines: NDArray[np.float64]
    shared_wavefronts: NDArray[np.float64]
    l1_bytes: NDArray[np.float64]
    l2_bytes: NDArray[np.float64]
    dram_bytes: NDArray[np.float64]
    dram_written_bytes: NDArray[np.float64]
    dram_slow_bytes: NDArray[np.float64]
    dram_slow_written_bytes: NDArray[np.float64]
    atomics: NDArray[np.float64]


class Weights(NamedTuple):
    """What one request, line and unit of each site adds to the fields of Moved, [fields, sites]."""

    of_requests: NDArray[np.float64]
    of_lines: NDArray[np.float64]
    of_units: NDArray[np.float64]


def weights_of_sites(
    kernel: KernelFacts,
    counts: Counts,
    shares: Shares,
    sample: WarpSample | None,
    pieces: BySite,
    wavefronts: BySite,
) -> Weights:
    """The traffic of each site: of its own sectors it lets the same share pass in every block.

    `pieces`: instructions of one access. Each asks L1 for its sectors; what is read comes through
    L2 once, what is stored goes there with each. `wavefronts`: of shared memory, for each unit.
    """
    stores, atomics = kernel.stores, kernel.atomics
    sectors = SECTOR_BYTES * shares.sectors
    to_dram, written = sectors * shares.dram, sectors * shares.dram_written
    opening = 1 / shares.dram_pages - 1
    of_units = np.array(
        (
            wavefronts,
            sectors * pieces,
            sectors * shares.l2 * np.where(stores, pieces, 1.0),
            to_dram,
            written,
            to_dram * opening,
            written * opening,
            atomics,
        ),
        np.float64,
    )
    found = footprints(kernel, counts, sample, pieces)
    of_requests = np.array(
        (
            kernel.shared_words,
            words_of_access(kernel, pieces) * kernel.in_global,
            np.where(atomics, 1.0, found.bank_turns) * kernel.in_global,
            found.partial_sectors * stores,
        )
    )
    return Weights(of_requests, pieces[None], of_units)


def moved_by_blocks(kernel: KernelFacts, counts: Counts, weights: Weights) -> Moved:
    """The traffic of every block."""
    of_phases, done = kernel.phases.sites, counts.of_blocks
    return Moved(
        *in_phases(weights.of_requests, done.requests, of_phases),
        *in_phases(weights.of_lines, _lines(kernel, counts), of_phases),
        *in_phases(weights.of_units, done.units, of_phases),
    )


def moved_by_sites(kernel: KernelFacts, counts: Counts, weights: Weights) -> Moved:
    """The same of the whole launch for every site, each field float64 [sites]."""
    return Moved(
        *(weights.of_requests * counts.requests_by_site),
        *(weights.of_lines * _lines(kernel, counts).sum(axis=1)),
        *(weights.of_units * counts.units_by_site),
    )


def _lines(kernel: KernelFacts, counts: Counts) -> NDArray[np.float64]:
    """[sites, blocks]: tags that are looked up."""
    done = counts.of_blocks
    lines: NDArray[np.float64] = np.where(kernel.atomics[:, None], done.requests, done.lines)
    return lines
