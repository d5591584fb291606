"""Statements that run: each takes the active lanes and gives the lanes that go on behind it (None: none do)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

import numpy as np

from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt.cohort import Mask, Value, union
from gpuviz.simt.frame import Context, Frame
from gpuviz.simt.lower.micro import MicroOp
from gpuviz.simt.lower.scope import Run
from gpuviz.simt.types import Type

WHILE_LIMIT = 1 << 22  # rounds of one while loop after which it is taken to be endless


class Pause(Enum):
    """Why a cohort hands control back."""

    BARRIER = "barrier"


Lanes = Mask | None
Running = Iterator[Pause]


class Node(Protocol):
    """A statement. `run` is a generator whose return value is the lanes that go on."""

    def run(self, frame: Frame, mask: Mask) -> Any: ...


def run_block(nodes: list[Node], frame: Frame, mask: Mask) -> Any:
    """Runs statements one after the other (a generator giving the lanes that go on)."""
    lanes: Lanes = mask
    for node in nodes:
        lanes = yield from node.run(frame, lanes)
        if lanes is None:
            return None
    return lanes


@dataclass(eq=False)
class Body:
    """A function lowered for one combination of argument types."""

    nodes: list[Node] = field(default_factory=list)
    slots: int = 0
    result: Type | None = None

    def frame(self, context: Context, mask: Mask, values: list[Value]) -> Frame:
        """A frame with the arguments in their slots (parameters come first)."""
        frame = Frame(context, self.slots, mask)
        frame.variables[: len(values)] = values
        frame.owners[: len(values)] = [mask] * len(values)
        return frame

    def run(self, frame: Frame, mask: Mask) -> Running:
        yield from run_block(self.nodes, frame, mask)


@dataclass(eq=False)
class Step:
    """What every statement has: its row, the calls it makes first, and its place."""

    statement: int
    prelude: list[MicroOp]

    def begin(self, frame: Frame, mask: Mask) -> Running:
        """Counts the step and makes the calls."""
        frame.context.begin_step(frame, self.statement, mask)
        if self.prelude:
            for operation in self.prelude:
                yield from operation.execute(frame, mask)


@dataclass(eq=False)
class Simple(Step):
    """A statement without inner statements: an assignment, a call, a store."""

    work: Run

    def run(self, frame: Frame, mask: Mask) -> Any:
        yield from self.begin(frame, mask)
        self.work(frame, mask)
        return mask


@dataclass(eq=False)
class Barrier(Step):
    """cuda.syncthreads()."""

    line: int

    def run(self, frame: Frame, mask: Mask) -> Any:
        yield from self.begin(frame, mask)
        frame.context.whole_barrier(mask, self.line)
        yield Pause.BARRIER
        return mask


@dataclass(eq=False)
class Return(Step):
    """The active lanes leave the function."""

    value: Run | None

    def run(self, frame: Frame, mask: Mask) -> Any:
        yield from self.begin(frame, mask)
        frame.leave(mask, None if self.value is None else self.value(frame, mask))
        return None


@dataclass(eq=False)
class Jump(Step):
    """break or continue: the lanes wait in the loop's list."""

    loop: int
    kind: str  # "break" or "continue"

    def run(self, frame: Frame, mask: Mask) -> Any:
        yield from self.begin(frame, mask)
        jumped(frame, self.loop, self.kind).append(mask)
        return None


@dataclass(eq=False)
class If(Step):
    """Both sides run, each with its lanes; then they go on together."""

    test: Run
    body: list[Node]
    orelse: list[Node]

    def run(self, frame: Frame, mask: Mask) -> Any:
        yield from self.begin(frame, mask)
        yes, no = mask.split(self.test(frame, mask))
        frame.context.tally.branch(mask, yes)
        if yes is not None:
            yes = yield from run_block(self.body, frame, yes)
        if no is not None and self.orelse:
            no = yield from run_block(self.orelse, frame, no)
        return union(mask, [yes, no])


