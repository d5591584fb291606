"""Films of the window: what is done in them really happens, and they can be read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tools.film.actor import Actor
from tools.film.camera import FPS, Camera

imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")


def test_what_is_filmed_was_clicked_and_typed_by_the_actor(qtbot: QtBot, tmp_path: Path) -> None:
    window, button, line = QWidget(), QPushButton("Run"), QLineEdit()
    column = QVBoxLayout(window)
    column.addWidget(button)
    column.addWidget(line)
    window.resize(320, 200)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    camera = Camera(window, tmp_path / "film.mp4")
    actor = Actor(window, camera)

    camera.start()
    with qtbot.waitSignal(button.clicked):
        actor.click(button)
    actor.click(line, QPoint(5, 5))
    actor.type("40")
    actor.press("Ctrl+A", line)
    camera.finish()

    assert line.text() == line.selectedText() == "40"
    assert camera.pointer.toPoint() == line.mapTo(window, QPoint(5, 5))
    frames, seconds = imageio_ffmpeg.count_frames_and_secs(str(tmp_path / "film.mp4"))
    assert frames >= 2
    assert seconds == pytest.approx(frames / FPS, rel=0.1)


def test_a_gif_shows_what_was_seen_and_begins_anew(qtbot: QtBot, tmp_path: Path) -> None:
    window = QWidget()
    window.setStyleSheet("background: #204060")
    window.resize(60, 40)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    camera = Camera(window, tmp_path / "film.gif")
    camera.pointer = QPointF(200, 200)

    camera.start()
    Actor(window, camera).wait_for(lambda: camera.seconds > 3 / FPS)
    camera.finish()

    with Image.open(tmp_path / "film.gif") as film:
        assert film.size == (60, 40)
        assert film.info["loop"] == 0
        assert film.convert("RGB").getpixel((30, 20)) == (0x20, 0x40, 0x60)
