"""Conversions between numbers, and between numbers and their bits; questions about a number.

What has no place in a whole type becomes what PTX's cvt makes of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.numerics.libdevice.function import Function, function
from gpuviz.simt.numerics.whole_numbers import clamped

ROUNDINGS: dict[str, Callable[..., Any]] = {
    "rd": np.floor,
    "rn": np.rint,
    "ru": np.ceil,
    "rz": np.trunc,
}
WHOLE: dict[str, tuple[type[np.integer[Any]], str]] = {
    "int": (np.int32, "i"),
    "uint": (np.uint32, "i"),
    "ll": (np.int64, "l"),
    "ull": (np.uint64, "l"),
}


def _to_whole(rounded: Callable[..., Any], kind: type[np.integer[Any]]) -> Callable[..., Any]:
    return lambda x: clamped(rounded(x), np.dtype(kind))


def _from_whole(kind: type[np.integer[Any]], target: str) -> Callable[..., Any]:
    return lambda x: x.astype(kind).astype(target)


def _high_word(x: Any) -> Any:
    return np.asarray(x).view(np.int64) >> 32


def _from_words(high: Any, low: Any) -> Any:
    words = (high.astype(np.int64) << 32) | low.astype(np.uint32).astype(np.int64)
    return np.asarray(words).view(np.float64)


def _bits(kind: type[Any]) -> Callable[..., Any]:
    return lambda x: np.asarray(x).view(kind)


CONVERSIONS: dict[str, Function] = {
    **{
        f"{source}2{name}_{mode}": function(_to_whole(rounded, kind), f"{source[0]}>{letter}")
        for source in ("double", "float")
        for name, (kind, letter) in WHOLE.items()
        for mode, rounded in ROUNDINGS.items()
    },
    **{
        f"{name}2{target}_rn": function(_from_whole(kind, target[0]), f"{letter}>{target[0]}")
        for target in ("double", "float")
        for name, (kind, letter) in WHOLE.items()
    },
    "double2float_rn": function(lambda x: x, "d>f"),
    "double2hiint": function(_high_word, "d>i"),
    "double2loint": function(_bits(np.int64), "d>i"),
    "hiloint2double": function(_from_words, "ii>d"),
    "double_as_longlong": function(_bits(np.int64), "d>l"),
    "longlong_as_double": function(_bits(np.float64), "l>d"),
    "float_as_int": function(_bits(np.int32), "f>i"),
    "int_as_float": function(_bits(np.float32), "i>f"),
    "half2float": function(_bits(np.float16), "h>f"),
    "float2half_rn": function(lambda x: np.asarray(x.astype(np.float16)).view(np.int16), "f>h"),
    "isnand": function(np.isnan, "d>i"),
    "isnanf": function(np.isnan, "f>i"),
    "isinfd": function(np.isinf, "d>i"),
    "isinff": function(np.isinf, "f>i"),
    "isfinited": function(np.isfinite, "d>i"),
    "finitef": function(np.isfinite, "f>i"),
    "signbitd": function(np.signbit, "d>i"),
    "signbitf": function(np.signbit, "f>i"),
}
