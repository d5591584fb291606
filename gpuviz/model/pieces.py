"""Into how many instructions a compiler cuts one access to global memory, or how many it joins.

A float64 is one access, LDG.64 in machine code. But what Numba reads and writes as two numbers, a
complex one, takes two instructions, each of which touches all sectors. Where the machine code is
read it tells more: a whole record is copied byte by byte, and fields of an aligned one that stand
side by side are joined, one LDG.64 or LDG.128 for several. Bytes are the same in all cases;
requests, tags, turns of banks and sectors that are stored in part are not. (Seen in the machine
code of numba-cuda 0.30.4 for compute capability 7.5.)
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from gpuviz.model.source import BySite, Source
from gpuviz.trace import Site
from gpuviz.trace.source import AccessKind

WIDEST = 16  # bytes of one lane that an instruction loads or stores
WORD_BYTES = 4  # that a lane gets at least, however few it asks for

InstructionBytes = Mapping[tuple[int, AccessKind], float]
"""By source line and kind of access: the mean bytes of one lane that an instruction moves."""


def pieces_of(source: Source, compiled: InstructionBytes | None = None) -> BySite:
    """Instructions for one access by site, [sites]: 1, more where it is cut, less where joined.

    `compiled`: what machine code tells of lines that have other numbers of instructions than of
    accesses; None: it was not read, and what is usual stands for it.
    """
    kinds = {array.name: array.dtype.kind for array in source.arrays}
    return np.array(
        [
            _usual(site, kinds.get(site.array, "f"))
            if compiled is None
            else _compiled(site, compiled.get((source.statements[site.statement].line, site.kind)))
            for site in source.sites
        ],
        np.float64,
    )


def _usual(site: Site, kind: str) -> float:
    if site.space != "global" or site.kind == "atomic":
        return 1.0
    return 2.0 if kind == "c" else max(1.0, site.itemsize / WIDEST)


def _compiled(site: Site, moved: float | None) -> float:
    """Whole numbers of pieces; of those that are joined, 2, 4 and so on."""
    if moved is None or site.space != "global":
        return 1.0
    if moved <= site.itemsize:
        return float(max(1, round(site.itemsize / moved)))
    joined = math.floor(math.log2(max(min(moved, WIDEST) / site.itemsize, 1.0)))
    return 1 / float(1 << joined)


def words_of_access(source: Source, pieces: BySite) -> BySite:
    """Words of 4 bytes that one access hands to a lane, by site: those of all its pieces."""
    sizes = np.array([float(site.itemsize) for site in source.sites])
    words: BySite = pieces * np.maximum(sizes / pieces, WORD_BYTES) / WORD_BYTES
    return words
