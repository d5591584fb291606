"""The types of expressions: each pair is asked of Numba's own typing for CUDA."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.core.errors import NumbaError
from numba.cuda.descriptor import cuda_target
from numba.np.numpy_support import as_dtype, from_dtype

from gpuviz.simt.numerics.math_functions import MATH
from gpuviz.simt.types import Scalar, TupleType, Type, binary_type, range_type, unary_type, unify

REAL = [
    np.dtype(kind)
    for kind in ["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"]
]
KINDS = [*REAL, np.dtype("c8"), np.dtype("c16")]
WHOLE = [kind for kind in REAL if kind.kind in "biu"]

BINARY: dict[str, tuple[Callable[..., Any], ...]] = {
    "Add": (operator.add, operator.iadd),
    "Sub": (operator.sub, operator.isub),
    "Mult": (operator.mul, operator.imul),
    "Div": (operator.truediv,),  # numba-cuda's table gives int64 for `x /= y`, its code float64
    "FloorDiv": (operator.floordiv, operator.ifloordiv),
    "Mod": (operator.mod, operator.imod),
    "Pow": (operator.pow, operator.ipow),
    "LShift": (operator.lshift, operator.ilshift),
    "RShift": (operator.rshift, operator.irshift),
    "BitAnd": (operator.and_, operator.iand),
    "BitOr": (operator.or_, operator.ior),
    "BitXor": (operator.xor, operator.ixor),
}
UNARY: dict[str, Callable[..., Any]] = {
    "USub": operator.neg,
    "UAdd": operator.pos,
    "Invert": operator.invert,
    "Not": operator.not_,
}


def numba_type(function: Callable[..., Any], *kinds: Scalar) -> Type | None:
    """The result type of a call, None where Numba refuses it."""
    context = cuda_target.typing_context
    context.refresh()
    try:
        signature = context.resolve_function_type(function, tuple(map(from_dtype, kinds)), {})
    except NumbaError:
        return None
    return None if signature is None else own_type(signature.return_type)


def own_type(kind: types.Type) -> Type:
    """A type of Numba's as ours."""
    if isinstance(kind, types.BaseTuple):
        return TupleType(tuple(own_type(item) for item in kind))
    return as_dtype(kind)


@pytest.mark.slow
@pytest.mark.parametrize("name", BINARY)
def test_operators_have_the_types_of_numba(name: str) -> None:
    for left, right in itertools.product(KINDS, KINDS):
        for function in BINARY[name]:
            assert binary_type(name, left, right) == numba_type(function, left, right), (
                f"{left} {name} {right}"
            )


@pytest.mark.parametrize("name", UNARY)
def test_signs_have_the_types_of_numba(name: str) -> None:
    for kind in KINDS:
        if name == "UAdd" and kind == np.float16:  # float32 in older releases of Numba
            continue
        assert unary_type(name, kind) == numba_type(UNARY[name], kind), f"{name} {kind}"


def test_variables_of_two_types_unify_as_in_numba() -> None:
    context = cuda_target.typing_context
    for one, other in itertools.product(KINDS, KINDS):
        joined = context.unify_pairs(from_dtype(one), from_dtype(other))

        assert unify(one, other) == (None if joined is None else as_dtype(joined))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_loop_variables_have_the_types_of_numba(count: int) -> None:
    context = cuda_target.typing_context
    for kinds in itertools.product(WHOLE, repeat=count):
        call = context.resolve_function_type(range, tuple(map(from_dtype, kinds)), {})

        assert str(call.return_type) == f"range_state_{range_type(kinds).name}", kinds


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(MATH.keys() - {"exp2", "nextafter"}))
def test_math_functions_have_the_types_of_numba(name: str) -> None:
    function = MATH[name]
    for kinds in itertools.product(REAL, repeat=len(function.overloads[0])):
        _, mine = function.typed(kinds)

        assert mine == numba_type(getattr(math, name), *kinds), f"{name} of {kinds}"


@pytest.mark.slow
@pytest.mark.parametrize("function", [min, max])
def test_extremes_have_the_types_of_numba(function: Callable[..., Any]) -> None:
    some = [np.dtype(kind) for kind in ["b1", "i1", "i4", "i8", "u1", "u8", "f4", "f8"]]
    for one, other in itertools.combinations(some, 2):
        assert numba_type(function, one, other) == np.result_type(one, other)
