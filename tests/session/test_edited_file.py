"""A file that is edited: saved whole, kept beside, and looked after on the disk."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.messages import Message, RequestRefused
from gpuviz.session import edited_file
from gpuviz.session.edited_file import EditedFile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "folder" / "k.py"
    found.parent.mkdir()
    found.write_bytes(b"x = 1\n")
    return found


@pytest.fixture
def edited(qtbot: QtBot, path: Path) -> Iterator[EditedFile]:
    found = EditedFile(path)
    yield found
    found.forget_copy()
    found.close()


def test_what_is_typed_is_kept_beside_the_file_until_it_is_saved(
    qtbot: QtBot, edited: EditedFile, path: Path
) -> None:
    edited.keep("x = 2\n")
    qtbot.waitUntil(lambda: edited.recovered() == "x = 2\n")
    on_disk = path.read_bytes()

    edited.save("x = 2\n")

    assert on_disk == b"x = 1\n"
    assert path.read_bytes() == b"x = 2\n"
    assert not edited.copy.exists()


def test_closing_keeps_what_no_second_has_passed_for(edited: EditedFile, path: Path) -> None:
    edited.keep("x = 3\n")
    edited.close()

    assert EditedFile(path).recovered() == "x = 3\n"


def test_a_copy_that_says_what_the_file_says_recovers_nothing(
    edited: EditedFile, path: Path
) -> None:
    edited.copy.write_bytes(path.read_bytes())

    assert edited.recovered() is None


def test_line_ends_and_the_mark_of_utf_8_stay(qtbot: QtBot, path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbfx = 1\r\ny = 2\r\n")
    edited = EditedFile(path)
    read = edited.text

    edited.save("x = 1\ny = 3\n")

    assert read == "x = 1\ny = 2\n"
    assert path.read_bytes() == b"\xef\xbb\xbfx = 1\r\ny = 3\r\n"
    edited.close()


def test_another_program_is_heard_again_and_again(
    qtbot: QtBot, edited: EditedFile, path: Path
) -> None:
    for text in ("x = 5\n", "x = 6\n"):
        other = path.with_name("other")
        other.write_text(text, encoding="utf-8")
        with qtbot.waitSignal(edited.diskChanged):
            other.replace(path)  # as editors save

        assert edited.text == text


def test_a_file_that_is_gone_and_comes_back_is_told_both_times(
    qtbot: QtBot, edited: EditedFile, path: Path
) -> None:
    with qtbot.waitSignal(edited.diskChanged):
        path.unlink()
    gone = edited.text
    with qtbot.waitSignal(edited.diskChanged):
        path.write_text("x = 7\n", encoding="utf-8")
    qtbot.waitUntil(lambda: edited.text == "x = 7\n")

    assert gone is None


def test_its_own_saving_is_not_taken_for_another_programs(
    qtbot: QtBot, edited: EditedFile, path: Path
) -> None:
    heard: list[None] = []
    edited.diskChanged.connect(lambda: heard.append(None))

    edited.save("x = 8\n")
    edited.look()

    assert heard == []


def test_a_file_that_cannot_be_written_is_refused_with_a_sentence(
    edited: EditedFile, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(edited_file, "write_whole", full)

    with pytest.raises(RequestRefused, match=r"k\.py cannot be saved: No space left"):
        edited.save("x = 9\n")
    assert edited.text == "x = 1\n"


def test_a_copy_that_cannot_be_kept_is_said_once(
    qtbot: QtBot, edited: EditedFile, path: Path
) -> None:
    said: list[Message] = []
    edited.keepingFailed.connect(said.append)
    edited.copy.mkdir()

    for text in ("a", "b"):
        edited.keep(text)
        edited.close()

    shutil.rmtree(edited.copy)
    assert [message.code for message in said] == ["editor.not-kept"]
