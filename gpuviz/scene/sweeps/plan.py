"""Which sizes and blocks a sweep has as long as nobody has asked for others."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.engines.names import EngineName
from gpuviz.launch import Dim3
from gpuviz.operation import OperationInfo

LEAST_WORK = 2**14
"""Bytes moved or operations of the first launch: shorter than a kernel takes to start."""
MOST_WORK: dict[EngineName, int] = {"emulator": 2**26, "numba-simulator": 2**16, "cuda": 2**30}
"""Of the last one: each engine needs seconds for it, with the CPU beside it on a GPU."""
WORK_OF_A_THREAD = 8
"""What the emulator spends on a thread at least, in bytes moved."""
LARGEST_POWER = 30
ALIKE = 4  # sizes that differ by no more than this factor grow together
BLOCKS = (32, 64, 128, 256, 512, 1024)
FLAT_BLOCKS = ((8, 8), (16, 8), (16, 16), (32, 8), (32, 16), (32, 32))


@dataclass(frozen=True, slots=True)
class SizeRange:
    """From `first` to `last` in powers of two; `grows` is the size that does, None: all of them."""

    first: int
    last: int
    grows: int | None = None


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody asks of a sweep; `blocks` as it was typed."""

    sizes: SizeRange
    blocks: str
    times_cpu: bool


def usual_range(info: OperationInfo, engine: EngineName) -> SizeRange:
    """From a launch that takes no time to one that the engine needs seconds for. A script has no
    sizes.
    """
    if not info.size_names:
        return SizeRange(1, 1, None)
    grows = _growing(info)
    base = info.default_size
    works = {power: _work(info, grown(base, 2**power, grows)) for power in range(LARGEST_POWER + 1)}
    low = max((power for power, work in works.items() if work <= LEAST_WORK), default=0)
    high = max((power for power, work in works.items() if work <= MOST_WORK[engine]), default=low)
    return SizeRange(2**low, 2 ** max(high, low), grows)


def range_text(size: tuple[int, ...], wanted: SizeRange) -> str:
    """The range as `gpuviz sweep --sizes` has it: "1024x2:65536x2". `size` says what stays."""
    ends = (grown(size, end, wanted.grows) for end in (wanted.first, wanted.last))
    return ":".join("x".join(map(str, end)) for end in ends)


def grown(size: tuple[int, ...], number: int, grows: int | None) -> tuple[int, ...]:
    """A size with this number in place of the ones that grow."""
    return tuple(number if grows in (None, place) else n for place, n in enumerate(size))


def usual_blocks(info: OperationInfo) -> tuple[Dim3, ...]:
    """Powers of two along as many axes as the operation's own block has."""
    own = info.default_block
    shapes = [Dim3(*shape) for shape in FLAT_BLOCKS] if own.y > 1 else list(map(Dim3, BLOCKS))
    if own not in shapes:
        shapes.append(own)
    allowed = [shape for shape in shapes if info.max_block is None or _fits(shape, info.max_block)]
    return tuple(sorted(allowed, key=lambda shape: (shape.size, shape)))


def blocks_text(blocks: tuple[Dim3, ...]) -> str:
    """The blocks as `gpuviz sweep --blocks` has them: "32, 64" or "8x8, 16x16"."""
    return ", ".join(_short(block) for block in blocks)


def _short(block: Dim3) -> str:
    used = max((axis for axis, side in enumerate(block) if side > 1), default=0)
    return "x".join(map(str, block[: used + 1]))


def _fits(block: Dim3, largest: Dim3) -> bool:
    return all(side <= limit for side, limit in zip(block, largest, strict=True))


def _growing(info: OperationInfo) -> int | None:
    """All sizes together where they are alike: a stride does not grow with the data."""
    sizes = info.default_size
    if len(sizes) == 1 or max(sizes) > ALIKE * min(sizes):
        return sizes.index(max(sizes))
    return None


def _work(info: OperationInfo, size: tuple[int, ...]) -> int:
    """Bytes, operations or threads, whichever weigh more."""
    threads = info.grid(size, Dim3(1, 1, 1)).size
    counts = info.byte_count(size), info.flop_count(size), WORK_OF_A_THREAD * threads
    return max(count or 0 for count in counts)
