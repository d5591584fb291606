"""Pictures in the window: drawing with mouse and keys, enlarging, exporting."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.scene.pictures.look import tiles_of
from gpuviz.scene.pictures.strokes import Point
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.pictures.canvas import DrawingCanvas
from tests.ui.trains_in_windows import show_pictures, workers_of
from tests.ui.windows import open_window

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
PLAIN, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
KEY = Qt.Key


def draw(
    canvas: DrawingCanvas, *points: Point, button: Qt.MouseButton = LEFT,
    held: Qt.KeyboardModifier = PLAIN,
) -> None:  # fmt: skip
    """One stroke with the mouse, through points of the array."""
    first, *others = (canvas.place_of(point).toPoint() for point in points)
    QTest.mousePress(canvas, button, held, first)
    for place in others:
        QTest.mouseMove(canvas, place)
    QTest.mouseRelease(canvas, button, held, others[-1] if others else first)


def given(window: MainWindow) -> np.ndarray:
    return np.asarray(workers_of(window).pipelines[-1].given["image"])


@pytest.mark.slow
def test_inputs_and_outputs_are_shown_as_what_they_mean(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_pictures(qtbot, tmp_path)

    assert window.panels.pictures.pad.isVisible()
    assert [card.name for card in window.panels.pictures.gallery.cards] == ["maps", "chances"]
    assert "It is a 7" in window.panels.pictures.gallery.scene.sentence


@pytest.mark.slow
def test_the_example_of_the_pipeline_is_on_the_canvas_until_one_draws(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = show_pictures(qtbot, tmp_path)
    canvas = window.panels.pictures.pad.canvas

    assert canvas.shows_sample
    assert canvas.pixels[10, 13] == 1

    draw(canvas, (4.0, 4.0), (8.0, 4.0))

    assert not canvas.shows_sample
    assert canvas.pixels[10, 13] == 0


@pytest.mark.slow
def test_each_stroke_launches_the_pipeline_with_what_was_drawn(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = show_pictures(qtbot, tmp_path)
    canvas = window.panels.pictures.pad.canvas

    with qtbot.waitSignal(window.session.launch.resultReady):
        draw(canvas, (6.0, 6.0), (20.0, 6.0), (12.0, 24.0))

    image = given(window)
    assert image.shape == (1, 1, 28, 28)
    assert image.dtype == np.float32
    np.testing.assert_array_equal(image[0, 0], canvas.pixels)
    assert image[0, 0, 5:7, 8:18].min() > 0.5

    with qtbot.waitSignal(window.session.launch.resultReady):
        draw(canvas, (8.0, 15.0), (18.0, 15.0))

    assert len(workers_of(window).pipelines) == 3
    assert not canvas.shows_sample


@pytest.mark.slow
def test_the_right_button_and_shift_erase(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_pictures(qtbot, tmp_path)
    canvas = window.panels.pictures.pad.canvas
    draw(canvas, (14.0, 4.0), (14.0, 24.0))

    draw(canvas, (14.0, 6.0), button=RIGHT)
    draw(canvas, (14.0, 20.0), held=SHIFT)

    assert canvas.pixels[6, 13] == 0
    assert canvas.pixels[20, 13] == 0
    assert canvas.pixels[13, 13] > 0.9


@pytest.mark.slow
def test_an_empty_canvas_is_said_and_nothing_is_launched(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_pictures(qtbot, tmp_path)
    before = len(workers_of(window).pipelines)

    QTest.mouseClick(window.panels.pictures.pad.clear, LEFT)
    window.session.launch.run()

    assert "there is nothing on the canvas yet" in window.panels.pictures.pad.note.text()
    assert "there is nothing on the canvas yet" in window.panels.launch.notes.text
    assert len(workers_of(window).pipelines) == before


@pytest.mark.slow
def test_what_came_of_a_drawing_goes_with_the_drawing(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_pictures(qtbot, tmp_path)
    pictures = window.panels.pictures
    assert "It is a 7" in pictures.gallery.scene.sentence

    QTest.mouseClick(pictures.pad.clear, LEFT)

    qtbot.waitUntil(lambda: "It is a" not in pictures.gallery.scene.sentence)
    assert {card.problem for card in pictures.gallery.cards} == {
        "Nothing is drawn, so nothing comes out."
    }

    with qtbot.waitSignal(window.session.launch.resultReady):
        draw(pictures.pad.canvas, (6.0, 6.0), (20.0, 6.0), (12.0, 24.0))

    qtbot.waitUntil(lambda: "It is a 7" in pictures.gallery.scene.sentence)


@pytest.mark.slow
def test_without_live_the_result_of_another_drawing_is_not_shown_beside_this_one(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = show_pictures(qtbot, tmp_path)
    window.session.launch.set_live(False)

    draw(window.panels.pictures.pad.canvas, (14.0, 4.0), (14.0, 24.0))

    words = {"The drawing has changed: press Run."}
    gallery = window.panels.pictures.gallery
    qtbot.waitUntil(lambda: {card.problem for card in gallery.cards} == words)


@pytest.mark.slow
def test_undo_brings_back_what_was_wiped(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_pictures(qtbot, tmp_path)
    pad = window.panels.pictures.pad
    draw(pad.canvas, (14.0, 4.0), (14.0, 24.0))
    drawn = pad.canvas.pixels

    QTest.mouseClick(pad.clear, LEFT)
    assert not pad.canvas.pixels.any()
    QTest.mouseClick(pad.undo, LEFT)

    np.testing.assert_array_equal(pad.canvas.pixels, drawn)


@pytest.mark.slow
def test_one_can_draw_with_the_keyboard_alone(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_pictures(qtbot, tmp_path)
    canvas = window.panels.pictures.pad.canvas
    canvas.setFocus(Qt.FocusReason.TabFocusReason)
    x, y = canvas.pen

    QTest.keyClick(canvas, KEY.Key_Space)
    for _ in range(6):
        QTest.keyClick(canvas, KEY.Key_Right)
    with qtbot.waitSignal(window.session.launch.resultReady):
        QTest.keyClick(canvas, KEY.Key_Space)

    assert canvas.pen == (x + 6, y)
    assert given(window)[0, 0, int(y), int(x) : int(x) + 6].min() > 0.5

    QTest.keyClick(canvas, KEY.Key_Delete)

    assert not canvas.pixels.any()


@pytest.mark.slow
def test_without_live_a_drawing_waits_for_run(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_pictures(qtbot, tmp_path)
    window.session.launch.set_live(False)
    before = len(workers_of(window).pipelines)

    draw(window.panels.pictures.pad.canvas, (14.0, 4.0), (14.0, 24.0))

    assert len(workers_of(window).pipelines) == before
    assert "The drawing has changed: press Run." in window.stale.text()

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.run()

    assert given(window).any()


@pytest.mark.slow
def test_another_size_begins_with_its_own_example_again(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_pictures(qtbot, tmp_path)
    draw(window.panels.pictures.pad.canvas, (14.0, 4.0), (14.0, 24.0))

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.set_numbers((2,), window.session.launch.choice.block, None)

    assert dict(workers_of(window).pipelines[-1].given) == {}


@pytest.mark.slow
def test_a_click_enlarges_a_map_and_another_shows_all(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_pictures(qtbot, tmp_path)
    gallery = window.panels.pictures.gallery
    one = gallery.placed[0]
    rect = tiles_of(one.card, one.body).rect(4)
    place = QPoint(round(rect.x + rect.w / 2), round(rect.y + rect.h / 2))

    QTest.mouseClick(gallery, LEFT, pos=place)
    assert gallery.large is not None
    assert gallery.large.picture == 4
    QTest.keyClick(gallery, KEY.Key_Right)
    assert gallery.large.picture == 5
    QTest.keyClick(gallery, KEY.Key_Escape)

    assert gallery.large is None


@pytest.mark.slow
def test_the_value_under_the_mouse_stands_above_the_picture(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_pictures(qtbot, tmp_path)
    gallery = window.panels.pictures.gallery
    words = f"maps[0, 0, 0, 0] = {gallery.cards[0].array[0, 0, 0, 0]:.4g}"

    def is_told() -> bool:
        one = gallery.placed[0]
        rect = tiles_of(one.card, one.body).rect(0)
        QTest.mouseMove(gallery, QPoint(round(rect.x + 2), round(rect.y + 2)))
        return words in gallery.scene.texts()

    qtbot.waitUntil(is_told)


@pytest.mark.slow
def test_pictures_are_exported_as_picture_and_as_numbers(qtbot: QtBot, tmp_path: Path) -> None:
    window = show_pictures(qtbot, tmp_path)
    export = window.panels.pictures.gallery.export

    export.save(tmp_path / "maps.png")
    export.save(tmp_path / "maps.csv")

    assert (tmp_path / "maps.png").stat().st_size > 1000
    lines = (tmp_path / "maps.csv").read_text().splitlines()
    assert len(lines) == 1 + 6 * 13 * 13 + 10
    assert lines[-3].startswith("chances,0 7,0.98")


def test_an_operation_on_plain_numbers_says_that_there_are_no_pictures(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.run()

    window.arrangement.raise_below("pictures")

    qtbot.waitUntil(lambda: "works on plain numbers" in window.panels.pictures.words.text())
    assert not window.panels.pictures.pad.isVisible()
