"""The second window: what the audience sees of a session, and what its speaker sees."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTime
from PySide6.QtGui import QFontDatabase
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.lesson import Playing, list_lessons, read_lesson
from gpuviz.ui.app import WindowKeeper
from gpuviz.ui.audience import AudienceWindow
from gpuviz.ui.languages import SCRIPTS, speak
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.speaker import SpeakerStrip
from tests.helpers import traces
from tests.ui.windows import open_window, shown_window


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    yield
    speak(qapp, "en")


def shared(qtbot: QtBot) -> tuple[WindowKeeper, MainWindow]:
    """A window with a launch, and the one for the audience."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    window = open_window(qtbot)
    keeper = WindowKeeper(app, window.session, window)
    window.session.show_recording(traces.vector_add(), "some.gpuviz")
    window.actions_by_id["audience"].trigger()
    return keeper, window


def of(keeper: WindowKeeper) -> AudienceWindow:
    assert keeper.audience is not None
    return keeper.audience


@pytest.mark.slow
def test_it_shows_the_moment_and_the_choice_of_the_session(qtbot: QtBot) -> None:
    keeper, window = shared(qtbot)
    audience = of(keeper)

    window.session.playback.seek(20)
    window.session.selection.select_thread(1, 40)

    qtbot.waitUntil(lambda: window.panels.source.view.playing_line is not None)
    line = window.panels.source.view.playing_line
    qtbot.waitUntil(lambda: audience.source.view.playing_line == line)
    assert audience.stage.camera is not None
    assert (audience.stage.camera.block, audience.stage.camera.thread) == (1, 40)
    assert audience.caption.words.text() == window.caption.words.text()
    keeper.close_audience()


@pytest.mark.slow
def test_its_letters_are_those_of_a_projector(qtbot: QtBot) -> None:
    keeper, _ = shared(qtbot)
    audience = of(keeper)

    audience.resize(1920, 1080)

    qtbot.waitUntil(lambda: audience.stage.scale == 28 / 13)
    assert audience.source.view.font().pixelSize() == 28
    keeper.close_audience()


@pytest.mark.slow
def test_it_follows_the_speaker_into_a_block_and_out_again(qtbot: QtBot) -> None:
    keeper, window = shared(qtbot)
    stage = of(keeper).stage

    window.stage.enter_block(2)
    inside = stage.grid.alone if stage.grid is not None else None
    window.stage.leave()

    assert inside == 2
    assert stage.grid is not None
    assert stage.grid.alone is None
    keeper.close_audience()


@pytest.mark.slow
def test_the_speakers_keys_work_in_it_too(qtbot: QtBot) -> None:
    keeper, window = shared(qtbot)
    audience = of(keeper)
    audience.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is audience)
    window.session.playback.seek(3)

    QTest.keyClick(audience.stage, Qt.Key.Key_Right)

    assert window.session.playback.moment == 4
    keeper.close_audience()


@pytest.mark.slow
def test_another_theme_is_that_of_both_windows(qtbot: QtBot) -> None:
    keeper, window = shared(qtbot)

    window.actions_by_id["theme"].trigger()

    assert of(keeper).stage.theme is window.theme
    assert of(keeper).source.view.theme is window.theme
    keeper.close_audience()


@pytest.mark.slow
def test_the_same_key_closes_it_and_the_speaker_has_the_usual_window_again(qtbot: QtBot) -> None:
    keeper, window = shared(qtbot)
    assert window.speaker is not None

    window.actions_by_id["audience"].trigger()

    assert keeper.audience is None
    assert window.speaker is None
    assert not window.actions_by_id["audience"].isChecked()


@pytest.mark.slow
def test_closing_it_unchecks_its_entry_in_the_menu(qtbot: QtBot) -> None:
    keeper, window = shared(qtbot)

    of(keeper).close()

    assert keeper.audience is None
    assert not window.actions_by_id["audience"].isChecked()


@pytest.mark.slow
def test_it_goes_with_the_speakers_window(qtbot: QtBot) -> None:
    keeper, window = shared(qtbot)
    audience = of(keeper)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    closed: list[bool] = []
    audience.closing.connect(lambda: closed.append(True))

    window.close()

    assert closed == [True]
    assert keeper.audience is None


