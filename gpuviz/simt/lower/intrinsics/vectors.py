"""CUDA's vector types in a kernel: `v = cuda.float32x3(1, 2, 3)`, then `v.x`."""

from __future__ import annotations

import ast

import numpy as np

from gpuviz.messages import listed, word
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.tuples import items_of, make_tuple
from gpuviz.simt.lower.registry import Lowering, intrinsics
from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.types import Scalar, TupleType, castable, type_name
from gpuviz.simt.vector_types import OTHER_NAMES, VECTOR_TYPES


def _constructor(vector: TupleType) -> Lowering:
    """Numbers and vectors of the same numbers, one after the other, as many as there is room."""
    kind = vector.items[0]
    assert isinstance(kind, np.dtype)

    def lower(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        numbers = [part for argument in arguments for part in _parts(scope, argument, kind)]
        fitting = [n for n in numbers if isinstance(n.type, np.dtype) and castable(n.type, kind)]
        if not len(fitting) == len(numbers) == len(vector.items):
            text = (
                "{name} takes {count} number(s), or vectors of {kind} with as many; {given} given."
            )
            kinds = [type_name(argument.type) for argument in arguments]
            given = listed(kinds) or word("nothing")
            values = {"count": len(vector.items), "kind": kind, "given": given}
            scope.refuse(node, "vector", text, name=ast.unparse(node.func), **values)
        made = make_tuple([operators.convert(number, kind) for number in numbers])
        return Expr(vector, made.run, pure=made.pure)

    return lower


def _parts(scope: Scope, argument: Expr, kind: Scalar) -> list[Expr]:
    """What an argument adds to a vector of numbers of that kind."""
    other = argument.type
    known = isinstance(other, TupleType) and other in VECTOR_TYPES.values()
    if known and isinstance(other, TupleType) and other.items[0] == kind:
        return items_of(scope, argument)
    return [argument]


intrinsics(
    {
        f"cuda.{name}": _constructor(VECTOR_TYPES[OTHER_NAMES.get(name, name)])
        for name in (*VECTOR_TYPES, *OTHER_NAMES)
    }
)
