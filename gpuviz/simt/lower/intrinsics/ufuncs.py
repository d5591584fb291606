"""NumPy's ufuncs: of numbers, and with an output, `np.sin(a, out)`, of each element of an array."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.arguments import numbers_of_call, refuse_unknown
from gpuviz.simt.lower.not_in_numba_cuda import UFUNCS as REFUSED_UFUNCS
from gpuviz.simt.lower.not_in_numba_cuda import refuse_ufunc
from gpuviz.simt.lower.registry import Intrinsic, Lowering, intrinsic, unit_of_function
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.lower.statements.slice_assignment import check_shapes, of_source
from gpuviz.simt.memory.arrays import Elements
from gpuviz.simt.memory.slicing import elements_of
from gpuviz.simt.numerics.powers import complex_power, power
from gpuviz.simt.types import BOOL, FLOAT16, FLOAT32, INT8, ArrayType, Scalar, TupleType

NOT_IN_NUMBA = ["bitwise_count", "frexp", "heaviside", "isnat", "modf"]
"""Functions of numbers that Numba does not know on CUDA (its np/ufunc_db.py has the others)."""
UFUNCS = {
    name: thing
    for name, thing in vars(np).items()
    if isinstance(thing, np.ufunc) and thing.signature is None
}
"""NumPy's functions of single elements."""


def _first_of_equals(function: np.ufunc) -> Callable[..., Any]:
    """Of -0.0 and 0.0 Numba gives the first (np_real_fmin_impl and its like in npyfuncs.py)."""
    return lambda one, other: np.where(one == other, one, function(one, other))


DIVISIONS = (np.floor_divide, np.remainder, np.fmod, np.divmod)
_OTHERWISE: dict[tuple[np.ufunc, str], Callable[..., Any]] = {
    (np.power, "i"): power,
    (np.power, "u"): power,
    (np.power, "c"): complex_power,
    (np.power, "f"): power,
    **{
        (choice, "f"): _first_of_equals(choice)
        for choice in (np.fmax, np.fmin, np.maximum, np.minimum)
    },
    (np.floor_divide, "f"): lambda one, other: np.floor(one / other),
    (np.divmod, "f"): lambda one, other: (np.floor(one / other), np.remainder(one, other)),
}
"""What Numba computes in another way than NumPy does, for a kind of numbers."""


def _ufunc(name: str, function: np.ufunc) -> Lowering:
    on_numbers = Intrinsic(
        lambda scope, node, arguments: of_numbers(scope, node, function, arguments),
        unit_of_function(name),
    )

    def lower(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        if name in REFUSED_UFUNCS:
            refuse_ufunc(scope, node, name)
        outputs = arguments[function.nin :]
        if len(arguments) == function.nargs and all(
            isinstance(output.type, ArrayType) for output in outputs
        ):
            return _into_outputs(scope, node, function, arguments)
        if name in NOT_IN_NUMBA:
            refuse_unknown(scope, node)
        return on_numbers.call(scope, node, arguments)

    return lower


def of_numbers(scope: Scope, node: ast.Call, function: np.ufunc, arguments: list[Expr]) -> Expr:
    """NumPy's own types, but Numba computes in float32 where NumPy would in float16."""
    kinds = numbers_of_call(scope, node, arguments, function.nin)
    resolved = _numpy_types(function, kinds)
    if resolved is None:
        text = "{name} is not defined for {kinds}."
        named = " and ".join(map(str, kinds))
        scope.refuse(node, "math-arguments", text, name=ast.unparse(node.func), kinds=named)
    resolved = tuple(FLOAT32 if kind == FLOAT16 else kind for kind in resolved)
    if function in DIVISIONS:
        divisor = operators.checked_divisor(scope, node, arguments[1], resolved[1])
        arguments = [arguments[0], divisor]
    within, results = resolved[: function.nin], resolved[function.nin :]
    apply = _OTHERWISE.get((function, within[0].kind), function)
    result = results[0] if len(results) == 1 else TupleType(results)
    return operators.applied(apply, arguments, within, result)


def _numpy_types(function: np.ufunc, kinds: list[Scalar]) -> tuple[Scalar, ...] | None:
    """The types of arguments and results; truth values are numbers where they have no meaning."""
    for tried in (kinds, [INT8 if kind == BOOL else kind for kind in kinds]):
        try:
            resolved: tuple[Scalar, ...] = function.resolve_dtypes(
                (*tried, *[None] * function.nout)
            )
        except TypeError:
            continue
        return resolved
    return None


def _into_outputs(scope: Scope, node: ast.Call, function: np.ufunc, arguments: list[Expr]) -> Expr:
    """A call with outputs; its value is the first of them."""
    count = function.nin
    inputs, outputs = arguments[:count], arguments[count:]
    slots = [scope.temporary() for _ in inputs]
    elements = [_element(*pair) for pair in zip(inputs, slots, strict=True)]
    compute = of_numbers(scope, node, function, elements).run
    for source in node.args[count:]:
        name = source.id if isinstance(source, ast.Name) and not scope.row else ""
        scope.program.atomic_targets.add(name)
    point, place = scope.point(node), scope.place(node)
    kinds: list[Scalar] = [output.type.dtype for output in outputs]  # type: ignore[union-attr]

    def run(frame: CallFrame, mask: Mask) -> Value:
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


for _name, _function in UFUNCS.items():
    intrinsic(f"numpy.{_name}")(_ufunc(_name, _function))
