"""The names of number types: numpy.float32, numba.int32 and the like."""

from __future__ import annotations

import numpy as np

from gpuviz.simt.lower.scope import Expr, Symbol
from gpuviz.simt.types import Scalar

TYPES: dict[str, Scalar] = {
    name: np.dtype(kind)
    for name, kind in {
        "bool": np.bool_,
        "bool_": np.bool_,
        "boolean": np.bool_,
        "b1": np.bool_,
        "int8": np.int8,
        "i1": np.int8,
        "int16": np.int16,
        "i2": np.int16,
        "int32": np.int32,
        "i4": np.int32,
        "intc": np.int32,
        "int64": np.int64,
        "i8": np.int64,
        "int_": np.int64,
        "intp": np.int64,
        "uint8": np.uint8,
        "u1": np.uint8,
        "uint16": np.uint16,
        "u2": np.uint16,
        "uint32": np.uint32,
        "u4": np.uint32,
        "uintc": np.uint32,
        "uint64": np.uint64,
        "u8": np.uint64,
        "uint": np.uint64,
        "uintp": np.uint64,
        "float16": np.float16,
        "float32": np.float32,
        "f4": np.float32,
        "single": np.float32,
        "float64": np.float64,
        "f8": np.float64,
        "double": np.float64,
        "complex64": np.complex64,
        "c8": np.complex64,
        "complex128": np.complex128,
        "c16": np.complex128,
    }.items()
}

TYPE_MODULES = ("numpy", "numba", "numba.types")


def type_named(symbol: str) -> Scalar | None:
    """The number type that a canonical name such as "numpy.float32" stands for, None for others."""
    module, _, name = symbol.rpartition(".")
    return TYPES.get(name) if module in TYPE_MODULES else None


def type_given(given: Expr | None) -> Scalar | None:
    """The type of elements that an argument names, None where it names none."""
    known = None if given is None else given.const
    dtype = type_named(known.name) if isinstance(known, Symbol) else known
    if isinstance(known, str):
        dtype = type_named(f"numpy.{known}")
    return dtype if isinstance(dtype, np.dtype) else None
