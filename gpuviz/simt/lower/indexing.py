"""What may stand between the brackets behind an array."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import numpy as np

from gpuviz.simt.lower.scope import Scope
from gpuviz.simt.types import Type, type_name


def check_index(scope: Scope, node: ast.expr, kinds: Sequence[Type], dimensions: int) -> None:
    """Refuses an index that has not one whole number for each of so many dimensions."""
    if len(kinds) != dimensions:
        scope.refuse(
            node,
            "index-count",
            "{text} gives {given} of the {ndim} indices of a {ndim}D array: give one for each"
            " dimension.",
            text=ast.unparse(node),
            given=len(kinds),
            ndim=dimensions,
        )
    for kind in kinds:
        if not (isinstance(kind, np.dtype) and kind.kind in "iu"):
            scope.refuse(
                node,
                "index-type",
                "the index in {text} is a {kind}; an index must be a whole number: use // or"
                " int(...).",
                text=ast.unparse(node),
                kind=type_name(kind),
            )
