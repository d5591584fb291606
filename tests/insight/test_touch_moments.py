"""When a thread touched an element, held against hand-made traces."""

from __future__ import annotations

import pytest

from gpuviz.device import find_device
from gpuviz.insight.order import play_order
from gpuviz.insight.touch_moments import Touching, array_row, flat_element, touch_moments
from gpuviz.trace.source import AccessKind
from tests.helpers import traces


@pytest.mark.parametrize(
    ("array", "element", "kind", "count"),
    [
        ("c", 5, "write", 1),
        ("a", 5, "read", 1),
        ("a", 5, "write", 0),
        ("c", 4, "write", 0),  # another lane of the warp writes it
    ],
)
def test_a_thread_of_a_vector_addition_touches_its_own_elements_once(
    array: str, element: int, kind: AccessKind, count: int
) -> None:
    trace = traces.vector_add(8, 4)
    order = play_order(trace, find_device("t4"))
    assert order is not None
    row = array_row(trace, array, "global")

    found = touch_moments(trace, order, Touching(1, 1, row, element, kind=kind))

    assert len(found) == count
    for moment in found.tolist():
        assert trace.steps is not None
        step = order.step[moment - 1]
        assert (trace.steps.block[step], trace.steps.warp[step]) == (1, 0)


def test_an_array_is_found_by_name_and_place_only() -> None:
    trace = traces.vector_add(8, 4)

    assert array_row(trace, "b", "global") == 1
    assert array_row(trace, "b", "shared") is None


@pytest.mark.parametrize(
    ("shape", "index", "flat"),
    [((4,), (3,), 3), ((4,), (-1,), 3), ((4,), (4,), None), ((2, 3), (1, 2), 5), ((), (), 0)],
)
def test_an_index_becomes_a_flat_number_unless_it_is_outside(
    shape: tuple[int, ...], index: tuple[int, ...], flat: int | None
) -> None:
    assert flat_element(shape, index) == flat
