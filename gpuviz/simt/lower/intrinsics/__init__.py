"""The functions, values, methods and attributes that kernels know; importing this declares them."""

from __future__ import annotations

from gpuviz.simt.lower.intrinsics import (
    array_attributes,
    array_declarations,
    array_methods,
    array_queries,
    array_reductions,
    atomics,
    bits,
    builtins,
    cache_hints,
    complex_numbers,
    iteration,
    libdevice,
    mathematics,
    number_types,
    operator_functions,
    printing,
    tuple_methods,
    ufuncs,
    vectors,
    warps,
)
from gpuviz.simt.lower.intrinsics import fp16 as half
from gpuviz.simt.lower.intrinsics import reductions as extremes
from gpuviz.simt.lower.intrinsics import synchronization as synchronise
from gpuviz.simt.lower.intrinsics import thread_indices as geometry

__all__ = [
    "array_attributes",
    "array_declarations",
    "array_methods",
    "array_queries",
    "array_reductions",
    "atomics",
    "bits",
    "builtins",
    "cache_hints",
    "complex_numbers",
    "extremes",
    "geometry",
    "half",
    "iteration",
    "libdevice",
    "mathematics",
    "number_types",
    "operator_functions",
    "printing",
    "synchronise",
    "tuple_methods",
    "ufuncs",
    "vectors",
    "warps",
]
