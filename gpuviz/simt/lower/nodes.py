"""Statements that run: each takes the active lanes and gives those that go on behind it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt.execution.context import CallFrame, ExecutionContext
from gpuviz.simt.execution.control import Construct, ControlFrame
from gpuviz.simt.execution.hot_loops import NEVER, Went
from gpuviz.simt.execution.thread_group import Mask, Value, union
from gpuviz.simt.lower.scope import Run
from gpuviz.simt.lower.statements.loop_progress import NOW_AND_THEN, LoopProgress
from gpuviz.simt.types import Type

Lanes = Mask | None
"""None: no lane goes on."""


class Node(Protocol):
    """A statement."""

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Executes the statement for the active lanes; gives those that go on."""
        ...


def run_block(nodes: list[Node], frame: CallFrame, mask: Mask) -> Lanes:
    """Runs statements one after the other; gives the lanes that go on."""
    context = frame.context
    lanes: Lanes = mask
    for node in nodes:
        if context.ended is not None and lanes is not None:
            lanes = context.alive(lanes)
        if lanes is None:
            return None
        lanes = node.run(frame, lanes)
    return lanes


@dataclass(eq=False)
class LoweredFunction:
    """A function lowered for one combination of argument types."""

    nodes: list[Node] = field(default_factory=list)
    slots: int = 0
    result: Type | None = None

    def frame(self, context: ExecutionContext, mask: Mask, values: list[Value]) -> CallFrame:
        """A frame with the arguments in their slots (parameters come first)."""
        frame = CallFrame(context, self.slots, mask)
        frame.variables[: len(values)] = values
        frame.owners[: len(values)] = [mask] * len(values)
        return frame

    def run(self, frame: CallFrame, mask: Mask) -> None:
        """Executes the body for the lanes that called it."""
        run_block(self.nodes, frame, mask)

    @functools.cached_property
    def outermost_loops(self) -> dict[Construct, int]:
        """The loops that stand in no other loop of the function, numbered as they are written."""
        return {construct: number for number, construct in enumerate(_outermost(self.nodes))}


def _outermost(nodes: list[Node]) -> Iterator[Construct]:
    for node in nodes:
        if isinstance(node, Loop):
            yield node.construct
        elif isinstance(node, If):
            yield from _outermost([*node.body, *node.orelse])


@dataclass(eq=False)
class Step:
    """What every statement has: its row."""

    statement: int


@dataclass(eq=False)
class Simple(Step):
    """A statement without inner statements: an assignment, a call, a store."""

    work: Run

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Executes it."""
        frame.context.begin_step(frame, self.statement, mask)
        self.work(frame, mask)
        return mask


@dataclass(eq=False)
class Barrier(Step):
    """cuda.syncthreads()."""

    place: SourcePlace

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Waits for the block."""
        frame.context.begin_step(frame, self.statement, mask)
        frame.context.barrier(mask, self.place)
        return mask


@dataclass(eq=False)
class Return(Step):
    """The active lanes leave the function."""

    value: Run | None

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Leaves with the value."""
        frame.context.begin_step(frame, self.statement, mask)
        frame.leave(mask, None if self.value is None else self.value(frame, mask))
        return None


@dataclass(eq=False)
class EndThreads(Step):
    """raise or assert outside of debug mode: the threads for which `holds` is not true end.

    So do the calls that they are in. `note` is told of them.
    """

    holds: Run
    note: Message
    place: SourcePlace

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Ends them; the others go on."""
        frame.context.begin_step(frame, self.statement, mask)
        others, ended = mask.split(self.holds(frame, mask))
        if ended is not None:
            frame.context.end_threads(ended, self.note, self.place)
            frame.leave(ended, None)
        return others


@dataclass(eq=False)
class ReturnOptional(Step):
    """The active lanes leave the function, some with a number and some with None."""

    value: Run

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Leaves with the numbers."""
        frame.context.begin_step(frame, self.statement, mask)
        there, numbers = self.value(frame, mask)
        for lanes, value in zip(mask.split(there), (numbers, None), strict=True):
            if lanes is not None:
                frame.leave(lanes, value)
        return None


@dataclass(eq=False)
class Silent:
    """No step: what a declaration without values does."""

    work: Callable[[CallFrame, Mask], object]

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Does it."""
        self.work(frame, mask)
        return mask


