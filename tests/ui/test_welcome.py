"""The first screen: doors into the program, at the first start and when it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.lesson import list_lessons
from gpuviz.operation import find_operation
from gpuviz.scene.theme import LIGHT
from gpuviz.ui import app as app_module
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.welcome import Welcome, doors_of, open_welcome
from gpuviz.ui.welcome_button import WRAPPED
from tests.ui.windows import open_window, run


def opened(qtbot: QtBot, window: MainWindow) -> Welcome:
    """The first screen as Help > Welcome opens it."""
    window.actions_by_id["welcome"].trigger()
    welcome = open_welcome(window)
    assert welcome is not None
    window.activateWindow()
    qtbot.waitUntil(lambda: welcome.doors[0].hasFocus())
    return welcome


@pytest.mark.slow
def test_it_covers_the_window_and_stays_in_the_middle(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    welcome = opened(qtbot, window)

    for size in ((1280, 800), (800, 600)):
        window.resize(*size)
        qtbot.waitUntil(lambda: welcome.size() == window.size())
        middle = welcome.panel.geometry().center() - welcome.rect().center()
        assert middle.manhattanLength() <= 2
        assert welcome.rect().contains(welcome.panel.geometry())


@pytest.mark.slow
def test_the_words_of_each_door_fit_in_a_small_window(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.resize(800, 600)
    welcome = opened(qtbot, window)

    for button in welcome.doors:
        box = button.words_box
        needed = QFontMetrics(button.font()).boundingRect(box, WRAPPED.value, button.door.words)
        assert needed.height() <= box.height()


@pytest.mark.slow
def test_arrows_go_from_door_to_door_and_not_through_the_launch(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    before = window.session.playback.moment
    welcome = opened(qtbot, window)

    QTest.keyClick(welcome.doors[0], Qt.Key.Key_Right)

    assert welcome.doors[1].hasFocus()
    assert window.session.playback.moment == before


def test_escape_closes_and_the_stage_has_the_keys(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    welcome = opened(qtbot, window)

    QTest.keyClick(welcome.doors[0], Qt.Key.Key_Escape)

    assert open_welcome(window) is None
    assert window.focusWidget() is window.stage


@pytest.mark.slow
def test_a_click_beside_the_panel_closes(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    welcome = opened(qtbot, window)

    QTest.mouseClick(welcome, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))

    assert open_welcome(window) is None


@pytest.mark.slow
def test_the_first_door_plays_the_launch_that_is_there(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    welcome = opened(qtbot, window)

    QTest.keyClick(welcome.doors[0], Qt.Key.Key_Space)

    assert window.session.playback.playing
    window.session.playback.pause()


@pytest.mark.slow
def test_the_first_door_launches_vector_add_where_something_else_is_chosen(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.session.launch.pick_operation(find_operation("saxpy"))
    welcome = opened(qtbot, window)

    welcome.doors[0].click()

    assert window.session.launch.choice.operation.name == "vector_add"


def test_the_last_door_asks_for_a_file(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[MainWindow] = []
    monkeypatch.setattr("gpuviz.ui.dialogs.ask_file", lambda window, then: asked.append(window))
    window = open_window(qtbot)
    welcome = opened(qtbot, window)

    welcome.doors[-1].click()

    assert asked == [window]


@pytest.mark.slow
def test_the_middle_door_begins_the_first_lesson(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    welcome = opened(qtbot, window)

    welcome.doors[1].click()

    playing = window.lessons.playing
    assert playing is not None
    assert playing.lesson.key == list_lessons("en")[0].key


@pytest.mark.slow
def test_without_lessons_there_is_no_door_to_them(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(qtbot)
    monkeypatch.setattr("gpuviz.ui.welcome.list_lessons", lambda language: ())

    assert [door.picture for door in doors_of(window.session, window.open_file, window.close)] == [
        "watch",
        "open",
    ]


@pytest.mark.slow
def test_it_changes_its_colours_with_the_window(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    welcome = opened(qtbot, window)
    before = welcome.grab().toImage()

    window.set_theme(LIGHT)

    assert welcome.grab().toImage() != before


@pytest.mark.slow
def test_it_opens_only_once(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    assert window.show_welcome() is window.show_welcome()


@pytest.mark.slow
@pytest.mark.parametrize("known", [False, True])
def test_it_comes_by_itself_only_at_the_first_start(
    known: bool, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "settings.json"
    if known:
        settings.write_text("{}", encoding="utf-8")
    seen: list[bool] = []

    def look(app: QApplication) -> int:
        (window,) = [w for w in app.topLevelWidgets() if isinstance(w, MainWindow)]
        qtbot.addWidget(window)
        seen.append(open_welcome(window) is not None)
        return 0

    monkeypatch.setattr(app_module, "settings_path", lambda: settings)
    monkeypatch.setattr(QApplication, "exec", look)

    app_module.run_app(None, None, None)

    assert seen == [not known]
