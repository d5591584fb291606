"""LLVM's code in the making: values, casts, NumPy's functions of numbers, blocks and jumps.

Arithmetic is that of NumPy's loops for the same types, to the bit: whole numbers wrap around,
fractions are never fused nor reordered. What LLVM would leave open, or NumPy treats as a case of
its own (a division by 0, a shift beyond the width), is guarded: the code then leaves off, and NumPy
does that round. Functions of fractions without an instruction are NumPy's own, called back.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from gpuviz.simt.compiled.registers import NotCompilable, Register

BOOL = np.dtype(np.bool_)
INT64 = np.dtype(np.int64)
UINT64 = np.dtype(np.uint64)
FLOAT64 = np.dtype(np.float64)

LLVM_FLOATS = {4: "float", 8: "double"}
SCRATCH = 8  # words, for what is given to NumPy's functions
LONGEST = 8_000  # lines: what takes more is no common loop

Type = np.dtype[Any]


class Callback(NamedTuple):
    """A function of NumPy that the code calls for one number."""

    function: np.ufunc
    takes: tuple[Type, ...]
    gives: Type


def llvm_type(dtype: Type) -> str:
    """LLVM's type of numbers in registers. Raises NotCompilable for those that have none here."""
    if dtype == BOOL:
        return "i1"
    if dtype.kind in "iu":
        return f"i{8 * dtype.itemsize}"
    if dtype.kind == "f" and dtype.itemsize in LLVM_FLOATS:
        return LLVM_FLOATS[dtype.itemsize]
    raise NotCompilable(f"numbers of the type {dtype}")


def memory_type(dtype: Type) -> str:
    """LLVM's type of the same numbers in memory."""
    return "i8" if dtype == BOOL else llvm_type(dtype)


