"""What instructions compute of their sources: arrays of one number for each thread."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from gpuviz.simt.numerics.fma import fma

Values = Any
"""A NumPy array with a number for each thread, or one number for all."""
Compute = Callable[..., Values]


def dtype_of(kind: str) -> np.dtype[Any]:
    """NumPy's type of a type of PTX, without its dot."""
    if kind == "pred":
        return np.dtype(np.bool_)
    letter = {"b": "u"}.get(kind[0], kind[0]).replace("s", "i")
    return np.dtype(f"{letter}{int(kind[1:]) // 8}")


def _wide(values: Values) -> Values:
    return np.asarray(values).astype(f"{values.dtype.kind}{2 * values.dtype.itemsize}")


def _high(a: Values, b: Values) -> Values:
    width = 8 * a.dtype.itemsize
    exact = np.asarray(a).astype(object) * np.asarray(b).astype(object)
    return _wrapped(exact >> width, a.dtype)


def _wrapped(exact: Values, dtype: np.dtype[Any]) -> Values:
    """Whole numbers of Python as numbers of a type, without what does not fit."""
    bits = 8 * dtype.itemsize
    low = np.asarray(exact & ((1 << bits) - 1))
    return low.astype(f"u{dtype.itemsize}").view(dtype)


def _quotient(a: Values, b: Values) -> Values:
    """Towards zero; of nothing all bits are set, as hardware has it."""
    whole = a // b
    rest = a - whole * b
    whole = whole + ((rest != 0) & ((a < 0) != (b < 0))).astype(whole.dtype)
    return np.where(b == 0, ~(a ^ a), whole)


def _rest(a: Values, b: Values) -> Values:
    return np.where(b == 0, a, a - b * _quotient(a, b))


def _product(a: Values, b: Values, name: tuple[str, ...]) -> Values:
    if "wide" in name:
        return _wide(a) * _wide(b)
    return _high(a, b) if "hi" in name else a * b


def _shift_left(a: Values, b: Values) -> Values:
    width = 8 * a.dtype.itemsize
    by = np.minimum(b, b.dtype.type(width - 1)).astype(a.dtype)
    return np.where(b >= width, a ^ a, a << by)


def _shift_right(a: Values, b: Values) -> Values:
    width = 8 * a.dtype.itemsize
    by = np.minimum(b, b.dtype.type(width - 1)).astype(a.dtype)
    emptied = np.where(a < 0, ~(a ^ a), a ^ a)
    return np.where(b >= width, emptied, a >> by)


def _funnel(name: tuple[str, ...]) -> Compute:
    """shf: 32 of the 64 bits of two words, shifted."""

    def compute(low: Values, high: Values, by: Values) -> Values:
        count = (by & 31) if "wrap" in name else np.minimum(by, 32)
        count = count.astype(np.uint64)
        both = (high.astype(np.uint64) << np.uint64(32)) | low.astype(np.uint64)
        shifted = (both << count) >> np.uint64(32) if "l" in name else both >> count
        return (shifted & np.uint64(0xFFFFFFFF)).astype(np.uint32)

    return compute


def _permuted(low: Values, high: Values, selector: Values) -> Values:
    """prmt: four bytes of eight; the fourth bit of a digit asks for its sign alone."""
    both = (high.astype(np.uint64) << np.uint64(32)) | low.astype(np.uint64)
    result: Values = np.uint64(0)
    for place in range(4):
        digit = (selector.astype(np.uint64) >> np.uint64(4 * place)) & np.uint64(15)
        byte = (both >> ((digit & np.uint64(7)) * np.uint64(8))) & np.uint64(255)
        sign = np.where(byte & np.uint64(128), np.uint64(255), np.uint64(0))
        byte = np.where(digit & np.uint64(8), sign, byte)
        result = result | (byte << np.uint64(8 * place))
    return result.astype(np.uint32)


