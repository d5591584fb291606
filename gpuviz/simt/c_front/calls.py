"""Calls in CUDA C: functions of CUDA by name, functions of the file, `T(x)`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NoReturn

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.syntax import at
from gpuviz.cuda_c.types import (
    DOUBLE,
    FLOAT,
    HALF,
    INT,
    LONG,
    UNSIGNED,
    UNSIGNED_LONG,
    VECTORS,
    Scalar,
    Struct,
    name_of,
)
from gpuviz.messages import EnglishText, listed, word
from gpuviz.simt.c_front import (
    arguments,
    arithmetic,
    byte_copies,
    closures,
    collectives,
    expressions,
    failures,
    group_lanes,
    groups,
    half_vectors,
    memory,
    methods,
    places,
    random_numbers,
    warp_reductions,
    whole_numbers,
)
from gpuviz.simt.c_front.device_functions import closure_in, function_call
from gpuviz.simt.c_front.printing import printf
from gpuviz.simt.c_front.scope import CScope, call_node
from gpuviz.simt.c_front.typed import Address, Element, Nothing, Number, Typed, Whole, number
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.launch_state import AtomicPoint
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.tuples import item_of, kept
from gpuviz.simt.lower.intrinsics.warps import SHUFFLES
from gpuviz.simt.lower.registry import Intrinsic, callee_named
from gpuviz.simt.lower.scope import UNKNOWN, Expr
from gpuviz.simt.numerics.libdevice import FUNCTIONS as LIBDEVICE
from gpuviz.simt.types import NONE, TupleType
from gpuviz.trace.source import SPACES

Lowering = Callable[[CScope, syntax.Call, list[Typed]], Typed]

ATOMICS = {
    "Add": "add", "Sub": "sub", "Max": "max", "Min": "min", "And": "and_", "Or": "or_",
    "Xor": "xor", "Exch": "exch", "CAS": "cas", "Inc": "inc", "Dec": "dec",
}  # fmt: skip
WHOLE = (INT, UNSIGNED, LONG, UNSIGNED_LONG)
ATOMIC_KINDS: dict[str, tuple[Scalar, ...]] = {
    "add": (*WHOLE, FLOAT, DOUBLE, HALF),
    "exch": (*WHOLE, FLOAT),
    "sub": (INT, UNSIGNED),
    "inc": (UNSIGNED,),
    "dec": (UNSIGNED,),
}
"""Types of the element, by operation: those of WHOLE for all others."""
SIGNED: dict[Scalar, Scalar] = {UNSIGNED: INT, UNSIGNED_LONG: LONG}
BITS: dict[str, tuple[Scalar, Scalar]] = {
    "__float_as_int": (FLOAT, INT),
    "__float_as_uint": (FLOAT, UNSIGNED),
    "__int_as_float": (INT, FLOAT),
    "__uint_as_float": (UNSIGNED, FLOAT),
    "__double_as_longlong": (DOUBLE, LONG),
    "__longlong_as_double": (LONG, DOUBLE),
}
CONVERSIONS: dict[str, tuple[Scalar, Scalar]] = {
    "__float2half": (FLOAT, HALF), "__half2float": (HALF, FLOAT), "__float2half_rn": (FLOAT, HALF),
    "__int2half_rn": (INT, HALF), "__half2int_rz": (HALF, INT), "__int2float_rn": (INT, FLOAT),
    "__uint2float_rn": (UNSIGNED, FLOAT), "__float2int_rz": (FLOAT, INT),
    "__float2uint_rz": (FLOAT, UNSIGNED), "__double2float_rn": (DOUBLE, FLOAT),
    "__double2int_rz": (DOUBLE, INT), "__int2double_rn": (INT, DOUBLE),
}  # fmt: skip
RENAMED = {
    "__expf": "fast_expf", "__exp10f": "fast_exp10f", "__logf": "fast_logf",
    "__log2f": "fast_log2f", "__log10f": "fast_log10f", "__sinf": "fast_sinf",
    "__cosf": "fast_cosf", "__tanf": "fast_tanf", "__powf": "fast_powf",
    "__fdividef": "fast_fdividef", "__saturatef": "saturatef", "__frsqrt_rn": "frsqrt_rn",
    "__fsqrt_rn": "fsqrt_rn", "__frcp_rn": "frcp_rn", "__fadd_rn": "fadd_rn",
    "__fsub_rn": "fsub_rn", "__fmul_rn": "fmul_rn", "__fdiv_rn": "fdiv_rn",
    "__fmaf_rn": "fmaf_rn", "__dadd_rn": "dadd_rn", "__dmul_rn": "dmul_rn", "__fma_rn": "fma_rn",
    "hsqrt": "sqrtf", "hexp": "expf",
}  # fmt: skip
"""Functions that libdevice has under other names."""
SAME_IN_BOTH = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "atan2",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "cospi",
    "erf",
    "erfc",
    "erfcinv",
    "erfinv",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "ldexp",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "nearbyint",
    "nextafter",
    "normcdf",
    "pow",
    "rcbrt",
    "remainder",
    "rint",
    "round",
    "rsqrt",
    "scalbn",
    "sin",
    "sinh",
    "sinpi",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
]
WHOLE_RESULTS = {"lrint": "llrint", "lround": "llround", "llrint": "llrint", "llround": "llround"}
HALF_OPERATORS = {
    "__hadd": "+", "__hsub": "-", "__hmul": "*", "__hdiv": "/", "__hgt": ">", "__hlt": "<",
    "__hge": ">=", "__hle": "<=", "__heq": "==", "__hne": "!=",
}  # fmt: skip
READ_ONLY_LOADS = ("__ldg", "__ldca", "__ldcg", "__ldcs", "__ldcv", "__ldlu")
HINTED_STORES = ("__stcg", "__stcs", "__stwb", "__stwt")
"""Accesses with a hint for the caches, which changes no value."""
ADVICE: dict[str, EnglishText] = {
    "__shfl": "__shfl_sync(0xffffffff, ..)",
    "__shfl_down": "__shfl_down_sync(0xffffffff, ..)",
    "__shfl_up": "__shfl_up_sync(0xffffffff, ..)",
    "__shfl_xor": "__shfl_xor_sync(0xffffffff, ..)",
    "__ballot": "__ballot_sync(0xffffffff, ..)",
    "__any": "__any_sync(0xffffffff, ..)",
    "__all": "__all_sync(0xffffffff, ..)",
    "malloc": "a local array, or one that is passed in",
    "free": "a local array, or one that is passed in",
    "rand": "numbers that are passed in",
    "curand_poisson": "curand() or curand_uniform()",
    "curand_uniform2_double": "curand_uniform_double()",
    "curand_normal2_double": "curand_normal_double()",
    "tex1Dfetch": "a plain pointer",
    "tex2D": "a plain pointer and the index row * width + column",
    "cudaDeviceSynchronize": "nothing: it belongs to the host",
}
"""Functions that the emulator does not have, and what to use."""


def call(scope: CScope, node: syntax.Call) -> Typed | Element:
    """A call: its value, or the place that it refers to.

    Raises NotSupportedError for a function that is not known.
    """
    if isinstance(node.called, syntax.Member):
        of_group = groups.of_method(scope, node)
        if of_group is not None:
            return of_group
        own = methods.method(scope, node)
        if own is not None:
            return own
        text = "{name} is no method that gpuviz knows: write a __device__ function."
        scope.refuse(node, "method", text, name=node.called.name)
    closure = closure_in(scope, node.called)
    if closure is not None:
        return closures.called(scope, node, closure)
    if isinstance(node.called, (syntax.Values, syntax.Index)):  # Add()(a, b), ops[i](a, b)
        own = methods.method(scope, replace(node, called=_of_call(node)))
        if own is not None:
            return own
    if not isinstance(node.called, syntax.Name):
        text = "only functions can be called."
        scope.refuse(node, "call", text)
    if node.called.id in collectives.FUNCTIONS:
        return collectives.FUNCTIONS[node.called.id](scope, node)
    name = node.called.id
    own = methods.implicit(scope, node, name)
    if own is not None:
        return own
    if name in scope.unit.functions:
        return function_call(scope, node, name)
    if f"cg::{name}" in collectives.FUNCTIONS and collectives.is_meant(scope, node):
        return collectives.FUNCTIONS[f"cg::{name}"](scope, node)
    if name in random_numbers.FUNCTIONS:
        return random_numbers.FUNCTIONS[name](scope, node)
    handler = FUNCTIONS.get(name)
    if handler is None:
        _refuse(scope, node, name)
    if name in READ_ONLY_LOADS:
        return handler(scope, node, [expressions.lower(scope, node.arguments[0])])
    return handler(scope, node, [expressions.lower(scope, part) for part in node.arguments])


def _of_call(node: syntax.Call) -> syntax.Member:
    """`f.operator()`, of `f(x)`."""
    return at(node, syntax.Member, node.called, "operator()", False)  # type: ignore[no-any-return]


def _refuse(scope: CScope, node: syntax.Call, name: str) -> NoReturn:
    if name in ADVICE:
        text = "{name} is not known in a kernel: use {instead}."
        scope.refuse(node, "function", text, name=name, instead=word(ADVICE[name]))
    text = "the function {name} is not known: write it as a __device__ function in this file."
    if scope.unit.missing:
        text = (
            "the function {name} is not known: it may stand in {header}. Headers are read that lie"
            " beside the file or below its folder."
        )
    scope.refuse(node, "function", text, name=name, header=listed(scope.unit.missing))


# Numbers


def _known(
    scope: CScope, node: syntax.Call, name: str, arguments: list[Expr], words: Sequence[str] = ()
) -> Expr:
    """A function that kernels of Python call under a canonical name."""
    callee = callee_named(name)
    assert isinstance(callee, Intrinsic), name
    assert isinstance(node.called, syntax.Name)
    return callee.call(scope, call_node(node, node.called.id, *words), arguments)


def _library(name: str) -> Lowering:
    """A function of libdevice, for the types that it takes."""
    takes = LIBDEVICE[name].takes

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        numbers = arguments.numbers(scope, node, given, len(takes))
        exprs = [
            operators.convert(one.expr, kind) for one, kind in zip(numbers, takes, strict=True)
        ]
        return number(_known(scope, node, f"cuda.libdevice.{name}", exprs))

    return lowering


def _overloaded(name: str) -> Lowering:
    """`sqrt(x)`: of float a float, of double and of whole numbers a double."""
    wide, narrow = _library(name), _library(f"{name}f")

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        kinds = [one.kind for one in given if isinstance(one, Number)]
        fractions = [kind for kind in kinds if kind.kind == "f"]
        count = len(LIBDEVICE[name].takes)
        wanted = 1 if name in ("ldexp", "scalbn") else count
        is_narrow = len(fractions) == wanted and DOUBLE not in kinds
        return (narrow if is_narrow else wide)(scope, node, given)

    return lowering


def _whole_result(name: str, kind: Scalar) -> Lowering:
    inner = _library(name)

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        found = inner(scope, node, given)
        return expressions.converted(scope, node, found, kind)

    return lowering


def _extreme(name: str) -> Lowering:
    """`min`, `max`: of whole numbers as C compares them, of fractions fmin and fmax."""
    whole: Any = np.minimum if name == "min" else np.maximum
    fraction = _overloaded(f"f{name}")

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        one, other = arguments.numbers(scope, node, given, 2)
        kind = arithmetic.common(one.kind, other.kind)
        if kind.kind == "f":
            return fraction(scope, node, [replace_kind(one, kind), replace_kind(other, kind)])
        left, right = (operators.convert(side.expr, kind) for side in (one, other))
        return number(scope.counted(node, arithmetic.applied(whole, kind, left, right)))

    return lowering


def replace_kind(one: Number, kind: Scalar) -> Number:
    """The number as one of another type."""
    return Number(kind, operators.convert(one.expr, kind))


def _absolute(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    (one,) = arguments.numbers(scope, node, given, 1)
    if one.kind.kind == "f":
        return _overloaded("fabs")(scope, node, given)
    kind = arithmetic.promoted(one.kind)
    expr = operators.convert(one.expr, kind)
    return number(scope.counted(node, arithmetic.changed(np.abs, kind, expr)))


def _test(apply: Callable[[Value], Value]) -> Lowering:
    """isnan and its like."""

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        (one,) = arguments.numbers(scope, node, given, 1)
        wide = one if one.kind.kind == "f" else replace_kind(one, DOUBLE)
        changed = arithmetic.changed(apply, np.dtype(np.bool_), wide.expr)
        return number(scope.counted(node, changed))

    return lowering


def _bits(takes: Scalar, gives: Scalar) -> Lowering:
    """The same bits as another type."""

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        (one,) = arguments.numbers(scope, node, given, 1)
        expr = operators.convert(one.expr, takes)
        return number(arithmetic.changed(lambda value: value.view(gives), gives, expr))

    return lowering


def _conversion(takes: Scalar, gives: Scalar) -> Lowering:
    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        (one,) = arguments.numbers(scope, node, given, 1)
        expr = operators.convert(one.expr, takes)
        return number(scope.counted(node, operators.convert(expr, gives)))

    return lowering


def _rounded(function: str, gives: Scalar) -> Lowering:
    """__float2int_rn and its like."""

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        found = _library(function)(scope, node, given)
        return expressions.converted(scope, node, found, gives)

    return lowering


def _half_operator(mark: str) -> Lowering:
    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        one, other = (replace_kind(part, HALF) for part in arguments.numbers(scope, node, given, 2))
        return expressions.combined(scope, node, mark, one, other)

    return lowering


def _counting(name: str, takes: Scalar) -> Lowering:
    """__popc and its like: a whole number of bits."""

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        (one,) = arguments.numbers(scope, node, given, 1)
        found = _known(scope, node, f"cuda.{name}", [operators.convert(one.expr, takes)])
        gives = takes if name == "brev" else INT
        return number(operators.convert(found, gives))

    return lowering


def _high_product(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """__mulhi, __umulhi: the upper half of a product of 32 bits."""
    assert isinstance(node.called, syntax.Name)
    kind, wide = (UNSIGNED, UNSIGNED_LONG) if node.called.id == "__umulhi" else (INT, LONG)
    one, other = (
        operators.convert(replace_kind(part, kind).expr, wide)
        for part in arguments.numbers(scope, node, given, 2)
    )
    shift = wide.type(32)
    product = arithmetic.applied(lambda x, y: (x * y) >> shift, wide, one, other)
    return number(scope.counted(node, operators.convert(product, kind)))


def _constant(value: float) -> Lowering:
    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        return number(operators.constant(value, FLOAT))

    return lowering


def _made_vector(kind: Struct) -> Lowering:
    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        if len(given) != len(kind.members):
            arguments.numbers(scope, node, given, len(kind.members))
        return expressions.structure(scope, node, kind, node.arguments)

    return lowering


# Memory and other threads


def _atomic(operation: str) -> Lowering:
    """`atomicAdd(&a[i], value)`: what the element held before."""
    wanted = 3 if operation == "cas" else 2

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        address = memory.decayed(given[0]) if given and isinstance(given[0], Whole) else None
        if given and isinstance(given[0], Address):
            address = given[0]
        if address is None or len(given) != wanted:
            assert isinstance(node.called, syntax.Name)
            text = "{name} takes the address of an element first, as in {name}(&a[i], value)."
            scope.refuse(node, "atomic", text, name=node.called.id)
        return _changed_atomically(scope, node, operation, address, given[1:])

    return lowering


def _changed_atomically(
    scope: CScope, node: syntax.Call, operation: str, address: Address, given: list[Typed]
) -> Typed:
    assert isinstance(node.called, syntax.Name)
    kind, space = address.kind.to, address.array_type.space
    allowed = ATOMIC_KINDS.get(operation, WHOLE)
    if kind not in allowed or space not in ("global", "shared"):
        text = "{name} does not work on {kind} in {space} memory: CUDA has it for {allowed}."
        names = ", ".join(map(name_of, allowed))
        values = {
            "name": node.called.id,
            "kind": name_of(kind),
            "space": SPACES[space],
            "allowed": names,
        }
        scope.refuse(node, "atomic-type", text, **values)
    if address.kind.constant:
        text = "what this points to is const: it cannot be changed."
        scope.refuse(node, "const", text)
    assert isinstance(kind, np.dtype)
    operands = [
        operators.convert(expressions.number_in(scope, part, one).expr, kind).run
        for part, one in zip(node.arguments[1:], given, strict=True)
    ]
    discarded: object = scope.discarded
    used = discarded is not node
    point = AtomicPoint(scope.point(node), operation, used)
    find = memory.finding(Element(kind, address.array, (address.offset,)))

    def run(frame: CallFrame, mask: Mask) -> Value:
        elements, index = find(frame, mask)
        values = tuple(operand(frame, mask) for operand in operands)
        return frame.context.atomic(frame, point, elements, index, mask, values)  # type: ignore[arg-type]

    return number(Expr(kind, run, UNKNOWN, pure=False))


def _shuffle(name: str) -> Lowering:
    """(mask, value, lane[, width])."""
    up = name == "shfl_up_sync"

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        numbers = arguments.numbers(scope, node, given, 4 if len(given) == 4 else 3)
        members, value = operators.convert(numbers[0].expr, UNSIGNED), numbers[1]
        kind = arithmetic.promoted(value.kind)
        if kind == HALF:
            text = "a shuffle of half is not known: shuffle a float."
            scope.refuse(node, "shuffle", text)
        signed = SIGNED.get(kind, kind)
        held = operators.convert(operators.convert(value.expr, kind), signed)
        lane = operators.convert(numbers[2].expr, INT)
        written = scope.text_of(node.arguments[1])
        if len(numbers) == 3:
            found = _known(scope, node, f"cuda.{name}", [members, held, lane], ("", written))
            return number(operators.convert(found, kind))
        clamp = _clamp(scope, node, numbers[3], up)
        mode = operators.constant(SHUFFLES.index(name), INT)
        given_all = [members, mode, held, lane, clamp]
        both = _known(scope, node, "cuda.shfl_sync_intrinsic", given_all, ("", "", written))
        assert isinstance(both.type, TupleType)
        return number(operators.convert(item_of(both, 0), kind))

    return lowering


def _clamp(scope: CScope, node: syntax.Call, width: Number, up: bool) -> Expr:
    """What PTX is told of the width of a segment (PTX ISA 9.0, shfl)."""
    known = width.expr.const if width.expr.is_const else None
    if known not in (1, 2, 4, 8, 16, 32):
        text = "the width of a shuffle is 1, 2, 4, 8, 16 or 32, and known before the kernel runs."
        scope.refuse(node, "shuffle-width", text)
    return operators.constant(((32 - int(known)) << 8) | (0 if up else 31), INT)


def _vote(name: str, gives: Scalar) -> Lowering:
    """(mask, predicate)."""

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        numbers = arguments.numbers(scope, node, given, 2)
        members = operators.convert(numbers[0].expr, UNSIGNED)
        found = _known(scope, node, f"cuda.{name}", [members, operators.truth(numbers[1].expr)])
        return number(operators.convert(found, gives))

    return lowering


def _match_any(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    numbers = arguments.numbers(scope, node, given, 2)
    members = operators.convert(numbers[0].expr, UNSIGNED)
    kind = arithmetic.promoted(numbers[1].kind)
    signed = SIGNED.get(kind, kind)
    value = operators.convert(operators.convert(numbers[1].expr, kind), signed)
    found = _known(scope, node, "cuda.match_any_sync", [members, value])
    return number(operators.convert(found, UNSIGNED))


def _active(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    arguments.numbers(scope, node, given, 0)
    return number(_known(scope, node, "cuda.activemask", []))


def _barrier_vote(name: str) -> Lowering:
    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        (one,) = arguments.numbers(scope, node, given, 1)
        said = operators.convert(operators.truth(one.expr), INT)
        return number(_known(scope, node, f"cuda.{name}", [said]))

    return lowering


def _ordering(name: str) -> Lowering:
    """Fences, __syncwarp, __nanosleep."""

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        most = {"syncwarp": 1, "nanosleep": 1}.get(name, 0)
        numbers = arguments.numbers(scope, node, given, min(len(given), most))
        exprs = [operators.convert(one.expr, UNSIGNED) for one in numbers]
        return Nothing(_known(scope, node, f"cuda.{name}", exprs))

    return lowering


def _clock(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """clock(), clock64(): steps of the launch, as the emulator has no cycles."""
    arguments.check_count(scope, node, 0)
    return number(Expr(LONG, lambda frame, mask: np.int64(frame.step), UNKNOWN, pure=False))


def _barrier_value(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    text = "__syncthreads() is a statement of its own and takes nothing."
    scope.refuse(node, "barrier-value", text)


def _read_only_load(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """__ldg(&a[i])."""
    base = given[0]
    element = places.pointed(scope, node, base)
    return expressions.value_of(scope, node, element)


def _stored(scope: CScope, node: syntax.Call, pointer: Typed, value: Typed) -> Nothing:
    """`*pointer = value`."""
    element = places.pointed(scope, node, pointer)
    found = expressions.converted(scope, node, value, element.kind)
    run, write = expressions.expr_of(scope, node, found).run, places.writing(scope, node, element)
    return Nothing(Expr(NONE, lambda f, m: write(f, m, run(f, m)), None, pure=False))


def _hinted_store(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """__stcs(&a[i], value)."""
    arguments.check_count(scope, node, 2)
    return _stored(scope, node, *given)


def _sine_and_cosine(sine: str, cosine: str) -> Lowering:
    """sincosf(x, &s, &c)."""

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        arguments.check_count(scope, node, 3)
        angle = expressions.number_in(scope, node.arguments[0], given[0])
        kind = LIBDEVICE[sine].takes[0]
        first, again = kept(scope, operators.convert(angle.expr, kind))
        stores = [
            _stored(
                scope, node, pointer, number(_known(scope, node, f"cuda.libdevice.{name}", [x]))
            )
            for name, x, pointer in zip((sine, cosine), (first, again), given[1:], strict=True)
        ]
        one, other = (store.expr.run for store in stores)

        def run(frame: CallFrame, mask: Mask) -> None:
            one(frame, mask)
            other(frame, mask)

        return Nothing(Expr(NONE, run, None, pure=False))

    return lowering


def _expected(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """__builtin_expect(value, likely)."""
    return arguments.numbers(scope, node, given, 2)[0]


def _aligned(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """The pointer as it is: on which multiple it lies is only said to a compiler."""
    pointer = memory.decayed(given[0]) if given and isinstance(given[0], Whole) else None
    found = pointer or (given[0] if given else None)
    if not isinstance(found, Address):
        text = "{name} takes a pointer."
        scope.refuse(node, "argument-type", text, name="__builtin_assume_aligned")
    return found


def _swapped(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """`std::swap(a, b)`: both are read before one is written."""
    if len(given) != 2:
        scope.refuse(node, "argument-count", "swap takes two variables, or elements.")
    reads, writes = [], []
    for row in (0, 1):
        place = places.place_of(scope, node.arguments[row])
        assert place is not None
        reads.append(expressions.expr_of(scope, node, given[row]))
        places.bound(scope, node, place, expressions.expr_of(scope, node, given[1 - row]).type)
        writes.append(places.writing(scope, node.arguments[row], place))
    if reads[0].type != reads[1].type:
        text = "swap takes two of one type, and these are {one} and {other}."
        one, other = map(expressions.said, given)
        scope.refuse(node, "argument-type", text, one=one, other=other)

    def run(frame: CallFrame, mask: Mask) -> None:
        values = [read.run(frame, mask) for read in reads]
        for write, value in zip(writes, reversed(values), strict=True):
            write(frame, mask, value)

    return Nothing(Expr(NONE, run, None, pure=False))


FUNCTIONS: dict[str, Lowering] = {
    **{
        f"__{name}": _library(name)
        for name, known in LIBDEVICE.items()
        if len(known.takes) and "_r" in name
    },
    **{name: _overloaded(name) for name in SAME_IN_BOTH},
    **{f"{name}f": _library(f"{name}f") for name in SAME_IN_BOTH},
    **{name: _library(known) for name, known in RENAMED.items()},
    **{name: _whole_result(known, LONG) for name, known in WHOLE_RESULTS.items()},
    **{f"{name}f": _whole_result(f"{known}f", LONG) for name, known in WHOLE_RESULTS.items()},
    **{name: _extreme(name) for name in ("min", "max")},
    **dict.fromkeys(("abs", "labs", "llabs"), _absolute),
    "isnan": _test(np.isnan),
    "isinf": _test(np.isinf),
    "isfinite": _test(np.isfinite),
    "signbit": _test(np.signbit),
    **{name: _bits(*kinds) for name, kinds in BITS.items()},
    **{name: _conversion(*kinds) for name, kinds in CONVERSIONS.items()},
    "__float2int_rn": _rounded("rintf", INT),
    "__float2int_rd": _rounded("floorf", INT),
    "__float2int_ru": _rounded("ceilf", INT),
    "__double2int_rn": _rounded("rint", INT),
    **{name: _half_operator(mark) for name, mark in HALF_OPERATORS.items()},
    "__popc": _counting("popc", UNSIGNED),
    "__popcll": _counting("popc", UNSIGNED_LONG),
    "__clz": _counting("clz", INT),
    "__clzll": _counting("clz", LONG),
    "__ffs": _counting("ffs", INT),
    "__ffsll": _counting("ffs", LONG),
    "__brev": _counting("brev", UNSIGNED),
    "__brevll": _counting("brev", UNSIGNED_LONG),
    "__mulhi": _high_product,
    "__umulhi": _high_product,
    "__builtin_inff": _constant(float("inf")),
    "__builtin_nanf": _constant(float("nan")),
    **{f"make_{name}": _made_vector(kind) for name, kind in VECTORS.items()},
    **{f"atomic{name}": _atomic(known) for name, known in ATOMICS.items()},
    **{f"atomic{name}_system": _atomic(known) for name, known in ATOMICS.items()},
    **{f"atomic{name}_block": _atomic(known) for name, known in ATOMICS.items()},
    **{f"__{name}": _shuffle(name) for name in SHUFFLES},
    "__all_sync": _vote("all_sync", INT),
    "__any_sync": _vote("any_sync", INT),
    "__ballot_sync": _vote("ballot_sync", UNSIGNED),
    "__match_any_sync": _match_any,
    "__activemask": _active,
    **{
        f"__syncthreads_{name}": _barrier_vote(f"syncthreads_{name}")
        for name in ("count", "and", "or")
    },
    "__syncthreads": _barrier_value,
    "__syncwarp": _ordering("syncwarp"),
    "__threadfence": _ordering("threadfence"),
    "__threadfence_block": _ordering("threadfence_block"),
    "__threadfence_system": _ordering("threadfence_system"),
    "__nanosleep": _ordering("nanosleep"),
    **dict.fromkeys(READ_ONLY_LOADS, _read_only_load),
    **dict.fromkeys(HINTED_STORES, _hinted_store),
    "sincosf": _sine_and_cosine("sinf", "cosf"),
    "__sincosf": _sine_and_cosine("fast_sinf", "fast_cosf"),
    "sincos": _sine_and_cosine("sin", "cos"),
    "memcpy": byte_copies.copied,
    "memset": byte_copies.filled,
    "__builtin_expect": _expected,
    "__builtin_assume_aligned": _aligned,
    "swap": _swapped,
    "clock": _clock,
    "clock64": _clock,
    "printf": printf,
    **groups.MAKERS,
    **group_lanes.FUNCTIONS,
    **warp_reductions.FUNCTIONS,
    **whole_numbers.FUNCTIONS,
    **half_vectors.FUNCTIONS,
    **failures.FUNCTIONS,
}
"""What kernels may call, by name."""
