"""Products of complex numbers, each of whose parts is rounded where the formula says."""

from __future__ import annotations

from typing import Any

import numpy as np

Values = Any
"""A NumPy scalar or array."""


def complex_product(x: Values, y: Values) -> Values:
    """x * y of two complex numbers of one type, as Numba has it (complex_mul_impl).

    NumPy uses fused multiply-adds for arrays where the processor has them, and not for scalars.
    """
    real = x.real * y.real - x.imag * y.imag
    imaginary = x.real * y.imag + x.imag * y.real
    result = np.empty(np.shape(real), x.dtype)
    result.real, result.imag = real, imaginary
    return result[()]