def _extracted(a: Values, position: Values, length: Values) -> Values:
    """bfe: a field of bits, with its sign for signed types."""
    bits = 8 * a.dtype.itemsize

    def one(value: int, at: int, count: int) -> int:
        at, count = at & 255, count & 255
        if not count:
            return 0
        signed = a.dtype.kind == "i"
        highest = min(at + count - 1, bits - 1)
        sign = (value >> highest) & 1 if signed else 0
        field = ((value % (1 << bits)) >> at) & ((1 << count) - 1)
        kept = max(0, min(count, bits - at))
        return int(field | (((1 << bits) - 1) << kept if sign else 0))

    return _wrapped(np.frompyfunc(one, 3, 1)(a, position, length), a.dtype)


def _inserted(a: Values, b: Values, position: Values, length: Values) -> Values:
    """bfi: a field of bits of a, in the place of those of b."""
    bits = 8 * a.dtype.itemsize

    def one(field: int, into: int, at: int, count: int) -> int:
        mask = (((1 << (count & 255)) - 1) << (at & 255)) & ((1 << bits) - 1)
        return int((into & ~mask) | ((field << (at & 255)) & mask))

    return _wrapped(np.frompyfunc(one, 4, 1)(a, b, position, length), a.dtype)


def _dot_product(name: tuple[str, ...]) -> Compute:
    """dp2a: two halves of a, each times a byte of the lower or upper half of b, added to c."""
    first = 2 if "hi" in name else 0

    def compute(a: Values, b: Values, c: Values) -> Values:
        result = c
        for place in range(2):
            half = (a >> a.dtype.type(16 * place)).astype(f"{a.dtype.kind}2")
            byte = (b >> b.dtype.type(8 * (first + place))).astype(f"{b.dtype.kind}1")
            result = result + half.astype(np.int32) * byte.astype(np.int32)
        return result

    return compute


def _leading_zeros(a: Values) -> Values:
    bits = 8 * a.dtype.itemsize
    return np.frompyfunc(lambda x: bits - int(x).bit_length(), 1, 1)(a).astype(np.uint32)


def _reversed_bits(a: Values) -> Values:
    bits = 8 * a.dtype.itemsize
    turned = np.frompyfunc(lambda x: int(f"{int(x):0{bits}b}"[::-1], 2), 1, 1)(a)
    return _wrapped(turned, a.dtype)


def _least(a: Values, b: Values) -> Values:
    """Of floats the one that is a number, -0.0 before 0.0."""
    if a.dtype.kind != "f":
        return np.minimum(a, b)
    return np.where((a == 0) & (b == 0), np.where(np.signbit(a), a, b), np.fmin(a, b))


def _greatest(a: Values, b: Values) -> Values:
    if a.dtype.kind != "f":
        return np.maximum(a, b)
    return np.where((a == 0) & (b == 0), np.where(np.signbit(a), b, a), np.fmax(a, b))


def _approximate(function: Callable[[Values], Values]) -> Compute:
    def compute(a: Values) -> Values:
        return function(a.astype(np.float64)).astype(a.dtype)

    return compute


def _reciprocal(a: Values) -> Values:
    return a.dtype.type(1) / a


def _gross(function: Callable[[Values], Values]) -> Compute:
    """rcp.approx.ftz.f64, rsqrt.approx.ftz.f64: of the upper 32 bits, and of no more."""

    def upper(a: Values) -> Values:
        return (np.asarray(a).view(np.uint64) & np.uint64(0xFFFFFFFF00000000)).view(np.float64)

    return lambda a: upper(function(upper(a)))


def _fused(a: Values, b: Values, c: Values) -> Values:
    if a.dtype == np.float16:
        return (a.astype(np.float64) * b.astype(np.float64) + c.astype(np.float64)).astype(a.dtype)
    return fma(a, b, c)


def flushed(values: Values) -> Values:
    """Subnormal numbers become zeros with their sign (.ftz)."""
    tiny = np.finfo(values.dtype).tiny
    return np.where(np.abs(values) < tiny, np.copysign(values.dtype.type(0), values), values)


DIRECTIONS = {"rz": 0.0, "rm": -math.inf, "rp": math.inf}
"""Where a rounding that is not to the nearest goes."""

_EXACT: dict[str, Callable[..., Fraction]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "fma": lambda a, b, c: a * b + c,
}


