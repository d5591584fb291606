"""What lanes of a warp tell each other in a kernel: cuda.shfl_*_sync, votes, matches, activemask.

They order no accesses to memory. Reading from a lane that takes no part gives the reader's own
value; on a GPU it is undefined, see simt/schedule/undefined.py.

Numba makes its shuffles and votes of shfl_sync_intrinsic and vote_sync_intrinsic: they give two
values, as NVVM's intrinsics do, and the shuffle also knows parts of a warp.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.execution import warp
from gpuviz.simt.execution.collective import Collective, UndefinedTake
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower import not_in_numba_cuda
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.arguments import numbers
from gpuviz.simt.lower.registry import Lowering, intrinsic, intrinsics
from gpuviz.simt.lower.scope import Expr, Run, Scope
from gpuviz.simt.types import (
    BOOL,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    UINT32,
    UINT64,
    Scalar,
    TupleType,
    best_overload,
)
from gpuviz.trace.columns import EXCHANGE_KINDS, NO_LANE

NOBODY = np.full((1, 1, 1), NO_LANE, np.int8)

EXCHANGED = ((INT32,), (INT64,), (FLOAT32,), (FLOAT64,))
"""What lanes can give each other; Numba converts to the nearest of them."""

LONGEST_VALUE = 40  # letters of what lanes exchange, in sentences

SHUFFLES = tuple(warp.SOURCES)  # by the mode of shfl_sync_intrinsic
VOTES = tuple(warp.VOTES)


def _shuffle(name: str) -> Lowering:
    """(mask, value, lane or distance): the value of another lane."""
    source_of, clamp = warp.SOURCES[name], warp.WHOLE_WARP.get(name, np.array(warp.LAST))

    def lower(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        members, value, kind = _exchanged(scope, node, arguments)
        lane, call = _whole_lane(scope, node, arguments[2]), _shuffling(scope, node, 1)

        def run(frame: CallFrame, mask: Mask) -> Value:
            named, held, given = members(frame, mask), value(frame, mask), lane(frame, mask)
            count = frame.context.thread_group.lane_count
            partners, values = gathered(call, frame, mask, named, held)
            operand = warp.in_warps(given, count)
            received = _received(call, frame, mask, named, values, source_of(operand), partners)
            if frame.context.on_exchange:
                origins = warp.origins(*warp.source_in_segment(name, operand, clamp), partners)
                _note_exchange(frame, mask, name, values, received, origins)
            return warp.in_blocks(received)

        return Expr(kind, run, pure=False)

    return lower


def _vote(name: str) -> Lowering:
    """(mask, predicate): who says yes, of the lanes that are named."""
    decide, kind = warp.VOTES[name], INT32 if name == "ballot_sync" else BOOL

    def lower(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        predicate_kind = numbers(scope, node, arguments, 2)[1]
        if predicate_kind.kind not in "biu":
            text = (
                "Predicate must be an integer or boolean, {kind} is given: write a comparison,"
                " such as x > 0."
            )
            scope.refuse(node, "predicate", text, kind=predicate_kind)
        members = _members(scope, node, arguments[0])
        predicate, call = operators.truth(arguments[1]).run, collective(scope, node)

        def run(frame: CallFrame, mask: Mask) -> Value:
            named, holds = members(frame, mask), predicate(frame, mask)
            partners, yes = gathered(call, frame, mask, named, holds)
            voted = decide(partners, warp.ballot(partners, yes))
            _note_exchange(frame, mask, name, yes, voted)
            return warp.in_blocks(voted)

        return Expr(kind, run, pure=False)

    return lower


@intrinsic("cuda.match_any_sync")
def _match_any(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """(mask, value): the lanes that hold the same value."""
    find = _matching(scope, node, arguments)

    def run(frame: CallFrame, mask: Mask) -> Value:
        _, values, same = find(frame, mask)
        _note_exchange(frame, mask, "match_any_sync", values, same)
        return warp.in_blocks(same.view(np.int32))

    return Expr(INT32, run, pure=False)


@intrinsic("cuda.match_all_sync")
def _match_all(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """(mask, value): all lanes that are named and True where they hold one value, else 0, False."""
    find = _matching(scope, node, arguments)

    def run(frame: CallFrame, mask: Mask) -> Value:
        partners, values, same = find(frame, mask)
        agreed = same == partners
        words = np.where(agreed, partners, np.uint32(0)).view(np.int32)
        _note_exchange(frame, mask, "match_all_sync", values, words)
        return warp.in_blocks(words), warp.in_blocks(agreed)

    return Expr(TupleType((INT32, BOOL)), run, pure=False)


def _matching(
    scope: Scope, node: ast.Call, arguments: list[Expr]
) -> Callable[[CallFrame, Mask], tuple[warp.Words, warp.Lanes, warp.Words]]:
    """What finds each lane's partners, the values of all, and the partners with its value."""
    members, value, _ = _exchanged(scope, node, arguments, 2)
    call = collective(scope, node)

    def find(frame: CallFrame, mask: Mask) -> tuple[warp.Words, warp.Lanes, warp.Words]:
        named, held = members(frame, mask), value(frame, mask)
        partners, values = gathered(call, frame, mask, named, held)
        return partners, values, warp.same_valued(partners, values)

    return find


