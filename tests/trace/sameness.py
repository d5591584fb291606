"""Whether two traces are the same to the last bit: types, dtypes, shapes and NaN included."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np


def differences(one: Any, other: Any, where: str = "trace") -> list[str]:
    """Where two values differ, [] if nowhere."""
    if type(one) is not type(other) and not isinstance(one, (Mapping, list)):
        return [f"{where}: {type(one).__name__} and {type(other).__name__}"]
    if isinstance(one, np.ndarray):
        return _arrays(one, other, where)
    if dataclasses.is_dataclass(one):
        pairs = [
            (getattr(one, f.name), getattr(other, f.name), f.name) for f in dataclasses.fields(one)
        ]
    elif isinstance(one, Mapping):
        if list(one) != list(other):
            return [f"{where}: {list(one)} and {list(other)}"]
        pairs = [(one[name], other[name], name) for name in one]
    elif isinstance(one, (tuple, list)):
        if len(one) != len(other):
            return [f"{where}: {len(one)} and {len(other)} items"]
        pairs = [(a, b, str(n)) for n, (a, b) in enumerate(zip(one, other, strict=True))]
    else:
        return [] if _same_value(one, other) else [f"{where}: {one!r} and {other!r}"]
    return [text for a, b, name in pairs for text in differences(a, b, f"{where}.{name}")]


def _arrays(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any], where: str) -> list[str]:
    if (one.dtype, one.shape) != (other.dtype, other.shape):
        return [f"{where}: {one.dtype}{one.shape} and {other.dtype}{other.shape}"]
    return [] if one.tobytes() == other.tobytes() else [f"{where}: other values"]


def _same_value(one: Any, other: Any) -> bool:
    if isinstance(one, (float, complex, np.inexact)):
        return repr(one) == repr(other)  # NaN is NaN, and 0.0 is not -0.0
    return bool(one == other)
