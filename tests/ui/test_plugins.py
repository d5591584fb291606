"""What a plugin brings, in a window: listed under its name, opened, edited as a copy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot

from gpuviz.device import plugin_shelf
from gpuviz.lesson import list_lessons
from gpuviz.lesson.puzzle import find_puzzle
from gpuviz.operation import find_operation, plugin_operations
from gpuviz.session.scratch import is_scratch, original_of, puzzle_copy, scratch_of
from gpuviz.ui.operations.popup import heading_of, sections
from gpuviz.ui.puzzles import controller as puzzle_controller
from gpuviz.ui.source import editor_controller
from tests.helpers.plugins import COURSE, CUBE, GPU, forget, make_package, use
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import open_window


@pytest.fixture(autouse=True)
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A plugin with one of each, and a kernel that is none; answers go to a folder of the test."""
    folder = make_package(tmp_path / "site", {**COURSE, "kernels/bad.py": "def :"})
    use(tmp_path / "site", monkeypatch)
    for module in (editor_controller, puzzle_controller):
        monkeypatch.setattr(module, "scratch_folder", lambda: tmp_path / "scratch")
    yield folder
    forget()


def headings(rows: QListWidget) -> list[str]:
    """What cannot be chosen."""
    items = (rows.item(row) for row in range(rows.count()))
    return [item.text() for item in items if not item.flags()]


def test_its_kernels_stand_under_its_name_before_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(CUBE)
    found = sections((find_operation(own), *plugin_operations(), find_operation("relu")))

    assert [section.title for section in found] == ["First steps", "Plugin course", "Your files"]
    assert heading_of(find_operation("cube")) == "Plugin course"


@pytest.mark.slow
def test_the_window_lists_all_that_it_brings_and_says_that_something_is_left_out(
    qtbot: QtBot,
) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    with qtbot.waitSignal(window.files.said) as said:
        window.files.list_gallery()

    assert said.args == ["Left out of plugins: 1. `gpuviz doctor` says what and why."]
    assert "cube" in {info.name for info in window.toolbar.operation.operations}
    assert window.session.device_files.by_key[GPU].name == "GPU of a course"
    window.lessons.open_list()
    window.puzzles.open_list()
    lessons, puzzles = window.lessons.chooser, window.puzzles.chooser
    assert lessons is not None
    assert puzzles is not None
    assert headings(lessons.list)[-1] == "Plugin course"
    assert headings(puzzles.list) == ["Plugin course"]
    lessons.close()
    puzzles.close()


@pytest.mark.slow
def test_its_puzzle_is_opened_from_the_list_in_a_file_of_ones_own(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    window.puzzles.open_list()
    chooser = window.puzzles.chooser
    assert chooser is not None
    chooser.list.setCurrentRow(chooser.list.count() - 1)
    chooser.open_button.click()

    known = window.puzzles.open_puzzle
    assert known is not None
    assert known.puzzle.key == "course:cube_guard"
    assert known.file == tmp_path / "scratch" / "puzzles" / "course" / "cube_guard_mine.py"
    assert is_scratch(known.file, tmp_path / "scratch")


@pytest.mark.slow
def test_after_its_last_lesson_comes_no_lesson_of_gpuviz(qtbot: QtBot) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    window.lessons.open_file(list_lessons("en")[-1].path)

    playing = window.lessons.playing
    assert playing is not None
    assert playing.lesson.key == "course:1"
    assert window.lessons._after(playing.lesson) is None


@pytest.mark.slow
def test_its_kernel_runs_without_a_question_and_is_edited_as_a_copy(
    qtbot: QtBot, tmp_path: Path, course: Path
) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    info = find_operation("cube")
    window.session.launcher.set_cpu_timing(False)
    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.pick_operation(info)
        window.session.launch.run()

    copy = scratch_of(info, tmp_path / "scratch")
    assert copy == tmp_path / "scratch" / "plugins" / "course" / "cube_mine.py"
    original = original_of(copy, tmp_path / "scratch")
    assert original is not None
    assert original.path == course / "kernels" / "cube.py"


def test_copies_of_puzzles_lie_where_they_always_did(tmp_path: Path) -> None:
    start = find_puzzle("guard").start
    assert puzzle_copy("guard", start, tmp_path) == tmp_path / "puzzles" / "guard_mine.py"


def test_a_device_of_a_plugin_is_remembered_by_what_it_is_called(qtbot: QtBot) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    files = window.session.device_files
    files.take_plugins()

    assert files.key_of(plugin_shelf().all()[GPU]) == GPU
    assert [one.id for one in files.devices] == [GPU]
    assert files.by_plugin["course"] == files.devices
