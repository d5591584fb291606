"""Kernels that sync their whole grid: how many blocks they may have, and the launch itself."""

from __future__ import annotations

import numpy as np
import pytest
from numba import int32

from gpuviz import cuda
from gpuviz.messages import RequestRefused


@cuda.jit
def sequential_rows(matrix):  # type: ignore[no-untyped-def]
    col = cuda.grid(1)
    group = cuda.cg.this_grid()
    for row in range(1, matrix.shape[0]):
        matrix[row, col] = matrix[row - 1, matrix.shape[1] - col - 1] + 1
        group.sync()


def test_the_most_blocks_depend_on_the_threads_of_a_block_and_not_on_their_shape() -> None:
    compiled = sequential_rows.overloads[(int32[:, ::1],)]

    blocks = [compiled.max_cooperative_grid_blocks(b) for b in (256, (16, 16), (16, 4, 4))]

    assert blocks == [blocks[0]] * 3
    assert compiled.max_cooperative_grid_blocks(512) < blocks[0]
    assert list(sequential_rows.overloads.values()) == [compiled]


@cuda.jit
def plain(matrix):  # type: ignore[no-untyped-def]
    matrix[0, 0] = 1


def test_a_kernel_knows_whether_it_asks_for_the_whole_grid() -> None:
    assert sequential_rows.overloads[()].cooperative
    assert not plain.cooperative


def test_as_many_blocks_run_and_one_more_is_refused() -> None:
    most = sequential_rows.max_cooperative_grid_blocks(1024)
    matrix = np.zeros((3, most * 1024), np.int32)

    sequential_rows[most, 1024](matrix)

    assert matrix.min(axis=1).tolist() == matrix.max(axis=1).tolist() == [0, 1, 2]
    with pytest.raises(RequestRefused, match="all 41 blocks must run at the same time"):
        sequential_rows[most + 1, 1024](np.zeros((3, 41 * 1024), np.int32))