class Code:
    """The lines of one function; `bail` is the label where guards jump to."""

    def __init__(self, bail: str = "bail") -> None:
        self.lines: list[str] = []
        self.locals: list[str] = []  # allocas, for the entry block
        self.callbacks: list[Callback] = []
        self._bail = bail
        self._is_open = False  # whether a block has begun that ends with no jump yet
        self._names = 0

    def name(self, what: str) -> str:
        """A new name for a value or label."""
        self._names += 1
        return f"{what}{self._names}"

    def line(self, text: str) -> None:
        """One more instruction."""
        if len(self.lines) > LONGEST:
            raise NotCompilable("a loop of very many operations")
        self.lines.append(text)
        self._is_open = not text.startswith(("br ", "ret "))

    def begin(self, label: str) -> None:
        """A new block; nothing gets to one that is open behind a jump."""
        if self._is_open:
            self.line("unreachable")
        self.lines.append(f"{label}:")
        self._is_open = True

    def jump(self, label: str) -> None:
        """On to another block."""
        self.line(f"br label %{label}")

    def branch(self, condition: Register, yes: str, no: str) -> None:
        """To one of two blocks."""
        self.line(f"br i1 {condition.name}, label %{yes}, label %{no}")

    def guard(self, condition: Any) -> None:
        """Where it does not hold, the code leaves off."""
        if not isinstance(condition, Register):
            if not condition:
                raise NotCompilable("what is a case of its own in every round")
            return
        label = self.name("ok")
        self.branch(condition, label, self._bail)
        self.begin(label)

    def local(self, llvm: str = "i64") -> str:
        """A place in memory that the function has for itself."""
        name = "%" + self.name("p")
        self.locals.append(f"{name} = alloca {llvm}")
        return name

    def value(self, text: str, dtype: Type) -> Register:
        """The result of an instruction."""
        name = "%" + self.name("v")
        self.line(f"{name} = {text}")
        return Register(self, name, dtype)

    def known(self, number: Any) -> Register:
        """A number that is known already; NumPy's, or Python's of its own types."""
        dtype = np.asarray(number).dtype
        return Register(self, _literal(number, dtype), dtype)

    def of_type(self, value: Any, dtype: Type) -> Register:
        """A register, or a number that is known, as a number of a type."""
        if isinstance(value, Register):
            return self.cast(value, dtype)
        if np.ndim(value):
            raise NotCompilable("an array where a number is needed")
        return Register(self, _literal(np.asarray(value).astype(dtype)[()], dtype), dtype)

    def cast(self, value: Register, dtype: Type) -> Register:
        """As C casts; a fraction must have a place in a type of whole numbers."""
        given = value.dtype
        if given == dtype:
            return value
        one, other = llvm_type(given), llvm_type(dtype)
        if dtype == BOOL:
            return self._is_true(value)
        if given.kind == "f" and dtype.kind == "f":
            word = "fpext" if dtype.itemsize > given.itemsize else "fptrunc"
        elif given.kind == "f":
            word = "fptosi" if dtype.kind == "i" else "fptoui"
        elif dtype.kind == "f":
            word = "sitofp" if given.kind == "i" else "uitofp"
        elif given != BOOL and dtype.itemsize == given.itemsize:
            return Register(self, value.name, dtype)
        elif given != BOOL and dtype.itemsize < given.itemsize:
            word = "trunc"
        else:
            word = "sext" if given.kind == "i" else "zext"
        return self.value(f"{word} {one} {value.name} to {other}", dtype)

    def choose(self, condition: Any, yes: Any, no: Any) -> Any:
        """numpy.where."""
        dtype = np.result_type(*map(_weak, (yes, no)))
        if not isinstance(condition, Register):
            return self.of_type(yes if condition else no, dtype)
        one, other = self.of_type(yes, dtype), self.of_type(no, dtype)
        llvm, which = llvm_type(dtype), self.cast(condition, BOOL).name
        return self.value(f"select i1 {which}, {llvm} {one.name}, {llvm} {other.name}", dtype)

    def apply(self, ufunc: np.ufunc, inputs: Sequence[Any]) -> Register:
        """A function of NumPy, computed in the types that it chooses."""
        if ufunc.nout != 1:
            raise NotCompilable(ufunc.__name__)
        kinds = tuple(_kind(value) for value in inputs)
        *takes, gives = ufunc.resolve_dtypes((*kinds, None))
        values = [self.of_type(one, dtype) for one, dtype in zip(inputs, takes, strict=True)]
        emit = _EMIT.get(ufunc)
        result = emit(self, values) if emit is not None else None
        return self._call_back(ufunc, values, gives) if result is None else result

    def bits(self, value: Register) -> str:
        """The number's bits, as an i64; those above its own are 0."""
        llvm, size = llvm_type(value.dtype), 8 * value.dtype.itemsize
        name = value.name
        if value.dtype.kind == "f":
            name = self.value(f"bitcast {llvm} {name} to i{size}", INT64).name
            llvm = f"i{size}"
        return name if llvm == "i64" else self.value(f"zext {llvm} {name} to i64", INT64).name

    def from_bits(self, name: str, dtype: Type) -> Register:
        """The number whose bits an i64 has."""
        llvm, size = llvm_type(dtype), 8 * dtype.itemsize
        if dtype == BOOL:
            return self.value(f"icmp ne i64 {name}, 0", BOOL)
        if size < 64:
            name = self.value(f"trunc i64 {name} to i{size}", dtype).name
        if dtype.kind == "f":
            return self.value(f"bitcast i{size} {name} to {llvm}", dtype)
        return Register(self, name, dtype)

    def element(self, pointer: str, llvm: str, index: object) -> str:
        """The place of an element of an array in memory."""
        name = "%" + self.name("e")
        self.line(f"{name} = getelementptr {llvm}, ptr {pointer}, i64 {index}")
        return name

    def load(self, place: str, dtype: Type) -> Register:
        """A number from memory."""
        kept = self.value(f"load {memory_type(dtype)}, ptr {place}", dtype)
        return self.value(f"icmp ne i8 {kept.name}, 0", BOOL) if dtype == BOOL else kept

    def store(self, value: Register, place: str) -> None:
        """A number into memory."""
        name = value.name
        if value.dtype == BOOL:
            name = self.value(f"zext i1 {name} to i8", BOOL).name
        self.line(f"store {memory_type(value.dtype)} {name}, ptr {place}")

    def fetch(self, place: str) -> str:
        """An i64 from memory."""
        return self.value(f"load i64, ptr {place}", INT64).name

    def put(self, name: object, place: str) -> None:
        """An i64 into memory."""
        self.line(f"store i64 {name}, ptr {place}")

    def add(self, name: object, other: object) -> str:
        """The sum of two i64."""
        return self.value(f"add i64 {name}, {other}", INT64).name

    def _is_true(self, value: Register) -> Register:
        llvm = llvm_type(value.dtype)
        if value.dtype.kind == "f":
            return self.value(f"fcmp une {llvm} {value.name}, {_literal(0, value.dtype)}", BOOL)
        return self.value(f"icmp ne {llvm} {value.name}, 0", BOOL)

    def _call_back(self, ufunc: np.ufunc, values: list[Register], gives: Type) -> Register:
        llvm_type(gives)
        number = len(self.callbacks)
        self.callbacks.append(Callback(ufunc, tuple(v.dtype for v in values), gives))
        for position, value in enumerate(values):
            self.put(self.bits(value), self.element("%scratch", "i64", position))
        self.line(f"call void %callback(i64 {number})")
        return self.from_bits(self.fetch("%scratch"), gives)


