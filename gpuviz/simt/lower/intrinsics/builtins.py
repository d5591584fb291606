"""Python's own functions of numbers and tuples in a kernel, and isinstance."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import NoReturn

import numpy as np

from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower import not_in_numba_cuda
from gpuviz.simt.lower.expressions import operators, ranges, slices
from gpuviz.simt.lower.expressions.arguments import numbers, numbers_or_times, real_numbers
from gpuviz.simt.lower.expressions.dtypes import type_named
from gpuviz.simt.lower.expressions.iterators import array_of
from gpuviz.simt.lower.expressions.known_conditions import is_given_tuple
from gpuviz.simt.lower.expressions.misnamed import CALLED
from gpuviz.simt.lower.expressions.optional import number_in
from gpuviz.simt.lower.expressions.tuples import make_tuple
from gpuviz.simt.lower.intrinsics.array_attributes import size_in
from gpuviz.simt.lower.intrinsics.number_types import cast
from gpuviz.simt.lower.registry import Expansion, attribute, intrinsic, method, special_form
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Lower, Scope, Symbol, static
from gpuviz.simt.numerics import division
from gpuviz.simt.numerics.powers import power
from gpuviz.simt.numerics.whole_numbers import to_whole
from gpuviz.simt.source.not_there_yet import UNROLLED
from gpuviz.simt.source.symbols import UNKNOWN as UNKNOWN_SYMBOL
from gpuviz.simt.types import (
    BOOL,
    FLOAT32,
    FLOAT64,
    INT8,
    INT64,
    UINT64,
    ArrayType,
    IteratorType,
    RangeType,
    SliceType,
    StaticType,
    TupleType,
    Type,
    best_overload,
    binary_type,
)

KINDS: dict[str, Callable[[Type], bool]] = {
    "builtins.int": lambda kind: kind == INT64,
    "builtins.float": lambda kind: kind == FLOAT64,
    "builtins.complex": lambda kind: kind == np.dtype(np.complex128),
    "builtins.bool": lambda kind: kind == BOOL,
    "builtins.tuple": lambda kind: isinstance(kind, TupleType),
    "builtins.str": lambda kind: kind == StaticType("str"),
}
"""Python's types, as Numba takes them: an int32 is no int for it, a float32 no float."""
ARRAY_MEMBERS = (
    "T all any argmax argmin astype clip conj conjugate copy ctypes cumprod cumsum dot dtype fill"
    " flags flat flatten imag item itemsize max mean min nbytes ndim nonzero prod ravel real repeat"
    " reshape shape size sort std strides sum take transpose var view"
)
"""What Numba's type of arrays has, whether or not a kernel may call it."""
_NUMBER = ("__class__", "conjugate", "imag", "item", "real")
_WHOLE = (*_NUMBER, "__repr__", "__str__", "bit_count", "view")
NUMBER_MEMBERS = {
    "b": ("__class__", "__repr__", "__str__", "item"),
    "i": _WHOLE,
    "u": _WHOLE,
    "f": (*_NUMBER, "view"),
    "c": _NUMBER,
}
"""What Numba's types of numbers have, by NumPy's kind."""


