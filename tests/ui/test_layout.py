"""Few panels to begin with; the others come with what they explain, or all at once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from gpuviz.launch import Dim3
from gpuviz.lesson import list_lessons
from gpuviz.operation import find_operation
from gpuviz.scene.stage.arrays.scene import placed_arrays
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.lessons.places import rect_of
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.remembered import layout_of
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.student import seen
from tests.ui.windows import open_window, press_panel

SMALL = (1280, 720)
ALONE = ("launch", "source")


OF_BEFORE = (
    "AAAA/wAAAAD9AAAAAwAAAAAAAAFKAAAB/vwCAAAAAfsAAAAMAGwAYQB1AG4AYwBoAQAAADkAAAH+AAAAZgD///8A"
    "AAABAAABeAAAAf78AgAAAAL7AAAADABzAG8AdQByAGMAZQEAAAA5AAAAfgAAAGUA////+wAAABIAaQBuAHMAcABl"
    "AGMAdABvAHIBAAAAvQAAAXoAAABmAP///wAAAAMAAAV4AAABLPwBAAAAAfwAAAAAAAAFeAAAAigA////+gAAAAAB"
    "AAAADPsAAAAMAHQAaQBtAGkAbgBnAQAAAAD/////AAACKAD////7AAAAEABwAGkAcABlAGwAaQBuAGUBAAAAAP//"
    "//8AAAEsAP////sAAAAQAHAAaQBjAHQAdQByAGUAcwEAAAAA/////wAAASwA////+wAAAAwAcwB3AGUAZQBwAHMB"
    "AAAAAP////8AAAEsAP////sAAAAQAHIAbwBvAGYAbABpAG4AZQEAAAAA/////wAAASwA////+wAAAA4AZABlAHYA"
    "aQBjAGUAcwEAAAAA/////wAAASwA////+wAAABAAdABpAG0AZQBsAGkAbgBlAQAAAAD/////AAABLAD////7AAAA"
    "DABtAGUAbQBvAHIAeQAAAAAA/////wAAASwA////+wAAAAgAdwBhAHIAcAEAAAAA/////wAAASwA////+wAAAAwA"
    "YwBoAGUAYwBrAHMBAAAAAP////8AAAEsAP////sAAAASAHMAdABhAG4AZABfAG8AdQB0AQAAAAD/////AAABLAD/"
    "///7AAAADgBjAG8AbQBwAGEAcgBlAQAAAAD/////AAABLAD///8AAAKqAAAB/gAAAAQAAAAEAAAACAAAAAj8AAAA"
    "AQAAAAIAAAABAAAADgB0AG8AbwBsAGIAYQByAQAAAAD/////AAAAAAAAAAA="
)
"""A window of 1400 x 900 as gpuviz saved it before panels were grouped: Launch drawn to 330 pixels,
Memory closed, Timing in front.
"""


def beginner(qtbot: QtBot, size: tuple[int, int] = SMALL) -> MainWindow:
    """The window of a first start, with its first launch on the stage."""
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    window.session.view.all_panels = False
    window.resize(*size)
    launched(qtbot, window, 32)
    return window


def launched(qtbot: QtBot, window: MainWindow, size: int) -> None:
    with qtbot.waitSignal(window.session.launchShown):
        window.session.launch.set_numbers((size,), Dim3(32), None)
    qtbot.waitUntil(lambda: window.stage.facts is not None and window.stage.width() > 0)


def shown(window: MainWindow) -> list[str]:
    return [name for name, dock in window.docks.items() if not dock.isHidden()]


def cell_of(window: MainWindow) -> tuple[float, float]:
    """Width and height of an element of the first array on the stage."""
    camera = window.stage.camera
    assert camera is not None
    view = camera.look(window.session.playback.instant)
    return placed_arrays(view)[0].geometry.cell


@pytest.mark.slow
def test_a_first_look_is_stage_source_size_block_and_a_large_button(qtbot: QtBot) -> None:
    window = beginner(qtbot)
    launch, bar = window.panels.launch, window.toolbar

    assert shown(window) == list(ALONE)
    assert all(seen(one) for one in (*launch.form.size_fields, *launch.form.block_fields))
    assert not any(seen(one) for one in launch.form.grid_fields)
    assert not seen(launch.meaning)
    assert not launch.traffic.isVisible()
    qtbot.waitUntil(lambda: launch.beginning.play.height() >= 40)
    assert not any(seen(one) for one in (bar.engine, bar.device, bar.button("compare")))
    assert seen(bar.button("panels"))


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, (1366, 768), (1920, 1080)])
def test_the_elements_of_the_first_look_are_large_and_the_stage_is_most_of_it(
    qtbot: QtBot, size: tuple[int, int]
) -> None:
    window = beginner(qtbot, size)

    qtbot.waitUntil(lambda: window.width() == size[0])

    qtbot.waitUntil(lambda: min(cell_of(window)) >= 24)
    assert window.stage.width() * window.stage.height() > size[0] * size[1] / 2


@pytest.mark.slow
def test_the_large_button_runs_what_is_not_run_and_plays_what_is(qtbot: QtBot) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    window.session.view.all_panels = False
    button, playback = window.panels.launch.beginning.play, window.session.playback
    assert button.text() == "Run"

    with qtbot.waitSignal(window.session.launchShown):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: playback.playing and button.text() == "Pause")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    assert not playback.playing
    assert button.text() == "Play"

    window.session.launch.set_live(False)
    window.session.launch.set_numbers((64,), Dim3(32), None)
    assert button.text() == "Run"


@pytest.mark.slow
def test_the_inspector_comes_with_the_first_choice_and_not_before(qtbot: QtBot) -> None:
    window = beginner(qtbot)
    assert window.session.selection.thread is not None  # it was only posed
    width = window.stage.width()

    window.session.selection.select_thread(0, 5)

    qtbot.waitUntil(lambda: window.panels.is_in_front("inspector"))
    assert shown(window) == [*ALONE, "inspector"]
    assert window.stage.width() == width


@pytest.mark.slow
def test_an_inspector_that_was_closed_does_not_come_back_by_itself(qtbot: QtBot) -> None:
    window = beginner(qtbot)
    window.session.selection.select_thread(0, 5)
    close = window.docks["inspector"].title.close_button
    QTest.mouseClick(close, Qt.MouseButton.LeftButton)

    window.session.selection.select_thread(0, 6)
    assert window.docks["inspector"].isHidden()

    window.docks["inspector"].toggleViewAction().trigger()
    assert not window.docks["inspector"].isHidden()


@pytest.mark.slow
@pytest.mark.parametrize("panel", ["timing", "timeline", "memory", "checks"])
def test_a_question_brings_the_panel_that_answers_it(qtbot: QtBot, panel: str) -> None:
    window = beginner(qtbot)
    question = window.panels.launch.beginning.questions[panel]

    QTest.mouseClick(question, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: window.panels.is_in_front(panel))
    dock = window.panels.dock_of(panel)
    qtbot.waitUntil(lambda: seen(dock.title.close_button))  # alone, so it has no tab
    assert len(shown(window)) == 3


@pytest.mark.slow
def test_a_wrong_result_is_told_among_few_panels_too(qtbot: QtBot) -> None:
    window = beginner(qtbot)
    assert not window.panels.launch.checks.isVisible()

    window.session.launch.pick_operation(find_operation("broken_histogram"))

    qtbot.waitUntil(lambda: seen(window.panels.launch.checks))
    assert "differ from NumPy" in window.panels.launch.checks.text


@pytest.mark.slow
def test_one_key_brings_every_panel_and_takes_them_away_and_is_remembered(qtbot: QtBot) -> None:
    window = beginner(qtbot)
    window.activateWindow()
    assert not window.settings().all_panels

    QTest.keyClick(window.stage, Qt.Key.Key_F12)

    assert window.settings().all_panels
    assert set(shown(window)) == set(window.docks) - {"explanation", "pictures", "compare"}
    assert window.actions_by_id["all_panels"].isChecked()
    bar = window.toolbar
    qtbot.waitUntil(lambda: seen(bar.engine) and seen(bar.device))

    QTest.keyClick(window.stage, Qt.Key.Key_F12)

    assert shown(window) == list(ALONE)


@pytest.mark.slow
def test_who_has_placed_panels_finds_them_so_when_they_all_come_back(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.docks["warp"].hide()
    window.arrangement.is_kept = True

    window.session.view.all_panels = False
    window.session.view.all_panels = True

    assert window.docks["warp"].isHidden()
    assert window.arrangement.is_kept


@pytest.mark.slow
def test_a_layout_of_before_there_were_groups_is_kept(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.resize(1400, 900)

    window.restore_layout(
        layout_of(replace(window.settings(), geometry="", window_state=OF_BEFORE))
    )

    assert window.docks["launch"].width() == 330
    assert set(shown(window)) == set(window.docks) - {
        "explanation",
        "memory",
        "pictures",
        "compare",
    }
    area = window.dockWidgetArea(window.docks["how_fast"])
    assert area is Qt.DockWidgetArea.BottomDockWidgetArea


@pytest.mark.slow
def test_few_panels_come_back_as_they_were_left(qtbot: QtBot) -> None:
    window = beginner(qtbot)
    window.session.selection.select_thread(0, 5)
    other = open_window(qtbot)
    other.session.view.all_panels = False

    other.restore_layout(layout_of(window.settings()))

    assert shown(other) == [*ALONE, "inspector"]


@pytest.mark.slow
def test_a_lesson_has_every_panel_and_afterwards_there_are_few_again(qtbot: QtBot) -> None:
    window = beginner(qtbot)

    window.lessons.open_file(list_lessons("en")[0].path)
    assert "how_fast" in shown(window)
    assert not window.session.view.all_panels
    window.leave_lesson()

    assert shown(window) == list(ALONE)
    assert not window.settings().all_panels


@pytest.mark.slow
def test_presenting_among_few_panels_moves_none(qtbot: QtBot) -> None:
    window = beginner(qtbot)
    window.session.selection.select_thread(0, 5)
    before, code = shown(window), window.panels.source.view.font().pixelSize()

    window.actions_by_id["present"].trigger()
    window.session.selection.select_thread(0, 6)
    assert not window.actions_by_id["all_panels"].isEnabled()
    window.actions_by_id["present"].trigger()

    assert shown(window) == before
    qtbot.waitUntil(lambda: window.panels.source.view.font().pixelSize() == code)


@pytest.mark.slow
def test_pictures_are_there_for_operations_that_have_some(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    assert "pictures" not in shown(window)

    window.session.launch.pick_operation(find_operation("mandelbrot"))
    assert "pictures" in shown(window)
    assert window.panels.is_in_front("timing")  # it has come, but not to the front

    window.session.launch.pick_operation(find_operation("vector_add"))
    assert "pictures" not in shown(window)


@pytest.mark.slow
def test_a_panel_that_was_closed_stays_closed_for_the_next_picture(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.session.launch.pick_operation(find_operation("mandelbrot"))
    window.docks["pictures"].close()

    window.session.launch.set_numbers((32, 32, 9), Dim3(8, 8), None)

    assert "pictures" not in shown(window)


@pytest.mark.slow
def test_comparing_brings_its_panel_and_letting_go_takes_it_away(qtbot: QtBot) -> None:
    window = beginner(qtbot)
    window.session.view.all_panels = True
    assert "compare" not in shown(window)

    window.session.comparison.toggle()
    qtbot.waitUntil(lambda: window.panels.is_in_front("compare"))
    window.session.comparison.toggle()

    assert "compare" not in shown(window)


@pytest.mark.slow
def test_a_pipeline_has_an_entry_over_time_and_a_kernel_has_none(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    entry = window.panels.groups["over_time"].way_to("pipeline")
    assert entry.isHidden()

    window.session.launch.pick_operation(find_operation("video_frames"))

    assert not entry.isHidden()
    qtbot.waitUntil(lambda: window.panels.is_in_front("pipeline"))

    window.session.launch.pick_operation(find_operation("vector_add"))

    assert entry.isHidden()
    qtbot.waitUntil(lambda: window.panels.is_in_front("timeline"))


def test_a_door_leads_to_sweeps_before_there_is_any(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    group = window.panels.groups["how_fast"]
    door = group.way_to("sweeps")
    assert seen(door)

    QTest.mouseClick(door, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: window.panels.is_in_front("sweeps"))
    assert group.way_to("sweeps") is not door
    assert door.isHidden()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pictures", "pipeline", "sweeps", "compare"])
def test_a_panel_without_anything_to_say_says_what_to_do_when_asked_for(
    qtbot: QtBot, name: str
) -> None:
    window = beginner(qtbot)
    words = {"pictures": "works on plain numbers", "compare": "Press Compare"}

    window.panels.wanted.emit(name)

    qtbot.waitUntil(lambda: window.panels.is_in_front(name))
    qtbot.waitUntil(lambda: isinstance(window.panels.widget_of(name), LazyPanel))
    panel = window.panels.widget_of(name)
    qtbot.waitUntil(lambda: words.get(name, "") in " ".join(texts_in(panel)))


def texts_in(panel: QWidget) -> list[str]:
    return [label.text() for label in panel.findChildren(QLabel) if seen(label)]


@pytest.mark.slow
@pytest.mark.parametrize("every", [True, False])
@pytest.mark.parametrize("name", ["memory", "warp"])
def test_a_key_puts_a_panel_beside_the_stage_and_under_it_again(
    qtbot: QtBot, name: str, every: bool
) -> None:
    window = beginner(qtbot)
    window.session.view.all_panels = every
    action = window.actions_by_id[f"{name}_beside"]

    action.trigger()

    dock = window.docks[name]
    qtbot.waitUntil(lambda: dock.geometry().left() > corner_of_stage(window).x())
    qtbot.waitUntil(lambda: window.panels.is_in_front(name))
    assert action.isChecked()

    action.trigger()

    qtbot.waitUntil(lambda: dock.geometry().top() > corner_of_stage(window).y())
    qtbot.waitUntil(lambda: window.panels.is_in_front(name))
    assert not action.isChecked()


def corner_of_stage(window: MainWindow) -> QPoint:
    """Its lowest point on the right."""
    return window.stage.mapTo(window, window.stage.rect().bottomRight())


def test_in_a_group_the_arrow_keys_go_from_panel_to_panel(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.activateWindow()
    press_panel(window, "devices")
    group = window.panels.groups["how_fast"]
    group.way_to("devices").setFocus()
    qtbot.waitUntil(group.way_to("devices").hasFocus)

    QTest.keyClick(group.way_to("devices"), Qt.Key.Key_Down)

    assert group.way_to("roofline").hasFocus()
    qtbot.waitUntil(lambda: window.panels.is_in_front("roofline"))


@pytest.mark.slow
def test_another_language_leaves_the_panel_of_a_group_in_front(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    press_panel(window, "devices")

    new = window.successor("en")
    qtbot.addWidget(new)
    new.show()

    qtbot.waitUntil(lambda: new.panels.is_in_front("devices"))


@pytest.mark.slow
def test_a_lesson_points_at_the_way_to_a_panel_of_a_group(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    parts = window.lessons.parts
    entry = window.panels.groups["how_fast"].way_to("roofline")
    qtbot.waitUntil(lambda: seen(entry))

    at = rect_of(parts, "panel.roofline")
    assert entry.rect().contains(entry.mapFrom(window, at.center()))

    window.arrangement.raise_below("memory")
    qtbot.waitUntil(lambda: not seen(entry))

    behind = rect_of(parts, "panel.roofline")
    bar = window.childAt(behind.center())
    assert isinstance(bar, QTabBar)
    assert bar.tabText(bar.tabAt(bar.mapFrom(window, behind.center()))) == "How fast"
