"""What waits, and what orders: barriers that vote, syncwarp, the grid's sync, fences, nanosleep."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.execution import warp
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.arguments import numbers
from gpuviz.simt.lower.intrinsics.warps import collective
from gpuviz.simt.lower.nodes import Barrier, Node
from gpuviz.simt.lower.registry import Lowering, intrinsic, intrinsics, statement_form
from gpuviz.simt.lower.scope import Expr, Scope, Symbol, static
from gpuviz.simt.observe.observer import FenceScope
from gpuviz.simt.types import INT32, NONE, UINT32

Decision = Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]]
"""From the threads of each block that say yes, and all that came, counted."""

ALL_LANES = operators.constant(warp.ALL_LANES, UINT32)
GRID_GROUP = "cuda.cg.GridGroup"


@statement_form("cuda.syncthreads")
def _syncthreads(scope: Scope, node: ast.Call) -> Node | None:
    if node.args or node.keywords:
        return None
    scope.program.has_barriers = True
    return Barrier(scope.statement, scope.place(node))


@intrinsic("cuda.syncthreads")
def _syncthreads_value(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    text = "cuda.syncthreads() gives no value: write it as a statement of its own."
    scope.refuse(node, "barrier-value", text)


def _barrier_vote(decide: Decision) -> Lowering:
    """A barrier of the block that tells each thread what the others said."""

    def lower(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        (kind,) = numbers(scope, node, arguments, 1)
        if kind.kind not in "iu":
            text = "{name} takes a whole number, {kind} is given: write int(...) around it."
            scope.refuse(node, "predicate", text, name=ast.unparse(node.func), kind=kind)
        scope.program.has_barriers = True
        predicate, place = operators.convert(arguments[0], INT32).run, scope.place(node)

        def run(frame: CallFrame, mask: Mask) -> Value:
            says_yes = mask.lanes & (predicate(frame, mask) != 0)
            votes = frame.context.barrier(mask, place, says_yes)
            return decide(_counted(votes.yes), _counted(votes.came)).astype(INT32)

        return Expr(INT32, run, pure=False)

    return lower


def _counted(lanes: NDArray[np.bool_]) -> NDArray[Any]:
    return np.count_nonzero(lanes, axis=-1, keepdims=True)


@intrinsic("cuda.syncwarp")
def _syncwarp(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """([mask]): the lanes that are named wait for each other, and see what the others wrote."""
    (kind,) = numbers(scope, node, arguments, 1) if arguments else [INT32]
    if kind.kind not in "iu":
        text = "the mask of {name} must be an integer with a bit for each lane, {kind} is given."
        scope.refuse(node, "lane-mask", text, name=ast.unparse(node.func), kind=kind)
    scope.program.has_finer_order = True
    members = operators.convert(arguments[0], UINT32) if arguments else ALL_LANES
    call = collective(scope, node)

    def run(frame: CallFrame, mask: Mask) -> None:
        mask, (words,) = frame.context.meet_named(call, mask, members.run(frame, mask))
        if np.shape(words)[-1:] in ((), (1,)):
            frame.context.syncwarp(mask, words)
            return
        for word in np.unique(np.broadcast_to(words, mask.lanes.shape)[mask.lanes]):
            meeting, _ = mask.split(words == word)
            if meeting is not None:
                frame.context.syncwarp(meeting, word)

    return Expr(NONE, run, None, pure=False)


@intrinsic("cuda.cg.this_grid")
def _this_grid(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """(): the group of all threads; a kernel that has it needs all its blocks at the same time."""
    numbers(scope, node, arguments, 0)
    scope.program.has_grid_sync = True
    return static("group of all threads", Symbol(GRID_GROUP))


@intrinsic(f"{GRID_GROUP}.sync")
def _grid_sync(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """(): waits for all threads of the grid; its value is 0, as there is nothing to go wrong."""
    numbers(scope, node, arguments, 0)
    place = scope.place(node)

    def run(frame: CallFrame, mask: Mask) -> Value:
        frame.context.grid_barrier(mask, place)
        return np.int32(0)

    return Expr(INT32, run, pure=False)


def _fence(scope_of: FenceScope) -> Lowering:
    """What the thread wrote before is seen, within the fence's scope, before what follows."""

    def lower(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        numbers(scope, node, arguments, 0)
        scope.program.has_finer_order = True
        return Expr(NONE, lambda f, m: f.context.fence(m, scope_of), None, pure=False)

    return lower


@intrinsic("cuda.nanosleep")
def _nanosleep(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """(nanoseconds): the emulator has no clock to wait by, and goes on."""
    (kind,) = numbers(scope, node, arguments, 1)
    if kind.kind not in "iu":
        text = "{name} takes whole nanoseconds, {kind} is given."
        scope.refuse(node, "nanoseconds", text, name=ast.unparse(node.func), kind=kind)
    run = arguments[0].run

    def sleep(frame: CallFrame, mask: Mask) -> None:
        run(frame, mask)

    return Expr(NONE, sleep, None, pure=False)


intrinsics(
    {
        "cuda.syncthreads_count": _barrier_vote(lambda yes, came: yes),
        "cuda.syncthreads_and": _barrier_vote(lambda yes, came: yes == came),
        "cuda.syncthreads_or": _barrier_vote(lambda yes, came: yes != 0),
        "cuda.threadfence_block": _fence("block"),
        "cuda.threadfence": _fence("device"),
        "cuda.threadfence_system": _fence("system"),
    }
)
