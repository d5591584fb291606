"""What goes on with a loop in another way than statement by statement, once it is hot."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Protocol

from gpuviz.simt.execution.thread_group import Mask

NEVER = 1 << 62  # rounds

WentTo = Literal["header", "done", "broken", "returned"]


class Went(NamedTuple):
    """Where a lane is after some rounds: at the loop's header, or out of the loop."""

    to: WentTo
    turn: int  # rounds that have begun
    look: int  # after how many it is worth to try again
    value: Any = None  # that the lane returned


class LoopCompiler(Protocol):
    """Runs rounds of a loop in which one lane is left as compiled code."""

    @property
    def first_look(self) -> int:
        """Rounds after which it is worth while to look whether a loop is hot."""
        ...

    def go_on(
        self, loop: Any, frame: Any, live: Mask, turn: int, rounds: Any = None, items: Any = None
    ) -> Went:
        """Goes on with the loop of which `turn` rounds have begun, for a while.

        `rounds` and `items` are those of a for loop.
        """
        ...
