"""Work that depends on the data in tests of the gallery: sparse matrices, graphs, selections.

Launches stay small (see LARGEST_LAUNCH in tests/test_kernels.py), with sizes and blocks that do not
divide each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Shape = tuple[int, ...]

FLOATS_AND_INDICES: set[np.dtype[Any]] = {np.dtype(np.float32), np.dtype(np.int32)}
IRREGULAR_LAUNCHES: dict[str, list[tuple[Shape, Shape]]] = {
    "spmv_row_per_thread": [((1, 1), (32,)), ((33, 9), (7,)), ((200, 150), (128,))],
    "top_k": [((1, 1, 1), (64,)), ((1, 33, 5), (48,)), ((2, 70, 3), (32,)), ((1, 9, 20), (1,))],
    "merge_path": [((1, 1), (32,)), ((33, 9), (7,)), ((1, 300), (16,)), ((150, 1), (1,))],
    "merge_tiled": [((1, 1), (32,)), ((300, 420), (7,)), ((1, 600), (64,)), ((150, 1), (1,))],
}
"""By operation: (size, block)."""
IRREGULAR_DTYPES: dict[str, set[np.dtype[Any]]] = {
    "spmv_row_per_thread": FLOATS_AND_INDICES,
    "spmv_row_per_warp": FLOATS_AND_INDICES,
    "top_k": FLOATS_AND_INDICES,
    "merge_path": {np.dtype(np.int32)},
    "merge_tiled": {np.dtype(np.int32)},
    "broken_merge": {np.dtype(np.int32)},
    "broken_spmv": FLOATS_AND_INDICES,
    "broken_bfs": {np.dtype(np.int32)},
}
"""Of the arguments, where not all are float32."""
IRREGULAR_SIZES: dict[str, list[Shape]] = {
    "spmv_row_per_thread": [(1, 1), (33, 9), (150, 100)],
    "spmv_row_per_warp": [(1, 1), (33, 9), (150, 100)],
    "top_k": [(1, 1, 1), (3, 33, 2), (17, 5, 9), (2, 300, 4)],
    "merge_path": [(1, 1), (33, 9), (1, 300), (701, 330)],
    "merge_tiled": [(1, 1), (33, 9), (1, 700), (2001, 330)],
}
"""Awkward sizes of operations for which the same number for all sizes is not allowed."""
BEYOND_WARPS = {"spmv_row_per_warp"}
"""What Numba's simulator cannot run: it knows no warps."""
