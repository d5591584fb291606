"""The smaller and the larger of two fractions, as PTX's min and max have them.

A number comes before what is no number, and -0.0 before 0.0 (PTX ISA 9.0, min and max).
"""

from __future__ import annotations

from typing import Any

import numpy as np

Values = Any
"""A NumPy scalar or array."""


def smaller(x: Values, y: Values) -> Values:
    """The smaller of two fractions of one type."""
    zeros = (x == 0) & (y == 0)
    result = np.fmin(x, y)
    return np.where(zeros, -(-x - y), result)[()] if zeros.any() else result


def larger(x: Values, y: Values) -> Values:
    """The larger of two fractions of one type."""
    zeros = (x == 0) & (y == 0)
    result = np.fmax(x, y)
    return np.where(zeros, x + y, result)[()] if zeros.any() else result
