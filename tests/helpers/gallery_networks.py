"""Networks, normalisation and learning in tests of the gallery: launches on Numba's simulator.

Launches stay small (see LARGEST_LAUNCH in tests/test_kernels.py), with sizes and blocks that do not
divide each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Shape = tuple[int, ...]

LAYER: list[tuple[Shape, Shape]] = [
    ((1, 1, 1), (7, 5)),
    ((3, 33, 31), (32, 8)),
    ((33, 2, 31), (16, 16)),
    ((5, 9, 1), (1, 32)),
]
SAMPLES: list[tuple[Shape, Shape]] = [
    ((1, 1), (32,)),
    ((33, 1), (7,)),
    ((31, 33), (32,)),
    ((100, 10), (64,)),
]
ROWS: list[tuple[Shape, Shape]] = [
    ((1, 1), (64,)),
    ((2, 33), (32,)),
    ((3, 70), (48,)),
    ((1, 9), (1,)),
]
LINE: list[tuple[Shape, Shape]] = [((1,), (32,)), ((33,), (7,)), ((1000,), (256,))]
FLOATS_AND_INDICES = {np.dtype(np.float32), np.dtype(np.int32)}
HALVES: set[np.dtype[Any]] = {np.dtype(np.float16), np.dtype(np.float32)}
NETWORK_LAUNCHES: dict[str, list[tuple[Shape, Shape]]] = {
    "dense": LAYER,
    "matmul_backward": LAYER,
    "cross_entropy": SAMPLES,
    "sgd_step": LINE,
    "adam_step": LINE,
    "embedding": LAYER,
    "lstm_cell": LAYER,
    "lstm_backward": LAYER,
    "rnn_step": LAYER,
    "softmax": ROWS,
    "layer_norm": ROWS,
    "scan": [((1, 1), (256,)), ((1, 300), (64,)), ((1, 33), (32,)), ((1, 5), (1,))],
    "attention": [((1, 1), (64,)), ((3, 9), (48,)), ((2, 70), (32,))],
    "matmul_mixed": [((1, 1, 1), (7, 5)), ((31, 33, 1), (7, 5)), ((10, 31, 33), (16, 16))],
    "loss_scaling": [((1, 1), (32,)), ((33, 1024), (7,)), ((1000, 65536), (256,))],
    "q_learning": [((1, 1, 1), (32,)), ((33, 5, 3), (7,)), ((1000, 64, 4), (256,))],
}
"""By operation: (size, block)."""
NETWORK_DTYPES: dict[str, set[np.dtype[Any]]] = {
    "cross_entropy": FLOATS_AND_INDICES,
    "adam_step": FLOATS_AND_INDICES,
    "embedding": FLOATS_AND_INDICES,
    "q_learning": FLOATS_AND_INDICES,
    "matmul_mixed": HALVES,
    "loss_scaling": {*HALVES, np.dtype(np.int32)},
}
"""Of the arguments, where not all are float32."""
NETWORK_SIZES: dict[str, list[Shape]] = {
    "cross_entropy": [(1, 1), (31, 33), (33, 5), (300, 3)],
    "lstm_cell": [(1, 1, 1), (3, 9, 5), (2, 33, 4)],
    "lstm_backward": [(1, 1, 1), (3, 9, 5), (2, 33, 4)],
    "rnn_step": [(1, 1, 1), (3, 9, 5), (2, 33, 4)],
    "q_learning": [(1, 1, 1), (33, 5, 3), (1000, 7, 4)],
    "loss_scaling": [(1, 1), (33, 1024), (100, 1 << 20)],
    "attention": [(1, 1), (5, 33), (33, 7), (40, 3)],
    "layer_norm": [(1, 1), (3, 33), (17, 5), (2, 300)],
    "scan": [(1, 1), (3, 33), (17, 5), (2, 500)],
    "softmax": [(1, 1), (3, 33), (17, 5), (2, 300)],
}
"""Awkward sizes of operations for which the same number for all sizes is too much, or not allowed.

They are launched everywhere, also counted thread by thread in Python: some thousand turns at most.
"""
