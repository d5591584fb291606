"""Patterns and simulations in tests of the gallery: launches on Numba's simulator."""

from __future__ import annotations

from typing import Any

import numpy as np

Shape = tuple[int, ...]

LINE: list[tuple[Shape, Shape]] = [((1,), (32,)), ((33,), (7,)), ((1000,), (256,))]
BLOCKS: list[tuple[Shape, Shape]] = [((1,), (32,)), ((33,), (7,)), ((200,), (64,)), ((5,), (1,))]
PATTERN_LAUNCHES: dict[str, list[tuple[Shape, Shape]]] = {
    "histogram_shared": [((1,), (32,)), ((33,), (7,)), ((1000,), (64,)), ((500,), (1,))],
    "heat_1d": BLOCKS,
    "scan_lookback": [((1,), (32,)), ((33,), (7,)), ((200,), (128,)), ((129,), (1,))],
    "particles_aos": LINE,
    "particles_soa": LINE,
    "nbody_tiled": BLOCKS,
    "monte_carlo_pi": BLOCKS,
}
"""By operation: (size, block)."""
WHOLE: set[np.dtype[Any]] = {np.dtype(np.int32)}
PATTERN_DTYPES: dict[str, set[np.dtype[Any]]] = {
    "histogram_shared": {np.dtype(np.uint8), *WHOLE},
    "sum_grid_stride": {np.dtype(np.float32), np.dtype(np.float64)},
    "scan_lookback": WHOLE,
    "broken_look_back": WHOLE,
    "broken_compact": {np.dtype(np.float32), *WHOLE},
    "monte_carlo_pi": {np.dtype(np.uint32), *WHOLE},
}
"""Of the arguments, where not all are float32."""
PATTERN_SIZES: dict[str, list[Shape]] = {
    "scan_lookback": [(1,), (31,), (129,), (1000,)],
    "nbody_tiled": [(1,), (31,), (33,), (70,)],
    "monte_carlo_pi": [(1,), (31,), (33,), (200,)],
}
"""Awkward sizes, where those of all others are too much: they are counted in Python, too."""
