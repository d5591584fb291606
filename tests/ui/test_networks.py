"""Networks in the window: from an element to the thread that wrote it, and films of pictures."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.operation import find_operation
from gpuviz.scene.pictures.marks import NO_MARKS, element_rect
from gpuviz.scene.pictures.scene import PictureChoice
from gpuviz.scene.scene import PartHit
from gpuviz.ui.main_window import MainWindow
from tests.helpers.films import flat
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import open_window

LEFT, KEY = Qt.MouseButton.LeftButton, Qt.Key
PIXEL = (0, 3, 10, 12)


def show(qtbot: QtBot, operation: str) -> MainWindow:
    """A window that shows the pictures of an operation that the emulator ran."""
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    with qtbot.waitSignal(window.session.launch.resultReady, timeout=60_000):
        window.session.launch.pick_operation(find_operation(operation))
    window.arrangement.raise_below("pictures")
    qtbot.waitUntil(lambda: bool(window.panels.pictures.gallery.cards))
    return window


def click_element(window: MainWindow, name: str, element: int, only: int | None = None) -> None:
    """With the mouse, in the middle of it."""
    gallery = window.panels.pictures.gallery
    one = next(one for one in gallery.placed if one.card.name == name)
    rect = element_rect(one, only, element)
    assert rect is not None
    place = QPoint(int(rect.x + rect.w / 2), int(rect.y + rect.h / 2))
    QTest.mouseClick(gallery, LEFT, pos=place)


def pick_pixel(qtbot: QtBot, window: MainWindow) -> None:
    """One of the first maps: its map is enlarged by a click, and then it is clicked."""
    gallery = window.panels.pictures.gallery
    element = flat(gallery.cards[0].array, *PIXEL)
    click_element(window, "maps1", element)
    assert gallery.large == PictureChoice(0, PIXEL[1])
    click_element(window, "maps1", element, PIXEL[1])
    qtbot.waitUntil(lambda: has_sum(window))


def has_sum(window: MainWindow) -> bool:
    story = window.panels.pictures.making.story
    return story is not None and story.making is not None and story.making.sum is not None


@pytest.mark.slow
def test_a_click_on_a_pixel_leads_to_launch_block_thread_element_and_moment(qtbot: QtBot) -> None:
    window = show(qtbot, "cnn_digits")
    session = window.session

    pick_pixel(qtbot, window)

    shown, playback = session.launch.shown, session.playback
    assert shown is not None
    assert (shown.row, shown.trace.kernel) == (0, "conv2d")
    assert session.selection.block is not None
    assert session.selection.thread is not None
    block = shown.trace.config.grid.index(session.selection.block)
    thread = shown.trace.config.block.index(session.selection.thread)
    sides = shown.trace.config.block
    place = [b * s + t for b, s, t in zip(block, sides, thread, strict=True)]
    assert place == [12, 10, 3]  # column, row, map
    assert session.selection.element is not None
    assert session.selection.element.element == flat(np.zeros((1, 32, 26, 26)), *PIXEL)
    story = window.panels.pictures.making.story
    assert story is not None
    assert story.making is not None
    assert playback.current_step == story.making.moment_step


@pytest.mark.slow
def test_the_sum_of_a_clicked_pixel_is_what_numpy_sums(qtbot: QtBot) -> None:
    window = show(qtbot, "cnn_digits")

    pick_pixel(qtbot, window)

    shown, story = window.session.launch.shown, window.panels.pictures.making.story
    assert shown is not None
    assert story is not None
    assert story.making is not None
    assert story.making.sum is not None
    inputs = shown.result.inputs
    window_of_pixels = inputs["image"][0, 10:13, 12:15]
    by_numpy = float((inputs["w1"][3, 0] * window_of_pixels).sum() + inputs["b1"][3])
    assert story.making.sum.total == pytest.approx(by_numpy, abs=1e-5)
    after = max(by_numpy, 0.0)
    assert story.title == f"maps1[0, 3, 10, 12] = {after:.4g}" or after == 0
    assert story.after[0].startswith("→ Launch 2 of 12: relu: ")


@pytest.mark.slow
def test_where_the_thread_looked_is_framed_on_the_canvas(qtbot: QtBot) -> None:
    window = show(qtbot, "cnn_digits")

    pick_pixel(qtbot, window)

    assert window.panels.pictures.pad.canvas.window_shown == (12, 10, 3, 3)


@pytest.mark.slow
def test_esc_shows_the_pictures_alone_again(qtbot: QtBot) -> None:
    window = show(qtbot, "cnn_digits")
    pictures = window.panels.pictures
    pick_pixel(qtbot, window)

    QTest.keyClick(pictures.gallery, KEY.Key_Escape)

    assert pictures.gallery.marks is NO_MARKS
    assert not pictures.making.isVisible()
    assert pictures.pad.canvas.window_shown is None
    assert pictures.gallery.large is not None

    QTest.keyClick(pictures.gallery, KEY.Key_Escape)

    assert pictures.gallery.large is None


@pytest.mark.slow
def test_a_pixel_is_picked_by_keyboard_alone(qtbot: QtBot) -> None:
    window = show(qtbot, "cnn_digits")
    gallery = window.panels.pictures.gallery
    gallery.setFocus()

    for key in (KEY.Key_Right, KEY.Key_Return, KEY.Key_Return):
        QTest.keyClick(gallery, key)
    assert gallery.marks.element == 13 * 26 + 13
    QTest.keyClick(gallery, KEY.Key_Left)
    QTest.keyClick(gallery, KEY.Key_Down)

    assert gallery.marks.element == 14 * 26 + 12
    qtbot.waitUntil(lambda: has_sum(window))
    assert window.panels.pictures.making.story is not None
    assert "maps1[0, 0, 14, 12]" in window.panels.pictures.making.story.title


@pytest.mark.slow
def test_another_window_of_a_sum_is_written_out_by_a_click(qtbot: QtBot) -> None:
    window = show(qtbot, "cnn_digits")
    pictures = window.panels.pictures
    pictures.gallery.elementPicked.emit("maps2", 5)
    qtbot.waitUntil(lambda: has_sum(window))

    pictures.making.hit_clicked(PartHit(7), Qt.KeyboardModifier.NoModifier)

    assert any(text.startswith("window 8 of 32") for text in pictures.making.scene.texts())


@pytest.mark.slow
def test_an_element_that_was_given_says_that_no_launch_wrote_it(qtbot: QtBot) -> None:
    window = show(qtbot, "lstm_text")

    click_element(window, "text", 2)

    story = window.panels.pictures.making.story
    assert story is not None
    assert "No launch wrote it" in story.where


def test_a_letter_leads_to_the_choice_that_wrote_it(qtbot: QtBot) -> None:
    window = show(qtbot, "lstm_text")

    click_element(window, "text", 10)

    shown = window.session.launch.shown
    assert shown is not None
    assert (shown.trace.kernel, shown.row + 1) == ("choose", 19)
    qtbot.waitUntil(lambda: window.session.selection.thread == 0)
    story = window.panels.pictures.making.story
    assert story is not None
    assert story.title == "text[10] = 100 ('d')"


@pytest.mark.slow
def test_the_film_goes_back_to_before_the_first_launch_and_the_stage_follows(
    qtbot: QtBot,
) -> None:
    window = show(qtbot, "lstm_text")
    pictures = window.panels.pictures

    pictures.bar.slider.setValue(35)

    shown = window.session.launch.shown
    assert shown is not None
    assert (shown.row, shown.trace.kernel) == (34, "choose")
    assert pictures.bar.words.text() == "after launch 35 of 73: choose"
    assert pictures.gallery.scene.texts().count("·") > 9

    pictures.bar.slider.setValue(0)

    assert pictures.bar.words.text() == "before the first launch"


@pytest.mark.slow
def test_a_film_that_plays_comes_to_its_end_launch_by_launch(qtbot: QtBot) -> None:
    window = show(qtbot, "video_frames")
    clock = window.panels.pictures.clock
    places: list[int] = []
    clock.moved.connect(places.append)

    QTest.mouseClick(window.panels.pictures.bar.button, LEFT)
    while clock.playing:
        clock.tick()

    assert places == list(range(25))
    assert window.panels.pictures.gallery.cards[-1].says == "frame 6 of 6"


@pytest.mark.slow
def test_the_launch_on_the_stage_moves_the_pictures_as_it_plays(qtbot: QtBot) -> None:
    window = show(qtbot, "cnn_digits")
    playback, pictures = window.session.playback, window.panels.pictures
    window.session.launch.opener.open(0)
    playback.seek(0)
    playback.speed = 0.1  # it does not come to its end by itself meanwhile

    playback.play()
    playback.seek_step(playback.length - 3)  # some warps of the followed blocks have written
    qtbot.waitUntil(lambda: written_share(window) not in (0.0, 1.0))
    early = written_share(window)
    assert pictures.clock.position == 0
    playback.seek_round(playback.rounds + 1)
    qtbot.waitUntil(lambda: written_share(window) == 1.0 and pictures.clock.position == 1)

    assert 0 < early < 1


def written_share(window: MainWindow) -> float:
    """Of the first maps, as the launch on the stage has written them."""
    state = window.panels.pictures.gallery.cards[0].state
    return 0.0 if state is None else float(np.isin(state, (1, 3)).mean())


@pytest.mark.slow
def test_a_click_on_a_field_puts_the_agent_there(qtbot: QtBot) -> None:
    window = show(qtbot, "dqn_gridworld")
    gallery = window.panels.pictures.gallery

    click_element(window, "policy", 4 * 5 + 3)

    qtbot.waitUntil(lambda: gallery.cards[-1].start == (4, 3))
    shown = window.session.launch.shown
    assert shown is not None
    assert shown.trace.kernel == "walk"


@pytest.mark.slow
def test_after_the_last_launch_the_agent_walks_to_the_goal(qtbot: QtBot) -> None:
    window = show(qtbot, "dqn_gridworld")
    pictures = window.panels.pictures

    pictures.clock.seek(pictures.clock.end)

    policy = pictures.gallery.cards[-1]
    assert policy.moves == pictures.clock.end - pictures.clock.length
    assert policy.says.endswith(f"to the goal in {policy.moves} moves")


@pytest.mark.slow
def test_a_pixel_of_a_kernel_that_runs_alone_leads_to_its_thread_too(qtbot: QtBot) -> None:
    window = show(qtbot, "conv2d")
    window.panels.pictures.gallery.elementPicked.emit("y", 5)

    qtbot.waitUntil(lambda: has_sum(window))

    assert window.session.selection.thread == 5
    assert window.panels.pictures.gallery.marks.looked["x"].tolist() == [
        5, 6, 7, 33, 34, 35, 61, 62, 63,
    ]  # fmt: skip
    assert not window.panels.pictures.bar.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("operation", ["lstm_text", "dqn_gridworld", "train_step", "video_frames"])
def test_a_film_is_exported_as_it_stands(qtbot: QtBot, tmp_path: Path, operation: str) -> None:
    window = show(qtbot, operation)
    pictures = window.panels.pictures
    pictures.clock.seek(pictures.clock.length // 2)
    export = pictures.gallery.export

    for kind in ("png", "svg", "csv"):
        export.save(tmp_path / f"film.{kind}")

    assert (tmp_path / "film.png").stat().st_size > 1000
    drawn = ElementTree.parse(tmp_path / "film.svg").getroot()
    assert drawn.tag.endswith("svg")
    names = {line.partition(",")[0] for line in (tmp_path / "film.csv").read_text().splitlines()}
    assert {card.name for card in pictures.gallery.cards} <= names


@pytest.mark.slow
def test_the_film_comes_back_with_its_operation(qtbot: QtBot) -> None:
    window = show(qtbot, "video_frames")
    pictures, launches = window.panels.pictures, window.session.launch
    click_element(window, "first", 30)
    launches.set_live(False)

    launches.take_operation(find_operation("vector_add"))
    qtbot.waitUntil(lambda: not pictures.bar.isVisible())
    assert not pictures.making.isVisible()
    launches.take_operation(find_operation("video_frames"))
    window.arrangement.raise_below("pictures")

    qtbot.waitUntil(pictures.bar.isVisible)
    assert pictures.clock.length == 24
    assert not pictures.making.isVisible()
