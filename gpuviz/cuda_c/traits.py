"""What the standard library tells of types while a program is compiled, as literal numbers.

`std::is_same<T, float>::value`, `std::is_integral_v<T>`, `std::numeric_limits<float>::max()`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import BOOL, CType, Pointer, Scalar, Struct
from gpuviz.cuda_c.words import Word

if TYPE_CHECKING:
    from gpuviz.cuda_c.parser import Parser

LIMITS = "numeric_limits"


def _is_number(kinds: str) -> Callable[[CType], bool]:
    return lambda kind: isinstance(kind, np.dtype) and kind.kind in kinds and kind != np.float16


TRAITS: Mapping[str, Callable[..., bool]] = {
    "is_same": lambda one, other: one == other,
    "is_integral": _is_number("biu"),
    "is_floating_point": _is_number("f"),
    "is_arithmetic": _is_number("biuf"),
    "is_signed": _is_number("if"),
    "is_unsigned": _is_number("bu"),
    "is_pointer": lambda kind: isinstance(kind, Pointer),
    "is_class": lambda kind: isinstance(kind, Struct) and not kind.is_union,
}


def _float_limits(kind: Scalar) -> Mapping[str, Any]:
    info: Any = np.finfo(kind)
    return {
        "max": info.max, "lowest": info.min, "min": info.tiny, "epsilon": info.eps,
        "infinity": kind.type(np.inf), "quiet_NaN": kind.type(np.nan),
    }  # fmt: skip


def _limits(kind: CType) -> Mapping[str, Any]:
    if not isinstance(kind, np.dtype):
        return {}
    if kind.kind == "f":
        return _float_limits(kind)
    if kind == BOOL:
        return {"max": True, "min": False, "lowest": False}
    info: Any = np.iinfo(kind)
    return {"max": info.max, "min": info.min, "lowest": info.min}


def read_trait(parser: Parser, begin: Word, name: str) -> syntax.Number | None:
    """A trait whose name was read, with what stands between < and >; None where it is none."""
    plain = name.removesuffix("_v")
    if not parser.word.is_mark("<") or (plain not in TRAITS and name != LIMITS):
        return None
    given = parser.template_arguments()
    value: Any = None
    kind: Scalar = BOOL
    if name == LIMITS:
        parser.expect("::")
        asked = parser.next().text
        parser.expect("(")
        parser.expect(")")
        if len(given) == 1 and isinstance(given[0], np.dtype):
            kind = given[0]
            value = _limits(kind).get(asked)
    elif not any(isinstance(one, syntax.Node) for one in given):
        if plain == name:
            parser.expect("::")
            parser.expect("value")
        takes = 2 if plain == "is_same" else 1
        value = TRAITS[plain](*given) if len(given) == takes and plain in TRAITS else None
    if value is None:
        sentence = "what std::{name} tells of these types is not known: write the number itself."
        parser.refuse(begin.place, "trait", sentence, name=name)
    return parser._node(syntax.Number, begin, value, kind)
