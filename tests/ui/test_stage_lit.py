"""What a chosen thread, warp or block touches lights up, and is said."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.scene.scene import Cells, Edges, Rect, Scene
from gpuviz.scene.stage.arrays.geometry import ArrayGeometry, matrix
from gpuviz.scene.stage.arrays.outline import outline
from gpuviz.scene.stage.colours import argb
from gpuviz.scene.theme import DARK
from tests.helpers.traces import matmul_tiled, vector_add
from tests.ui.test_stage_scene import SIZES, drawn, seen

FOUR_BY_FIVE = ArrayGeometry((4, 5), (1, 1), 5, 4, (10.0, 10.0), 0.5, 0.5, False)


def edges(scene: Scene, color: str) -> list[Edges]:
    return [item for item in drawn(scene, Edges) if item.color == color]


def test_cells_beside_each_other_have_one_outline() -> None:
    found = outline(FOUR_BY_FIVE, np.array([0, 1, 5, 6]))

    assert {tuple(edge) for edge in found.tolist()} == {
        (0, 0, 20, 0),
        (0, 20, 20, 20),
        (0, 0, 0, 20),
        (20, 0, 20, 20),
    }


def test_an_outline_turns_where_the_cells_do() -> None:
    found = outline(FOUR_BY_FIVE, np.array([0, 1, 6]))

    length = np.abs(found[:, 2:] - found[:, :2]).sum()
    assert length == 80  # of three squares of 10, the two inner borders counted for neither


@pytest.mark.parametrize("size", SIZES)
def test_a_thread_is_said_to_read_and_write(size: tuple[int, int]) -> None:
    texts = seen(vector_add(), 40, 3, 17, size=size).texts()

    assert "Thread 17 of block 3 reads a[785], b[785] · writes c[785]" in texts


@pytest.mark.parametrize(
    ("width", "said"),
    [
        (1400, "Thread (5, 3) of block (0, 0) reads 2 elements of A, 2 of B, tile_a[3, 0–7]"),
        (2400, "tile_b[0–7, 5] · writes C[3, 5], tile_a[3, 5], tile_b[3, 5]"),
        (640, "Thread (5, 3) reads 2 elements of A, 2 of B"),  # its block stands above
        (640, "writes C[3, 5]"),  # what it does to tiles has no room
    ],
)
def test_a_thread_of_a_product_is_said_as_fully_as_there_is_room(width: int, said: str) -> None:
    texts = seen(matmul_tiled(), 40, 0, 3 * 8 + 5, size=(width, 900)).texts()

    assert any(said in text for text in texts)


@pytest.mark.parametrize("moment", [0, 96])
def test_what_a_thread_touches_is_outlined_at_every_step(moment: int) -> None:
    scene = seen(vector_add(), moment, 3, 17)

    assert [len(item.points) for item in edges(scene, DARK.read)] == [4, 4]
    assert [len(item.points) for item in edges(scene, DARK.write)] == [4]


@pytest.mark.slow
def test_the_part_that_a_chosen_block_writes_is_one_outline() -> None:
    scene = seen(matmul_tiled(64, 16), 200, 6)

    outside = [e for e in edges(scene, DARK.write) if e.points[:, 0].max() < 400]
    assert [len(item.points) for item in outside] == [4]


def test_where_a_cell_stands_for_many_those_that_are_touched_most_are_brightest() -> None:
    scene = seen(vector_add(1 << 20, followed=(0, 4095)), 0, 0)

    strip = drawn(scene, Cells)[-3].pixels.ravel()

    assert strip[0] != strip[3]
    assert len({int(p) for p in strip[1:8]}) > 1
    assert argb(DARK.read) not in strip[1:8]


def test_of_a_block_that_was_not_followed_it_is_said() -> None:
    texts = seen(vector_add(1 << 20, followed=(0, 4095)), 5, 7, 3).texts()

    assert "The steps of block 7 were not kept: what it reads is not known." in texts


def test_without_a_choice_nothing_is_outlined() -> None:
    scene = seen(vector_add(), 40)

    assert edges(scene, DARK.read) == edges(scene, DARK.write) == []


@pytest.mark.slow
def test_a_matrix_with_tiny_cells_is_bright_where_it_is_read() -> None:
    geometry = matrix((64, 64), Rect(0, 0, 200, 200))

    assert min(geometry.cell) < 5
    assert len(edges(seen(matmul_tiled(64, 16), 0, 0), DARK.read)) == 4
