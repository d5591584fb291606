"""The stage in the letters of a hall: lines from lanes lie on nothing but where they lead."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtWidgets import QApplication

from gpuviz.device import find_device
from gpuviz.insight.order import play_order
from gpuviz.scene.scene import Captions, Curves, Group, Item, Label, Rect, Scene
from gpuviz.scene.stage.arrays.names import names
from gpuviz.scene.stage.arrays.scene import lines, placed_arrays
from gpuviz.scene.stage.camera import Camera, camera_before
from gpuviz.scene.stage.canvas import Canvas
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.warp.scene import cells_of
from gpuviz.scene.theme import DARK
from gpuviz.ui.stage.paint import measure
from tests.helpers.launches import emulated
from tools.pictures.findings import covered

LEAST_PX = 13
ROOMS = {"1080p": (587.0, 395.0), "720p": (577.0, 376.0), "beside a lesson": (577.0, 280.0)}
OPERATIONS = ("vector_add", "matmul_tiled", "sum_shared", "transpose_tiled", "broken_histogram")
POINTS = 40  # of a curve that are looked at
SLACK = 2.0  # pixels


def camera(operation: str, room: str) -> Camera:
    trace = emulated(operation)
    facts = StageFacts(trace, play_order(trace, find_device("t4")))
    canvas = Canvas(facts, ROOMS[room], LEAST_PX)
    before = camera_before(facts, *ROOMS[room], DARK, measure, 0, 5)
    frame = replace(before.frame, layout=canvas.layout, grid=canvas.grid)
    return replace(before, frame=frame)


def views(operation: str, room: str) -> list[Viewpoint]:
    """At moments from start to end."""
    seen = camera(operation, room)
    order = seen.frame.facts.order
    assert order is not None
    return [seen.look(order.at(at)) for at in np.linspace(0, len(order), 9).astype(int).tolist()]


def along(curves: NDArray[np.float64]) -> NDArray[np.float64]:
    """[n, points, 2] places on cubic curves."""
    t = np.linspace(0, 1, POINTS)[None, :, None]
    a, b, c, d = (curves[:, None, at : at + 2] for at in range(0, 8, 2))
    found = a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t**2 * (1 - t) + d * t**3
    return np.asarray(found, np.float64)


def sizes(items: tuple[Item, ...]) -> list[int]:
    found: list[int] = []
    for item in items:
        if isinstance(item, Label | Captions):
            found.append(item.size)
        elif isinstance(item, Group):
            found += sizes(item.items)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_line_from_a_lane_lies_on_an_array_that_it_does_not_lead_to(
    qapp: QApplication, operation: str, room: str
) -> None:
    drawn = 0
    for view in views(operation, room):
        placed = placed_arrays(view)
        named = [covered(one) for one in names(view, placed) if isinstance(one, Label)]
        for item in lines(view, placed):
            assert isinstance(item, Curves)
            for points in along(item.points):
                drawn += 1
                last = points[-1]
                others = [array.geometry.rect for array in placed]
                others = [rect for rect in others if not _holds(rect, last)]
                assert not any(_inside(rect, points) for rect in (*others, *named))
    assert drawn or operation == "transpose_tiled"


@pytest.mark.parametrize("operation", ["vector_add", "matmul_tiled"])
def test_no_line_from_a_lane_passes_behind_another_lane(qapp: QApplication, operation: str) -> None:
    for view in views(operation, "1080p"):
        cells = cells_of(view)
        assert cells is not None
        lanes = [cells.rect(lane).inset(SLACK) for lane in range(32)]
        for item in lines(view, placed_arrays(view)):
            assert isinstance(item, Curves)
            points = along(item.points).reshape(-1, 2)
            assert not any(_inside(rect, points) for rect in lanes)


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_letter_is_smaller_than_asked_for(qapp: QApplication, operation: str, room: str) -> None:
    seen = camera(operation, room)
    order = seen.frame.facts.order
    assert order is not None

    for at in (0, len(order) // 2, len(order)):
        scene: Scene = seen.scene(order.at(at))
        assert min(sizes(scene.items)) >= LEAST_PX
        assert scene.sentence


def _holds(rect: Rect, point: NDArray[np.float64]) -> bool:
    grown = rect.inset(-SLACK)
    return grown.contains(float(point[0]), float(point[1]))


def _inside(rect: Rect, points: NDArray[np.float64]) -> bool:
    inner = rect.inset(SLACK)
    across = (points[:, 0] > inner.x) & (points[:, 0] < inner.right)
    return bool((across & (points[:, 1] > inner.y) & (points[:, 1] < inner.bottom)).any())
