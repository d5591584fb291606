"""__reduce_add_sync and its like: one number of the lanes of a warp that are named.

CUDA C++ Programming Guide 13.0, 10.20: of the GPUs of compute capability 8.0 and above.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import INT, UNSIGNED, Scalar
from gpuviz.launch import WARP_SIZE
from gpuviz.simt.c_front import arguments
from gpuviz.simt.c_front.scope import CScope, call_node
from gpuviz.simt.c_front.typed import Number, Typed
from gpuviz.simt.execution import warp
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.intrinsics.warps import collective, gathered
from gpuviz.simt.lower.scope import Expr

LANES = np.arange(WARP_SIZE, dtype=np.uint32)


@dataclass(frozen=True, slots=True)
class Reduction:
    """`apply` to the numbers of all lanes; what a lane that is not named counts as."""

    apply: Any  # a ufunc
    nothing: Callable[[Scalar], int]
    bits: bool = False  # whether CUDA has it for unsigned alone


REDUCTIONS = {
    "add": Reduction(np.add, lambda kind: 0),
    "min": Reduction(np.minimum, lambda kind: int(np.iinfo(kind).max)),
    "max": Reduction(np.maximum, lambda kind: int(np.iinfo(kind).min)),
    "and": Reduction(np.bitwise_and, lambda kind: int(np.iinfo(kind).max), bits=True),
    "or": Reduction(np.bitwise_or, lambda kind: 0, bits=True),
    "xor": Reduction(np.bitwise_xor, lambda kind: 0, bits=True),
}


def _reduction(name: str, of: Reduction) -> Callable[[CScope, syntax.Call, list[Typed]], Typed]:
    """(mask, value)."""

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        members, value = arguments.numbers(scope, node, given, 2)
        if value.kind.kind not in "biu" or value.kind.itemsize > 4:
            text = "CUDA reduces int and unsigned in a warp: use __shfl_xor_sync in a loop."
            scope.refuse(node, "reduction", text)
        kind = UNSIGNED if of.bits or value.kind == UNSIGNED else INT
        named = operators.convert(members.expr, UNSIGNED).run
        held = operators.convert(value.expr, kind).run
        nothing, call = kind.type(of.nothing(kind)), collective(scope, call_node(node, name))

        def run(frame: CallFrame, mask: Mask) -> Value:
            partners, values = gathered(call, frame, mask, named(frame, mask), held(frame, mask))
            counts = (partners[..., None] >> LANES) & 1 != 0
            known = np.where(counts, values[..., None, :], nothing)
            return warp.in_blocks(of.apply.reduce(known, axis=-1, dtype=kind))

        return Number(kind, Expr(kind, run, pure=False))

    return lowering


FUNCTIONS = {
    name: _reduction(name, one)
    for name, one in ((f"__reduce_{name}_sync", one) for name, one in REDUCTIONS.items())
}
