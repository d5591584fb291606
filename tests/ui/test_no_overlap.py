"""Words that never lie on each other, at any size of the window."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.device import find_device
from gpuviz.insight.order import play_order
from gpuviz.scene.scene import Label, Rect, Scene, mono_width
from gpuviz.scene.stage.compose import compose
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.stage.grid.fit import fit_grid
from gpuviz.scene.stage.layout import divide
from gpuviz.scene.stage.viewpoint import StageFrame, look
from gpuviz.scene.theme import DARK
from gpuviz.texts import say
from gpuviz.trace import Trace
from gpuviz.ui.playback.bar import FORMS, PlaybackBar
from gpuviz.ui.stage.paint import measure
from tests.helpers import traces
from tests.helpers.launches import emulated
from tests.ui.windows import open_window, run

WINDOWS = [(1920, 1080), (1680, 1050), (1280, 800), (1024, 700), (800, 600)]
STAGES_IN_LESSONS = [(674, 352), (560, 300)]
SMALLEST_TEXT = 9
SLACK = 1.0  # pixels by which measured words may touch


def words_of(scene: Scene) -> list[tuple[str, Rect]]:
    """The words outside of cells, with the rectangle that each really covers."""
    found = []
    for label in scene.items:
        if isinstance(label, Label) and label.align != "center" and label.text:
            wide = (
                mono_width(label.text, label.size)
                if label.mono
                else measure(label.text, label.size)
            )
            wide = min(wide, label.rect.w)
            left = label.rect.right - wide if label.align == "right" else label.rect.x
            middle = label.rect.y + label.rect.h / 2
            found.append((label.text, Rect(left, middle - label.size / 2, wide, label.size)))
    return found


def overlap(one: Rect, other: Rect) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return across > SLACK and down > SLACK


def with_long_names() -> Trace:
    """A launch whose arrays have names that do not fit above them."""
    trace = traces.matmul_tiled()
    arrays = tuple(replace(info, name=f"{info.name}_of_the_block") for info in trace.arrays)
    return replace(trace, arrays=arrays)


KINDS: dict[str, Callable[[], Trace]] = {
    "1d": traces.vector_add,
    "2d with tiles": traces.matmul_tiled,
    "long names": with_long_names,
}


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "size"), list(itertools.product(KINDS, WINDOWS)))
def test_words_on_the_stage_do_not_lie_on_each_other(
    qtbot: QtBot, kind: str, size: tuple[int, int]
) -> None:
    window, trace = open_window(qtbot), KINDS[kind]()
    window.resize(*size)
    window.session.show_recording(trace, "some.gpuviz")
    window.session.selection.select_thread(trace.config.blocks - 1, 40)
    qtbot.waitUntil(lambda: window.stage.scale == 1)

    for moment in (1, window.session.playback.length // 2, window.session.playback.length - 1):
        window.session.playback.seek(moment)
        pairs = itertools.combinations(words_of(window.stage.scene), 2)
        assert [(a[0], b[0]) for a, b in pairs if overlap(a[1], b[1])] == []


@pytest.mark.slow
@pytest.mark.parametrize("size", STAGES_IN_LESSONS)
@pytest.mark.parametrize(
    "operation", ["sum_shared", "q_learning", "normalize_image", "attention", "lstm_cell"]
)
def test_words_on_a_stage_as_low_as_beside_a_lesson_do_not_lie_on_each_other(
    qapp: QApplication, operation: str, size: tuple[int, int]
) -> None:
    trace = emulated(operation)
    order = play_order(trace, find_device("t4"))
    assert order is not None
    facts = StageFacts(trace, order)
    layout = divide(facts, *size)
    frame = StageFrame(facts, layout, fit_grid(facts.shape, layout.grid), DARK, measure, say)

    for instant in (order.at(0), order.at(len(order) // 2), order.end):
        words = words_of(compose(look(frame, instant, trace.config.blocks - 1, 5)))
        pairs = itertools.combinations(words, 2)
        assert [(a[0], b[0]) for a, b in pairs if overlap(a[1], b[1])] == []
        assert [text for text, place in words if place.bottom > size[1] or place.y < 0] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "size"), list(itertools.product(("1d", "2d with tiles"), WINDOWS))
)
def test_no_word_on_the_stage_is_smaller_than_9_pixels(
    qtbot: QtBot, kind: str, size: tuple[int, int]
) -> None:
    window = open_window(qtbot)
    window.resize(*size)
    window.session.show_recording(KINDS[kind](), "some.gpuviz")
    window.session.selection.select_thread(0, 40)
    window.session.playback.seek(window.session.playback.length // 2)

    qtbot.waitUntil(lambda: window.stage.scale == 1)

    labels = [item for item in window.stage.scene.items if isinstance(item, Label)]
    assert min(label.size for label in labels) >= SMALLEST_TEXT


@pytest.mark.slow
@pytest.mark.parametrize("size", WINDOWS)
def test_the_toolbar_and_all_panels_are_inside_of_the_window(
    qtbot: QtBot, size: tuple[int, int]
) -> None:
    window = open_window(qtbot)
    window.resize(*size)
    window.session.show_recording(traces.matmul_tiled(), "some.gpuviz")
    inside = window.rect()

    shown = [window.stage, window.playback_bar, window.status, *window.toolbar.controls]
    qtbot.waitUntil(lambda: all(widget.isVisible() for widget in shown))

    assert (window.width(), window.height()) == size
    for widget in shown:
        corner = widget.mapTo(window, widget.rect().bottomRight())
        assert inside.contains(corner), widget.objectName()


def test_a_window_that_becomes_small_puts_its_panels_into_one_column_and_back(
    qtbot: QtBot,
) -> None:
    window = open_window(qtbot)
    window.resize(1400, 900)
    docks, area = window.docks, window.dockWidgetArea
    before = {name: (area(dock), dock.isHidden()) for name, dock in docks.items()}

    window.resize(800, 600)

    assert area(docks["launch"]) == area(docks["source"]) == area(docks["inspector"])
    assert docks["how_fast"].isHidden()
    assert window.stage.width() > 500

    window.resize(1400, 900)

    assert {name: (area(dock), dock.isHidden()) for name, dock in docks.items()} == before


@pytest.mark.slow
@pytest.mark.parametrize("size", list(WINDOWS))
def test_nothing_in_the_playback_bar_is_cut_or_covered(qtbot: QtBot, size: tuple[int, int]) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.resize(*size)
    bar = window.playback_bar
    parts = [*bar.buttons.values(), bar.slider, bar.position, bar.order_label, bar.speed]

    qtbot.waitUntil(lambda: window.width() == size[0] and bar.width() == window.stage.width())
    shown = [part for part in parts if part.isVisible()]

    for left, right in itertools.pairwise(shown):
        assert left.geometry().right() < right.geometry().left()
    assert shown[-1].geometry().right() < bar.width()
    assert bar.slider.width() >= 120
    for label in (bar.position, bar.order_label):
        assert not label.isVisible() or label.width() >= label.sizeHint().width()


@pytest.mark.slow
def test_a_narrower_bar_first_gives_up_the_order_and_then_the_speed(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.session.show_recording(traces.matmul_tiled(), "some.gpuviz")
    bar: PlaybackBar = window.playback_bar
    center = bar.parentWidget()
    column = center.layout() if center is not None else None
    assert column is not None
    column.removeWidget(bar)  # which would give it the stage's width again
    forms = []

    for width in range(1000, 250, -5):
        bar.resize(width, bar.height())
        if bar.form not in forms:
            forms.append(bar.form)

    assert forms == list(FORMS[: len(forms)])
    assert (forms[0].order, forms[1].order, forms[1].speed, forms[2].speed) == (
        True,
        False,
        True,
        False,
    )
    assert "modelled" in bar.position.toolTip()