@dataclass(eq=False)
class Loop(Step):
    """What while and for share: lanes that break leave, lanes that continue come back."""

    loop: int  # slot for the lanes that jump
    body: list[Node]
    orelse: list[Node]

    def round(self, frame: Frame, mask: Mask) -> Any:
        """One turn of the body; gives the lanes that come back to the header."""
        before = jumped(frame, self.loop, "continue")
        before.clear()
        lanes = yield from run_block(self.body, frame, mask)
        return union(mask, [lanes, *before]) if before else lanes

    def enter(self, frame: Frame) -> list[Mask]:
        """A new run of the loop: nobody has broken out of it yet."""
        frame.variables[self.loop] = ([], [])
        return jumped(frame, self.loop, "break")

    def leave(self, frame: Frame, mask: Mask, done: list[Mask], broken: list[Mask]) -> Any:
        """Behind the loop: the else part for those who did not break, then all together."""
        finished = union(mask, list(done))
        if finished is not None and self.orelse:
            finished = yield from run_block(self.orelse, frame, finished)
        return union(mask, [finished, *broken])


def jumped(frame: Frame, loop: int, kind: str) -> list[Mask]:
    """Lanes that broke out of a loop, or went on to its next round."""
    broken, continued = frame.variables[loop]
    lanes: list[Mask] = broken if kind == "break" else continued
    return lanes


@dataclass(eq=False)
class While(Loop):
    """A while loop; its header is a step each time it is evaluated."""

    test: Run
    place: SourcePlace

    def run(self, frame: Frame, mask: Mask) -> Any:
        broken, done = self.enter(frame), []
        live: Lanes = mask
        rounds, changes = 0, -1
        while live is not None:
            yield from self.begin(frame, live)
            yes, no = live.split(self.test(frame, live))
            frame.context.tally.branch(live, yes)
            if no is not None:
                done.append(no)
            if yes is None:
                break
            rounds += 1
            if rounds > WHILE_LIMIT or changes == frame.context.machine.changes:
                self._endless(rounds)
            changes = frame.context.machine.changes
            live = yield from self.round(frame, yes)
        return (yield from self.leave(frame, mask, done, broken))

    def _endless(self, rounds: int) -> None:
        template = (
            "the while loop in line {line} does not end: after {rounds} rounds some threads are still in it."
            " Change what its condition tests, inside the loop."
        )
        values = {"line": self.place.line, "rounds": rounds}
        raise KernelFailed(Message("kernel.endless", template, values), self.place)


@dataclass(eq=False)
class ForRange(Loop):
    """for over range(start, stop, step); over n values the header is evaluated n + 1 times."""

    start: Run
    stop: Run
    step: Run
    kind: np.dtype[Any]
    assign: Any  # (frame, mask, value) -> None
    place: SourcePlace

    def run(self, frame: Frame, mask: Mask) -> Any:
        broken = self.enter(frame)
        limits = [limit(frame, mask) for limit in (self.start, self.stop, self.step)]
        if np.any(np.logical_and(limits[2] == 0, mask.lanes)):
            self._zero_step()
        if all(np.ndim(limit) == 0 for limit in limits):
            return (yield from self._together(frame, mask, limits, broken))
        return (yield from self._apart(frame, mask, limits, broken))

    def _together(
        self, frame: Frame, mask: Mask, limits: list[Value], broken: list[Mask]
    ) -> Any:
        """All lanes count alike: no lane leaves before the others by the header."""
        live: Lanes = mask
        for number in range(*(int(limit) for limit in limits)):
            yield from self.begin(frame, live)
            self.assign(frame, live, self.kind.type(number))
            live = yield from self.round(frame, live)
            if live is None:
                break
        done = []
        if live is not None:
            yield from self.begin(frame, live)
            done.append(live)
        return (yield from self.leave(frame, mask, done, broken))

    def _apart(self, frame: Frame, mask: Mask, limits: list[Value], broken: list[Mask]) -> Any:
        """Each lane has its own range."""
        value, stop, step = limits
        live: Lanes = mask
        done: list[Mask] = []
        while live is not None:
            yield from self.begin(frame, live)
            yes, no = live.split(np.where(step > 0, value < stop, value > stop))
            frame.context.tally.branch(live, yes)
            if no is not None:
                done.append(no)
            if yes is None:
                break
            self.assign(frame, yes, value)
            value = value + step
            live = yield from self.round(frame, yes)
        return (yield from self.leave(frame, mask, done, broken))

    def _zero_step(self) -> None:
        template = "range() in line {line} has the step 0: it would never end."
        raise KernelFailed(
            Message("kernel.zero-step", template, {"line": self.place.line}), self.place
        )