def test_another_language_is_that_of_both_windows(qtbot: QtBot) -> None:
    if not QFontDatabase.families(SCRIPTS["zh_CN"]):
        pytest.skip("no font with Chinese characters here: fonts-wqy-microhei is one")
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    window = shown_window()
    keeper = WindowKeeper(app, window.session, window)
    window.session.show_recording(traces.vector_add(), "some.gpuviz")
    window.actions_by_id["audience"].trigger()
    window.session.playback.seek(20)

    window.actions_by_id["language_zh_CN"].trigger()

    qtbot.addWidget(keeper.window)
    assert keeper.window is not window
    assert of(keeper).windowTitle() == "gpuviz，给听众看"
    assert of(keeper).caption.words.text().startswith("每个线程")
    assert keeper.window.caption.words.text() == of(keeper).caption.words.text()
    assert keeper.window.speaker is not None
    keeper.close_audience()


def test_the_speaker_sees_notes_the_question_and_the_next_step(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "own.md"
    more = "".join(STEP.format(number=number) for number in range(3, 6))
    path.write_text(LESSON + more, encoding="utf-8")
    read = read_lesson(path)
    assert read.lesson is not None, read.problems
    strip = SpeakerStrip()
    qtbot.addWidget(strip)

    strip.show_playing(Playing(read.lesson))

    assert "Step 1 of 5: One" in strip.now.text()
    assert "Ask who has seen it. Wait for an answer." in strip.now.text()
    assert "What students read." not in strip.now.text()
    assert "Which?" in strip.now.text()
    assert "Next: Two" in strip.next.text()
    assert "The other text." in strip.next.text()  # which has no note

    strip.show_playing(Playing(read.lesson, 4))
    assert "Next: the end of the lesson" in strip.next.text()


def test_without_a_lesson_the_speaker_is_told_where_lessons_are(qtbot: QtBot) -> None:
    strip = SpeakerStrip()
    qtbot.addWidget(strip)

    strip.show_playing(None)

    assert "F2" in strip.now.text()
    assert strip.next.text() == ""


def test_the_clock_says_the_time_and_how_long_it_has_been(qtbot: QtBot) -> None:
    strip = SpeakerStrip()
    qtbot.addWidget(strip)

    strip.show_time(QTime(9, 5), 754)

    assert (strip.clock.text(), strip.elapsed.text()) == ("09:05", "12:34")


def test_every_note_of_the_lessons_is_there_in_each_language() -> None:
    counts = {}
    for language in ("en", "zh_CN"):
        lessons = [read_lesson(one.path).lesson for one in list_lessons(language)]
        steps = [step for lesson in lessons if lesson is not None for step in lesson.steps]
        counts[language] = [bool(step.note) for step in steps]

    assert counts["en"] == counts["zh_CN"]
    assert any(counts["en"])


LESSON = """---
lesson: 90
title: A try
about: You know it.
operations: vector_add
---

## One
set: operation = vector_add; size = 1000; block = 256
note: Ask who has seen it.
note: Wait for an answer.

What students read.

? Which?
answer: block.x = 33
hint: Type 33.
reveal: It is 33.

## Two
set: block = 64

The other text.

? And now?
answer: block.x = 34
hint: Type 34.
reveal: It is 34.
"""
STEP = """
## Step {number}
set: block = 64

Words.

? And now?
answer: block.x = 3{number}
hint: Type it.
reveal: It is that.
"""


@pytest.mark.slow
def test_with_a_second_screen_it_fills_that(tmp_path: Path) -> None:
    screens = [screen("laptop", 0, 1366, 768), screen("projector", 1366, 1920, 1080)]
    config = tmp_path / "screens.json"
    config.write_text(json.dumps({"screens": screens}), encoding="utf-8")
    environment = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={config}"}

    done = subprocess.run(
        [sys.executable, "-c", SHARED], env=environment, capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["laptop", "projector", "True", "1920", "1080", "28"]


def screen(name: str, left: int, width: int, height: int) -> dict[str, str | int]:
    """One of Qt's offscreen screens."""
    place = {"x": left, "y": 0, "width": width, "height": height}
    return {"name": name, **place, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}


SHARED = """
from PySide6.QtWidgets import QApplication
app = QApplication([])
from gpuviz.ui.app import WindowKeeper
from tests.ui.windows import shown_window
window = shown_window()
keeper = WindowKeeper(app, window.session, window)
keeper.open_audience()
app.processEvents()
there = keeper.audience
print(window.screen().name(), there.screen().name(), there.isFullScreen())
print(there.width(), there.height(), there.source.view.font().pixelSize())
keeper.close_audience()
window.close()
"""
