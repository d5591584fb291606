"""Threads that execute in lockstep, and the masks that say which of them are active.

Every value of a thread group broadcasts to the shape (blocks, lanes): what depends on threadIdx
alone has the shape (1, lanes), on blockIdx alone (blocks, 1), on neither it is a scalar. Lanes are
the threads of a block in linear order, padded to whole warps; padding lanes are never active.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, Dim3, LaunchConfig

FEW = 32  # of so many lanes at most one is active, where the active ones are few

Value = Any
"""A NumPy scalar or an array that broadcasts to (blocks, lanes)."""


class Mask:
    """The active lanes of a thread group at a moment: bool, shape (blocks or 1, lanes).

    It is never changed, so that it can be shared.
    """

    __slots__ = ("__dict__", "blocks", "lanes")

    def __init__(self, lanes: NDArray[np.bool_], blocks: int) -> None:
        self.lanes = lanes
        self.blocks = blocks

    @functools.cached_property
    def words(self) -> NDArray[np.uint32]:
        """Active lanes of each warp as bits, shape (blocks or 1, warps)."""
        packed = np.packbits(self.lanes.reshape(-1), bitorder="little")
        return packed.view("<u4").reshape(len(self.lanes), -1)

    @functools.cached_property
    def warp_lanes(self) -> NDArray[np.uint32]:
        """Active lanes of each warp, counted; shape (blocks or 1, warps)."""
        return np.bitwise_count(self.words).astype(np.uint32)

    @functools.cached_property
    def warp_any(self) -> NDArray[np.bool_]:
        """Warps with an active lane, shape (blocks or 1, warps)."""
        some: NDArray[np.bool_] = self.words != 0
        return some

    @functools.cached_property
    def repeat(self) -> int:
        """How many blocks each row stands for."""
        return self.blocks if self.lanes.shape[0] == 1 else 1

    @functools.cached_property
    def lane_count(self) -> int:
        """Active lanes of all blocks."""
        return int(np.count_nonzero(self.lanes)) * self.repeat

    @functools.cached_property
    def warp_count(self) -> int:
        """Warps of all blocks with an active lane."""
        return int(np.count_nonzero(self.words)) * self.repeat

    @functools.cached_property
    def whole(self) -> bool:
        """Whether every lane, padding included, is active."""
        return bool(self.lanes.all())

    def active(self, values: Value) -> NDArray[Any]:
        """The values of the active lanes of all blocks, one after the other in linear order."""
        shape = (self.blocks, self.lanes.shape[1])
        every = spread(values, shape)
        return every.reshape(-1) if self.whole else every[spread(self.lanes, shape)]

    @functools.cached_property
    def few(self) -> NDArray[np.intp] | None:
        """Where the active lanes are among those of all blocks, if they are few."""
        every = self.blocks * self.lanes.shape[1]
        if self.lane_count * FEW > every:
            return None
        return np.flatnonzero(spread(self.lanes, (self.blocks, self.lanes.shape[1])))

    def merged(self, values: Value, others: Value) -> Value:
        """The values in the active lanes, in all others the other ones; see `pick`."""
        if not isinstance(others, np.ndarray) or self.few is None:
            return pick(self.lanes, values, others)
        shape = (self.blocks, self.lanes.shape[1])
        if others.shape != shape or getattr(values, "dtype", None) != others.dtype:
            return pick(self.lanes, values, others)
        result = others.copy()
        result.reshape(-1)[self.few] = (
            values if np.ndim(values) == 0 else spread(values, shape).reshape(-1)[self.few]
        )
        return result

    def split(self, condition: Value) -> tuple[Mask | None, Mask | None]:
        """The lanes where `condition` holds, and the others; None where there are none."""
        if np.ndim(condition) == 0:
            return (self, None) if condition else (None, self)
        taken = self.lanes & condition
        yes = Mask(taken, self.blocks)
        if yes.lane_count == 0:
            return None, self
        if yes.lane_count == self.lane_count:
            return self, None
        return yes, Mask(self.lanes & ~condition, self.blocks)

    def divergent_warps(self, part: Mask) -> int:
        """Warps of which `part` takes some active lanes but not all."""
        some = (part.words != 0) & (part.words != self.words)
        rows = max(part.words.shape[0], self.words.shape[0])
        return int(np.count_nonzero(some)) * (self.blocks if rows == 1 else 1)


class Mergeable:
    """An array, or a part of one: what a name may stand for that is no number."""

    __slots__ = ()

    def merged(self, condition: Value, other: Any) -> Any:
        """This one in the lanes where the condition holds, else the other one."""
        raise NotImplementedError


def spread(values: Value, shape: tuple[int, int]) -> NDArray[Any]:
    """The values as an array of that shape; it may share their memory."""
    if isinstance(values, np.ndarray) and values.shape == shape:
        return values
    return np.broadcast_to(values, shape)


def pick(condition: Value, yes: Value, no: Value) -> Value:
    """`yes` in the lanes where the condition holds, else `no`; item by item for tuples.

    Raises NotSupportedError, without a place, where lanes would have different arrays.
    """
    if yes is no:
        return yes
    if isinstance(yes, tuple):
        return tuple(pick(condition, y, n) for y, n in zip(yes, no, strict=True))
    if isinstance(yes, Mergeable):
        return yes.merged(condition, no)
    return np.where(condition, yes, no)


def union(whole: Mask, parts: list[Mask | None]) -> Mask | None:
    """The lanes of all `parts`, disjoint parts of `whole`; `whole` itself where none is missing."""
    present = [part for part in parts if part is not None]
    if not present:
        return None
    if len(present) == 1:
        return present[0]
    lanes = functools.reduce(np.logical_or, [part.lanes for part in present])
    joined = Mask(lanes, whole.blocks)
    return whole if joined.lane_count == whole.lane_count else joined


def overlaid(whole: Mask, one: Mask, other: Mask) -> Mask:
    """The lanes of two parts of `whole`, which may overlap; `whole` where none is missing."""
    joined = Mask(one.lanes | other.lanes, whole.blocks)
    return whole if joined.lane_count == whole.lane_count else joined


@dataclass(eq=False)
class ThreadGroup:
    """Threads in lockstep: whole blocks, or one warp of one block (B = 1, L = 32)."""

    config: LaunchConfig
    block_ids: NDArray[np.int64]  # [B] linear blocks
    first_lane: int  # linear thread of lane 0
    lane_count: int  # L, a multiple of 32

    @property
    def blocks(self) -> int:
        """B."""
        return len(self.block_ids)

    @property
    def warps(self) -> int:
        """Warps per block in this thread group."""
        return self.lane_count // WARP_SIZE

    @functools.cached_property
    def thread_ids(self) -> NDArray[np.int64]:
        """Linear thread within the block of each lane, shape (L,)."""
        return np.arange(self.first_lane, self.first_lane + self.lane_count)

    @functools.cached_property
    def base(self) -> Mask:
        """All threads that exist."""
        return Mask((self.thread_ids < self.config.block.size)[None, :], self.blocks)

    def first_thread(self, lanes: NDArray[np.bool_]) -> tuple[Dim3, Dim3]:
        """blockIdx and threadIdx of the first of some lanes, in linear order."""
        where = np.broadcast_to(lanes, (self.blocks, self.lane_count))
        row, lane = divmod(int(where.argmax()), self.lane_count)
        block = self.config.grid.index(int(self.block_ids[row]))
        return block, self.config.block.index(int(self.thread_ids[lane]))

    def first_linear(self, lanes: NDArray[np.bool_]) -> int:
        """The first of some lanes, as a linear thread of the launch."""
        where = np.broadcast_to(lanes, self.launch_threads.shape)
        return int(self.launch_threads.flat[int(where.argmax())])

    @functools.cached_property
    def launch_threads(self) -> NDArray[np.int64]:
        """Linear thread within the launch (block * block size + thread), shape (B, L)."""
        return self.block_ids[:, None] * self.config.block.size + self.thread_ids

    @functools.cached_property
    def thread_index(self) -> tuple[Value, ...]:
        """threadIdx.x, .y, .z: int32, shape (1, L), scalars along axes of one thread."""
        return _thread_index(self.config.block, self.first_lane, self.lane_count)

    @functools.cached_property
    def block_index(self) -> tuple[Value, ...]:
        """blockIdx.x, .y, .z: int32, shape (B, 1), scalars where there is one block."""
        index = _coordinates(self.config.grid, self.block_ids[:, None])
        return tuple(axis.reshape(())[()] for axis in index) if self.blocks == 1 else index

    @functools.cached_property
    def unsigned_thread_index(self) -> tuple[Value, ...]:
        """threadIdx as CUDA C has it: uint32."""
        return tuple(axis.astype(np.uint32) for axis in self.thread_index)

    @functools.cached_property
    def unsigned_block_index(self) -> tuple[Value, ...]:
        """blockIdx as CUDA C has it: uint32."""
        return tuple(axis.astype(np.uint32) for axis in self.block_index)

    @functools.cached_property
    def lane_index(self) -> NDArray[np.int32]:
        """cuda.laneid: int32, shape (1, L)."""
        return (self.thread_ids % WARP_SIZE).astype(np.int32)[None, :]

    @functools.cached_property
    def global_index(self) -> tuple[Value, ...]:
        """cuda.grid along x, y, z: int64, broadcasting to (B, L)."""
        config = self.config
        axes = zip(self.block_index, config.block, self.thread_index, config.grid, strict=True)
        return tuple(
            block.astype(np.int64) * np.int64(size) + thread if size * blocks > 1 else np.int64(0)
            for block, size, thread, blocks in axes
        )


@functools.lru_cache(maxsize=64)
def _thread_index(block: Dim3, first: int, count: int) -> tuple[Value, ...]:
    """threadIdx of some lanes, which blocks and launches share."""
    return _coordinates(block, np.arange(first, first + count)[None, :])


def _coordinates(shape: Dim3, linear: NDArray[np.int64]) -> tuple[Value, ...]:
    """int32, in linear's shape; a scalar along an axis that has one place only."""
    index = (linear % shape.x, linear // shape.x % shape.y, linear // (shape.x * shape.y))
    return tuple(
        axis.astype(np.int32) if size > 1 else np.int32(0)
        for axis, size in zip(index, shape, strict=True)
    )
