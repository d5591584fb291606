"""Pictures, convolutions and worlds in tests of the gallery: launches on Numba's simulator.

Launches stay small (see LARGEST_LAUNCH in tests/test_kernels.py), with sizes and blocks that do not
divide each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Shape = tuple[int, ...]
FLAT: list[tuple[Shape, Shape]] = [
    ((1,), (32,)),
    ((33,), (7,)),
    ((1000,), (256,)),
]
PLANE: list[tuple[Shape, Shape]] = [
    ((1, 1), (7, 5)),
    ((31, 33), (7, 5)),
    ((33, 31), (32, 8)),
    ((2, 33), (33, 1)),
]
WHOLE: set[np.dtype[Any]] = {np.dtype(np.int32)}
SUM: set[np.dtype[Any]] = {np.dtype(np.float32), np.dtype(np.float64)}
BYTES: set[np.dtype[Any]] = {np.dtype(np.uint8)}
PICTURE: set[np.dtype[Any]] = {np.dtype(np.uint8), np.dtype(np.float32)}

IMAGE_LAUNCHES: dict[str, list[tuple[Shape, Shape]]] = {
    "conv2d": [
        ((1, 1, 1, 1, 1, 1), (7, 5)),
        ((2, 3, 5, 6, 9, 3), (8, 8)),
        ((1, 1, 3, 4, 33, 5), (32, 1, 2)),
    ],
    "conv2d_backward": [
        ((1, 1, 1, 1, 1, 1), (64,)),
        ((2, 1, 1, 3, 7, 2), (64,)),
        ((1, 1, 3, 5, 2, 1), (48,)),
        ((1, 2, 1, 5, 4, 1), (1,)),
    ],
    "batch_norm": [
        ((1, 1, 1, 1), (64,)),
        ((3, 2, 5, 7), (48,)),
        ((2, 3, 1, 9), (1,)),
    ],
    "relu": FLAT,
    "max_pool": [
        ((1, 1, 1, 1), (7, 5)),
        ((2, 3, 7, 9), (8, 8)),
        ((1, 3, 5, 66), (32, 1, 2)),
    ],
    "resize_bilinear": [
        ((1, 1, 1, 1), (7, 5)),
        ((7, 5, 31, 33), (7, 5)),
        ((31, 33, 3, 2), (32, 8)),
        ((9, 7, 33, 2), (33, 1)),
    ],
    "normalize_image": PLANE,
    "conv2d_shared": [
        ((1, 1, 1, 1, 1, 1), (7, 5)),
        ((1, 2, 1, 6, 9, 3), (16, 16)),
        ((2, 1, 1, 3, 7, 5), (8, 4)),
    ],
    "blur_3d": [
        ((1, 1, 1), (2, 3, 4)),
        ((3, 5, 33), (32, 2, 2)),
        ((5, 7, 2), (2, 4, 8)),
    ],
    "rgb_to_gray": PLANE,
    "rgb_to_hsv": PLANE,
    "flip": PLANE,
    "rotate_image": [
        ((1, 1, 1), (7, 5)),
        ((31, 33, 30), (7, 5)),
        ((33, 31, 90), (32, 8)),
        ((2, 33, 200), (33, 1)),
    ],
    "mandelbrot": [
        ((1, 1, 1), (7, 5)),
        ((9, 13, 20), (7, 5)),
        ((13, 33, 12), (32, 8)),
    ],
    "game_of_life": PLANE,
}
"""By operation: (size, block)."""
IMAGE_DTYPES: dict[str, set[np.dtype[Any]]] = {
    "resize_bilinear": BYTES,
    "normalize_image": PICTURE,
    "rgb_to_gray": BYTES,
    "rgb_to_hsv": PICTURE,
    "mandelbrot": {np.dtype(np.float64), np.dtype(np.int32)},
    "game_of_life": WHOLE,
    "broken_game_of_life": WHOLE,
    "broken_votes": WHOLE,
    "broken_dot": SUM,
    "broken_warp_sum": SUM,
}
"""Of the arguments, where not all are float32."""
IMAGE_SIZES: dict[str, list[Shape]] = {
    "conv2d": [(1, 1, 1, 1, 1, 1), (2, 3, 5, 6, 7, 3), (1, 2, 3, 4, 33, 2)],
    "conv2d_backward": [(1, 1, 1, 1, 1, 1), (2, 3, 5, 3, 4, 3), (3, 2, 1, 2, 7, 2)],
    "conv2d_shared": [(1, 1, 1, 1, 1, 1), (2, 3, 5, 6, 7, 3), (1, 2, 3, 4, 33, 2)],
    "batch_norm": [(1, 1, 1, 1), (3, 2, 5, 7), (2, 5, 1, 33)],
    "blur_3d": [(1, 1, 1), (2, 5, 7), (3, 9, 33)],
    "rotate_image": [(1, 1, 1), (31, 33, 30), (33, 7, 90), (5, 40, 200)],
    "mandelbrot": [(1, 1, 1), (5, 7, 31), (9, 33, 12)],
    "max_pool": [(1, 1, 2, 2), (2, 3, 7, 9), (1, 2, 3, 66)],
    "resize_bilinear": [(1, 1, 1, 1), (31, 33, 7, 5), (7, 5, 31, 33), (3, 40, 17, 40)],
}
"""Awkward sizes of operations for which the same number for all sizes is too much, or not allowed.

They are launched everywhere, also counted thread by thread in Python: some thousand turns at most.
"""