@intrinsic("builtins.int", unit="special")
def _to_int(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    source = arguments[0].type if arguments else None
    if source == StaticType("str"):
        text = "int() of a text is not known to Numba: write the number, or float() of the text."
        scope.refuse(node, "cast", text)
    kept = isinstance(source, np.dtype) and source.kind in "iu"
    number = cast(scope, node, arguments, source if kept else INT64)  # type: ignore[arg-type]
    return replace(number, const=np.int64(number.const)) if number.is_const else number


@intrinsic("builtins.float", unit="special")
def _to_float(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    source = arguments[0].type if arguments else None
    if len(arguments) == 1 and isinstance(arguments[0].const, str):
        return _float_of_text(scope, node, arguments[0].const)
    if source == BOOL:
        text = "float() of a truth value is not known to Numba: write 1.0 if ... else 0.0."
        scope.refuse(node, "cast", text)
    kept = isinstance(source, np.dtype) and source.kind == "f"
    return cast(scope, node, arguments, source if kept else FLOAT64)  # type: ignore[arg-type]


def _float_of_text(scope: Scope, node: ast.Call, text: str) -> Expr:
    """float("inf") of a constant text: Numba does it while the kernel is compiled."""
    try:
        value = np.float64(text)
    except ValueError:
        template = "float() of the text {text}: it is no number."
        scope.refuse(node, "cast", template, text=repr(text))
    return Expr(FLOAT64, lambda frame, mask: value)


@intrinsic("builtins.bool", unit="arithmetic")
def _to_bool(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    numbers(scope, node, arguments, 1)
    return operators.truth(arguments[0])


@intrinsic("builtins.abs", "operator.abs", unit="arithmetic")
def _abs(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    kind, run = numbers_or_times(scope, node, arguments, 1)[0], arguments[0].run
    if kind.kind == "M":
        scope.refuse(node, "time", "a time has no size: abs() takes lengths of time.")
    result = INT8 if kind == BOOL else np.empty(0, kind).real.dtype
    pure = arguments[0].pure
    return Expr(result, lambda f, m: operators.cast(np.abs(run(f, m)), result), UNKNOWN, pure)


_DIVISIONS: dict[str, tuple[Callable[..., Value], Callable[..., Value]]] = {
    "f": (division.floor_quotient, division.floor_remainder),
    "i": (division.whole_quotient, operator.mod),
    "u": (operator.floordiv, operator.mod),
}


@intrinsic("builtins.divmod", unit="special")
def _divmod(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    kinds = real_numbers(scope, node, arguments, 2)
    overloads = [(kind, kind) for kind in (INT64, UINT64, FLOAT32, FLOAT64)]
    kind = best_overload(kinds, overloads)[0]
    dividend, divisor = arguments[0], operators.checked_divisor(scope, node, arguments[1], kind)
    one, other = (operators.convert(argument, kind).run for argument in (dividend, divisor))
    quotient, remainder = _DIVISIONS[kind.kind]

    def run(frame: CallFrame, mask: Mask) -> Value:
        left, right = one(frame, mask), other(frame, mask)
        return quotient(left, right), remainder(left, right)

    pure = operators.all_pure([dividend, divisor])
    return Expr(TupleType((kind, kind)), run, UNKNOWN, pure)


@intrinsic("builtins.pow", unit="special")
def _pow(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """As `a ** b`, but a literal exponent is no multiplication here."""
    left, right = numbers(scope, node, arguments, 2)
    kind = binary_type("Pow", left, right)
    assert kind is not None  # numbers of all types have powers
    base, exponent = (Expr(a.type, a.run, UNKNOWN, a.pure) for a in arguments)
    return operators.binary(ast.Pow, base, exponent, kind)


@intrinsic("builtins.round", unit="special")
def _round(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """To the nearest whole number, halves to the even one: int64. With digits: a fraction."""
    if len(arguments) == 2:
        return _round_to_digits(scope, node, arguments)
    kind = best_overload(real_numbers(scope, node, arguments, 1), [(FLOAT32,), (FLOAT64,)])[0]
    run, pure = operators.convert(arguments[0], kind).run, arguments[0].pure
    return Expr(INT64, lambda f, m: to_whole(np.rint(run(f, m)), INT64), UNKNOWN, pure)


def _round_to_digits(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """round(x, digits), with a number of digits that may differ between threads."""
    number, digits = real_numbers(scope, node, arguments, 2)
    if digits.kind not in "iu":
        text = "the number of digits in {name} must be a whole number."
        scope.refuse(node, "round", text, name=ast.unparse(node.func))
    kind = best_overload([number], [(FLOAT32,), (FLOAT64,)])[0]
    return operators.applied(_rounded, arguments, (kind, INT64), kind)


def _rounded(number: Value, digits: Value) -> Value:
    """As Numba does on CUDA: scaled, rounded to an int64, and scaled back in float64."""
    size, fraction = np.abs(digits), digits >= 0
    more = np.where(fraction & (size > 22), 1e22, 1.0)
    scale = power(np.float64(10.0), np.where(more > 1, size - 22, size))
    scaled = np.where(fraction, number * scale * more, number / scale)
    whole = to_whole(np.rint(scaled), INT64).astype(FLOAT64)
    rounded = np.where(fraction, whole / more / scale, whole * scale)
    return np.where(np.isfinite(number) & ~(fraction & np.isinf(scaled)), rounded, number)


@intrinsic("builtins.range")
def _range(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """A range that is no loop's own: it has a name, or numbers are looked for in it."""
    return ranges.make_range(scope, node, arguments)


@attribute(RangeType, *ranges.BOUNDS)
def _bound(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    return ranges.bound(base, node.attr)


@intrinsic("builtins.slice")
def _slice(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """What stands between the brackets behind an array, with a name of its own."""
    return slices.make_slice(scope, node, arguments)


@attribute(SliceType, *ranges.BOUNDS)
def _slice_bound(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    return slices.bound(base, node.attr)


@method(SliceType, "indices")
def _slice_indices(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """s.indices(length): start, stop and step within a sequence."""
    if len(arguments) != 2:
        text = "{name} takes the length of a sequence."
        scope.refuse(node, "argument-count", text, name=ast.unparse(node.func))
    return slices.indices(scope, node, *arguments)


@intrinsic("builtins.len")
def _len(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    arguments = [number_in(scope, node, argument) for argument in arguments]
    kind = arguments[0].type if len(arguments) == 1 else None
    if isinstance(kind, TupleType):
        count = len(kind.items)
        is_literal = is_given_tuple(scope, node.args)  # for Numba
        return operators.constant(count if is_literal else np.int64(count), INT64)
    if kind is not None and isinstance(arguments[0].const, (str, bytes)):
        return _of_text(len(arguments[0].const))
    if isinstance(kind, IteratorType) and kind.array is not None:
        return size_in(array_of(arguments[0]))
    if isinstance(kind, RangeType):
        return ranges.length(arguments[0], scope.place(node))
    if not isinstance(kind, ArrayType) or kind.ndim == 0:
        scope.refuse(node, "length", "len() needs an array or a tuple.")
    run = arguments[0].run
    return Expr(INT64, lambda f, m: operators.as_int64(run(f, m).shape[0]))


@intrinsic("builtins.ord")
def _ord(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """The number of a constant character."""
    character = arguments[0].const if len(arguments) == 1 else None
    if not isinstance(character, str) or len(character) != 1:
        scope.refuse(node, "character", "ord() in a kernel takes a constant text of one character.")
    return _of_text(ord(character))


def _of_text(number: int) -> Expr:
    """A number that Numba works out while the kernel runs: it is no shape of an array."""
    value = np.int64(number)
    return Expr(INT64, lambda frame, mask: value)


@intrinsic("builtins.tuple")
def _tuple(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """`tuple(t)` of a tuple is the same tuple."""
    if not arguments:
        return make_tuple([])
    if len(arguments) == 1 and isinstance(arguments[0].type, TupleType):
        return arguments[0]
    text = "tuple() in a kernel takes a tuple: the length of a tuple is fixed."
    scope.refuse(node, "tuple", text)


@intrinsic("builtins.isinstance")
def _isinstance(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """isinstance(x, kind), or with a tuple of kinds."""
    if len(arguments) != 2:
        scope.refuse(node, "argument-count", "isinstance takes a value and a type.")
    asked = arguments[1].const
    kinds = asked if isinstance(asked, tuple) else (asked,)
    found = any(_is_one(scope, node, arguments[0].type, kind) for kind in kinds)
    return operators.constant(found, BOOL)


def _is_one(scope: Scope, node: ast.Call, kind: Type, asked: object) -> bool:
    name = asked.name if isinstance(asked, Symbol) else ""
    exact = type_named(name)
    if exact is None and name not in KINDS:
        text = "isinstance in a kernel asks for int, float, complex, bool, tuple or a NumPy type."
        scope.refuse(node, "instance", text)
    return KINDS[name](kind) if name in KINDS else kind == exact


@intrinsic("builtins.type")
def _type(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """type(x) of a number: what is called as a cast."""
    name = numbers(scope, node, arguments, 1)[0].name
    return static(f"np.{name}", Symbol(f"numpy.{name}"))


@intrinsic("builtins.hasattr")
def _hasattr(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """hasattr(x, "name") of a number, an array or a tuple: what Numba knows of it."""
    name = arguments[1].const if len(arguments) == 2 else None
    if not isinstance(name, str) or isinstance(arguments[0].type, StaticType):
        text = "hasattr in a kernel takes a number, an array or a tuple, and a constant text."
        scope.refuse(node, "argument-count", text)
    return operators.constant(name in _members(arguments[0].type), BOOL)


def _members(kind: Type) -> Collection[str]:
    if isinstance(kind, ArrayType):
        return (*ARRAY_MEMBERS.split(), *(kind.dtype.names or ()))
    if isinstance(kind, TupleType):
        return ("index", *kind.names)
    return NUMBER_MEMBERS.get(kind.kind, ()) if isinstance(kind, np.dtype) else ()


def _refused(instead: str) -> Expansion:
    def refuse(scope: Scope, node: ast.Call, lower: Lower) -> NoReturn:
        name, text = ast.unparse(node.func), not_in_numba_cuda.UNKNOWN
        scope.refuse(node, "not-in-numba-cuda", text, name=name, instead=instead)

    return refuse


for _name, _instead in not_in_numba_cuda.ELSEWHERE.items():
    special_form(_name)(_refused(_instead))


def _check_unrolled(scope: Scope, node: ast.Call) -> None:
    """Numba's own function, of which it tells itself with @overload once it is asked for it."""
    name = ast.unparse(node.func)
    if name.rpartition(".")[2] == "literal_unroll":
        scope.refuse(node, "not-there-yet", UNROLLED, name=name)


@intrinsic(f"{UNKNOWN_SYMBOL}function")
def _host_function(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """A function of the host, without a decorator."""
    _check_unrolled(scope, node)
    if isinstance(node.func, ast.Attribute):  # of a module that others wrote, most often
        scope.refuse(node, "function-of-host", CALLED, text=ast.unparse(node.func))
    text = "{name} is a function of the host: write @cuda.jit(device=True) above it."
    scope.refuse(node, "host-function", text, name=ast.unparse(node.func))


@intrinsic(f"{UNKNOWN_SYMBOL}overload")
def _overload_for_a_compiler(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """A function that a script has told Numba of, in a way that only a compiler can follow."""
    _check_unrolled(scope, node)
    text = (
        "{name} is told to Numba with @overload, which gpuviz can follow for numbers and arrays of"
        " numbers, up to six of them: write what it does as a device function."
    )
    scope.refuse(node, "compiler-function", text, name=ast.unparse(node.func))


@intrinsic(f"{UNKNOWN_SYMBOL}_Intrinsic")
def _code_for_a_compiler(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """A function that Numba's @intrinsic made."""
    text = (
        "{name} is made with @intrinsic, of instructions for Numba's compiler, which gpuviz does"
        " not run: write what it does in Python, as a device function."
    )
    scope.refuse(node, "compiler-function", text, name=ast.unparse(node.func))
