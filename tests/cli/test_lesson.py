"""`gpuviz lesson`: the list, what cannot be exported, and a handout."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PIL import Image

from gpuviz.cli import main
from gpuviz.cli.lesson import lesson_file
from gpuviz.lesson import list_lessons
from tests.helpers.short_lesson import SHORT

FIRST = list_lessons("en")[0]


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_list_has_every_lesson(capsys: pytest.CaptureFixture[str], language: str) -> None:
    assert main(["lesson", "list", "--language", language]) == 0

    lines = capsys.readouterr().out.splitlines()
    wanted = list_lessons(language)
    assert [line.split()[0] for line in lines] == [str(one.shown) for one in wanted]
    assert all(one.title in line for one, line in zip(wanted, lines, strict=True))


def test_the_list_as_json_says_how_many_steps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lesson", "list", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)["lessons"][0]
    assert (found["title"], found["steps"]) == (FIRST.title, FIRST.step_count)


def test_a_lesson_is_found_by_its_number_and_its_title_in_any_language() -> None:
    chinese = list_lessons("zh_CN")[0]

    assert lesson_file(str(FIRST.number), "en") == FIRST.path
    assert lesson_file(FIRST.title.upper(), "zh_CN") == chinese.path
    assert lesson_file(chinese.title, "en") == FIRST.path


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["export"], "Say which lesson"),
        (["export", "5"], "Say what to write"),
        (["export", "99", "--pdf", "a.pdf"], "There is no lesson and no file '99'"),
        (["export", FIRST.title[:-1], "--pdf", "a.pdf"], f"Did you mean '{FIRST.title}'?"),
        (["export", "5", "--pdf", "a.txt"], "has to end in .pdf"),
        (["export", "5", "--markdown", "full"], "full is there already"),
        (["export", "5", "--markdown", "no/folder"], "does not exist"),
        (["export", "gone.md", "--pdf", "a.pdf"], "There is no operation `no_such_kernel`"),
        (["list", "5"], "lists all"),
    ],
)
def test_what_cannot_be_written_is_said(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    sentence: str,
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a.txt").touch()
    gone = SHORT.replace("vector_add", "no_such_kernel")
    (tmp_path / "gone.md").write_text(gone, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    assert main(["lesson", *words]) == 2

    assert sentence in capsys.readouterr().err


@pytest.mark.slow
def test_a_lesson_of_ones_own_becomes_a_folder_with_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)
    (tmp_path / "own.md").write_text(SHORT, encoding="utf-8")
    words = ["lesson", "export", str(tmp_path / "own.md"), "--markdown", str(tmp_path / "paper")]

    assert main([*words, "--key"]) == 0, capsys.readouterr().err

    text = (tmp_path / "paper" / "handout.md").read_text(encoding="utf-8")
    (name,) = re.findall(r"!\[Step 1\]\((\S+)\)", text)
    with Image.open(tmp_path / "paper" / name) as picture:
        assert picture.width > 1500
    assert "64 threads." in text  # of the launch that answers the step
    assert sorted(one.name for one in tmp_path.iterdir()) == ["own.md", "paper"]
