"""Types of elements, as scripts name them: NumPy's dtypes, and Numba's types of the same."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def element_type(value: Any) -> np.dtype[Any] | None:
    """The dtype that an object stands for; None for anything else. Numba is not imported for it.

    Known are dtypes, and Numba's types of numbers, times, records and arrays in records.
    """
    if isinstance(value, np.dtype):
        return value
    if not is_numba_type(value):
        return None
    if hasattr(value, "fields") and hasattr(value, "size"):
        return _record(value)
    if type(value).__name__ == "NestedArray":
        return np.dtype((element_type(value.dtype), value.shape))
    try:
        return np.dtype(str(value))
    except TypeError:
        return None


def _record(kind: Any) -> np.dtype[Any] | None:
    formats = [element_type(field.type) for field in kind.fields.values()]
    if any(part is None for part in formats):  # a dtype equals None where it is float64
        return None
    return np.dtype(
        {
            "names": list(kind.fields),
            "formats": formats,
            "offsets": [field.offset for field in kind.fields.values()],
            "itemsize": kind.size,
            "aligned": kind.aligned,
        }
    )


def smallest_part(dtype: np.dtype[Any]) -> int:
    """Bytes of which all that can be read of an element alone is a multiple, and lies on one."""
    if dtype.kind == "c":
        return dtype.itemsize // 2
    fields = (dtype.fields or {}).values()
    parts = (part for kind, offset, *_ in fields for part in (offset, smallest_part(kind.base)))
    return math.gcd(dtype.itemsize, *parts)


def is_numba_type(value: Any) -> bool:
    """Whether it is one of Numba's types; other objects of Numba may look for a GPU when asked."""
    kinds = type(value).__mro__
    return any(k.__name__ == "Type" and k.__module__.startswith("numba.") for k in kinds)
