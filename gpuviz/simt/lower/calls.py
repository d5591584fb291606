"""Calls in a kernel: CUDA's intrinsics, math, casts, built-ins and device functions."""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np

from gpuviz.simt.lower import (
    array_methods,
    complex_numbers,
    extremes,
    geometry,
    half,
    libdevice,
    operators,
    synchronise,
    tuples,
    vectors,
    warp_intrinsics,
    warps,
)
from gpuviz.simt.lower.arguments import numbers, numbers_or_times
from gpuviz.simt.lower.array_attributes import length_of
from gpuviz.simt.lower.array_functions import array_call, has_output
from gpuviz.simt.lower.atomics import atomic_call, is_atomic
from gpuviz.simt.lower.bits import FUNCTIONS
from gpuviz.simt.lower.constants import array_like
from gpuviz.simt.lower.declarations import SPACES, declared_array
from gpuviz.simt.lower.device_calls import device_call
from gpuviz.simt.lower.enumerations import number_of
from gpuviz.simt.lower.kinds import is_instance
from gpuviz.simt.lower.mathematics import is_function, math_call, type_named
from gpuviz.simt.lower.methods import METHODS
from gpuviz.simt.lower.operation_book import is_special
from gpuviz.simt.lower.operator_calls import as_operator
from gpuviz.simt.lower.printing import print_call
from gpuviz.simt.lower.scope import UNKNOWN, Expr, FunctionRef, Method, Scope, Symbol, static
from gpuviz.simt.lower.tuples import spread
from gpuviz.simt.symbols import UNKNOWN as UNKNOWN_SYMBOL
from gpuviz.simt.types import (
    BOOL,
    FLOAT64,
    INT8,
    INT64,
    ArrayType,
    Scalar,
    TupleType,
    castable,
    is_time,
)

Lower = Callable[[Scope, ast.expr], Expr]
Handler = Callable[[Scope, ast.Call, list[Expr]], Expr]

DEFAULT_TYPE = static("type", Symbol("numpy.float64"))  # of np.empty
PLAIN_FUNCTION = f"{UNKNOWN_SYMBOL}function"  # of the host, without a decorator


def call(scope: Scope, node: ast.Call, lower: Lower) -> Expr:
    """A call, whatever is called."""
    target = lower(scope, node.func)
    name = target.const.name if isinstance(target.const, Symbol) else ""
    meant = as_operator(name, node)
    if meant is not None:
        return lower(scope, meant)
    makes_array = name == "numpy.empty" and scope.program.thread_memory
    if not makes_array:
        array_methods.refuse_new(scope, node, name)
    arguments = spread(scope, node.args, lower)
    if isinstance(target.const, FunctionRef):
        return device_call(scope, node, target.const, arguments, lower)
    if isinstance(target.const, Method):
        return _method_call(scope, node, target.const, arguments)
    arguments = [number_of(argument) for argument in arguments]
    keywords = {word.arg: lower(scope, word.value) for word in node.keywords}
    if makes_array:
        given = arguments if len(arguments) > 1 or keywords else [*arguments, DEFAULT_TYPE]
        return declared_array(scope, node, "local", given, keywords)
    if name in SPACES:
        return declared_array(scope, node, SPACES[name], arguments, keywords)
    if keywords:
        text = "{name} takes no argument by name in a kernel: give it by position."
        scope.refuse(node, "keyword", text, name=ast.unparse(node.func))
    return _known_call(scope, node, name, arguments)


def _method_call(scope: Scope, node: ast.Call, method: Method, arguments: list[Expr]) -> Expr:
    if isinstance(method.owner.type, ArrayType) and not node.keywords:
        return array_methods.METHODS[method.name](scope, node, [method.owner, *arguments])
    if node.args or node.keywords:
        text = "{name} takes no arguments."
        if isinstance(method.owner.type, ArrayType):
            text = "{name} takes no arguments by name."
        scope.refuse(node, "argument-count", text, name=ast.unparse(node.func))
    return METHODS[method.name](scope, node, method.owner)


