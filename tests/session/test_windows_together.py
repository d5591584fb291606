"""Several windows, each a process of its own, save what they know into the same files."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gpuviz.session.kept_file import locked
from gpuviz.session.lesson_progress import LessonProgress, load_progress
from gpuviz.session.settings import Settings, load_settings, save_settings
from tests.session.test_lesson_progress import Known

STEPS = 25  # of each of two windows
KILLS = 10

ANSWERS = """
import sys
from pathlib import Path
from gpuviz.session.lesson_progress import load_progress

class Lesson:
    step_count = 60
    def __init__(self, key): self.key = key

progress = load_progress(Path(sys.argv[1]))
print("ready", flush=True)
input()
first = int(sys.argv[2])
for step in range(first, first + int(sys.argv[3])):
    progress.answer(Lesson("both"), step)
    progress.answer(Lesson(f"of {first}"), step)
    assert progress.problem is None, progress.problem
"""

SAVES_FOR_EVER = """
import sys
from dataclasses import replace
from pathlib import Path
from gpuviz.session.lesson_progress import load_progress
from gpuviz.session.settings import Settings, load_settings, save_settings

class Lesson:
    step_count = 60
    key = "5"

folder = Path(sys.argv[1])
progress = load_progress(folder / "lessons.json")
known = load_settings(folder / "settings.json")[0]
number = known.size[0] if known.geometry else 0  # no save of this test is without a geometry
while True:
    number += 1
    now = replace(known, size=(number,), geometry="G" * number)
    assert save_settings(now, folder / "settings.json", known) is None
    known = now
    progress.answer(Lesson, number % 60)
    assert progress.problem is None
    print(number, flush=True)
"""


@pytest.mark.slow
def test_two_windows_that_answer_at_once_lose_no_step(tmp_path: Path) -> None:
    file = tmp_path / "lessons.json"
    command = [sys.executable, "-c", ANSWERS, str(file)]
    both = [
        subprocess.Popen(
            [*command, first, str(STEPS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for first in ("0", str(STEPS))
    ]
    for process in both:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in both:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in both:
        process.communicate()
        assert process.returncode == 0

    progress = load_progress(file)

    assert progress.of(Known("both")).steps == set(range(2 * STEPS))
    assert progress.of(Known("of 0")).steps == set(range(STEPS))
    assert progress.of(Known(f"of {STEPS}")).steps == set(range(STEPS, 2 * STEPS))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows says otherwise who is gone")
def test_windows_that_are_killed_while_they_save_lose_nothing_that_was_saved(
    tmp_path: Path,
) -> None:
    told = 0
    for _ in range(KILLS):
        command = [sys.executable, "-c", SAVES_FOR_EVER, str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(3)]
            process.kill()
            lines += process.stdout.readlines()
        told = max(int(line) for line in lines if line.endswith("\n"))
        settings, complaint = load_settings(tmp_path / "settings.json")
        steps = load_progress(tmp_path / "lessons.json").of(Known(step_count=60)).steps

        assert complaint is None
        assert settings.size[0] in (told, told + 1)
        assert settings.geometry == "G" * settings.size[0]
        assert steps >= {number % 60 for number in range(1, told + 1)}

    save_settings(replace(settings, theme="light"), tmp_path / "settings.json", settings)
    load_progress(tmp_path / "lessons.json").answer(Known(), 1)
    left = {path.name for path in tmp_path.iterdir()}
    assert {"settings.json", "lessons.json"} <= left
    assert not any(".part" in name for name in left)


def test_each_window_saves_only_what_it_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    save_settings(Settings(), file)
    one = two = load_settings(file)[0]

    save_settings(replace(one, theme="light"), file, one)
    save_settings(replace(two, device="h100"), file, two)

    assert load_settings(file)[0] == Settings(theme="light", device="h100")


def test_a_size_is_saved_with_the_operation_that_it_belongs_to(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    known = Settings(operation="vector_add", size=(5,))
    save_settings(known, file)
    save_settings(Settings(operation="matmul_tiled", size=(1, 2, 3)), file, known)

    save_settings(replace(known, size=(6,)), file, known)

    settings = load_settings(file)[0]
    assert (settings.operation, settings.size) == ("vector_add", (6,))


def test_what_a_newer_gpuviz_has_written_stays(tmp_path: Path) -> None:
    file, lessons = tmp_path / "settings.json", tmp_path / "lessons.json"
    file.write_text('{"theme": "sepia", "zoom": [2]}', encoding="utf-8")
    lessons.write_text('{"5": {"steps": [1], "at": 1, "stars": 3}, "new": 7}', encoding="utf-8")
    known = load_settings(file)[0]

    save_settings(replace(known, live=False), file, known)
    load_progress(lessons).answer(Known(), 2)

    assert json.loads(file.read_text(encoding="utf-8")) == {
        "theme": "sepia",
        "zoom": [2],
        "live": False,
    }
    assert json.loads(lessons.read_text(encoding="utf-8")) == {
        "5": {"steps": [1, 2], "at": 2, "stars": 3},
        "new": 7,
    }


def test_what_one_window_forgets_another_does_not_bring_back(tmp_path: Path) -> None:
    file = tmp_path / "lessons.json"
    one = LessonProgress(file)
    one.answer(Known(), 0)
    two = load_progress(file)

    one.forget()
    two.answer(Known(), 2)

    assert load_progress(file).of(Known()).steps == {2}
    assert two.of(Known()).steps == {2}


def test_what_could_not_be_saved_is_saved_with_the_next_step(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.write_text("", encoding="utf-8")
    progress = LessonProgress(folder / "lessons.json")
    progress.answer(Known(), 0)
    assert progress.problem is not None

    folder.unlink()
    progress.answer(Known(), 1)

    assert progress.problem is None
    assert load_progress(folder / "lessons.json").of(Known()).steps == {0, 1}


def test_a_window_that_hangs_while_it_saves_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.json"
    monkeypatch.setattr("gpuviz.session.kept_file.PATIENCE_SECONDS", 0.0)

    with locked(file):
        message = save_settings(Settings(), file)

    assert message is not None
    assert "another gpuviz" in message.text