def _kind(value: Any) -> Any:
    """What NumPy promotes by: a type; of Python's numbers their class."""
    if isinstance(value, (Register, np.generic)):
        return value.dtype
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return value.dtype
    if type(value) in (int, float):
        return type(value)
    if isinstance(value, bool):
        return BOOL
    raise NotCompilable("an operand that is no number")


def _weak(value: Any) -> Any:
    """The same for numpy.result_type, which takes Python's numbers themselves."""
    return value if type(value) in (int, float) else _kind(value)


def _literal(number: Any, dtype: Type) -> str:
    llvm_type(dtype)
    if dtype == BOOL:
        return "true" if number else "false"
    if dtype.kind == "f":
        return f"0x{struct.unpack('>Q', struct.pack('>d', float(number)))[0]:016X}"
    signed = np.dtype(f"i{dtype.itemsize}")
    return str(int(np.asarray(number, dtype).view(signed)))


Emit = Callable[[Code, list[Register]], "Register | None"]
"""The instructions of a function for numbers of one type; None: there are none for that type."""


def _operation(whole: str, fraction: str | None, truth: str | None = None) -> Emit:
    def emit(code: Code, values: list[Register]) -> Register | None:
        dtype = values[0].dtype
        word = truth if dtype == BOOL else fraction if dtype.kind == "f" else whole
        if word is None:
            return None
        one, other = values
        return code.value(f"{word} {llvm_type(dtype)} {one.name}, {other.name}", dtype)

    return emit


def _comparison(whole: str, fraction: str) -> Emit:
    def emit(code: Code, values: list[Register]) -> Register:
        one, other = values
        dtype = one.dtype
        word = f"fcmp {fraction}" if dtype.kind == "f" else f"icmp {_signed(whole, dtype)}"
        result = code.value(f"{word} {llvm_type(dtype)} {one.name}, {other.name}", BOOL)
        return result if dtype == other.dtype else _of_unlike(code, whole, values)

    return emit


def _of_unlike(code: Code, word: str, values: list[Register]) -> Register:
    """An int64 and an uint64 compare as the numbers that they are."""
    one, other = values
    signed, is_first = (one, True) if one.dtype.kind == "i" else (other, False)
    beyond = word == "ne" or word.startswith("l" if is_first else "g")  # where it is negative
    below = code.value(f"icmp slt i64 {signed.name}, 0", BOOL)
    result = code.value(f"icmp {_signed(word, UINT64)} i64 {one.name}, {other.name}", BOOL)
    chosen: Register = code.choose(below, np.bool_(beyond), result)
    return chosen


def _signed(word: str, dtype: Type) -> str:
    return word if word in ("eq", "ne") else ("s" if dtype.kind == "i" else "u") + word


def _logical(word: str) -> Emit:
    def emit(code: Code, values: list[Register]) -> Register:
        one, other = (code.cast(value, BOOL).name for value in values)
        return code.value(f"{word} i1 {one}, {other}", BOOL)

    return emit


def _not(code: Code, values: list[Register]) -> Register:
    return code.value(f"xor i1 {code.cast(values[0], BOOL).name}, true", BOOL)


def _invert(code: Code, values: list[Register]) -> Register:
    (value,) = values
    ones = "true" if value.dtype == BOOL else "-1"
    return code.value(f"xor {llvm_type(value.dtype)} {value.name}, {ones}", value.dtype)


def _negative(code: Code, values: list[Register]) -> Register:
    (value,) = values
    word = "fneg {0} {1}" if value.dtype.kind == "f" else "sub {0} 0, {1}"
    return code.value(word.format(llvm_type(value.dtype), value.name), value.dtype)


def _positive(code: Code, values: list[Register]) -> Register:
    return values[0]


def _absolute(code: Code, values: list[Register]) -> Register:
    (value,) = values
    if value.dtype.kind == "f":
        llvm = llvm_type(value.dtype)
        return _intrinsic(code, f"llvm.fabs.f{8 * value.dtype.itemsize}", llvm, value)
    if value.dtype.kind != "i":
        return value
    negative: Register = code.choose(value < value.dtype.type(0), _negative(code, values), value)
    return negative


def _intrinsic(code: Code, name: str, llvm: str, value: Register) -> Register:
    return code.value(f"call {llvm} @{name}({llvm} {value.name})", value.dtype)


def _root(code: Code, values: list[Register]) -> Register | None:
    (value,) = values
    llvm = llvm_type(value.dtype)
    return _intrinsic(code, f"llvm.sqrt.f{8 * value.dtype.itemsize}", llvm, value)


def _is_nan(code: Code, values: list[Register]) -> Register | None:
    (value,) = values
    if value.dtype.kind != "f":
        return None
    return code.value(f"fcmp uno {llvm_type(value.dtype)} {value.name}, {value.name}", BOOL)


def _is_finite(code: Code, values: list[Register]) -> Register | None:
    (value,) = values
    if value.dtype.kind != "f":
        return None
    finite: Register = _absolute(code, values) < value.dtype.type(np.inf)
    return finite