@intrinsic("cuda.activemask")
def _active_mask(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """The lanes of the warp that execute this together."""
    numbers(scope, node, arguments, 0)

    def run(frame: CallFrame, mask: Mask) -> Value:
        met, _ = frame.context.meet(mask)
        return np.repeat(met.words, WARP_SIZE, axis=-1)

    return Expr(UINT32, run, pure=False)


@intrinsic("cuda.lanemask_lt")
def _lower_lanes(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """The lanes below the reader's own."""
    numbers(scope, node, arguments, 0)
    return Expr(UINT32, lambda f, m: warp.lower_lanes()[f.context.thread_group.lane_index])


@intrinsic("cuda.shfl_sync_intrinsic")
def _shuffle_intrinsic(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """(mask, mode, value, operand, clamp): the value of another lane, and whether there is one."""
    kinds = numbers(scope, node, arguments, 5)
    mode, (kind,) = _mode(scope, node, arguments[1], SHUFFLES), best_overload(kinds[2:3], EXCHANGED)
    members, value = (
        _members(scope, node, arguments[0]),
        operators.convert(arguments[2], kind).run,
    )
    operand, clamp = (operators.convert(argument, INT64).run for argument in arguments[3:])
    call = _shuffling(scope, node, 2)

    def run(frame: CallFrame, mask: Mask) -> Value:
        count = frame.context.thread_group.lane_count
        named, held = members(frame, mask), value(frame, mask)
        given, limits = (warp.in_warps(part(frame, mask), count) for part in (operand, clamp))
        partners, values = gathered(call, frame, mask, named, held)
        sources, inside = warp.source_in_segment(mode, given, limits)
        received = _received(call, frame, mask, named, values, sources, partners)
        if frame.context.on_exchange:
            origins = warp.origins(sources, inside, partners)
            _note_exchange(frame, mask, mode, values, received, origins)
        return warp.in_blocks(received), warp.in_blocks(inside)

    return Expr(TupleType((kind, BOOL)), run, pure=False)


@intrinsic("cuda.vote_sync_intrinsic")
def _vote_intrinsic(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """(mask, mode, predicate): who says yes, and what was voted."""
    numbers(scope, node, arguments, 3)
    mode = _mode(scope, node, arguments[1], VOTES)
    members, predicate = _members(scope, node, arguments[0]), operators.truth(arguments[2]).run
    call = collective(scope, node)

    def run(frame: CallFrame, mask: Mask) -> Value:
        named, holds = members(frame, mask), predicate(frame, mask)
        partners, holds = gathered(call, frame, mask, named, holds)
        yes = warp.ballot(partners, holds)
        decided = warp.VOTES[mode](partners, yes)
        _note_exchange(frame, mask, mode, holds, decided)
        voted = decided != 0
        return warp.in_blocks(yes.view(np.int32)), warp.in_blocks(voted)

    return Expr(TupleType((INT32, BOOL)), run, pure=False)


def _mode(scope: Scope, node: ast.Call, mode: Expr, names: tuple[str, ...]) -> str:
    if not mode.is_const or mode.const not in range(len(names)):
        text = "the mode of {name} is a literal, 0 to 3: better call cuda.{names}."
        function, others = ast.unparse(node.func), ", cuda.".join(names)
        scope.refuse(node, "lane-mode", text, name=function, names=others)
    return names[int(mode.const)]


def collective(scope: Scope, node: ast.Call, value: str = "") -> Collective:
    """The call as hazards tell of it."""
    return Collective(scope.call_site or scope.place(node), ast.unparse(node.func), value)


def _shuffling(scope: Scope, node: ast.Call, row: int) -> Collective:
    """A shuffle whose argument number `row`, or `value`, is what lanes exchange."""
    by_name = [word.value for word in node.keywords if word.arg == "value"]
    scope.program.has_shuffles = True
    value = ast.unparse([*node.args[row : row + 1], *by_name][0])
    return collective(scope, node, textwrap.shorten(value, LONGEST_VALUE, placeholder=".."))


def gathered(
    call: Collective, frame: CallFrame, mask: Mask, named: Value, values: Value
) -> tuple[warp.Words, warp.Lanes]:
    """The partners of each lane, and the values of all lanes, warp by warp."""
    count = frame.context.thread_group.lane_count
    met, (named, values) = frame.context.meet_named(call, mask, named, values)
    partners = warp.partners_of(warp.in_warps(named, count), met.words)
    return partners, warp.in_warps(values, count)


def _received(
    call: Collective,
    frame: CallFrame,
    mask: Mask,
    named: Value,
    values: warp.Lanes,
    sources: warp.Lanes,
    partners: warp.Words,
) -> warp.Lanes:
    """What each lane reads from its source."""
    heard = warp.hears(sources, partners)
    received = warp.shuffled(values, sources, heard)
    if heard.all():
        return received
    count = frame.context.thread_group.lane_count
    undefined = ~heard & (sources != warp.LANES) & warp.in_warps(mask.lanes, count)
    if not undefined.any():
        return received
    launch_state = frame.context.launch_state
    launch_state.undefined_calls.add(call)
    if launch_state.replace_undefined is None:
        return received
    named = warp.hears(sources, warp.in_warps(named, count).astype(np.uint32))
    taken = np.broadcast_arrays(undefined, sources, named, received)
    take = UndefinedTake(call, frame.context.thread_group, *map(warp.in_blocks, taken))
    return warp.in_warps(launch_state.replace_undefined(take), count)


def _note_exchange(
    frame: CallFrame,
    mask: Mask,
    name: str,
    given: warp.Lanes,
    received: warp.Lanes,
    origins: NDArray[np.int8] = NOBODY,
) -> None:
    """Tells what the lanes of each warp gave and got, and from which lane."""
    for tell in frame.context.on_exchange:
        lanes = (warp.in_blocks(part) for part in (origins, given, received))
        tell(frame.step, EXCHANGE_KINDS.index(name), mask, *lanes)


def _exchanged(
    scope: Scope, node: ast.Call, arguments: list[Expr], count: int = 3
) -> tuple[Run, Run, Scalar]:
    """The first two arguments, mask and value, and the value's type."""
    given = numbers(scope, node, arguments, count)[1]
    shuffled = count > 2 or given.kind == "c"
    if shuffled and given not in (INT32, UINT32, INT64, UINT64, FLOAT32, FLOAT64):
        instead = ".real and .imag one after the other" if given.kind == "c" else "np.int32(...)"
        if given.kind == "f":
            instead = "np.float32(...)"
        names = {"name": ast.unparse(node.func), "kind": given, "instead": instead}
        scope.refuse(node, "exchanged", not_in_numba_cuda.EXCHANGED, **names)
    (kind,) = best_overload([given], EXCHANGED)
    members = _members(scope, node, arguments[0])
    return members, operators.convert(arguments[1], kind).run, kind


def _members(scope: Scope, node: ast.Call, mask: Expr) -> Run:
    """The words of lanes that a call names."""
    assert isinstance(mask.type, np.dtype)
    if mask.type.kind not in "iu":
        text = (
            "Mask type must be an integer, {kind} is given: it has a bit for each lane, and"
            " 0xFFFFFFFF names them all."
        )
        scope.refuse(node, "lane-mask", text, kind=mask.type)
    return mask.run


def _whole_lane(scope: Scope, node: ast.Call, lane: Expr) -> Run:
    assert isinstance(lane.type, np.dtype)
    if lane.type.kind not in "iu":
        text = "the lane that {name} reads from must be an integer, {kind} is given."
        scope.refuse(node, "lane", text, name=ast.unparse(node.func), kind=lane.type)
    return operators.convert(lane, INT64).run


for _name, _lane in zip(warp.SOURCES, ("src_lane", "delta", "delta", "lane_mask"), strict=True):
    intrinsic(f"cuda.{_name}", words=("mask", "value", _lane))(_shuffle(_name))
intrinsics({f"cuda.{name}": _vote(name) for name in warp.VOTES})
