"""Files that are none, and words without end: one sentence, at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gpuviz.cli import main
from gpuviz.device import load_devices
from gpuviz.lesson import read_lesson
from gpuviz.messages import RequestRefused
from tests.lesson.texts import GOOD, said
from tests.test_device_file import T4, TEXT

LONG = "9" * 400
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


@pytest.mark.parametrize(
    "words",
    [
        [LONG],
        ["check", LONG],
        ["check", f"{LONG}.py"],
        ["trace", "--out", LONG, "a.py"],
        ["run", f"{LONG}.py"],
        ["sweep", f"{LONG}.py", "--sizes", "1:4"],
        ["app", f"{LONG}.md"],
        ["export", f"{LONG}.gpuviz", "--svg", "a.svg"],
        ["export", "a.gpuviz", "--svg", f"{LONG}/a.svg"],
        ["devices", "--file", f"{LONG}.toml"],
        ["devices", "--csv", f"{LONG}.csv"],
    ],
    ids=lambda words: " ".join(words).replace(LONG, "LONG"),
)
def test_a_name_that_no_file_can_have_is_one_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2

    complaint = capsys.readouterr().err
    assert complaint.count("\n") == 1
    assert "gpuviz itself failed" not in complaint


@needs_pipes
def test_a_pipe_that_nobody_writes_into_is_no_file_of_devices(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")

    with pytest.raises(RequestRefused, match="no ordinary file"):
        load_devices(tmp_path / "pipe.toml")


@needs_pipes
def test_a_pipe_that_nobody_writes_into_is_no_lesson(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")

    (problem,) = read_lesson(tmp_path / "pipe.md").problems

    assert "no ordinary file" in problem.text


def test_a_file_of_devices_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_bytes(b"#" * (1 << 21))

    with pytest.raises(RequestRefused, match="larger than 1024 KiB"):
        load_devices(file)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('id = "t4"', f"id = [{'9, ' * 4000}]"),
        ('id = "t4"', f'sm_count = 0\nid = "{"x" * 9000}"'),
        ('cc = "7.5"', f'cc = "{"x" * 9000}"'),
        ('cc = "7.5"', 'cc = "6.1, 7.5"'),
        ('cc = "7.5"', "cc = []"),
    ],
)
def test_a_value_without_end_does_not_make_a_sentence_without_end(
    old: str, new: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    known = f'[cc."6.1, 7.5"]\n{TEXT}' if "6.1, 7.5" in new else TEXT
    file.write_text(
        known.replace(T4, T4.replace(old, new, 1).replace("sm_count = 40", "")), "utf-8"
    )

    with pytest.raises(RequestRefused) as refused:
        load_devices(file)

    assert len(str(refused.value)) < 800


@pytest.mark.parametrize("line", ["set: zoom = {}", "set: {} = 1", "{}: 1", "answer: {} = 1", "{}"])
def test_words_without_end_do_not_make_a_problem_of_a_lesson_without_end(line: str) -> None:
    text = GOOD.replace("point: launch.block", line.format("z" * 4000), 1)

    assert all(len(one) < 3000 for one in said(text))
