"""One function of libdevice, and how its types are written in the tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpuviz.simt.types import FLOAT32, FLOAT64, INT32, INT64, Scalar

LETTERS: dict[str, Scalar] = {
    "f": FLOAT32,
    "d": FLOAT64,
    "h": np.dtype(np.int16),
    "i": INT32,
    "l": INT64,
}


@dataclass(frozen=True, slots=True)
class Function:
    """`apply` takes arrays of the types `takes`; cast to `gives` it is the result.

    Several results are a tuple. Unsigned numbers come and go in signed types of their width.
    """

    apply: Callable[..., Any]
    takes: tuple[Scalar, ...]
    gives: tuple[Scalar, ...]


def function(apply: Callable[..., Any], types: str) -> Function:
    """The function with types such as "dd>d", in LETTERS."""
    takes, gives = types.split(">")
    return Function(apply, _types(takes), _types(gives))


def _types(letters: str) -> tuple[Scalar, ...]:
    return tuple(LETTERS[letter] for letter in letters)
