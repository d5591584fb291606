"""What watches a launch: it is told of steps, branches, accesses, barriers.

Which observers there are is chosen for each launch; those who execute know none of them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, Literal, NamedTuple, ParamSpec

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import LaunchConfig
from gpuviz.simt.execution.control import ControlStack
from gpuviz.simt.execution.thread_group import Mask, ThreadGroup, Value
from gpuviz.simt.memory.arrays import AnyArray
from gpuviz.simt.observe.lone_run import LoneRun
from gpuviz.trace.source import AccessKind

if TYPE_CHECKING:
    from gpuviz.simt.execution.launch_state import AccessPoint

FenceScope = Literal["block", "device", "system"]


class Access(NamedTuple):
    """The active lanes of a thread group access the elements `flat` of an array."""

    thread_group: ThreadGroup
    step: int  # of the launch
    stack: ControlStack
    site: int  # row in the trace
    point: AccessPoint
    kind: AccessKind
    array: AnyArray
    flat: Value
    mask: Mask
    values: Value  # that were read or written


class Observer:
    """Is told what a launch does; it overrides what it wants to know."""

    reads_values: ClassVar[bool] = (
        False  # whether what atomic operations find matters to it in any case
    )

    def for_blocks(self, blocks: ThreadGroup) -> Observer:
        """What watches whole blocks that run at the same time."""
        return self

    def for_group(self, thread_group: ThreadGroup, blocks: ThreadGroup) -> Observer | None:
        """What watches a thread group of these blocks, None: nothing does."""
        return self

    def blocks_ended(self, count: int) -> None:
        """The first `count` blocks of the launch have run to their end."""

    def grid_sync(self) -> None:
        """All threads of the launch have met; told once, before any of them goes on."""

    def barrier(self, blocks: NDArray[np.bool_] | None, complete: int) -> None:
        """These blocks (None: all that are watched) pass a barrier, `complete` with all threads."""

    def step(self, step: int, statement: int, mask: Mask) -> None:
        """The active lanes begin a statement; `step` counts through the launch."""

    def resume(self, step: int, statement: int, mask: Mask) -> None:
        """Others had their turn within the statement: what is left of it is another step."""

    def branch(self, mask: Mask, taken: Mask) -> None:
        """Some of the active lanes go one way at a header or conditional expression."""

    def access(self, access: Access) -> None:
        """Memory is accessed."""

    def operands(self, mask: Mask, operands: tuple[Value, ...]) -> None:
        """The active lanes are about to change memory atomically with these operands."""

    def assign(self, step: int, variable: int, mask: Mask, values: Value) -> None:
        """The active lanes assign a local variable."""

    def exchange(
        self,
        step: int,
        kind: int,
        mask: Mask,
        source: Value,
        given: NDArray[Any],
        received: NDArray[Any],
    ) -> None:
        """The lanes of warps give each other values; `kind` is a row of EXCHANGE_KINDS."""

    def syncwarp(self, thread_group: ThreadGroup, mask: Mask, words: Value) -> None:
        """The active lanes have met at a syncwarp.

        `words` has the lanes that it names as bits, one number for all warps or uint32 that
        broadcast to (blocks, warps). Ordered are the lanes that are active and named.
        """

    def fence(self, thread_group: ThreadGroup, mask: Mask, scope: FenceScope) -> None:
        """The active lanes have passed a fence."""

    def lone_run(self, run: LoneRun) -> Callable[[], None] | None:
        """One thread ran some rounds of a loop alone: what notes it, as if it had been told of each
        step, access and assignment. None: it has to be told so.
        """
        return None

    def finish(self) -> None:
        """What is watched has ended, or broken off."""


Told = ParamSpec("Told")


def listeners(
    observers: Iterable[Observer], event: Callable[Concatenate[Any, Told], None]
) -> tuple[Callable[Told, None], ...]:
    """How to tell those observers of an event that want to know of it, such as Observer.step."""
    name = event.__name__
    return tuple([getattr(o, name) for o in observers if getattr(type(o), name) is not event])


def warp_step(config: LaunchConfig, step: Any, block: Any, warp: Any) -> Any:
    """Numbers the steps of warps through a launch: by step, then block, then warp of the block."""
    return (step * config.blocks + block) * config.warps_per_block + warp