def _known_call(scope: Scope, node: ast.Call, name: str, arguments: list[Expr]) -> Expr:
    handler = _HANDLERS.get(name)
    if handler is not None:
        result = handler(scope, node, arguments)
        counts = name in _OPERATIONS
        return scope.counted(node, result, is_special(name, result.type)) if counts else result
    if is_atomic(name):
        return atomic_call(scope, node, name, arguments)
    kind = type_named(name)
    if kind is not None:
        return scope.counted(node, _cast(scope, node, arguments, kind))
    if has_output(name, arguments):
        return array_call(scope, node, name, arguments)
    if is_function(name):
        result = math_call(scope, node, name, arguments)
        return scope.counted(node, result, is_special(name, result.type))
    if name == PLAIN_FUNCTION:
        text = "{name} is a function of the host: write @cuda.jit(device=True) above it."
        scope.refuse(node, "host-function", text, name=ast.unparse(node.func))
    scope.refuse(
        node,
        "unknown-call",
        "{name} is not known to gpuviz in a kernel: kernels may call functions of math and cuda,"
        " casts such as np.float32, min, max, abs, and device functions (@cuda.jit(device=True)).",
        name=ast.unparse(node.func),
    )


def _syncthreads(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    text = "cuda.syncthreads() gives no value: write it as a statement of its own."
    scope.refuse(node, "barrier-value", text)


def _cast(scope: Scope, node: ast.Call, arguments: list[Expr], kind: Scalar) -> Expr:
    if len(arguments) != 1 or not isinstance(arguments[0].type, np.dtype):
        text = "{name} turns one number into another type: give it one number."
        scope.refuse(node, "cast", text, name=ast.unparse(node.func))
    if not castable(arguments[0].type, kind):
        text = "{name} of a complex number: take .real or abs() of it."
        if is_time(arguments[0].type, kind):
            text = "{name} does not take times: int() of a length of time gives its number."
        scope.refuse(node, "cast", text, name=ast.unparse(node.func))
    return operators.convert(arguments[0], kind)


def _to_int(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    source = arguments[0].type if arguments else None
    kept = isinstance(source, np.dtype) and source.kind in "iu"
    return _cast(scope, node, arguments, source if kept else INT64)  # type: ignore[arg-type]


def _to_float(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    source = arguments[0].type if arguments else None
    if source == BOOL:
        text = "float() of a truth value is not known to Numba: write 1.0 if ... else 0.0."
        scope.refuse(node, "cast", text)
    kept = isinstance(source, np.dtype) and source.kind == "f"
    return _cast(scope, node, arguments, source if kept else FLOAT64)  # type: ignore[arg-type]


def _to_bool(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    numbers(scope, node, arguments, 1)
    return operators.truth(arguments[0])


def _abs(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    kind, run = numbers_or_times(scope, node, arguments, 1)[0], arguments[0].run
    if kind.kind == "M":
        scope.refuse(node, "time", "a time has no size: abs() takes lengths of time.")
    result = INT8 if kind == BOOL else np.empty(0, kind).real.dtype
    pure = arguments[0].pure
    return Expr(result, lambda f, m: operators.cast(np.abs(run(f, m)), result), UNKNOWN, pure)


def _len(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    kind = arguments[0].type if len(arguments) == 1 else None
    if isinstance(kind, TupleType):
        return operators.constant(len(kind.items), INT64)
    if not isinstance(kind, ArrayType) or kind.ndim == 0:
        scope.refuse(node, "length", "len() needs an array or a tuple.")
    return length_of(arguments[0])


_OPERATIONS: dict[str, Handler] = {
    "builtins.int": _to_int,
    "builtins.float": _to_float,
    "builtins.bool": _to_bool,
    "builtins.abs": _abs,
    "operator.abs": _abs,
    **geometry.FUNCTIONS,
    **FUNCTIONS,
    **libdevice.FUNCTIONS,
    **complex_numbers.FUNCTIONS,
    **half.FUNCTIONS,
    **extremes.FUNCTIONS,
}
"""What an SM's units compute."""

_HANDLERS: dict[str, Handler] = {
    **_OPERATIONS,
    "cuda.syncthreads": _syncthreads,
    "builtins.isinstance": is_instance,
    "builtins.len": _len,
    "cuda.const.array_like": array_like,
    "builtins.print": print_call,
    **tuples.FUNCTIONS,
    **vectors.FUNCTIONS,
    **array_methods.FUNCTIONS,
    **warps.FUNCTIONS,
    **warp_intrinsics.FUNCTIONS,
    **synchronise.FUNCTIONS,
}
