"""What Numba's own shuffles and votes are made of: shfl_sync_intrinsic, vote_sync_intrinsic.

They give two values, as NVVM's intrinsics do, and the shuffle also knows parts of a warp.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np

from gpuviz.simt import warp
from gpuviz.simt.cohort import Mask, Value
from gpuviz.simt.frame import Frame
from gpuviz.simt.lower import operators
from gpuviz.simt.lower.arguments import numbers
from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.lower.warps import EXCHANGED, gathered, members_of, note_exchange
from gpuviz.simt.types import BOOL, INT32, INT64, TupleType, best_overload

Handler = Callable[[Scope, ast.Call, list[Expr]], Expr]

SHUFFLES = tuple(warp.SOURCES)  # by mode
VOTES = tuple(warp.VOTES)


def _shuffle(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """(mask, mode, value, operand, clamp): the value of another lane, and whether there is one."""
    kinds = numbers(scope, node, arguments, 5)
    mode, (kind,) = _mode(scope, node, arguments[1], SHUFFLES), best_overload(kinds[2:3], EXCHANGED)
    members, value = (
        members_of(scope, node, arguments[0]),
        operators.convert(arguments[2], kind).run,
    )
    operand, clamp = (operators.convert(argument, INT64).run for argument in arguments[3:])

    def run(frame: Frame, mask: Mask) -> Value:
        count = frame.context.cohort.lane_count
        named, held = members(frame, mask), value(frame, mask)
        given, limits = (warp.in_warps(part(frame, mask), count) for part in (operand, clamp))
        partners, values = gathered(frame, mask, named, held)
        sources, inside = warp.source_in_segment(mode, given, limits)
        received = warp.shuffled(values, sources, partners)
        if frame.context.recorder is not None:
            origins = warp.origins(sources, inside, partners)
            note_exchange(frame, mask, mode, values, received, origins)
        return warp.in_blocks(received), warp.in_blocks(inside)

    return Expr(TupleType((kind, BOOL)), run, pure=False)


def _vote(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """(mask, mode, predicate): who says yes, and what was voted."""
    numbers(scope, node, arguments, 3)
    mode = _mode(scope, node, arguments[1], VOTES)
    members, predicate = members_of(scope, node, arguments[0]), operators.truth(arguments[2]).run

    def run(frame: Frame, mask: Mask) -> Value:
        partners, holds = gathered(frame, mask, members(frame, mask), predicate(frame, mask))
        yes = warp.ballot(partners, holds)
        decided = warp.VOTES[mode](partners, yes)
        note_exchange(frame, mask, mode, holds, decided)
        voted = decided != 0
        return warp.in_blocks(yes.view(np.int32)), warp.in_blocks(voted)

    return Expr(TupleType((INT32, BOOL)), run, pure=False)


def _mode(scope: Scope, node: ast.Call, mode: Expr, names: tuple[str, ...]) -> str:
    if not mode.is_const or mode.const not in range(len(names)):
        text = "the mode of {name} is a literal, 0 to 3: better call cuda.{names}."
        function, others = ast.unparse(node.func), ", cuda.".join(names)
        scope.refuse(node, "lane-mode", text, name=function, names=others)
    return names[int(mode.const)]


FUNCTIONS: dict[str, Handler] = {
    "cuda.shfl_sync_intrinsic": _shuffle,
    "cuda.vote_sync_intrinsic": _vote,
}
