"""NumPy's functions with an output: `np.sin(a, out)` computes for each element of an array."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import numpy as np

from gpuviz.simt.cohort import Mask, Value
from gpuviz.simt.frame import Frame
from gpuviz.simt.lower import operators
from gpuviz.simt.lower.mathematics import math_call
from gpuviz.simt.lower.part_stores import check_shapes, of_source
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.memory import Elements
from gpuviz.simt.slicing import elements_of
from gpuviz.simt.types import ArrayType, Scalar


def has_output(symbol: str, arguments: Sequence[Expr]) -> bool:
    """Whether a call of a NumPy function names the arrays that take its results."""
    module, _, name = symbol.rpartition(".")
    function = getattr(np, name, None) if module == "numpy" else None
    if not isinstance(function, np.ufunc) or len(arguments) != function.nargs:
        return False
    return all(isinstance(output.type, ArrayType) for output in arguments[function.nin :])


def array_call(scope: Scope, node: ast.Call, symbol: str, arguments: list[Expr]) -> Expr:
    """A call with outputs; its value is the first of them."""
    count = getattr(np, symbol.rpartition(".")[2]).nin
    inputs, outputs = arguments[:count], arguments[count:]
    slots = [scope.temporary() for _ in inputs]
    elements = [_element(*pair) for pair in zip(inputs, slots, strict=True)]
    compute = math_call(scope, node, symbol, elements).run
    for source in node.args[count:]:
        name = source.id if isinstance(source, ast.Name) and not scope.row else ""
        scope.program.atomic_targets.add(name)
    point, place = scope.point(node), scope.place(node)
    kinds: list[Scalar] = [output.type.dtype for output in outputs]  # type: ignore[union-attr]

    def run(frame: Frame, mask: Mask) -> Value:
        given = [argument.run(frame, mask) for argument in arguments]
        first, context = given[count], frame.context
        for part in given:
            if isinstance(part, Elements):
                check_shapes(frame, place, first, mask, part.shape)
        for index, lanes in elements_of(first, mask):
            for slot, value in zip(slots, given, strict=False):
                if isinstance(value, Elements):
                    value = context.load(frame, point, value, of_source(value, index), lanes)
                frame.variables[slot] = value
            result = compute(frame, lanes)
            results = result if isinstance(result, tuple) else (result,)
            for part, kind, one in zip(given[count:], kinds, results, strict=True):
                context.store(frame, point, part, index, lanes, operators.cast(one, kind))
        return first

    return Expr(outputs[0].type, run, UNKNOWN, pure=False)


def _element(argument: Expr, slot: int) -> Expr:
    """One element of an input, or the number that it is, while the outputs are gone through."""
    kind = argument.type.dtype if isinstance(argument.type, ArrayType) else argument.type
    return Expr(kind, lambda frame, mask: frame.variables[slot], UNKNOWN, pure=False)
