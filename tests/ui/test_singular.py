"""One is one: "1 lane", and nowhere "1 lanes", in a launch of which there is one of everything."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.launch import Dim3
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.scene_widget import SceneWidget
from tests.ui.every_text import every_text, every_tip
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.test_every_text import visit
from tests.ui.windows import launch

COUNTED = (
    "threads lanes warps blocks elements sectors steps requests wavefronts conflicts launches runs"
    " times registers layers words branches operations frames points"
)
ONE_OF_MANY = re.compile(rf"(?<![\w.,\u202f])1 ({'|'.join(COUNTED.split())})\b")


def wrong_plurals(text: str) -> list[str]:
    return [found.group() for found in ONE_OF_MANY.finditer(re.sub("<[^>]*>", "", text))]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1 lanes", ["1 lanes"]),
        ("block 0 · 1 threads", ["1 threads"]),
        ("1 lane", []),
        ("21 lanes", []),
        ("4.1 times", []),
        ("1\u202f001 lanes", []),
    ],
)
def test_a_plural_after_one_is_seen(text: str, wrong: list[str]) -> None:
    assert wrong_plurals(text) == wrong


OPERATIONS = ("vector_add", "matmul_tiled", "sum_shuffle", "histogram")


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_launch_of_one_thread_is_told_in_the_singular(qtbot: QtBot, operation: str) -> None:
    window = launch(qtbot, operation, EmulatingWorkers())
    size = tuple(1 for _ in window.session.launch.choice.size)
    found: set[str] = set()

    def look(place: str) -> None:
        found.update(f"{place}: {wrong}" for text in texts(window) for wrong in wrong_plurals(text))

    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.set_numbers(size, Dim3(1, 1, 1), Dim3(1, 1, 1))
    visit(qtbot, window, look)

    assert sorted(found) == []


def texts(window: MainWindow) -> Iterator[str]:
    """Of widgets, of their tooltips, and of what is painted."""
    yield from (shown.text for shown in every_text())
    yield from (shown.text for shown in every_tip(window))
    for widget in window.findChildren(SceneWidget):
        yield from widget.scene.texts()
        yield widget.description()