@dataclass(eq=False)
class OptionalParameters:
    """No statement: parameters, by slot, that are None on some way in the function."""

    slots: list[tuple[int, int, bool]]
    """Of the parameter and of the variable, and whether the parameter is None."""

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Sets the variables."""
        for given, slot, is_none in self.slots:
            value = frame.variables[given]
            frame.assign(slot, mask, (np.bool_(not is_none), False if is_none else value))
        return mask


@dataclass(eq=False)
class Jump(Step):
    """break or continue: the lanes wait in the loop's list."""

    loop: int
    kind: str  # "break" or "continue"

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Waits in the loop's list."""
        frame.context.begin_step(frame, self.statement, mask)
        jumped(frame, self.loop, self.kind).append(mask)
        return None


@dataclass(eq=False)
class If(Step):
    """Both sides run, each with its lanes; then they go on together."""

    construct: Construct
    test: Run
    body: list[Node]
    orelse: list[Node]

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Executes both sides."""
        context, outer = frame.context, frame.context.stack
        context.begin_step(frame, self.statement, mask)
        yes, no = mask.split(self.test(frame, mask))
        context.branch(mask, yes)
        if yes is not None:
            context.stack = (*outer, ControlFrame(self.construct, 1))
            yes = run_block(self.body, frame, yes)
        if no is not None and self.orelse:
            context.stack = (*outer, ControlFrame(self.construct, 2))
            no = run_block(self.orelse, frame, no)
        context.stack = outer
        return union(mask, [yes, no])


@dataclass(eq=False)
class Loop(Step):
    """What while and for share: lanes that break leave, lanes that continue come back."""

    loop: int  # slot for the lanes that jump
    construct: Construct
    body: list[Node]
    orelse: list[Node]
    versions: list[Any] = field(default_factory=list, init=False)  # compiled, see simt/compiled
    is_interpreted: bool = field(default=False, init=False)  # as no code can be made of it
    began: int = field(default=0, init=False)  # after which step of the launch, at the latest run

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Turns until no lane is left in the loop."""
        raise NotImplementedError

    def round(self, frame: CallFrame, mask: Mask) -> Lanes:
        """One turn of the body; gives the lanes that come back to the header."""
        before = jumped(frame, self.loop, "continue")
        before.clear()
        lanes = run_block(self.body, frame, mask)
        return union(mask, [lanes, *before]) if before else lanes

    def enter(self, frame: CallFrame) -> list[Mask]:
        """A new run of the loop: nobody has broken out of it yet."""
        frame.variables[self.loop] = ([], [])
        self.began = frame.context.launch_state.steps
        return jumped(frame, self.loop, "break")

    def leave(self, frame: CallFrame, mask: Mask, done: list[Mask], broken: list[Mask]) -> Lanes:
        """Behind the loop: the else part for those who did not break, then all together."""
        finished = union(mask, list(done))
        if finished is not None and self.orelse:
            finished = run_block(self.orelse, frame, finished)
        return union(mask, [finished, *broken])

    def gone(
        self, went: Went, frame: CallFrame, live: Mask, done: list[Mask], broken: list[Mask]
    ) -> Lanes:
        """The lane if it is still in the loop, after rounds that were compiled."""
        if went.to == "header":
            return live
        if went.to == "returned":
            frame.leave(live, went.value)
        else:
            (done if went.to == "done" else broken).append(live)
        return None


def first_look(context: ExecutionContext) -> int:
    """Rounds after which a loop is hot."""
    return NEVER if context.loop_compiler is None else context.loop_compiler.first_look


def jumped(frame: CallFrame, loop: int, kind: str) -> list[Mask]:
    """Lanes that broke out of a loop, or went on to its next round."""
    broken, continued = frame.variables[loop]
    lanes: list[Mask] = broken if kind == "break" else continued
    return lanes


