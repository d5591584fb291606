"""The columns of a trace.

Every array is read-only; row i of all arrays of one class belongs together. Warps are numbered
within their block, blocks in linear order (x fastest), lanes 0..31; bit l of a mask is lane l.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

NO_ELEMENT = -1
NO_LANE = -1
EXCHANGE_KINDS = (
    "shfl_sync",
    "shfl_up_sync",
    "shfl_down_sync",
    "shfl_xor_sync",
    "all_sync",
    "any_sync",
    "eq_sync",
    "ballot_sync",
    "match_any_sync",
    "match_all_sync",
)
EXCHANGE_TYPES = tuple(map(np.dtype, ("int32", "int64", "float32", "float64", "bool")))


@dataclass(frozen=True, slots=True)
class Steps:
    """Every step of the followed blocks; those of one warp in the order in which it took them.

    Row numbers are "step ids": other columns point here. Across warps the row order means nothing
    by itself: insight.order gives the order that is played.
    """

    block: NDArray[np.int64]  # [n] linear block
    warp: NDArray[np.int32]  # [n] warp within the block
    statement: NDArray[np.int32]  # [n] row in Trace.statements
    mask: NDArray[np.uint32]  # [n] active lanes

    def __len__(self) -> int:
        return len(self.block)


@dataclass(frozen=True, slots=True)
class Accesses:
    """Every memory access of the followed blocks: one row for a warp at a site once."""

    step: NDArray[np.int64]  # [n] row in Steps
    site: NDArray[np.int32]  # [n] row in Trace.sites
    array: NDArray[np.int32]  # [n] row in Trace.arrays
    element: NDArray[np.int64]
    """[n, 32] flat C-order element of the array, NO_ELEMENT where a lane is not active."""
    bits: NDArray[np.uint64]
    """[n, 32] the value read or written, of an atomic the old value: see from_bits."""
    after: NDArray[np.int64] | None = None
    """[n] row in Steps: the step that the warp took last before. It is `step`, or the last one of a
    device function that the statement had called by then. None in older recordings."""

    def __len__(self) -> int:
        return len(self.step)


@dataclass(frozen=True, slots=True)
class Values:
    """Every assignment to a local variable in the followed blocks: one row for a warp once."""

    step: NDArray[np.int64]  # [n] row in Steps
    variable: NDArray[np.int32]  # [n] row in Trace.variables
    mask: NDArray[np.uint32]  # [n] lanes that were assigned
    bits: NDArray[np.uint64]  # [n, 32] the new values
    after: NDArray[np.int64] | None = None  # [n] row in Steps: see Accesses

    def __len__(self) -> int:
        return len(self.step)


@dataclass(frozen=True, slots=True)
class Exchanges:
    """Every shuffle, vote and match of the followed blocks: one row for a warp at a call once.

    What a lane receives is of a shuffle a value like those given; of all_sync, any_sync and eq_sync
    0 or 1; of a ballot or a match a word with a bit for each lane (uint32).
    """

    step: NDArray[np.int64]  # [n] row in Steps
    kind: NDArray[np.uint8]  # [n] row in EXCHANGE_KINDS
    type: NDArray[np.uint8]  # [n] row in EXCHANGE_TYPES: of what the lanes give
    mask: NDArray[np.uint32]  # [n] lanes that execute the call
    source: NDArray[np.int8]
    """[n, 32] of a shuffle the lane that each reads from, NO_LANE where it keeps its own value."""
    given: NDArray[np.uint64]  # [n, 32] what each lane brings: see from_bits
    received: NDArray[np.uint64]  # [n, 32] what each lane gets

    def __len__(self) -> int:
        return len(self.step)


@dataclass(frozen=True, slots=True)
class WarpCounters:
    """Counters of every warp of the launch, by statement and by site.

    Column w is warp w % warps_per_block of block w // warps_per_block.
    `units` of a site: sectors (global), wavefronts (shared), threads (atomics),
    0 for local and constant memory.
    """

    steps: NDArray[np.uint32]  # [statements, warps]
    lanes: NDArray[np.uint32]  # [statements, warps] active lanes summed over the steps
    requests: NDArray[np.uint32]  # [sites, warps]
    units: NDArray[np.uint32]  # [sites, warps]
    lines: NDArray[np.uint32]  # [sites, warps] 128-byte lines (global), else 0


@dataclass(frozen=True, slots=True)
class Placement:
    """Where and when each block ran; row = linear block.

    `source` says whether hardware measured it or a model made it.
    """

    sm: NDArray[np.int32]  # [blocks]
    start_s: NDArray[np.float64]  # [blocks] seconds since the first block began
    end_s: NDArray[np.float64]  # [blocks]
    source: Literal["measured", "modelled"]


def to_bits(values: NDArray[Any]) -> NDArray[np.uint64]:
    """Values of a dtype up to 8 bytes as uint64, bit for bit; others (see has_bits) become 0."""
    flat = np.ascontiguousarray(values)
    size = flat.dtype.itemsize
    if not has_bits(flat.dtype):
        return np.zeros(flat.shape, np.uint64)
    return flat.view(f"u{size}").astype(np.uint64)


def has_bits(dtype: np.dtype[Any]) -> bool:
    """Whether the columns hold the values of a dtype: numbers of up to 8 bytes, no texts, no
    records.
    """
    return dtype.itemsize <= 8 and dtype.kind not in "USV"


def from_bits(bits: NDArray[np.uint64], dtype: np.dtype[Any]) -> NDArray[Any]:
    """The inverse of to_bits."""
    dtype = np.dtype(dtype)
    if not has_bits(dtype):
        return np.zeros(bits.shape, dtype)
    return np.ascontiguousarray(bits).astype(f"u{dtype.itemsize}").view(dtype)
