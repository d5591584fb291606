"""What happens within one statement before its own work: calls of device functions.

They are made by the lanes that need them, in the order in which the source names them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpuviz.simt.cohort import Mask
from gpuviz.simt.frame import Frame
from gpuviz.simt.lower.scope import Expr, Run, Scope

if TYPE_CHECKING:
    from gpuviz.simt.lower.nodes import Body, Pause


@dataclass(frozen=True, slots=True, eq=False)
class EvalOp:
    """Evaluates an expression into a slot of the frame."""

    slot: int
    run: Run

    def execute(self, frame: Frame, mask: Mask) -> Iterator[Pause]:
        """Evaluates it for the active lanes."""
        frame.assign(self.slot, mask, self.run(frame, mask))
        yield from ()


@dataclass(frozen=True, slots=True, eq=False)
class CallOp:
    """Calls a device function: its steps are taken by the calling lanes."""

    slot: int  # where the result lands
    body: Body
    arguments: tuple[Run, ...]

    def execute(self, frame: Frame, mask: Mask) -> Iterator[Pause]:
        """Runs the function for the active lanes."""
        values = [run(frame, mask) for run in self.arguments]
        inner = self.body.frame(frame.context, mask, values)
        yield from self.body.run(inner, mask)
        if inner.result is not None:
            frame.assign(self.slot, mask, inner.result)


@dataclass(frozen=True, slots=True, eq=False)
class BranchOp:
    """Does one list of operations or the other, each for the lanes that go that way."""

    test: Run
    yes: list[MicroOp]
    no: list[MicroOp]
    counts: bool  # whether it is a branch of the source, or only a short cut of `and` / `or`

    def execute(self, frame: Frame, mask: Mask) -> Iterator[Pause]:
        """Splits the active lanes."""
        taken, other = mask.split(self.test(frame, mask))
        if self.counts:
            frame.context.tally.branch(mask, taken)
        for part, operations in ((taken, self.yes), (other, self.no)):
            if part is not None:
                for operation in operations:
                    yield from operation.execute(frame, part)


MicroOp = EvalOp | CallOp | BranchOp


def in_order(scope: Scope, expr: Expr) -> Expr:
    """Evaluates an expression where it stands in the source.

    A device function may change the memory that the rest of its statement reads: where one is
    called, reads take their turn among the calls.
    """
    if not scope.calls_device:
        return expr
    slot = scope.temporary()
    scope.prelude.append(EvalOp(slot, expr.run))
    return Expr(expr.type, lambda frame, mask: frame.variables[slot])
