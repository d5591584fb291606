"""Statements that only C has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.control import Construct, ControlFrame
from gpuviz.simt.execution.thread_group import Mask, Value, union
from gpuviz.simt.lower.nodes import Lanes, Node, Step, While, jumped, run_block
from gpuviz.simt.lower.scope import Run
from gpuviz.simt.lower.statements.loop_progress import LoopProgress


@dataclass(eq=False)
class Entering:
    """No statement: what a function does before its first one."""

    work: Callable[[CallFrame, Mask], None]

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Does it."""
        self.work(frame, mask)
        return mask


@dataclass(eq=False)
class DoWhile(While):
    """A loop whose condition stands at its end."""

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Turns until no lane's condition holds."""
        broken = self.enter(frame)
        done: list[Mask] = []
        live: Lanes = mask
        progress = LoopProgress(frame, self.mattering)
        context, outer, turn = frame.context, frame.context.stack, 0
        while live is not None:
            turn += 1
            context.stack = (*outer, ControlFrame(self.construct, turn))
            live = self.round(frame, live)
            if live is None:
                break
            context.begin_step(frame, self.statement, live)
            yes, no = live.split(self.test(frame, live))
            context.branch(live, yes)
            if no is not None:
                done.append(no)
            if yes is not None:
                self._check(progress, frame, yes)
            live = yes
        context.stack = outer
        progress.close()
        return self.leave(frame, mask, done, broken)


@dataclass(eq=False)
class Switch(Step):
    """Lanes come in at their case and go on through those behind it, up to a break."""

    construct: Construct
    slot: int  # where lanes wait that break
    value: Run
    cases: list[tuple[tuple[int, ...], bool, list[Node]]]
    """For each run of labels: its numbers, whether it is the default, its statements."""

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Executes the cases in order."""
        frame.variables[self.slot] = ([], [])
        context, outer = frame.context, frame.context.stack
        context.begin_step(frame, self.statement, mask)
        value = self.value(frame, mask)
        known = [number for numbers, _, _ in self.cases for number in numbers]
        live: Lanes = None
        left: Lanes = mask
        for row, (numbers, is_default, nodes) in enumerate(self.cases):
            condition = _one_of(value, numbers)
            if is_default:
                condition = condition | ~_one_of(value, known)
            come: Lanes = None
            if left is not None:
                come, left = left.split(condition)
                context.branch(mask, come)
            live = union(mask, [live, come])
            if live is not None:
                context.stack = (*outer, ControlFrame(self.construct, row + 1))
                live = run_block(nodes, frame, live)
        context.stack = outer
        return union(mask, [live, left, *jumped(frame, self.slot, "break")])


def _one_of(value: Value, numbers: list[int] | tuple[int, ...]) -> Value:
    found: Value = np.bool_(False)
    for one in numbers:
        found = found | (value == value.dtype.type(one))
    return found