def _is_beyond(near: float, exact: Any, mode: str) -> bool:
    """Whether the nearest number lies on the wrong side of the exact one."""
    if not math.isfinite(exact):
        return False
    if mode == "rz":
        return bool(abs(near) > abs(exact))
    return bool(near > exact) if mode == "rm" else bool(near < exact)


def _moved(near: Values, beyond: Values, mode: str) -> Values:
    neighbour = np.nextafter(near, near.dtype.type(DIRECTIONS[mode]))
    return np.where(np.asarray(beyond).astype(np.bool_), neighbour, near)


def _rounded(nearest: Compute, root: str, mode: str) -> Compute:
    """A sum or product rounded in a direction."""
    if root not in _EXACT:
        raise NotImplementedError(f"{root}.{mode}")

    def one(near: float, *operands: float) -> bool:
        if not all(map(math.isfinite, operands)):
            return False
        return _is_beyond(near, _EXACT[root](*map(Fraction, operands)), mode)

    def compute(*values: Values) -> Values:
        near = np.asarray(nearest(*values))
        floats = [np.asarray(value).astype(np.float64) for value in values]
        return _moved(near, np.frompyfunc(one, 1 + len(values), 1)(near, *floats), mode)

    return compute


FLOAT_UNARY: dict[str, Compute] = {
    "neg": operator.neg,
    "abs": np.abs,
    "sqrt": np.sqrt,
    "rcp": _reciprocal,
    "rsqrt": _approximate(lambda a: 1 / np.sqrt(a)),
    "ex2": _approximate(np.exp2),
    "lg2": _approximate(np.log2),
    "sin": _approximate(np.sin),
    "cos": _approximate(np.cos),
    "tanh": _approximate(np.tanh),
}
UNARY: dict[str, Compute] = {
    "neg": operator.neg,
    "abs": np.abs,
    "not": operator.invert,
    "popc": lambda a: np.bitwise_count(a).astype(np.uint32),
    "clz": _leading_zeros,
    "brev": _reversed_bits,
}
BINARY: dict[str, Compute] = {
    "add": operator.add,
    "sub": operator.sub,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "min": _least,
    "max": _greatest,
}
COMPARISONS: dict[str, Compute] = {
    **{name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")},
    "lo": operator.lt,
    "ls": operator.le,
    "hi": operator.gt,
    "hs": operator.ge,
}
OPPOSITES = {"equ": "ne", "neu": "eq", "ltu": "ge", "leu": "gt", "gtu": "le", "geu": "lt"}
"""Comparisons that hold, too, where one side is no number."""


def comparison(name: str, is_float: bool) -> Compute:
    """Whether `a name b`; of numbers that are none only the ones with a u hold."""
    if is_float and name in OPPOSITES:
        opposite = COMPARISONS[OPPOSITES[name]]
        if name == "neu":
            return operator.ne
        if name == "equ":
            return lambda a, b: ~((a < b) | (a > b))
        return lambda a, b: ~opposite(a, b)
    if name in ("num", "nan"):
        wanted = name == "nan"
        return lambda a, b: (np.isnan(a) | np.isnan(b)) == wanted
    if is_float and name == "ne":
        return lambda a, b: (a < b) | (a > b)
    return COMPARISONS[name]


def computation(name: tuple[str, ...]) -> Compute:
    """What an instruction computes of its sources. Raises NotImplementedError for others."""
    root, kind = name[0], name[-1]
    is_float = kind in ("f16", "f32", "f64")
    compute = _found(name, root, is_float)
    if is_float and DIRECTIONS.keys() & set(name):
        compute = _rounded(compute, root, next(part for part in name if part in DIRECTIONS))
    if "ftz" in name and not (root in ("rcp", "rsqrt") and kind == "f64"):
        exact = compute
        compute = lambda *values: flushed(exact(*map(flushed, values)))  # noqa: E731
    if "sat" in name and is_float:
        wide = compute
        compute = lambda *values: _saturated(wide(*values))  # noqa: E731
    return compute


def _saturated(values: Values) -> Values:
    return np.fmin(np.fmax(values, values.dtype.type(0)), values.dtype.type(1))


def _found(name: tuple[str, ...], root: str, is_float: bool) -> Compute:
    if root in ("rcp", "rsqrt") and name[-1] == "f64" and "approx" in name:
        if root == "rcp":
            return _gross(_reciprocal) if "ftz" in name else _reciprocal
        return _gross(lambda a: 1 / np.sqrt(a)) if "ftz" in name else (lambda a: 1 / np.sqrt(a))
    if is_float and root in FLOAT_UNARY:
        return FLOAT_UNARY[root]
    if root == "fma" or (root == "mad" and is_float):
        return _fused
    if root == "mad":
        return lambda a, b, c: _product(a, b, name) + c
    if root == "mul":
        return lambda a, b: _product(a, b, name)
    if root == "div":
        return operator.truediv if is_float else _quotient
    if root == "copysign":
        return lambda sign, size: np.copysign(size, sign)
    others: dict[str, Compute] = {
        "rem": _rest,
        "shl": _shift_left,
        "shr": _shift_right,
        "shf": _funnel(name),
        "dp2a": _dot_product(name),
        "prmt": _permuted,
        "bfe": _extracted,
        "bfi": _inserted,
        "cnot": lambda a: (a == 0).astype(a.dtype),
    }
    for table in (others, BINARY, UNARY):
        if root in table and not {"cc"} & set(name):
            return table[root]
    raise NotImplementedError(".".join(name))


_ROUNDINGS: dict[str, Callable[[Values], Values]] = {
    "rni": np.rint,
    "rzi": np.trunc,
    "rmi": np.floor,
    "rpi": np.ceil,
}


def conversion(name: tuple[str, ...]) -> Compute:
    """cvt: from the type that is named last to the one before it."""
    target, source = dtype_of(name[-2]), dtype_of(name[-1])
    rounding = next((_ROUNDINGS[part] for part in name if part in _ROUNDINGS), None)
    if source.kind == "f" and target.kind in "iu":
        assert rounding is not None, name
        whole = rounding
        return lambda a: _clamped(whole(flushed(a) if "ftz" in name else a), target)
    if source.kind == target.kind == "f" and rounding is not None:
        return rounding

    def compute(a: Values) -> Values:
        given = flushed(a) if "ftz" in name and source == np.float32 else a
        result = np.asarray(given).astype(target)
        if target.kind == "f":
            result = _directed(given, result, name)
        return _saturated(result) if "sat" in name and target.kind == "f" else result

    if "sat" in name and target.kind in "iu":
        return lambda a: _clamped_whole(a, target)
    return compute


def _directed(given: Values, nearest: Values, name: tuple[str, ...]) -> Values:
    """cvt.rz, .rm, .rp: the neighbour of the nearest number where that is on the wrong side."""
    mode = next((part for part in name if part in DIRECTIONS), "")
    if not mode:
        return nearest
    beyond = np.frompyfunc(lambda near, exact: _is_beyond(near, exact, mode), 2, 1)
    return _moved(nearest, beyond(nearest, np.asarray(given).astype(object)), mode)


def _clamped(rounded: Values, target: np.dtype[Any]) -> Values:
    """A number without a place in the type becomes the nearest that has; what is none, see ISA."""
    info = np.iinfo(target)
    low, high = rounded <= float(info.min), rounded >= float(info.max)
    none = np.isnan(rounded)
    whole = np.where(low | high | none, 0, rounded).astype(np.float64)
    result = whole.astype(target)
    result = np.where(low, target.type(info.min), np.where(high, target.type(info.max), result))
    wide = rounded.dtype == np.float64 or target.itemsize == 8
    bits = 8 * target.itemsize - 1
    nothing = np.array(1 << bits if wide else 0, f"u{target.itemsize}").view(target)
    return np.where(none, nothing, result)


def _clamped_whole(a: Values, target: np.dtype[Any]) -> Values:
    info = np.iinfo(target)
    clip = np.frompyfunc(lambda x: min(max(int(x), info.min), info.max), 1, 1)
    return np.asarray(clip(a)).astype(target)
