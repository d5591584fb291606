"""Launches as a notebook has them: recorded in this process."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuviz import cuda
from gpuviz.api import recording
from gpuviz.trace import Trace


@cuda.jit
def double(x: Any) -> None:
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2


@cuda.jit(device=True)
def following(x: Any, i: int) -> Any:
    return x[i + 1]


@cuda.jit
def shift(x: Any) -> None:
    i = cuda.grid(1)
    x[i] = following(x, i)


@cuda.jit(debug=True, opt=False)
def refused(x: Any) -> None:
    if cuda.grid(1) == 3:
        raise ValueError("three")
    x[cuda.grid(1)] = 1


def right() -> Trace:
    """A launch without a hazard."""
    with recording() as launches:
        double[2, 32](np.ones(50, np.float32))
    return launches[0].trace


def wrong() -> Trace:
    """A launch with a race, and with an access out of bounds in another function."""
    with recording() as launches:
        shift[2, 32](np.ones(64, np.float32))
    return launches[0].trace


def broken_off() -> Trace:
    """A launch that raised."""
    with recording() as launches:
        try:
            refused[1, 32](np.ones(32, np.float32))
        except ValueError:
            return launches[0].trace
    raise AssertionError
