"""Methods of numbers in a kernel: `z.conjugate()`, `n.bit_count()`."""

from __future__ import annotations

import ast
from collections.abc import Callable

from gpuviz.simt.lower import bits, complex_numbers
from gpuviz.simt.lower.scope import Expr, Scope

METHODS: dict[str, Callable[[Scope, ast.Call, Expr], Expr]] = {
    "conjugate": complex_numbers.conjugate,
    "bit_count": bits.bit_count,
}
