"""The lesson room: the strip, the list, files of one's own, and that nobody is ever stuck."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from gpuviz.launch import Dim3
from gpuviz.lesson import CONTROLS, PANELS, Setting, lesson_files, read_lesson
from gpuviz.lesson.playing import Playing
from gpuviz.session.coalesced import has_work
from gpuviz.ui.lessons.places import places, rect_of
from gpuviz.ui.lessons.words import lesson_html, strip_words
from gpuviz.ui.present import LETTER_PX
from tests.lesson.texts import GOOD, changed
from tests.ui.pupil import Pupil
from tests.ui.student import plain
from tests.ui.windows import present

Key = Qt.Key
FIFTH = next(path for path in lesson_files("en") if path.name.startswith("05"))


@pytest.fixture
def pupil(qtbot: QtBot) -> Pupil:
    return Pupil(qtbot)


def press(pupil: Pupil, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
    QTest.keyClick(pupil.window.stage, key, modifier or Qt.KeyboardModifier.NoModifier)


@pytest.mark.slow
def test_everything_that_can_be_pointed_at_is_in_the_window(pupil: Pupil) -> None:
    assert all(pupil.window.panels.widget_of(name) for name in PANELS)
    assert set(CONTROLS) == {*places(), *(f"panel.{name}" for name in PANELS)}
    for place in places().values():
        assert place.widgets(pupil.controller.parts)


def test_without_a_lesson_there_is_no_strip_and_no_ring(pupil: Pupil) -> None:
    assert not pupil.controller.strip.isVisible()
    assert not any(ring.isVisible() for ring in pupil.controller.pointer.rings)
    assert not pupil.window.actions_by_id["lesson_next"].isEnabled()


@pytest.mark.slow
def test_a_lesson_in_a_low_window_leaves_the_stage_more_than_a_fifth(pupil: Pupil) -> None:
    window = pupil.window
    window.resize(1280, 720)
    pupil.open(FIFTH)
    pupil.begin_step()

    pupil._wait(lambda: pupil.controller.strip.isVisible() and pupil._is_idle())
    pupil._wait(lambda: not has_work(window, window.session))

    assert window.stage.width() * window.stage.height() > 1280 * 720 / 5


def test_the_button_to_the_next_lesson_is_short_and_its_title_is_in_the_text() -> None:
    read = read_lesson(FIFTH)
    assert read.lesson is not None
    last = Playing(read.lesson, len(read.lesson.steps))

    words = strip_words(last, frozenset(), "There and back: the life of a launch")

    assert words.next == "Next lesson"
    assert "There and back: the life of a launch" in words.question


@pytest.mark.slow
def test_a_wrong_prediction_goes_on_and_is_answered_before_the_reveal(pupil: Pupil) -> None:
    pupil.open(FIFTH)
    step = pupil.begin_step()
    reveal, height = pupil.controller.strip.reveal, pupil.controller.strip.height()

    press(pupil, Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert not reveal.isVisible()  # whoever knows the answer already need not look
    pupil.do(step.solution)
    pupil._wait(lambda: pupil.playing.answered)

    assert plain(reveal.missed.text()).startswith("✗ You predicted: 273. 273 is 256 + 17")
    assert plain(reveal.words.text()).startswith("✓ 785. Blocks 0, 1 and 2 come first")
    assert reveal.missed.isVisible()
    assert reveal.missed.y() < reveal.words.y()
    assert pupil.controller.strip.height() == height
    assert pupil.controller.strip.next.text() == "Next"


@pytest.mark.slow
def test_nobody_is_told_of_a_prediction_that_was_right_or_never_made(pupil: Pupil) -> None:
    pupil.open(FIFTH)
    reveal = pupil.controller.strip.reveal
    for keys in ([Key.Key_3], []):  # 785; the next step without a prediction
        step = pupil.begin_step()
        for key in keys:
            press(pupil, key, Qt.KeyboardModifier.ControlModifier)
        pupil.do(step.solution)
        pupil._wait(lambda: pupil.playing.answered)

        assert reveal.isVisible()
        assert not reveal.missed.isVisible()
        pupil.controller.next()


@pytest.mark.slow
def test_a_lesson_without_answers_says_which_prediction_was_made(
    pupil: Pupil, tmp_path: Path
) -> None:
    path = tmp_path / "mine.md"
    path.write_text(GOOD, encoding="utf-8")
    pupil.open(path)
    step = pupil.begin_step()

    pupil.predict(step, 0)
    pupil.do(step.solution)
    pupil._wait(lambda: pupil.playing.answered)

    assert plain(pupil.controller.strip.reveal.words.text()).startswith("✓ 2. You predicted: 1.")


@pytest.mark.slow
def test_the_buttons_stand_in_the_order_of_the_step(pupil: Pupil, tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    path.write_text(changed("1 < 2* < 33", "idle | busy* | gone | late"), encoding="utf-8")
    pupil.open(path)
    step = pupil.begin_step()

    buttons = pupil.controller.strip.guesses.buttons
    assert [one.text() for one in buttons] == [one.text for one in step.guesses]
    press(pupil, Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    assert pupil.playing.guess == 3


@pytest.mark.slow
def test_the_time_in_a_reveal_is_that_of_the_launch_and_stays(pupil: Pupil, tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    path.write_text(changed("reveal: It", "reveal: {kernel_us}: It"), encoding="utf-8")
    pupil.open(path)
    pupil.do(pupil.begin_step().solution)
    pupil._wait(lambda: pupil.playing.answered and not pupil.playing.lacks_figures)
    said = pupil.controller.strip.reveal.words.text()

    pupil.do((Setting("size", "4000000", 0),))
    pupil._wait(lambda: not pupil.controller.observer.pending)

    assert "µs: It has two warps" in plain(said)
    assert pupil.controller.strip.reveal.words.text() == said


@pytest.mark.slow
def test_a_lesson_is_played_with_keys_alone(pupil: Pupil) -> None:
    pupil.open(FIFTH)
    pupil.begin_step()

    press(pupil, Key.Key_F3)
    assert "Ctrl+G" in pupil.controller.strip.hint.text()
    press(pupil, Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert pupil.playing.guess == 1
    press(pupil, Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    pupil._wait(lambda: pupil.playing.answered)
    press(pupil, Key.Key_F4)
    assert pupil.playing.index == 1
    press(pupil, Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)
    assert pupil.playing.index == 0


@pytest.mark.slow
def test_whoever_comes_back_to_a_step_finds_it_as_it_begins(pupil: Pupil) -> None:
    pupil.open(FIFTH)
    pupil.controller.go_to(4)
    pupil.begin_step()
    pupil.do(pupil.begin_step().solution)
    pupil.finish_step()
    pupil.begin_step()
    assert pupil.seen.config.block == Dim3(32)

    pupil.controller.back()
    pupil.begin_step()

    assert pupil.seen.config.block == Dim3(256)
    assert not pupil.playing.answered


@pytest.mark.slow
def test_what_a_step_points_at_last_is_scrolled_to_once_its_panel_is_filled(pupil: Pupil) -> None:
    pupil.window.resize(1280, 800)
    pupil.open(next(path for path in lesson_files("en") if path.name.startswith("14")))
    pupil.controller.go_to(2)
    pupil.begin_step()

    pupil.controller.go_to(3)
    pupil.begin_step()

    traffic = pupil.window.panels.launch.traffic
    pupil._wait(lambda: rect_of(pupil.controller.parts, "launch.traffic").size() == traffic.size())


@pytest.mark.slow
def test_once_a_step_is_answered_what_came_of_it_is_scrolled_to(pupil: Pupil) -> None:
    def seen_whole(name: str, widget: QWidget) -> bool:
        return rect_of(pupil.controller.parts, name).size() == widget.size()

    pupil.window.resize(1280, 800)
    pupil.open(next(path for path in lesson_files("en") if path.name.startswith("20")))
    pupil.controller.go_to(2)
    step, panel = pupil.begin_step(), pupil.window.panels.launch
    pupil._wait(lambda: seen_whole("launch.size", panel.form.size_fields[0]))

    pupil.do(step.solution)

    pupil._wait(lambda: pupil.playing.answered)
    pupil._wait(lambda: seen_whole("launch.traffic", panel.traffic))


@pytest.mark.slow
def test_once_a_step_is_answered_no_ring_is_around_the_tab_of_a_panel_behind(pupil: Pupil) -> None:
    pupil.open(next(path for path in lesson_files("en") if path.name.startswith("02")))
    pupil.controller.go_to(4)
    step = pupil.begin_step()
    assert step.points == ("pipeline.timeline", "panel.checks")
    timeline, checks = pupil.controller.pointer.rings[:2]
    pupil._wait(lambda: timeline.isVisible() and checks.isVisible())  # the one around a tab

    pupil.predict(step, 0)
    pupil.do(step.solution)
    pupil._wait(lambda: pupil.playing.answered)

    pupil._wait(lambda: not timeline.isVisible() and checks.isVisible())


@pytest.mark.slow
def test_show_me_finds_the_way_back_from_another_operation(pupil: Pupil) -> None:
    pupil.open(FIFTH)
    pupil.controller.go_to(6)  # saxpy, which unlinks the grid
    pupil.begin_step()
    pupil.do((Setting("operation", "matmul_naive", 0), Setting("device", "h200_sxm", 0)))

    pupil.controller.show_solution()
    pupil.finish_step()

    assert pupil.refused == []
    assert pupil.window.session.launch.choice.operation.name == "vector_add"  # of the next step


@pytest.mark.slow
def test_a_step_begins_as_it_should_after_a_walk_to_another_operation(pupil: Pupil) -> None:
    pupil.open(FIFTH)
    step = pupil.begin_step()
    pupil.do(step.solution)
    pupil._wait(lambda: pupil.playing.answered)
    pupil.do((Setting("operation", "matmul_naive", 0),))

    pupil.controller.next()
    step = pupil.begin_step()

    assert pupil.refused == []
    assert pupil.window.session.launch.choice.operation.name == "vector_add"
    assert pupil.not_set(step) == []


@pytest.mark.slow
def test_a_wrong_explanation_is_answered_and_another_chosen(pupil: Pupil) -> None:
    pupil.open(next(path for path in lesson_files("en") if path.name.startswith("30")))
    pupil.controller.go_to(1)
    step = pupil.begin_step()
    right = [guess.is_right for guess in step.guesses].index(True)
    wrong = (right + 1) % len(step.guesses)
    strip = pupil.controller.strip

    pupil.controller.guess(wrong)

    assert not pupil.playing.answered
    assert strip.reveal.missed.isVisible()
    assert not strip.reveal.words.isVisible()
    assert strip.guesses.buttons[right].isEnabled()
    pupil.answer(step)
    pupil.finish_step()
    assert 1 in pupil.controller.progress.of(pupil.playing.lesson).steps


@pytest.mark.slow
def test_show_me_chooses_the_right_explanation(pupil: Pupil) -> None:
    pupil.open(next(path for path in lesson_files("en") if path.name.startswith("30")))
    pupil.controller.go_to(1)
    pupil.begin_step()

    pupil.controller.show_solution()

    assert pupil.playing.answered
    assert pupil.controller.strip.reveal.words.isVisible()


@pytest.mark.slow
def test_after_a_lesson_comes_the_next_of_the_course(pupil: Pupil) -> None:
    """Lesson 7 of the files is followed by 21, which students see as number 7."""
    pupil.open(next(path for path in lesson_files("en") if path.name.startswith("07")))
    pupil.controller.go_to(pupil.playing.lesson.step_count)

    pupil.controller.next()

    assert pupil.playing.lesson.path.name.startswith("21")
    assert pupil.controller.strip.lesson.text().startswith("Lesson 7 ")


@pytest.mark.slow
def test_leaving_keeps_the_window_as_it_is(pupil: Pupil) -> None:
    pupil.open(FIFTH)
    pupil.controller.go_to(6)
    pupil.begin_step()

    pupil._click(pupil.controller.strip.close_button)

    assert pupil.controller.playing is None
    assert pupil.seen.operation.name == "saxpy"
    pupil._wait(lambda: not pupil.controller.strip.isVisible())


@pytest.mark.slow
def test_a_lesson_goes_on_where_somebody_left_it(pupil: Pupil) -> None:
    pupil.open(FIFTH)
    pupil.controller.go_to(3)
    pupil.controller.leave()

    pupil.open(FIFTH)

    assert pupil.playing.index == 3


@pytest.mark.slow
def test_what_is_wrong_with_an_own_lesson_is_said_with_its_lines(
    pupil: Pupil, tmp_path: Path
) -> None:
    path = tmp_path / "mine.md"
    path.write_text(changed("block = 256", "blok = 256"), encoding="utf-8")

    pupil.window.open_file(path)

    box = pupil.window.findChild(QMessageBox)
    assert box is not None
    assert "mine.md cannot be played" in box.text()
    assert "<b>Line 9:</b> There is no setting <code>blok</code>." in box.informativeText()
    assert pupil.controller.playing is None
    box.close()


@pytest.mark.slow
def test_an_own_lesson_is_played_and_has_no_lesson_after_it(pupil: Pupil, tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    path.write_text(GOOD, encoding="utf-8")
    pupil.open(path)

    for _ in range(5):
        pupil.begin_step()
        pupil._click(pupil.controller.strip.next)  # Skip

    assert pupil.playing.is_over
    assert pupil.controller.strip.next.text() == "All lessons"
    assert not pupil.controller.progress.is_done(pupil.playing.lesson)


@pytest.mark.slow
def test_the_list_shows_what_is_done_and_begins_the_first_that_is_not(pupil: Pupil) -> None:
    press(pupil, Key.Key_F2)
    chooser = pupil.controller.chooser
    assert chooser is not None
    titles = [
        row.data(Qt.ItemDataRole.UserRole).title
        for row in (chooser.list.item(n) for n in range(chooser.list.count()))
        if row.data(Qt.ItemDataRole.UserRole)
    ]
    assert "A grid of blocks" in titles

    QTest.keyClick(chooser.list, Key.Key_Return)

    assert pupil.playing.lesson.title == titles[0]


@pytest.mark.slow
def test_the_strip_stays_in_present_mode_with_larger_type(pupil: Pupil) -> None:
    window, strip = pupil.window, pupil.controller.strip
    pupil.open(FIFTH)
    pupil.begin_step()
    pupil._wait(lambda: not has_work(window, window.session))
    usual = strip.text.font().pixelSize()

    present(window)
    pupil._wait(lambda: strip.isVisible() and strip.text.font().pixelSize() > LETTER_PX)
    window.present_controller.leave()

    pupil._wait(lambda: strip.isVisible() and strip.text.font().pixelSize() == usual)


@pytest.mark.slow
def test_a_lesson_goes_on_in_the_window_of_another_language(qtbot: QtBot, pupil: Pupil) -> None:
    pupil.open(FIFTH)
    pupil.begin_step()
    pupil.controller.guess(1)

    new = pupil.window.successor("en")
    qtbot.addWidget(new)
    new.show()

    assert new.lessons.playing is not None
    assert (new.lessons.playing.index, new.lessons.playing.guess) == (0, 1)
    assert new.lessons.strip.title.text() == "Which element is mine?"


def test_the_markdown_of_lessons_is_paragraphs_lists_and_code() -> None:
    html = lesson_html("One **bold**\nline.\n\n- a\n- b `c<d`\n\n```\nx < y\n```\n\n两行\n中文")

    assert "One <b>bold</b> line." in html
    assert html.count("•") == 2
    assert "<code>c&lt;d</code>" in html
    assert "x &lt; y</pre>" in html
    assert "两行中文" in html


def test_a_number_that_comes_to_stand_at_the_margin_begins_no_list() -> None:
    assert "•" not in lesson_html("A tile is 16 by\n16. The block needs one round.")
    assert lesson_html("Two rounds:\n1. load\n2. add").count("•") == 2
