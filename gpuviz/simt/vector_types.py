"""CUDA's vector types, such as float32x4 and its other name float4: one to four numbers.

The other names are those of numba.cuda: what NumPy takes C's types for on the machine.
"""

from __future__ import annotations

import numpy as np

from gpuviz.simt.types import Scalar, TupleType

MEMBERS = ("x", "y", "z", "w")
COUNTS = range(1, len(MEMBERS) + 1)
NUMBERS = ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8")
C_NAMES: dict[str, type[np.generic]] = {
    "char": np.byte,
    "short": np.short,
    "int": np.intc,
    "long": np.int_,
    "longlong": np.longlong,
    "uchar": np.ubyte,
    "ushort": np.ushort,
    "uint": np.uintc,
    "ulong": np.uint,
    "ulonglong": np.ulonglong,
    "float": np.single,
    "double": np.double,
}


def _vector(kind: Scalar, count: int) -> TupleType:
    return TupleType((kind,) * count, MEMBERS[:count])


VECTOR_TYPES: dict[str, TupleType] = {
    f"{kind}x{count}": _vector(kind, count) for kind in map(np.dtype, NUMBERS) for count in COUNTS
}
OTHER_NAMES: dict[str, str] = {
    f"{name}{count}": f"{np.dtype(f'{np.dtype(kind).kind}{np.dtype(kind).itemsize}')}x{count}"
    for name, kind in C_NAMES.items()
    for count in COUNTS
}
"""From "float4" to "float32x4"."""
