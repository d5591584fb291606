"""How the tests launch the gallery: awkward sizes, and launches on Numba's simulator.

The table of each group of operations stands in a file of its own; here they are put together.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from gpuviz.launch import Dim3
from gpuviz.operation import OperationInfo, find_operation
from tests.helpers.gallery_images import IMAGE_DTYPES, IMAGE_LAUNCHES, IMAGE_SIZES
from tests.helpers.gallery_irregular import (
    BEYOND_WARPS,
    IRREGULAR_DTYPES,
    IRREGULAR_LAUNCHES,
    IRREGULAR_SIZES,
)
from tests.helpers.gallery_networks import NETWORK_DTYPES, NETWORK_LAUNCHES, NETWORK_SIZES
from tests.helpers.gallery_patterns import (
    PATTERN_DTYPES,
    PATTERN_LAUNCHES,
    PATTERN_SIZES,
)

Shape = tuple[int, ...]
FLAT: list[tuple[Shape, Shape]] = [
    ((1,), (32,)),
    ((31,), (32,)),
    ((33,), (32,)),
    ((33,), (7,)),
    ((1000,), (256,)),
]
MATRIX: list[tuple[Shape, Shape]] = [
    ((1, 1), (7, 5)),
    ((31, 33), (7, 5)),
    ((33, 31), (32, 8)),
    ((2, 33), (33, 1)),
]
PRODUCT: list[tuple[Shape, Shape]] = [
    ((1, 1, 1), (7, 5)),
    ((31, 33, 1), (7, 5)),
    ((33, 1, 31), (16, 16)),
    ((10, 31, 33), (1, 32)),
]
TILED: list[tuple[Shape, Shape]] = [
    ((1, 1, 1), (16, 16)),
    ((16, 16, 33), (16, 16)),
    ((1, 15, 31), (16, 16)),
    ((9, 13, 33), (8, 8)),
    ((6, 13, 31), (7, 5)),
    ((3, 20, 17), (16, 4)),
    ((2, 3, 5), (1, 1)),
]
REGISTER_TILED: list[tuple[Shape, Shape]] = [
    ((1, 1, 1), (16, 16)),
    ((33, 70, 17), (16, 16)),
    ((50, 15, 31), (7, 5)),
    ((20, 30, 7), (2, 3)),
    ((9, 33, 3), (4, 1)),
    ((17, 9, 2), (1, 1)),
]
TRANSPOSE: list[tuple[Shape, Shape]] = [
    ((1, 1), (7, 5)),
    ((3, 17), (16, 4)),
    ((17, 3), (4, 16)),
    ((11, 13), (8, 8)),
    ((9, 6), (1, 32)),
]
REDUCTION: list[tuple[Shape, Shape]] = [
    ((1,), (32,)),
    ((33,), (1,)),
    ((33,), (7,)),
    ((200,), (64,)),
    ((100,), (100,)),
]
BASIC_LAUNCHES: dict[str, list[tuple[Shape, Shape]]] = {
    "vector_add": FLAT,
    "saxpy": FLAT,
    "matrix_add": MATRIX,
    "sigmoid": FLAT,
    "matmul_naive": PRODUCT,
    "matmul_tiled": TILED,
    "matmul_register_tiled": REGISTER_TILED,
    "neural_layer": PRODUCT,
    "copy_strided": [(size * 2, block) for size, block in FLAT],
    "transpose_naive": MATRIX,
    "transpose_tiled": TRANSPOSE,
    "transpose_padded": TRANSPOSE,
    "sum_atomic": FLAT,
    "sum_shared": REDUCTION,
    "histogram": FLAT,
}
SUM = {np.dtype(np.float32), np.dtype(np.float64)}
COUNTS = {np.dtype(np.uint8), np.dtype(np.int32)}
BASIC_DTYPES = {  # of the arguments, where not all are float32
    "copy_strided": {np.dtype(np.float32), np.dtype(np.int64)},
    "sum_atomic": SUM,
    "sum_shared": SUM,
    "sum_shuffle": SUM,
    "histogram": COUNTS,
    "broken_sum_shared": SUM,
    "broken_histogram": COUNTS,
}
LAUNCHES = {
    **BASIC_LAUNCHES,
    **IMAGE_LAUNCHES,
    **NETWORK_LAUNCHES,
    **PATTERN_LAUNCHES,
    **IRREGULAR_LAUNCHES,
}
DTYPES = {
    **BASIC_DTYPES,
    **IMAGE_DTYPES,
    **NETWORK_DTYPES,
    **PATTERN_DTYPES,
    **IRREGULAR_DTYPES,
}
BEYOND_THE_SIMULATOR = {"sum_shuffle", "sum_grid_stride", *BEYOND_WARPS}  # it knows no warps
PERHAPS_UNWRITTEN = {"loss_scaling": {"lost", "too_large"}}  # outputs, where nothing is counted
AWKWARD_SIZES = {**IMAGE_SIZES, **NETWORK_SIZES, **PATTERN_SIZES, **IRREGULAR_SIZES}


def telling_launch(name: str) -> tuple[Shape, Shape]:
    """The smallest of an operation's launches that has two blocks and a ragged edge, if one has."""
    info = find_operation(name)

    def figures(launch: tuple[Shape, Shape]) -> tuple[bool, bool, int]:
        size, block = launch[0], Dim3(*launch[1])
        grid, needed = info.grid(size, block), info.grid(size, Dim3(1))
        ragged = any(n % side for n, side in zip(needed, block, strict=True))
        one_block = grid.size == 1
        return one_block or not ragged, one_block, grid.size * block.size

    return min(LAUNCHES[name], key=figures)


def awkward_sizes(info: OperationInfo, numbers: Iterable[int]) -> list[Shape]:
    """Sizes that fill no block; each number for all sizes where the tables say nothing else."""
    return AWKWARD_SIZES.get(info.name) or [(n,) * len(info.size_names) for n in numbers]
