"""Volumes on the stage: every element in a cell of its layer, found again by the mouse."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.scene.scene import Rect
from gpuviz.scene.stage.arrays.layout import place_arrays
from gpuviz.scene.stage.arrays.names import layer_name
from gpuviz.scene.stage.arrays.outline import outline
from gpuviz.scene.stage.arrays.volume_geometry import LAYER_NAME, VolumeGeometry, as_volume, volume
from gpuviz.trace import ArrayInfo

ROOM = Rect(16, 40, 460, 560)
SHAPES = st.tuples(st.integers(2, 70), st.integers(2, 70), st.integers(2, 70))


@pytest.mark.parametrize(
    ("shape", "layered"),
    [
        ((5,), None),
        ((5, 6), None),
        ((1, 5, 6), None),
        ((2, 3, 4), (2, 3, 4)),
        ((2, 3, 4, 5), (6, 4, 5)),
        ((2, 1, 3, 4, 1), (2, 3, 4)),
    ],
)
def test_what_has_three_dimensions_is_a_volume(
    shape: tuple[int, ...], layered: tuple[int, int, int] | None
) -> None:
    assert as_volume(shape) == layered


@given(SHAPES)
def test_every_element_is_in_a_cell_and_every_cell_begins_with_its_first(
    shape: tuple[int, int, int],
) -> None:
    geometry = volume(shape, ROOM)
    elements = np.arange(math.prod(shape))

    cells = geometry.cell_of(elements)

    assert sorted(set(cells.tolist())) == list(range(geometry.cells))
    first = np.full(geometry.cells, len(elements))
    np.minimum.at(first, cells, elements)
    assert (geometry.element_of(np.arange(geometry.cells)) == first).all()
    assert np.bincount(cells).max() <= geometry.elements_per_cell


@given(SHAPES, st.data())
def test_a_cell_of_a_volume_is_found_where_it_is_drawn(
    shape: tuple[int, int, int], data: st.DataObject
) -> None:
    geometry = volume(shape, ROOM)
    cell = data.draw(st.integers(0, geometry.cells - 1))
    rect = geometry.cell_rect(cell)

    assert geometry.cell_at(rect.x + rect.w / 2, rect.y + rect.h / 2) == cell
    assert geometry.rect.right <= ROOM.right
    assert geometry.rect.bottom <= ROOM.bottom


@given(SHAPES)
def test_the_samples_of_a_cell_belong_to_it(shape: tuple[int, int, int]) -> None:
    geometry = volume(shape, ROOM)

    cells = geometry.cell_of(geometry.samples())

    assert (cells == np.arange(geometry.cells)[:, None]).all()


def test_a_small_volume_has_a_place_for_the_name_of_each_layer() -> None:
    geometry = volume((6, 10, 12), ROOM)

    places = list(geometry.layer_places())

    assert [list(layers) for layers, _ in places] == [[k] for k in range(6)]
    for layer, (_, room) in enumerate(places):
        first = geometry.cell_rect(layer * 120)
        assert (room.x, room.bottom) == (first.x, first.y)
        assert geometry.cell_at(room.x + 2, room.y + LAYER_NAME / 2) is None


def test_too_many_layers_are_gathered_and_none_is_dropped() -> None:
    geometry = volume((500, 32, 32), ROOM)

    layers = [layer for range_, _ in geometry.layer_places() for layer in range_]

    assert layers == list(range(500))
    assert geometry.deep > 1


def test_four_million_elements_have_a_place() -> None:
    geometry = volume((64, 256, 256), ROOM)

    assert geometry.cell_of(np.array([2**22 - 1])).tolist() == [geometry.cells - 1]
    assert geometry.rect.bottom <= ROOM.bottom


def test_an_outline_follows_the_layers() -> None:
    geometry = volume((2, 4, 4), ROOM)
    whole_layer = geometry.cell_of(np.arange(16))

    assert len(outline(geometry, whole_layer)) == 4


@pytest.mark.parametrize(
    ("shape", "layers", "name"),
    [
        ((6, 3, 3), range(2, 3), "z = 2"),
        ((6, 3, 3), range(2, 4), "z = 2…3"),
        ((2, 3, 4, 4), range(5, 6), "[1, 2]"),
        ((2, 3, 4, 4), range(2), "[0, 0…0, 1]"),
    ],
)
def test_a_layer_is_named_by_the_indices_in_front(
    shape: tuple[int, ...], layers: range, name: str
) -> None:
    assert layer_name(shape, layers) == name


def test_two_volumes_stand_beside_each_other_or_below() -> None:
    infos = [ArrayInfo(n, "global", (4, 8, 8), np.dtype(np.float32), 0) for n in "ab"]

    first, second = place_arrays(infos, ROOM, has_matrix=True, is_product=False)

    assert isinstance(first, VolumeGeometry)
    assert first.rect.right <= second.x or first.rect.bottom <= second.y


def test_small_layers_take_the_room_that_is_there() -> None:
    room = Rect(0, 0, 350, 300)

    cubes = volume((16, 2, 2), room)

    assert cubes.cell[0] >= 20
    assert cubes.rect.w <= room.w
    assert cubes.rect.h <= room.h
