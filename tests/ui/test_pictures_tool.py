"""The tool that photographs windows finds what is wrong in them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gpuviz.scene.scene import Curves, Edges, Item, Label, Rect, Scene
from tools.pictures.__main__ import shots_of, table
from tools.pictures.findings import Finding, is_empty, of_scene, of_widgets
from tools.pictures.shots import Shot, found_in

WORDS = Label(Rect(10, 10, 200, 20), "a sentence", "#ffffff")
ACROSS = Edges(np.array([(0.0, 20.0, 300.0, 20.0)]), "#ffffff")
BEYOND = Edges(np.array([(0.0, 60.0, 300.0, 60.0)]), "#ffffff")
ARC = Curves(np.array([(30.0, 0.0, 30.0, 10.0, 30.0, 20.0, 30.0, 40.0)]), "#ffffff")
OTHER = Label(Rect(12, 12, 200, 20), "another", "#ffffff")
NARROW = Label(Rect(10, 10, 12, 20), "a sentence", "#ffffff")


@pytest.mark.parametrize(
    ("items", "kinds"),
    [
        ((WORDS,), []),
        ((WORDS, ACROSS), ["line on words"]),
        ((ACROSS, WORDS), []),  # the words lie above
        ((WORDS, BEYOND), []),
        ((WORDS, ARC), ["line on words"]),
        ((WORDS, OTHER), ["words on words"]),
        ((NARROW,), ["elided"]),
    ],
)
def test_what_is_wrong_in_a_picture_is_found(
    qapp: QApplication, items: tuple[Item, ...], kinds: list[str]
) -> None:
    assert [found.kind for found in of_scene(Scene(items))] == kinds


def test_widgets_with_less_room_than_their_words_need_are_found(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    label, button = QLabel("Far more words than there is room for"), QPushButton("Press me, do")
    for part in (label, button, QLabel("fits")):
        row.addWidget(part)
    label.setFixedSize(30, 12)
    button.setFixedWidth(20)
    window.show()

    assert [found.what for found in of_widgets(window)] == [label.text(), button.text()]


def test_a_picture_of_one_colour_is_empty() -> None:
    image = QImage(200, 100, QImage.Format.Format_RGB32)
    image.fill(QColor("#191d24"))

    assert is_empty(image)

    for x in range(50, 80):
        image.setPixelColor(x, 40, QColor("#ffffff"))
    assert not is_empty(image)


def test_each_shot_has_files_of_its_own_and_is_known_by_its_name(tmp_path: Path) -> None:
    shots = shots_of(["vector_add", "relu"], ["1280x720"], [1.0, 1.5], ["en", "zh_CN"])
    found = [Finding("cut", "launch: QLabel", "threads")]

    shots[0].list_in(tmp_path).parent.mkdir(parents=True)
    shots[0].keep(found, tmp_path)

    assert len({shot.name for shot in shots}) == len(shots) == 8
    assert [Shot.parse(shot.name) for shot in shots] == shots
    assert found_in(shots[0], tmp_path) == found
    assert shots[1].pixels == (1280, 720)
    assert {shot.pixels for shot in shots if shot.scale == 1.5} == {(853, 480)}


def test_what_is_found_in_several_windows_is_one_line_with_their_number() -> None:
    often = Finding("empty", "timing", "nothing is in it")

    lines = table([often, Finding("cut", "launch: QLabel", "x"), often]).splitlines()

    assert [line.split()[0] for line in lines] == ["2", "1"]
