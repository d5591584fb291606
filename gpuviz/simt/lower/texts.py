"""Constant texts, which a kernel may store in the elements of arrays and records of texts."""

from __future__ import annotations

import ast

import numpy as np

from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.types import Scalar, is_text


def text_of(value: Expr) -> Expr:
    """A constant text as the value of an element; other expressions as they are."""
    if not isinstance(value.const, (str, bytes)):
        return value
    text = np.array(value.const)
    return Expr(text.dtype, lambda frame, mask: text[()])


def refuse_reading(scope: Scope, node: ast.expr, dtype: Scalar) -> None:
    """Raises NotSupportedError where the element that is read is a text."""
    if is_text(dtype):
        text = "{text} is a text: kernels store constant texts in arrays, and read none."
        scope.refuse(node, "text-element", text, text=ast.unparse(node))
