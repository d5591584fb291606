"""Loads from shared memory of several neighbours at once: LDS.64 and LDS.128 in machine code.

A compiler puts loads of neighbouring elements together, of one line or of several turns of a loop.
What they hand to the lanes is as much as before, but banks are asked once: lanes that each read 8
elements of their own, which one by one fall on 4 banks, ask 16 banks in two loads of four.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gpuviz.model.footprints import bank_turns
from gpuviz.model.queues import BANK_BYTES, BANKS, MOST_ROWS
from gpuviz.model.source import BySite
from gpuviz.trace import NO_ELEMENT, Trace

WIDEST = 16  # bytes of one lane


def wavefront_shares(trace: Trace, widths: Mapping[int, float]) -> BySite:
    """What is left of each site's wavefronts where one instruction loads several elements.

    `widths`: elements of one instruction by source line. 1 for sites that nobody saw.
    """
    found = np.ones(len(trace.sites))
    for row, site in enumerate(trace.sites):
        width = _whole_width(widths.get(trace.statements[site.statement].line, 1.0), site.itemsize)
        if width > 1 and site.space == "shared" and site.kind == "read":
            found[row] = _share(trace, row, width)
    return found


def _whole_width(width: float, itemsize: int) -> int:
    """Of the widths that there are, the one that is nearest below a mean of several."""
    possible = (n for n in (8, 4, 2) if n * itemsize <= WIDEST and n <= width)
    return next(possible, 1) if itemsize == BANK_BYTES else 1


def _share(trace: Trace, site: int, width: int) -> float:
    accesses = trace.accesses
    if accesses is None:
        return 1.0
    rows = np.flatnonzero(accesses.site == site)[:MOST_ROWS]
    if not len(rows):
        return 1.0
    element = accesses.element[rows]
    words = trace.arrays[int(accesses.array[rows[0]])].addresses(element) // BANK_BYTES
    words[element == NO_ELEMENT] = -1
    first = np.where(words < 0, -1, words // width * width)
    wide = np.concatenate([np.where(first < 0, -1, first + n) for n in range(width)], axis=1)
    turns = (bank_turns(np.sort(each, axis=1), BANKS).sum() for each in (wide, words))
    return min(1.0, float(next(turns) / width / next(turns)))
