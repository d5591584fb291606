"""Device functions with signatures: numbers are converted to the types that these name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpuviz.simt.capture import SIGNATURES
from gpuviz.simt.lower import operators
from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.types import Scalar, best_overload

Types = tuple[Scalar | None, ...]
"""Of the result and the parameters; None for what is no number, or is not said."""


def declared_types(scope: Scope, row: int, arguments: Sequence[Expr]) -> Types:
    """Those of the signature that takes the arguments best; all None for a function without."""
    nothing: Types = (None,) * (len(arguments) + 1)
    captured = scope.program.functions[row].captured.get(SIGNATURES)
    if captured is None:
        return nothing
    known = [_types(names) for names in captured.value]  # type: ignore[attr-defined]
    fitting = [types for types in known if len(types) == len(nothing)]
    kinds = [one.type for one in arguments if isinstance(one.type, np.dtype)]
    numbers = [tuple(kind for kind in types[1:] if kind is not None) for types in fitting]
    if len(fitting) > 1 and all(len(row) == len(arguments) == len(kinds) for row in numbers):
        return fitting[numbers.index(best_overload(kinds, numbers))]
    return fitting[0] if fitting else nothing


def converted(argument: Expr, kind: Scalar | None) -> Expr:
    """A number as a signature has it."""
    number = kind is not None and isinstance(argument.type, np.dtype)
    return operators.convert(argument, kind) if number and kind is not None else argument


def _types(names: Sequence[str]) -> Types:
    return tuple(np.dtype(name) if name else None for name in names)
