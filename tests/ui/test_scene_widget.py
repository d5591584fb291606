"""What every widget of a scene does with the mouse, the keyboard and its picture."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from gpuviz.scene.scene import Area, BlockHit, Hit, Label, Panel, Rect, Scene
from gpuviz.scene.theme import DARK, LIGHT
from gpuviz.ui.scene_widget import SceneWidget

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
LEFT_HALF, RIGHT_HALF = QPoint(20, 20), QPoint(180, 20)
SIZE = (200, 80)


class Halves(SceneWidget):
    """Two blocks side by side; the second one cannot be pressed."""

    def __init__(self) -> None:
        super().__init__(DARK, "Two blocks")
        self.composed: list[tuple[float, float]] = []
        self.heard: list[object] = []
        self.above = Scene()

    def compose(self, width: float, height: float) -> Scene:
        self.composed.append((width, height))
        half = width / 2
        rects = Rect(0, 0, half, height), Rect(half, 0, half, height)
        areas = (Area(rects[0], lambda x, y: BlockHit(0)), Area(rects[1], lambda x, y: BlockHit(1)))
        words = Label(rects[0], "one", self.theme.text)
        return Scene((Panel(rects[0], self.theme.read), words), areas, f"{len(self.composed)}")

    def overlay(self) -> Scene:
        return self.above

    def words_of(self, hit: Hit | None) -> str:
        return "" if hit is None else f"about <{hit}>"

    def is_pressable(self, hit: Hit) -> bool:
        return hit == BlockHit(0)

    def hit_hovered(self, hit: Hit | None) -> None:
        self.heard.append(("hovered", hit))

    def hit_clicked(self, hit: Hit, held: Qt.KeyboardModifier) -> None:
        self.heard.append(("clicked", hit, held))

    def hit_dragged(self, hit: Hit | None, way: QPointF, place: QPointF) -> None:
        self.heard.append(("dragged", hit, way.toPoint().toTuple()))

    def takes_key(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Left


@pytest.fixture
def halves(qtbot: QtBot) -> Halves:
    widget = Halves()
    qtbot.addWidget(widget)
    widget.resize(*SIZE)
    widget.show()
    widget.clearFocus()
    widget.grab()
    widget.composed.clear()
    return widget


def picture(widget: Halves) -> QImage:
    return widget.grab().toImage()


def test_a_picture_is_composed_once_and_again_after_a_refresh(halves: Halves) -> None:
    picture(halves)
    picture(halves)
    assert halves.composed == []

    halves.refresh()
    picture(halves)
    picture(halves)

    assert halves.composed == [SIZE]


def test_a_kept_picture_has_the_pixels_of_the_painted_one(halves: Halves) -> None:
    halves.refresh()

    painted, copied, again = (picture(halves) for _ in range(3))

    assert painted == copied == again


def test_what_is_over_the_picture_is_painted_anew_each_time(halves: Halves) -> None:
    before = picture(halves)

    halves.above = Scene((Panel(Rect(150, 10, 20, 20), DARK.write, radius=0),))

    assert before.pixelColor(160, 20).name() == DARK.panel
    assert picture(halves).pixelColor(160, 20).name() == DARK.write
    assert halves.composed == []


def test_another_size_and_another_theme_need_another_picture(halves: Halves) -> None:
    halves.resize(240, 90)
    picture(halves)
    halves.set_theme(LIGHT)

    assert picture(halves).pixelColor(200, 20).name() == LIGHT.panel
    assert halves.composed == [(240, 90), (240, 90)]


def test_a_click_is_a_press_of_the_left_button_that_stays(halves: Halves) -> None:
    QTest.mouseClick(halves, LEFT, Qt.KeyboardModifier.ControlModifier, LEFT_HALF)
    QTest.mouseClick(halves, RIGHT, pos=LEFT_HALF)

    assert halves.heard == [("clicked", BlockHit(0), Qt.KeyboardModifier.ControlModifier)]


def test_a_drag_tells_where_it_began_and_is_no_click(halves: Halves) -> None:
    QTest.mousePress(halves, LEFT, pos=LEFT_HALF)
    QTest.mouseMove(halves, LEFT_HALF + QPoint(2, 0))
    QTest.mouseMove(halves, RIGHT_HALF)
    QTest.mouseMove(halves, RIGHT_HALF + QPoint(0, 5))
    QTest.mouseRelease(halves, LEFT, pos=RIGHT_HALF)

    assert halves.heard == [("dragged", BlockHit(0), (160, 0)), ("dragged", BlockHit(0), (0, 5))]


def test_the_mouse_points_out_what_it_is_over_until_it_leaves(halves: Halves) -> None:
    QTest.mouseMove(halves, LEFT_HALF)
    shapes = [halves.cursor().shape()]
    QTest.mouseMove(halves, RIGHT_HALF)
    shapes.append(halves.cursor().shape())
    QTest.mouseMove(halves.window(), QPoint(-20, -20))

    assert halves.heard[:2] == [("hovered", BlockHit(0)), ("hovered", BlockHit(1))]
    assert shapes == [Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor]


def test_a_tooltip_has_the_words_of_what_is_under_the_mouse_as_they_are(
    halves: Halves, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda place, words, *rest: shown.append(words))

    QApplication.sendEvent(
        halves, QHelpEvent(QHelpEvent.Type.ToolTip, LEFT_HALF, halves.mapToGlobal(LEFT_HALF))
    )

    assert shown == ["<qt>about &lt;BlockHit(block=0)&gt;</qt>"]


@pytest.mark.parametrize(("key", "taken"), [(Qt.Key.Key_Left, True), (Qt.Key.Key_Right, False)])
def test_its_own_keys_are_no_shortcuts_of_the_window(
    halves: Halves, key: Qt.Key, taken: bool
) -> None:
    event = QKeyEvent(QKeyEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier)
    event.ignore()

    QApplication.sendEvent(halves, event)

    assert event.isAccepted() == taken


def test_a_screen_reader_hears_the_sentence_of_the_picture_that_is_seen(halves: Halves) -> None:
    halves.refresh()
    picture(halves)

    assert halves.accessibleName() == "Two blocks"
    assert halves.accessibleDescription() == halves.scene.sentence


def test_a_ring_shows_where_the_keyboard_is(halves: Halves, qtbot: QtBot) -> None:
    halves.activateWindow()
    halves.setFocus()
    qtbot.waitUntil(halves.hasFocus)
    corner = SIZE[0] - 1, SIZE[1] - 1

    assert picture(halves).pixelColor(*corner).name() == DARK.accent
    halves.clearFocus()
    assert picture(halves).pixelColor(*corner).name() == DARK.panel
