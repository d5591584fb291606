"""Numbers of a distribution from random words, as cuRAND makes them (cuRAND Library, Device API).

The formulas are those of the guide, in single precision; of `log`, `sin` and `cos` the last digit
is NumPy's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

WORD = np.float32(2**-32)
ANGLE = WORD * np.float32(6.2831855)
DOUBLE = 2.0**-53


def uniform(word: Any) -> Any:
    """Above 0, up to 1: float32."""
    return np.asarray(word).astype(np.float32) * WORD + WORD / np.float32(2)


def uniform_of_word(word: Any) -> Any:
    """Above 0, up to 1, with 32 random bits: float64."""
    return np.asarray(word).astype(np.float64) * 2.0**-32 + 2.0**-32


def uniform_of_words(low: Any, high: Any) -> Any:
    """Above 0, up to 1, with 53 random bits: float64."""
    return _joined(low, high) * DOUBLE + DOUBLE / 2


def normal(one: Any, other: Any) -> tuple[Any, Any]:
    """Two numbers of mean 0 and deviation 1 by Box and Muller: float32."""
    length = np.sqrt(np.float32(-2) * np.log(uniform(one)))
    angle = np.asarray(other).astype(np.float32) * ANGLE + ANGLE / np.float32(2)
    return np.sin(angle) * length, np.cos(angle) * length


def normal_double(words: list[Any]) -> tuple[Any, Any]:
    """The same of four words: float64."""
    length = np.sqrt(-2.0 * np.log(uniform_of_words(*words[:2])))
    angle = (_joined(*words[2:]) * (DOUBLE * 2) + DOUBLE) * np.pi
    return np.sin(angle) * length, np.cos(angle) * length


def _joined(low: Any, high: Any) -> Any:
    low, high = (np.asarray(one).astype(np.uint64) for one in (low, high))
    return (low ^ (high << np.uint64(21))).astype(np.float64)
