"""The window without a mouse: what Tab reaches, what has a name, what the keys do."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from gpuviz.session.coalesced import has_work
from gpuviz.session.playback import SPEEDS
from gpuviz.ui.app import EnterPressesButtons
from gpuviz.ui.fields import NumberField
from gpuviz.ui.main_window import MainWindow
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import open_window, run


def reached_by_tab(window: MainWindow) -> list[QWidget]:
    """Every shown and enabled control in the order of the focus chain, from the toolbar on."""
    first = window.toolbar.operation
    found: list[QWidget] = [first]
    at = first.nextInFocusChain()
    while at is not None and at is not first:
        stops = bool(at.focusPolicy() & Qt.FocusPolicy.TabFocus.value)
        if stops and at.isVisible() and at.isEnabled() and not isinstance(at, QLineEdit):
            found.append(at)
        at = at.nextInFocusChain()
    return found


@pytest.mark.slow
def test_tab_goes_through_the_window_as_one_reads_it(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)

    reached = reached_by_tab(window)

    listed = window.tab_stops()
    assert reached == [part for part in listed if part.isEnabled() and part.isVisible()]
    assert window.playback_bar.slider in reached
    assert window.stage in reached


@pytest.mark.slow
def test_everything_that_tab_reaches_has_a_name_for_a_screen_reader(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)

    for part in reached_by_tab(window):
        interface = QAccessible.queryAccessibleInterface(part)
        assert interface.text(QAccessible.Text.Name), part


def test_the_stage_has_the_keyboard_first(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.activateWindow()

    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.stage)


@pytest.mark.slow
def test_escape_leaves_the_entered_block(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.session.selection.select_block(2)
    window.actions_by_id["enter"].trigger()
    assert window.stage.grid is not None
    inside = window.stage.grid.alone

    window.actions_by_id["leave"].trigger()

    assert inside == 2
    assert window.stage.grid.alone is None
    assert window.session.selection.block is None


@pytest.mark.slow
def test_threads_and_blocks_are_chosen_by_keys(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.session.selection.select_thread(0, 255)
    seen = []

    for action in ("next_thread", "next_block", "previous_thread", "previous_block"):
        window.actions_by_id[action].trigger()
        seen.append((window.session.selection.block, window.session.selection.thread))

    assert seen == [(1, 0), (2, 0), (1, 255), (0, 255)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("action", "last"), [("previous_thread", (0, 0)), ("next_thread", (3, 255))]
)
def test_there_is_no_thread_beyond_the_last(
    qtbot: QtBot, action: str, last: tuple[int, int]
) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.session.selection.select_thread(*last)

    window.actions_by_id[action].trigger()

    assert (window.session.selection.block, window.session.selection.thread) == last


@pytest.mark.slow
def test_the_warp_that_plays_is_one_key_away(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.session.selection.select_thread(3, 231)
    window.session.playback.seek(40)

    window.actions_by_id["playing"].trigger()

    assert (window.session.selection.block, window.session.selection.warp) == (0, 7)


@pytest.mark.slow
def test_the_speed_changes_by_keys_and_stays_within_its_limits(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)

    for _ in range(len(SPEEDS) + 2):
        window.actions_by_id["faster"].trigger()

    assert window.session.playback.speed == SPEEDS[-1]
    window.actions_by_id["slower"].trigger()
    assert window.session.playback.speed == SPEEDS[-2]


@pytest.mark.slow
def test_the_words_of_the_inspector_are_copied_by_a_key(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)

    window.actions_by_id["copy"].trigger()

    assert QApplication.clipboard().text() == window.panels.inspector.text
    assert "c[i] = a[i] + b[i]" in window.panels.inspector.text


@pytest.mark.slow
def test_page_keys_move_the_slider_by_tenths(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.session.playback.seek(0)

    QTest.keyClick(window.playback_bar.slider, Qt.Key.Key_PageDown)

    assert abs(window.session.playback.moment - window.session.playback.length / 10) <= 1


def active(qtbot: QtBot) -> MainWindow:
    """A window with a launch, whose stage has the keyboard."""
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.run(plays=False)
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.stage)
    return window


@pytest.mark.slow
@pytest.mark.parametrize("presenting", [False, True])
@pytest.mark.parametrize(("key", "field"), [(Qt.Key.Key_S, "Size n"), (Qt.Key.Key_K, "Block x")])
def test_one_key_goes_to_a_field_and_enter_runs_and_comes_back(
    qtbot: QtBot, key: Qt.Key, field: str, presenting: bool
) -> None:
    window = active(qtbot)
    window.session.launch.set_live(False)
    if presenting:
        window.actions_by_id["present"].trigger()

    QTest.keyClick(window.stage, key)
    focus = QApplication.focusWidget()
    assert isinstance(focus, NumberField)
    assert focus.accessibleName() == field
    QTest.keyClicks(focus, "64")
    with qtbot.waitSignal(window.session.launcher.finished):
        QTest.keyClick(focus, Qt.Key.Key_Return)

    choice = window.session.launch.choice
    assert 64 in (*choice.size, choice.block.x)
    assert QApplication.focusWidget() is window.stage


@pytest.mark.slow
def test_enter_runs_once_where_live_would_run_too(qtbot: QtBot) -> None:
    window = active(qtbot)
    window.session.launch.set_live(True)
    QTest.keyClick(window.stage, Qt.Key.Key_K)
    focus = QApplication.focusWidget()
    assert isinstance(focus, NumberField)
    finished: list[object] = []
    window.session.launcher.finished.connect(finished.append)

    QTest.keyClicks(focus, "64")
    QTest.keyClick(focus, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: not has_work(window, window.session))
    assert len(finished) == 1


@pytest.mark.slow
def test_escape_leaves_a_field_before_it_leaves_anything_else(qtbot: QtBot) -> None:
    window = active(qtbot)
    window.actions_by_id["present"].trigger()
    QTest.keyClick(window.stage, Qt.Key.Key_S)
    focus = QApplication.focusWidget()
    assert isinstance(focus, NumberField)
    QTest.keyClicks(focus, "5 apples")

    QTest.keyClick(focus, Qt.Key.Key_Escape)

    assert QApplication.focusWidget() is window.stage
    assert window.present_controller.presenting
    assert focus.problem is None
    QTest.keyClick(window.stage, Qt.Key.Key_Escape)
    assert not window.present_controller.presenting


@pytest.mark.slow
@pytest.mark.parametrize("place", ["stage", "run", "source", "slider", "size", "order", "list"])
def test_space_plays_wherever_the_keyboard_is(qtbot: QtBot, place: str) -> None:
    window = active(qtbot)
    parts: dict[str, QWidget] = {
        "stage": window.stage,
        "run": window.toolbar.button("run"),
        "source": window.panels.source.view,
        "slider": window.playback_bar.slider,
        "size": window.panels.launch.form.size_fields[0],
        "order": window.toolbar.engine,
        "list": window.panels.checks.list,
    }
    if place == "list":
        window.arrangement.raise_below("checks")
    window.session.playback.seek(0)
    parts[place].setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is parts[place])
    launches = window.session.launch.shown

    QTest.keyClick(parts[place], Qt.Key.Key_Space)

    assert window.session.playback.playing
    assert window.session.launch.shown is launches


@pytest.mark.slow
def test_in_a_line_of_words_space_is_a_letter(qtbot: QtBot) -> None:
    window = active(qtbot)
    window.actions_by_id["goto"].trigger()

    QTest.keyClicks(window.go_to.line, "block 1")

    assert window.go_to.line.text() == "block 1"
    assert not window.session.playback.playing


@pytest.mark.slow
def test_enter_presses_the_button_that_has_the_keyboard(qtbot: QtBot, qapp: QApplication) -> None:
    presser = EnterPressesButtons(qapp)
    window = active(qtbot)
    button = window.toolbar.button("compare")
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is button)

    QTest.keyClick(button, Qt.Key.Key_Return)

    assert isinstance(button, QToolButton)
    assert window.session.comparison.pinned is not None
    presser.deleteLater()


def test_panels_that_share_a_place_come_up_by_a_key_one_after_the_other(qtbot: QtBot) -> None:
    window = active(qtbot)
    control = Qt.KeyboardModifier.ControlModifier
    sharing = [name for name, dock in window.docks.items() if window.tabifiedDockWidgets(dock)]
    window.arrangement.raise_below(sharing[0])
    seen = []

    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
        QTest.keyClick(window.stage, key, control)
        qtbot.waitUntil(lambda: any(front(window, name) for name in sharing))
        seen.append(next(name for name in sharing if front(window, name)))

    assert seen == [sharing[1], sharing[2], sharing[1]]


def front(window: MainWindow, name: str) -> bool:
    return not window.docks[name].visibleRegion().isEmpty()
