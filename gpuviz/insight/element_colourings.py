"""What elements of arrays can be coloured by, beside what happened to them: their values, the
block that writes them last, how often they are read.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from gpuviz.trace import Trace

NOBODY = -1


class ElementColouring(Enum):
    """What the colours of elements mean."""

    TOUCH = "touch"
    VALUE = "value"
    WRITER = "writer"
    READS = "reads"


def writing_blocks(
    trace: Trace, array: int, elements: NDArray[np.int64], block: int | None = None
) -> NDArray[np.int64] | None:
    """[len(elements)] the block that writes each flat element last in the launch, or NOBODY.

    Shared memory is its own block's. None where the last writers were not kept.
    """
    if block is not None:
        return np.full(len(elements), block, np.int64)
    info = trace.arrays[array]
    writers = trace.last_writer.get(info.name)
    if writers is None:
        written = {site.array for site in trace.sites if site.kind != "read"}
        nobody = np.full(len(elements), NOBODY, np.int64)
        return None if info.name in written else nobody
    thread = np.ravel(writers)[elements]
    return np.where(thread < 0, NOBODY, thread // trace.config.block.size)


def special_elements(
    table: NDArray[np.generic],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(NaN, infinite): the flat elements that are no number, and those that are infinite."""
    if table.dtype.kind not in "fc":
        nothing = np.zeros(0, np.int64)
        return nothing, nothing
    flat = np.ravel(table)
    odd = np.flatnonzero(~np.isfinite(flat))
    missing = np.isnan(flat[odd])
    return odd[missing], odd[~missing]
