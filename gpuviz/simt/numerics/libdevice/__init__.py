"""NVIDIA's libdevice, as far as NumPy or `math` has a meaning for it.

What a function takes and gives is what numba.cuda.libdevice says. The names with fast_ have their
plain meaning (fast_powf alone is another function for numbers below 0), and so do those with _rn,
which round to the nearest. Bessel functions and erfcx are
not there.
"""

from __future__ import annotations

from gpuviz.simt.numerics.libdevice.conversions import CONVERSIONS
from gpuviz.simt.numerics.libdevice.directed import DIRECTED
from gpuviz.simt.numerics.libdevice.floats import FLOATS
from gpuviz.simt.numerics.libdevice.function import Function
from gpuviz.simt.numerics.libdevice.integers import INTEGERS

__all__ = ["FUNCTIONS", "Function"]

FUNCTIONS: dict[str, Function] = {**FLOATS, **INTEGERS, **CONVERSIONS, **DIRECTED}