def _true_divide(code: Code, values: list[Register]) -> Register:
    one, other = values
    return code.value(f"fdiv {llvm_type(one.dtype)} {one.name}, {other.name}", one.dtype)


def _whole_parts(code: Code, values: list[Register]) -> tuple[Register, Register] | None:
    """Quotient and remainder, rounded down; None for fractions."""
    one, other = values
    dtype = one.dtype
    if dtype.kind not in "iu":
        return None
    llvm, letter = llvm_type(dtype), "s" if dtype.kind == "i" else "u"
    code.guard(other != dtype.type(0))
    if dtype.kind == "i":
        code.guard(other != dtype.type(-1))
    quotient = code.value(f"{letter}div {llvm} {one.name}, {other.name}", dtype)
    rest = code.value(f"{letter}rem {llvm} {one.name}, {other.name}", dtype)
    if dtype.kind == "u":
        return quotient, rest
    zero = dtype.type(0)
    unlike = np.logical_and(rest != zero, (rest < zero) != (other < zero))
    return (
        code.choose(unlike, quotient - dtype.type(1), quotient),
        code.choose(unlike, rest + other, rest),
    )


def _floor_divide(code: Code, values: list[Register]) -> Register | None:
    parts = _whole_parts(code, values)
    return None if parts is None else parts[0]


def _remainder(code: Code, values: list[Register]) -> Register | None:
    parts = _whole_parts(code, values)
    return None if parts is None else parts[1]


def _shift(left: bool) -> Emit:
    def emit(code: Code, values: list[Register]) -> Register:
        one, count = values
        dtype = one.dtype
        size = 8 * dtype.itemsize
        unsigned = Register(code, count.name, np.dtype(f"u{dtype.itemsize}"))
        code.guard(unsigned < unsigned.dtype.type(size))
        word = "shl" if left else "ashr" if dtype.kind == "i" else "lshr"
        return code.value(f"{word} {llvm_type(dtype)} {one.name}, {count.name}", dtype)

    return emit


def _extreme(word: str) -> Emit:
    """Of whole numbers; of fractions it matters what is no number."""

    def emit(code: Code, values: list[Register]) -> Register | None:
        one, other = values
        if one.dtype.kind == "f":
            return None
        before = _comparison(word, "")(code, values)
        chosen: Register = code.choose(before, one, other)
        return chosen

    return emit


def _number_first(word: str) -> Emit:
    """fmin and fmax: a number comes before what is no number."""

    def emit(code: Code, values: list[Register]) -> Register | None:
        one, other = values
        if one.dtype.kind != "f":
            return _extreme(word)(code, values)
        before: Any = _comparison("", f"o{word[0]}t")(code, values)
        none: Any = code.value(
            f"fcmp uno {llvm_type(other.dtype)} {other.name}, {other.name}", BOOL
        )
        chosen: Register = code.choose(np.logical_or(before, none), one, other)
        return chosen

    return emit


_EMIT: dict[np.ufunc, Emit] = {
    np.add: _operation("add", "fadd", "or"),
    np.subtract: _operation("sub", "fsub"),
    np.multiply: _operation("mul", "fmul", "and"),
    np.true_divide: _true_divide,
    np.floor_divide: _floor_divide,
    np.remainder: _remainder,
    np.bitwise_and: _operation("and", None, "and"),
    np.bitwise_or: _operation("or", None, "or"),
    np.bitwise_xor: _operation("xor", None, "xor"),
    np.left_shift: _shift(left=True),
    np.right_shift: _shift(left=False),
    np.less: _comparison("lt", "olt"),
    np.less_equal: _comparison("le", "ole"),
    np.greater: _comparison("gt", "ogt"),
    np.greater_equal: _comparison("ge", "oge"),
    np.equal: _comparison("eq", "oeq"),
    np.not_equal: _comparison("ne", "une"),
    np.logical_and: _logical("and"),
    np.logical_or: _logical("or"),
    np.logical_xor: _logical("xor"),
    np.logical_not: _not,
    np.invert: _invert,
    np.negative: _negative,
    np.positive: _positive,
    np.absolute: _absolute,
    np.fabs: _absolute,
    np.sqrt: _root,
    np.isnan: _is_nan,
    np.isfinite: _is_finite,
    np.minimum: _extreme("lt"),
    np.maximum: _extreme("gt"),
    np.fmin: _number_first("lt"),
    np.fmax: _number_first("gt"),
}

DECLARATIONS = "\n".join(
    f"declare {llvm} @llvm.{name}.f{8 * size}({llvm})"
    for size, llvm in LLVM_FLOATS.items()
    for name in ("fabs", "sqrt")
)
"""What the code calls of LLVM's own."""
