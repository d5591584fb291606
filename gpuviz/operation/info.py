"""OperationInfo: all that is known of a kernel file without running it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gpuviz.launch import Dim3, covering_grid
from gpuviz.messages import Message, RequestRefused
from gpuviz.operation.expression import Expression

DEFAULT_TOLERANCE = 1e-5
BROKEN = "broken_"  # how the name of a file begins whose kernel holds a mistake to be found


@dataclass(frozen=True, slots=True)
class OperationInfo:
    """One kernel file, read. Lines count from 1; sizes stand in the order of `size_names`."""

    name: str  # the file's name without .py
    path: Path
    title: str
    summary: str  # one sentence
    text: str  # Markdown that teaches
    source: str  # the whole file
    kernel: str  # the kernel function's name
    kernel_line: int  # of its first decorator
    kernel_end_line: int
    parameters: tuple[str, ...]  # of the kernel
    size_names: tuple[str, ...]
    default_size: tuple[int, ...]
    default_block: Dim3
    threads: tuple[Expression, ...]  # needed along x, y, z
    outputs: tuple[str, ...]  # parameters that the kernel writes
    flops: Expression | None = None  # floating-point operations
    bytes_moved: Expression | None = None  # bytes that must move at least once
    tolerance: float = DEFAULT_TOLERANCE  # of |result - reference| / max(1, |reference|)
    max_block: Dim3 | None = None  # the largest block that the kernel is written for
    twins: tuple[str, ...] = ()  # which of numpy_twin, one_thread, all_threads there are

    @property
    def is_broken(self) -> bool:
        """Whether the kernel is wrong on purpose."""
        return self.name.startswith(BROKEN)

    def sizes(self, size: Sequence[int]) -> tuple[int, ...]:
        """One number for each size name; a single one stands for all.

        Raises RequestRefused when there are too many or too few.
        """
        wanted = len(self.size_names)
        if len(size) == 1:
            return tuple(size) * wanted
        if len(size) != wanted:
            raise RequestRefused(_wrong_count(self, len(size)))
        return tuple(size)

    def grid(self, size: Sequence[int], block: Dim3) -> Dim3:
        """The smallest grid of such blocks that has a thread for all the work.

        A block side below 1, which no launch allows (see `launch.refusals`), counts as 1.
        """
        values = self._values(size)
        needed = [axis.evaluate(values) for axis in self.threads]
        return covering_grid(needed, Dim3(*(max(side, 1) for side in block)))

    def flop_count(self, size: Sequence[int]) -> int | None:
        """Floating-point operations at this size; None when the file does not say."""
        return self.flops.evaluate(self._values(size)) if self.flops else None

    def byte_count(self, size: Sequence[int]) -> int | None:
        """Bytes that must move at least once at this size; None when the file does not say."""
        return self.bytes_moved.evaluate(self._values(size)) if self.bytes_moved else None

    def check_block(self, block: Dim3) -> None:
        """Raises RequestRefused for a block larger than the kernel is written for (MAX_BLOCK)."""
        largest = self.max_block
        if largest and any(side > limit for side, limit in zip(block, largest, strict=True)):
            raise RequestRefused(_block_too_large(self, block, largest))

    def _values(self, size: Sequence[int]) -> dict[str, int]:
        return dict(zip(self.size_names, self.sizes(size), strict=True))


def _wrong_count(info: OperationInfo, count: int) -> Message:
    names = ", ".join(info.size_names)
    if len(info.size_names) == 1:
        template = "{name} has one size ({names}), but {count} numbers were given: give one."
    else:
        template = (
            "{name} has {wanted} sizes ({names}), but {count} numbers were given:"
            " give {wanted}, or one that stands for all."
        )
    values = {"name": info.name, "wanted": len(info.size_names), "names": names, "count": count}
    return Message("size.wrong-count", template, values)


def _block_too_large(info: OperationInfo, block: Dim3, largest: Dim3) -> Message:
    return Message(
        "operation.block-too-large",
        "{name} is written for blocks of at most {largest} threads, and {block} is larger:"
        " choose a smaller block, or change the kernel and its MAX_BLOCK in a copy of the file.",
        {"name": info.name, "largest": largest, "block": block},
    )
