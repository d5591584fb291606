"""Hand-made traces: what a lockstep run of small kernels gives, written down without an engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, Dim3, LaunchConfig
from gpuviz.trace import (
    NO_ELEMENT,
    Accesses,
    ArrayInfo,
    FunctionSource,
    Site,
    Statement,
    Steps,
    Trace,
    Values,
    Variable,
    WarpCounters,
    to_bits,
)

ALL_LANES = 0xFFFFFFFF

VECTOR_ADD = """@cuda.jit
def vector_add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
"""

MATMUL_TILED = """@cuda.jit
def matmul_tiled(A, B, C):
    tile_a = cuda.shared.array((T, T), float32)
    tile_b = cuda.shared.array((T, T), float32)
    row = cuda.blockIdx.y * T + cuda.threadIdx.y
    col = cuda.blockIdx.x * T + cuda.threadIdx.x
    acc = float32(0)
    for t in range(N // T):
        tile_a[cuda.threadIdx.y, cuda.threadIdx.x] = A[row, t * T + cuda.threadIdx.x]
        tile_b[cuda.threadIdx.y, cuda.threadIdx.x] = B[t * T + cuda.threadIdx.y, col]
        cuda.syncthreads()
        for k in range(T):
            acc += tile_a[cuda.threadIdx.y, k] * tile_b[k, cuda.threadIdx.x]
        cuda.syncthreads()
    C[row, col] = acc
"""


@dataclass
class Recorder:
    """Collects rows of steps, accesses and values; `trace` turns them into columns."""

    steps: list[tuple[int, int, int, int]] = field(default_factory=list)
    accesses: list[tuple[int, int, int]] = field(default_factory=list)
    elements: list[NDArray[np.int64]] = field(default_factory=list)
    bits: list[NDArray[np.uint64]] = field(default_factory=list)
    values: list[tuple[int, int, int]] = field(default_factory=list)
    value_bits: list[NDArray[np.uint64]] = field(default_factory=list)

    def step(self, block: int, warp: int, statement: int, mask: int = ALL_LANES) -> int:
        """One warp executes one statement; gives the step's id."""
        self.steps.append((block, warp, statement, mask))
        return len(self.steps) - 1

    def access(
        self, step: int, site: int, array: int, element: NDArray[np.int64], held: NDArray[Any]
    ) -> None:
        """The active lanes of `step` touch `element` of an array that holds `held` (flat) there."""
        lanes = lanes_of(self.steps[step][3])
        self.accesses.append((step, site, array))
        self.elements.append(np.where(lanes, element, NO_ELEMENT))
        inside = np.where(lanes, element, 0)
        self.bits.append(to_bits(np.where(lanes, np.ravel(held)[inside], 0).astype(held.dtype)))

    def value(self, step: int, variable: int, values: NDArray[Any]) -> None:
        """The active lanes of `step` assign a variable."""
        self.values.append((step, variable, self.steps[step][3]))
        self.value_bits.append(to_bits(values))

    def columns(self) -> tuple[Steps, Accesses, Values]:
        """What was recorded, as the columns of a trace."""
        block, warp, statement, mask = _columns(self.steps, 4)
        steps = Steps(
            block,
            warp.astype(np.int32),
            statement.astype(np.int32),
            mask.astype(np.uint32),
        )
        step, site, array = _columns(self.accesses, 3)
        accesses = Accesses(
            step,
            site.astype(np.int32),
            array.astype(np.int32),
            np.array(self.elements, np.int64).reshape(-1, WARP_SIZE),
            np.array(self.bits, np.uint64).reshape(-1, WARP_SIZE),
        )
        at, variable, lanes = _columns(self.values, 3)
        bits = np.array(self.value_bits, np.uint64).reshape(-1, WARP_SIZE)
        return steps, accesses, Values(at, variable.astype(np.int32), lanes.astype(np.uint32), bits)


def lanes_of(mask: int) -> NDArray[np.bool_]:
    """[32] bool from an active mask."""
    return np.array([mask >> lane & 1 for lane in range(WARP_SIZE)], bool)


def mask_of(lanes: NDArray[np.bool_]) -> int:
    """The active mask of [32] bool."""
    return int(sum(1 << lane for lane in np.flatnonzero(lanes)))


def vector_add(
    n: int = 1000,
    block: int = 256,
    followed: Sequence[int] | None = None,
    schedule: str = "lockstep",
) -> Trace:
    """vector_add over n float32 elements, every block followed unless told which."""
    config = LaunchConfig(Dim3(-(-n // block)), Dim3(block))
    kept = tuple(range(config.blocks)) if followed is None else tuple(followed)
    rng = np.random.default_rng(0)
    a, b = rng.random(n, np.float32), rng.random(n, np.float32)
    recorder = Recorder()
    for one in kept:
        for warp in range(config.warps_per_block):
            _add_in_warp(recorder, one, warp, block, {"a": a, "b": b, "c": a + b})
    steps, accesses, values = recorder.columns()
    threads = np.arange(config.threads).reshape(config.blocks, block)
    return replace(
        _table("vector_add", VECTOR_ADD, config, schedule),
        statements=(
            Statement(0, 3, 3, 5, "Assign"),
            Statement(0, 4, 5, 5, "If"),
            Statement(0, 5, 5, 9, "Assign"),
        ),
        sites=tuple(
            Site(2, 5, 9, name, "global", "write" if name == "c" else "read", 4) for name in "abc"
        ),
        arrays=tuple(
            ArrayInfo(name, "global", (n,), np.dtype(np.float32), address)
            for name, address in (("a", 0), ("b", 1 << 24), ("c", 1 << 25))
        ),
        variables=(Variable(0, "i", np.dtype(np.int64)),),
        warp_counters=_vector_add_counters(config, n),
        thread_active=threads < n,
        followed=kept,
        steps=steps,
        accesses=accesses,
        values=values,
        last_writer={"c": np.arange(n)},
        inputs={"a": a, "b": b, "c": np.zeros(n, np.float32)},
        outputs={"c": a + b},
    )


def _add_in_warp(
    recorder: Recorder, block: int, warp: int, size: int, held: dict[str, NDArray[Any]]
) -> None:
    thread = warp * WARP_SIZE + np.arange(WARP_SIZE)
    i = block * size + thread
    exists = thread < size
    mask = mask_of(exists)
    recorder.value(recorder.step(block, warp, 0, mask), 0, i)
    recorder.step(block, warp, 1, mask)
    inside = exists & (i < len(held["a"]))
    if not inside.any():
        return
    step = recorder.step(block, warp, 2, mask_of(inside))
    for row, name in enumerate("abc"):
        recorder.access(step, row, row, i, held[name])


def _vector_add_counters(config: LaunchConfig, n: int) -> WarpCounters:
    per_block = config.warps_per_block
    warp = np.arange(config.warps)
    first = warp // per_block * config.block.size + warp % per_block * WARP_SIZE
    lanes = np.minimum(config.block.size - warp % per_block * WARP_SIZE, WARP_SIZE)
    inside = np.clip(n - first, 0, lanes)
    steps = np.array([np.ones_like(warp), np.ones_like(warp), inside > 0], np.uint32)
    units = np.repeat([-(-inside // 8)], 3, axis=0).astype(np.uint32)
    lines = np.repeat([-(-inside // 32)], 3, axis=0).astype(np.uint32)
    requests = np.repeat([inside > 0], 3, axis=0).astype(np.uint32)
    counted = np.array([lanes, lanes, inside], np.uint32)
    return WarpCounters(steps, counted, requests, units, lines)


def matmul_tiled(n: int = 16, tile: int = 8) -> Trace:
    """C = A B for n x n float32 with tiles in shared memory and two barriers a tile; all blocks
    followed.
    """
    config = LaunchConfig(Dim3(n // tile, n // tile), Dim3(tile, tile))
    rng = np.random.default_rng(1)
    a, b = rng.random((n, n), np.float32), rng.random((n, n), np.float32)
    recorder = Recorder()
    for block in range(config.blocks):
        _tiles_of_block(recorder, config, block, a, b)
    steps, accesses, values = recorder.columns()
    rows, cols = np.indices((n, n))
    writer = (
        (rows // tile * (n // tile) + cols // tile) * tile**2 + rows % tile * tile + cols % tile
    )
    return replace(
        _table("matmul_tiled", MATMUL_TILED, config, "lockstep"),
        statements=_statements(
            (5, "Assign"),
            (6, "Assign"),
            (7, "Assign"),
            (8, "For"),
            (9, "Assign"),
            (10, "Assign"),
            (11, "Expr", True),
            (12, "For"),
            (13, "AugAssign"),
            (14, "Expr", True),
            (15, "Assign"),
        ),
        sites=_matmul_sites(),
        arrays=_matmul_arrays(n, tile),
        variables=(
            Variable(0, "row", np.dtype(np.int64)),
            Variable(0, "col", np.dtype(np.int64)),
        ),
        followed=tuple(range(config.blocks)),
        steps=steps,
        accesses=accesses,
        values=values,
        last_writer={"C": writer},
        inputs={"A": a, "B": b, "C": np.zeros_like(a)},
        outputs={"C": a @ b},
        shared_bytes=2 * tile**2 * 4,
    )


def _matmul_sites() -> tuple[Site, ...]:
    return (
        Site(4, 9, 30, "A", "global", "read", 4),
        Site(4, 9, 9, "tile_a", "shared", "write", 4),
        Site(5, 10, 30, "B", "global", "read", 4),
        Site(5, 10, 9, "tile_b", "shared", "write", 4),
        Site(8, 13, 20, "tile_a", "shared", "read", 4),
        Site(8, 13, 40, "tile_b", "shared", "read", 4),
        Site(10, 15, 5, "C", "global", "write", 4),
    )


def _matmul_arrays(n: int, tile: int) -> tuple[ArrayInfo, ...]:
    single = np.dtype(np.float32)
    matrices = [ArrayInfo(name, "global", (n, n), single, k << 24) for k, name in enumerate("ABC")]
    tiles = [
        ArrayInfo(name, "shared", (tile, tile), single, k * tile**2 * 4)
        for k, name in enumerate(("tile_a", "tile_b"))
    ]
    return (*matrices, *tiles)


def _tiles_of_block(
    recorder: Recorder, config: LaunchConfig, block: int, a: NDArray[Any], b: NDArray[Any]
) -> None:
    tile, n = config.block.x, len(a)
    place = config.grid.index(block)
    product = a @ b
    warps = range(config.warps_per_block)

    def each(statement: int) -> list[tuple[int, NDArray[np.int64], NDArray[np.int64]]]:
        """A step of every warp: (step, y, x) of its lanes."""
        taken = []
        for warp in warps:
            thread = warp * WARP_SIZE + np.arange(WARP_SIZE)
            step = recorder.step(block, warp, statement, mask_of(thread < tile * tile))
            taken.append((step, thread // tile % tile, thread % tile))
        return taken

    for step, y, _ in each(0):
        recorder.value(step, 0, place.y * tile + y)
    for step, _, x in each(1):
        recorder.value(step, 1, place.x * tile + x)
    each(2)
    for t in range(n // tile):
        part_a = np.ascontiguousarray(a[place.y * tile :, t * tile :][:tile, :tile])
        part_b = np.ascontiguousarray(b[t * tile :, place.x * tile :][:tile, :tile])
        each(3)
        for step, y, x in each(4):
            recorder.access(step, 0, 0, (place.y * tile + y) * n + t * tile + x, a)
            recorder.access(step, 1, 3, y * tile + x, part_a)
        for step, y, x in each(5):
            recorder.access(step, 2, 1, (t * tile + y) * n + place.x * tile + x, b)
            recorder.access(step, 3, 4, y * tile + x, part_b)
        each(6)
        for k in range(tile):
            each(7)
            for step, y, x in each(8):
                recorder.access(step, 4, 3, y * tile + k, part_a)
                recorder.access(step, 5, 4, k * tile + x, part_b)
        each(7)
        each(9)
    each(3)
    for step, y, x in each(10):
        recorder.access(step, 6, 2, (place.y * tile + y) * n + place.x * tile + x, product)


def warps_of(
    rows: Sequence[tuple[int, int, int]],
    barriers: Sequence[int] = (),
    blocks: int = 1,
    threads: int = 64,
    schedule: str = "lockstep",
) -> Trace:
    """A trace of bare steps: (block, warp, statement) rows; the statements named in `barriers` are
    barriers.
    """
    recorder = Recorder()
    for block, warp, statement in rows:
        recorder.step(block, warp, statement)
    steps, accesses, values = recorder.columns()
    count = max(row[2] for row in rows) + 1
    lines = [(line + 1, "Expr", line in barriers) for line in range(count)]
    return replace(
        _table("bare", "", LaunchConfig(Dim3(blocks), Dim3(threads)), schedule),
        statements=_statements(*lines),
        followed=tuple(sorted({row[0] for row in rows})),
        steps=steps,
        accesses=accesses,
        values=values,
    )


def without_steps(trace: Trace) -> Trace:
    """The same launch as an engine without a record of steps gives it."""
    return replace(
        trace,
        engine="numba-simulator",
        counters=None,
        warp_counters=None,
        followed=(),
        steps=None,
        accesses=None,
        values=None,
    )


def _table(name: str, text: str, config: LaunchConfig, schedule: str) -> Trace:
    source = FunctionSource(name, f"{name}.py", 1, text, True, {})
    return Trace(name, "emulator", schedule, 0, "t4", config, (source,))


def _statements(*rows: tuple[int, str] | tuple[int, str, bool]) -> tuple[Statement, ...]:
    return tuple(Statement(0, row[0], row[0], 5, row[1], len(row) > 2 and row[2]) for row in rows)


def _columns(rows: Sequence[Sequence[int]], width: int) -> NDArray[np.int64]:
    return np.array(rows, np.int64).reshape(-1, width).T.copy()