@dataclass(eq=False)
class While(Loop):
    """A while loop; its header is a step each time it is evaluated."""

    test: Run
    place: SourcePlace
    mattering: list[int]  # slots of the variables that may decide what the loop does

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Turns until no lane's condition holds."""
        broken = self.enter(frame)
        done: list[Mask] = []
        live: Lanes = mask
        progress = LoopProgress(frame, self.mattering)
        context, outer, turn = frame.context, frame.context.stack, 0
        look = first_look(context)
        while live is not None:
            if turn >= look and live.lane_count == 1 and context.loop_compiler is not None:
                context.stack = outer
                went = context.loop_compiler.go_on(self, frame, live, turn)
                if went.turn > turn:
                    self._check_rounds(progress, frame, live, went)
                turn, look = went.turn, went.look
                live = self.gone(went, frame, live, done, broken)
                continue
            turn += 1
            context.stack = (*outer, ControlFrame(self.construct, turn))
            frame.context.begin_step(frame, self.statement, live)
            yes, no = live.split(self.test(frame, live))
            frame.context.branch(live, yes)
            if no is not None:
                done.append(no)
            if yes is None:
                break
            self._check(progress, frame, yes)
            live = self.round(frame, yes)
        context.stack = outer
        progress.close()
        return self.leave(frame, mask, done, broken)

    def _check(self, progress: LoopProgress, frame: CallFrame, live: Mask) -> None:
        """Tells who waits; raises KernelFailed where the loop cannot end."""
        self._go_on(progress, frame, progress.stands_still(live))

    def _check_rounds(
        self, progress: LoopProgress, frame: CallFrame, live: Mask, went: Went
    ) -> None:
        """The same after some rounds that were compiled."""
        stands = progress.stands_after(went.turn, live)
        self._go_on(progress, frame, stands and went.to == "header")

    def _go_on(self, progress: LoopProgress, frame: CallFrame, stands: bool) -> None:
        launch_state = frame.context.launch_state
        if progress.lasts:
            launch_state.in_loop(self.place, progress.rounds)
        if stands and progress.reads:
            frame.context.wait_for_others(self.place)
        elif stands or progress.rounds > launch_state.while_limit:
            raise self._endless(progress.rounds)

    def _endless(self, rounds: int) -> KernelFailed:
        template = (
            "the while loop in line {line} does not end: after {rounds} rounds some threads are"
            " still in it. Change what its condition tests, inside the loop."
        )
        values = {"line": self.place.line, "rounds": rounds}
        return KernelFailed(Message("kernel.endless", template, values), self.place)


@dataclass(eq=False)
class CountedWhile(While):
    """A for loop of C: `begin` once with the first header, `after` with each header that follows.

    The header is a step each time, as that of any loop.
    """

    begin: Run
    after: Run

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Turns until no lane's condition holds."""
        broken = self.enter(frame)
        done: list[Mask] = []
        live: Lanes = mask
        context, outer, turn = frame.context, frame.context.stack, 0
        context.begin_step(frame, self.statement, mask)
        self.begin(frame, mask)
        progress = LoopProgress(frame, self.mattering)
        look = first_look(context)
        while live is not None:
            if turn >= look and live.lane_count == 1 and context.loop_compiler is not None:
                context.stack = outer
                went = context.loop_compiler.go_on(self, frame, live, turn)
                if went.turn > turn:
                    self._check_rounds(progress, frame, live, went)
                turn, look = went.turn, went.look
                live = self.gone(went, frame, live, done, broken)
                continue
            turn += 1
            context.stack = (*outer, ControlFrame(self.construct, turn))
            yes, no = live.split(self.test(frame, live))
            context.branch(live, yes)
            if no is not None:
                done.append(no)
            if yes is None:
                break
            self._check(progress, frame, yes)
            live = self.round(frame, yes)
            if live is not None:
                context.begin_step(frame, self.statement, live)
                self.after(frame, live)
        context.stack = outer
        progress.close()
        return self.leave(frame, mask, done, broken)


@dataclass(eq=False)
class For(Loop):
    """for over n items: the header is evaluated n + 1 times.

    What is run over is evaluated once, with the first header.
    """

    iterate: Callable[[CallFrame, Mask], tuple[Value, Callable[[int, Mask], Value]]]
    """How many items each lane has, and how to get those of a turn."""
    assign: Callable[[CallFrame, Mask, Value], None]

    def run(self, frame: CallFrame, mask: Mask) -> Lanes:
        """Turns until each lane has had all its items."""
        broken = self.enter(frame)
        frame.context.begin_step(frame, self.statement, mask)
        rounds, item = self.iterate(frame, mask)
        live: Lanes = mask
        done: list[Mask] = []
        context, outer, turn = frame.context, frame.context.stack, 0
        most = int(np.max(rounds)) if context.on_share is not None else 0
        look = first_look(context)
        while live is not None:
            if turn >= look and live.lane_count == 1 and context.loop_compiler is not None:
                context.stack = outer
                went = context.loop_compiler.go_on(self, frame, live, turn, rounds, item)
                if context.on_share is not None:
                    context.on_share(self.construct, outer, went.turn / most)
                turn, look = went.turn, went.look
                live = self.gone(went, frame, live, done, broken)
                continue
            if context.on_share is not None and turn % NOW_AND_THEN == 0 and turn < most:
                context.on_share(self.construct, outer, turn / most)
            yes, no = live.split(turn < rounds)
            frame.context.branch(live, yes)
            if no is not None:
                done.append(no)
            if yes is None:
                break
            context.stack = (*outer, ControlFrame(self.construct, turn + 1))
            self.assign(frame, yes, item(turn, yes))
            turn += 1
            live = self.round(frame, yes)
            if live is not None:
                frame.context.begin_step(frame, self.statement, live)
        context.stack = outer
        return self.leave(frame, mask, done, broken)
