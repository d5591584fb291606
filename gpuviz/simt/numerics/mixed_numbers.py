"""A variable whose lanes hold numbers of types that no type has both exactly: int64 and uint64.

NumPy puts the two into a float64, which loses digits of those lanes, too, whose number is of the
type that is read at last: the others may have been set anew by then.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.numerics.whole_numbers import to_whole

Values = Any
"""A NumPy scalar or array."""
Lanes = NDArray[np.bool_]


class MixedNumbers(NamedTuple):
    """Numbers of several types, each with the lanes that hold one of them."""

    parts: tuple[tuple[Values, Lanes], ...]

    @property
    def dtype(self) -> np.dtype[Any]:
        """None of a number's."""
        return np.dtype(np.object_)

    def astype(self, kind: np.dtype[Any]) -> Values:
        """All lanes in one type, each as C casts it."""
        (result, _), *others = [(_cast(numbers, kind), lanes) for numbers, lanes in self.parts]
        for numbers, lanes in others:
            result = np.where(lanes, numbers, result)
        return result


def loses_digits(one: Values, other: Values) -> bool:
    """Whether NumPy has no type for numbers of both that keeps those of 64 bits."""
    a, b = getattr(one, "dtype", None), getattr(other, "dtype", None)
    if a is None or b is None or a is b or a == b:
        return False
    if isinstance(one, MixedNumbers) or isinstance(other, MixedNumbers):
        return True
    wide = any(kind.kind in "iu" and kind.itemsize == 8 for kind in (a, b))
    return wide and np.result_type(a, b).kind in "fc"


def mixed(lanes: Lanes, values: Values, others: Values) -> Values:
    """The values in some lanes, in all others the other ones, each in its own type."""
    held = others.parts if isinstance(others, MixedNumbers) else ((others, ~np.zeros_like(lanes)),)
    of_type = {numbers.dtype: (numbers, holders & ~lanes) for numbers, holders in held}
    before, holders = of_type.get(values.dtype, (values, np.zeros_like(lanes)))
    of_type[values.dtype] = np.where(lanes, values, before), lanes | holders
    parts = tuple(part for part in of_type.values() if part[1].any())
    return MixedNumbers(parts) if len(parts) > 1 else parts[0][0]


def _cast(numbers: Values, kind: np.dtype[Any]) -> Values:
    if numbers.dtype.kind == "f" and kind.kind in "iu":
        return to_whole(numbers, kind)
    return numbers.astype(kind)
