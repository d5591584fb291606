"""The stage leaves the window: as a picture, a film, a recording, and by the clipboard."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import TypeVar
from xml.etree import ElementTree

import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFileDialog,
    QMessageBox,
    QProgressDialog,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gpuviz.trace.file import load_trace
from gpuviz.ui.export.film_dialog import FilmChoice
from gpuviz.ui.export.films import FILM_FORMATS
from gpuviz.ui.export.moments import film_instants
from gpuviz.ui.main_window import MainWindow
from tests.helpers import traces
from tests.ui.windows import close, launch, open_window

Widget = TypeVar("Widget", bound=QWidget)


def showing(qtbot: QtBot) -> MainWindow:
    """A window that shows a launch in the middle of its steps."""
    window = open_window(qtbot)
    window.session.show_recording(traces.matmul_tiled(), "some.gpuviz")
    window.session.playback.seek(window.session.playback.length // 2)
    return window


def choice_of(window: MainWindow, kind: str = "gif", frames: int = 4) -> FilmChoice:
    order = window.session.playback.order
    assert order is not None
    instants = film_instants(order, 0, len(order), frames)
    return FilmChoice(FILM_FORMATS[kind], instants, 5, 480, 400)


def begin_film(qtbot: QtBot, window: MainWindow, path: Path) -> None:
    """Have a long film made, and wait until it is under way."""
    window.export_controller.film(choice_of(window, frames=100), path)
    job = window.export_controller.job
    assert job is not None
    with qtbot.waitSignal(job.progressed):
        pass


def found(parent: QWidget, kind: type[Widget]) -> Widget:
    """The child of a kind that has to be there."""
    child = parent.findChild(kind)
    assert child is not None
    return child


def name_file(window: MainWindow, path: Path) -> None:
    """Type a name into the open file dialog and press Save."""
    dialog = found(window, QFileDialog)
    dialog.selectFile(str(path))
    dialog.accept()


def test_the_clipboard_has_the_stage_twice_as_sharp(qtbot: QtBot) -> None:
    window = showing(qtbot)

    window.actions_by_id["copy_picture"].trigger()

    image = QGuiApplication.clipboard().image()
    stage = window.stage
    assert (image.width(), image.height()) == (2 * stage.width(), 2 * stage.height())
    assert image.pixelColor(1, 1).name() == window.theme.background
    assert window.status.currentMessage() == "The picture of the stage is copied."


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_the_stage_is_saved_as_it_is_seen(qtbot: QtBot, tmp_path: Path, suffix: str) -> None:
    window = showing(qtbot)
    file = tmp_path / f"stage{suffix}"

    window.actions_by_id["picture"].trigger()
    name_file(window, file)

    if suffix == ".svg":
        words = " ".join(ElementTree.parse(file).getroot().itertext())
        assert all(text in words for text in window.stage.scene.texts()[:5])
    else:
        with Image.open(file) as image:
            assert image.size == (2 * window.stage.width(), 2 * window.stage.height())
    assert str(file) in window.status.currentMessage()


@pytest.mark.slow
def test_the_window_is_saved_as_it_is_seen(qtbot: QtBot, tmp_path: Path) -> None:
    window, file = showing(qtbot), tmp_path / "window.png"

    window.actions_by_id["screenshot"].trigger()
    name_file(window, file)

    with Image.open(file) as image:
        assert image.size == (window.width(), window.height())
    assert window.status.currentMessage() == f"Saved as {file}."


@pytest.mark.slow
@pytest.mark.parametrize("name", ["no_folder/window.png", "window.xyz"])
def test_a_picture_of_the_window_that_cannot_be_saved_is_told(
    qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    window = showing(qtbot)

    window.export_controller.save_screenshot(tmp_path / name)

    assert name in found(window, QMessageBox).informativeText()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_recording_is_saved_and_opens_again(qtbot: QtBot, tmp_path: Path) -> None:
    window = showing(qtbot)
    file = tmp_path / "kept.gpuviz"

    with qtbot.waitSignal(window.export_controller.said):
        window.actions_by_id["recording"].trigger()
        name_file(window, file)

    assert load_trace(file).kernel == "matmul_tiled"


@pytest.mark.slow
def test_a_film_is_made_while_the_event_loop_goes_on(qtbot: QtBot, tmp_path: Path) -> None:
    window, file, ticks = showing(qtbot), tmp_path / "film.gif", []
    clock = QTimer(window, interval=0)
    clock.timeout.connect(lambda: ticks.append(1))
    clock.start()

    with qtbot.waitSignal(window.export_controller.said) as said:
        window.export_controller.film(choice_of(window), file)

    assert said.args == [f"Saved as {file}."]
    assert len(ticks) >= 4
    with Image.open(file) as image:
        assert isinstance(image, GifImageFile)
        assert (image.n_frames, image.size) == (4, (480, 400))
    assert window.export_controller.job is None


@pytest.mark.slow
def test_a_cancelled_film_leaves_no_file(qtbot: QtBot, tmp_path: Path) -> None:
    window = showing(qtbot)
    begin_film(qtbot, window, tmp_path / "film.gif")

    progress = found(window, QProgressDialog)
    with qtbot.waitSignal(window.export_controller.said) as said:
        found(progress, QPushButton).click()

    assert "cancelled" in str(said.args)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_window_that_closes_takes_its_half_film_away(qtbot: QtBot, tmp_path: Path) -> None:
    window = showing(qtbot)
    begin_film(qtbot, window, tmp_path / "film.gif")

    close(window)

    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_film_that_cannot_be_written_is_said_in_a_sentence(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object, **named: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("PIL.Image.Image.save", full)
    window = showing(qtbot)

    window.export_controller.film(choice_of(window), tmp_path / "film.gif")
    qtbot.waitUntil(lambda: window.findChild(QMessageBox) is not None)

    assert "No space left on device" in found(window, QMessageBox).informativeText()
    assert list(tmp_path.iterdir()) == []


def test_the_dialog_says_how_long_the_film_will_be(qtbot: QtBot) -> None:
    window = showing(qtbot)
    window.actions_by_id["film"].trigger()
    dialog, order = window.export_controller.dialog, window.session.playback.order
    assert dialog is not None
    assert order is not None

    dialog.first.setValue(40)
    dialog.last.setValue(72)
    dialog.speed.setValue(2)

    rounds = order.rounds_at(72) - order.rounds_at(40) + 1
    assert dialog.length.text() == f"{rounds} frames, {rounds / 2:.1f} seconds."
    choice = dialog.choice
    assert (len(choice.instants), choice.fps, choice.width % 2) == (rounds, 2, 0)


@pytest.mark.slow
def test_the_dialog_leads_to_a_file_and_the_file_to_a_film(qtbot: QtBot, tmp_path: Path) -> None:
    window, file = showing(qtbot), tmp_path / "film.gif"
    window.actions_by_id["film"].trigger()
    dialog = window.export_controller.dialog
    assert dialog is not None
    dialog.last.setValue(8)

    found(dialog, QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save).click()
    with qtbot.waitSignal(window.export_controller.said):
        name_file(window, file)

    assert file.is_file()


@pytest.mark.slow
def test_the_timeline_is_written_to_the_file_that_is_named(qtbot: QtBot, tmp_path: Path) -> None:
    window, file = launch(qtbot, "vector_add"), tmp_path / "timeline.json"
    window.actions_by_id["timeline"].trigger()

    with qtbot.waitSignal(window.export_controller.said):
        name_file(window, file)

    blocks = [e for e in json.loads(file.read_text("utf-8"))["traceEvents"] if e["ph"] == "X"]
    assert {f"block {number}" for number in range(4)} <= {event["name"] for event in blocks}


@pytest.mark.slow
def test_the_page_is_written_to_the_file_that_is_named(qtbot: QtBot, tmp_path: Path) -> None:
    window, file = launch(qtbot, "vector_add"), tmp_path / "vector_add.html"
    window.actions_by_id["page"].trigger()

    with qtbot.waitSignal(window.export_controller.said):
        name_file(window, file)

    assert window.status.currentMessage() == f"Saved as {file}."
    assert "<title>vector_add · gpuviz</title>" in file.read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("action", ["film", "page", "recording", "timeline"])
def test_without_a_launch_there_is_nothing_to_save(qtbot: QtBot, action: str) -> None:
    window = open_window(qtbot)

    window.actions_by_id[action].trigger()

    assert window.status.currentMessage() == "There is no launch with steps to be saved yet."


@pytest.mark.slow
def test_the_stage_and_the_charts_offer_their_pictures_to_a_right_click(qtbot: QtBot) -> None:
    window = showing(qtbot)
    chart = window.panels.timing.last_run

    assert window.actions_by_id["copy_picture"] in window.stage.actions()
    chart.actions()[0].trigger()

    assert QGuiApplication.clipboard().image().width() == 2 * max(chart.width(), 720)
    assert window.status.currentMessage() == "The picture of the chart is copied."
