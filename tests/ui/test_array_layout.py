"""How arrays share the stage: each as large as the others leave room for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from gpuviz.scene.scene import Rect
from gpuviz.scene.stage.arrays.geometry import ArrayGeometry
from gpuviz.scene.stage.arrays.layout import LABEL, place_arrays, wanted_height
from gpuviz.trace import ArrayInfo

ROOM = Rect(10, 20, 1000, 300)


def infos(*shapes: tuple[int, ...]) -> list[ArrayInfo]:
    return [ArrayInfo(f"a{k}", "global", s, np.dtype("f4"), 0) for k, s in enumerate(shapes)]


def placed(shapes: Sequence[tuple[int, ...]], room: Rect = ROOM) -> list[ArrayGeometry]:
    has_matrix = any(len(shape) > 1 for shape in shapes)
    return place_arrays(infos(*shapes), room, has_matrix, is_product=False)


def apart(one: Rect, other: Rect) -> bool:
    """Whether two arrays do not touch, with the name of the lower one between them."""
    beside = one.right <= other.x or other.right <= one.x
    return beside or one.bottom + LABEL <= other.y + 1 or other.bottom + LABEL <= one.y + 1


@pytest.mark.parametrize(
    "shapes",
    [
        [(1000,), (1000,), (1000,)],
        [(1000,), (1,)],
        [(1,), (2,), (3,)],
        [(7,)] * 12,
        [(32, 48), (64, 48), (32, 64), (64,)],
        [(4, 5, 6), (30, 30)],
        [(2000, 3), (3, 2000)],
        [(1 << 22,), (2048, 2048)],
    ],
)
def test_arrays_stay_in_their_room_and_apart(shapes: list[tuple[int, ...]]) -> None:
    rects = [one.rect for one in placed(shapes, Rect(10, 20, 700, 420))]

    for at, one in enumerate(rects):
        assert one.x >= 10
        assert one.right <= 711
        assert one.bottom <= 441
        assert all(apart(one, other) for other in rects[at + 1 :])


def test_short_arrays_that_follow_each_other_share_a_row() -> None:
    one, two, three, long = placed([(1,), (2,), (3,), (500,)])

    assert one.y == two.y == three.y
    assert one.x < two.x < three.x
    assert long.y > one.rect.bottom


def test_a_long_array_has_the_room_that_a_short_one_leaves() -> None:
    long, short = placed([(1000,), (1,)])

    alone = placed([(1000,), (1000,)])[0]
    assert long.rect.h > alone.rect.h
    assert short.rect.h <= 26


def test_matrices_have_elements_of_one_size() -> None:
    geometries = placed([(32, 48), (64, 48), (32, 64)], Rect(0, 0, 480, 580))

    assert len({one.cell for one in geometries}) == 1


def test_the_wish_for_height_grows_with_the_elements() -> None:
    few, many = (wanted_height(infos((n,)), 1000) for n in (100, 5000))

    assert few < many
