"""OperationInfo: all that is known of a kernel file without running it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gpuviz.launch import Dim3, covering_grid
from gpuviz.messages import Message, RequestRefused
from gpuviz.operation.expression import Expression

if TYPE_CHECKING:
    from gpuviz.operation.c_launch import CLaunch

DEFAULT_TOLERANCE = 1e-5
ShowKind = Literal["draw", "picture", "pictures", "film", "bars", "curve", "text", "arrows"]
"""How a parameter is shown as what it means (the table stands in kernels/README.md)."""

BROKEN = "broken_"  # how the name of a file begins whose kernel holds a mistake to be found


@dataclass(frozen=True, slots=True)
class OperationInfo:
    """One kernel file, read. Lines count from 1; sizes stand in the order of `size_names`.

    Of a pipeline, whose host function launches several kernels, `kernel` and its lines are that
    function, `parameters` its own, and `threads` is empty. A script is a pipeline too: its lines
    are the whole file, and there is nothing to choose, for it sets all of it itself.
    """

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
    is_pipeline: bool = False
    is_script: bool = False  # a pipeline that runs as Python runs it, from the first line on
    show: Mapping[str, ShowKind] = field(default_factory=dict, hash=False)  # by parameter
    maze: tuple[str, ...] = ()  # the ground under arrows: "." is free, "#" a wall, "G" the goal
    watch: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Variables of kernels that are shown beside the arrays, by kernel."""
    has_look: bool = False  # a function that tells what shown arrays would be by now
    devices: Expression | None = None  # GPUs that a pipeline works with; None: one
    frames: Expression | None = None  # of a stream that a pipeline works on
    deadline_ms: float | None = None  # for each frame
    c_launch: CLaunch | None = None  # of a kernel in CUDA C: how it is launched
    twin_path: Path | None = None  # the kernel in Python whose inputs and check it has

    @property
    def file_text(self) -> str:
        """The text of its file: of a program in CUDA C without the headers behind it."""
        if self.c_launch is None:
            return self.source
        from gpuviz.cuda_c.headers import split

        return split(self.source)[0]

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

        A block side below 1, which no launch allows (see `launch.refusals`), counts as 1. The
        launches of a pipeline have grids of their own: (1, 1, 1) stands for them.
        """
        if self.is_pipeline:
            return Dim3(1, 1, 1)
        values = self._values(size)
        needed = [axis.evaluate(values) for axis in self.threads]
        return covering_grid(needed, Dim3(*(max(side, 1) for side in block)))

    def shared_bytes(self, size: Sequence[int]) -> int:
        """Bytes of dynamic shared memory that a block asks for."""
        shared = None if self.c_launch is None else self.c_launch.shared
        return 0 if shared is None else shared.evaluate(self._values(size))

    def flop_count(self, size: Sequence[int]) -> int | None:
        """Floating-point operations at this size; None when the file does not say."""
        return self.flops.evaluate(self._values(size)) if self.flops else None

    def byte_count(self, size: Sequence[int]) -> int | None:
        """Bytes that must move at least once at this size; None when the file does not say."""
        return self.bytes_moved.evaluate(self._values(size)) if self.bytes_moved else None

    def device_count(self, size: Sequence[int]) -> int:
        """GPUs that a pipeline works with at this size."""
        return self.devices.evaluate(self._values(size)) if self.devices else 1

    def frame_count(self, size: Sequence[int]) -> int | None:
        """Frames of the stream that a pipeline works on; None where there is none."""
        return self.frames.evaluate(self._values(size)) if self.frames else None

    def check_block(self, block: Dim3) -> None:
        """Raises RequestRefused for a block larger than the kernel is written for (MAX_BLOCK)."""
        largest = self.max_block
        if largest and any(side > limit for side, limit in zip(block, largest, strict=True)):
            raise RequestRefused(_block_too_large(self, block, largest))

    def check_one_launch(self) -> None:
        """Raises RequestRefused for a pipeline, where one launch of one kernel is asked for."""
        if self.is_pipeline:
            raise RequestRefused(_not_one_launch(self))

    def check_no_script(self) -> None:
        """Raises RequestRefused for a script, which only the emulator runs as it is."""
        if self.is_script:
            raise RequestRefused(_only_emulated(self))

    def check_whole(self) -> None:
        """Raises RequestRefused for a kernel, where a pipeline is asked for."""
        if not self.is_pipeline:
            raise RequestRefused(_no_pipeline(self))

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


def _not_one_launch(info: OperationInfo) -> Message:
    return Message(
        "operation.is-pipeline",
        "{name} is a pipeline, a train of launches, and this needs one launch of one kernel: take"
        " one of the kernels that it launches, or run it as a whole with 'gpuviz run {name}'.",
        {"name": info.name},
    )


def _only_emulated(info: OperationInfo) -> Message:
    return Message(
        "operation.is-script",
        "{file} is a script, which gpuviz runs on its emulator alone: choose the engine emulator.",
        {"file": info.path.name},
    )


def _no_pipeline(info: OperationInfo) -> Message:
    return Message(
        "operation.is-kernel",
        "{name} is one kernel and no pipeline: launch it, or write a function pipeline in its file"
        " that launches several.",
        {"name": info.name},
    )


def _block_too_large(info: OperationInfo, block: Dim3, largest: Dim3) -> Message:
    return Message(
        "operation.block-too-large",
        "{name} is written for blocks of at most {largest} threads, and {block} is larger:"
        " choose a smaller block, or change the kernel and its MAX_BLOCK in a copy of the file.",
        {"name": info.name, "largest": largest, "block": block},
    )
