"""Handouts: what is on paper, that no step is cut, and the process that makes them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QTextBlock, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QProgressDialog, QPushButton
from pytestqt.qtbot import QtBot

from gpuviz.lesson import Lesson, read_lesson
from gpuviz.lesson.library import lesson_files
from gpuviz.ui.handout import paper
from gpuviz.ui.handout.sheet import Handout, HandoutStep, html_of, markdown_of
from tests.helpers.short_lesson import SHORT
from tests.ui.test_export import found
from tests.ui.windows import open_window

FILES = lesson_files("en")


def lesson_at(path: Path) -> Lesson:
    lesson = read_lesson(path).lesson
    assert lesson is not None
    return lesson


def handout(lesson: Lesson, with_key: bool = False) -> Handout:
    steps = [
        HandoutStep(one, f"step_{number}.png", one.reveal)
        for number, one in enumerate(lesson.steps)
    ]
    return Handout(lesson, steps, with_key)


def document_of(one: Handout) -> QTextDocument:
    picture = QImage(1680, 1080, QImage.Format.Format_RGB32)
    picture.fill(QColor("green"))
    pictures = {step.picture: picture for step in one.steps}
    return paper.laid_out(lambda begins: html_of(one, paper.PICTURE_PX, begins), pictures)


def blocks_of(document: QTextDocument) -> list[QTextBlock]:
    found_blocks, block = [], document.begin()
    while block.isValid():
        found_blocks.append(block)
        block = block.next()
    return found_blocks


@pytest.mark.parametrize("with_key", [False, True])
@pytest.mark.parametrize("path", FILES[::4], ids=lambda path: path.stem)
def test_each_step_is_on_one_page_with_its_picture(
    qtbot: QtBot, path: Path, with_key: bool
) -> None:
    document = document_of(handout(lesson_at(path), with_key))

    pages: list[set[int]] = []
    for block in blocks_of(document):
        rect = document.documentLayout().blockBoundingRect(block)
        if block.blockFormat().headingLevel() == 2:
            pages.append(set())
        if pages:
            pages[-1] |= {int((y) // paper.ROOM.height()) for y in (rect.top(), rect.bottom() - 1)}
    assert [len(one) for one in pages] == [1] * len(lesson_at(path).steps)
    assert document.pageCount() <= len(pages) + 1


@pytest.mark.parametrize(
    ("bottoms", "begins"),
    [
        ([10, 50, 90], set()),
        ([10, 50, 110], {2}),
        ([10, 60, 120, 170, 180, 225], {2, 3, 5}),
        ([10, 300, 350], {2}),
        ([10], set()),
    ],
)
def test_a_page_begins_where_a_step_would_not_fit(bottoms: list[float], begins: set[int]) -> None:
    assert paper.first_of_pages(bottoms, 100) == begins


def test_the_pdf_has_all_pages(qtbot: QtBot, tmp_path: Path) -> None:
    lesson = lesson_at(FILES[0])
    document = document_of(handout(lesson))

    paper.write_pdf(document, lesson.title, tmp_path / "a.pdf")

    data = (tmp_path / "a.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == document.pageCount()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="Linux has a file that is always full")
def test_a_pdf_that_does_not_fit_on_the_disk_is_no_success(qtbot: QtBot) -> None:
    lesson = lesson_at(FILES[0])

    with pytest.raises(OSError, match="No space left"):
        paper.write_pdf(document_of(handout(lesson)), lesson.title, Path("/dev/full"))


def test_answers_are_in_the_key_alone(qtbot: QtBot) -> None:
    lesson = lesson_at(FILES[4])

    plain, key = (markdown_of(handout(lesson, with_key)) for with_key in (False, True))
    pages = [html_of(handout(lesson, with_key), 600) for with_key in (False, True)]

    for step in lesson.steps:
        assert step.question in plain
        assert step.reveal not in plain
        assert step.reveal in key
    assert "[ ]" in plain
    assert [page.count('class="key"') > 0 for page in pages] == [False, True]


def test_a_lesson_cannot_bring_markup_of_its_own(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "own.md").write_text(SHORT, encoding="utf-8")
    lesson = lesson_at(tmp_path / "own.md")

    document = document_of(handout(lesson))

    assert document.firstBlock().text() == "Lesson 40: One <b>step</b> & more"


@pytest.mark.slow
def test_a_window_has_a_handout_made_while_it_goes_on(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "own.md").write_text(SHORT, encoding="utf-8")
    window = open_window(qtbot)
    window.lessons.open_file(tmp_path / "own.md")

    window.handout.export(tmp_path / "own.pdf")
    with qtbot.waitSignal(window.handout.said, timeout=120_000) as said:
        assert window.handout.busy

    assert said.args == [f"Saved as {tmp_path / 'own.pdf'}."]
    assert (tmp_path / "own.pdf").read_bytes().startswith(b"%PDF")
    assert not window.handout.busy


@pytest.mark.slow
def test_a_handout_that_is_cancelled_leaves_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot)
    window.lessons.open_file(FILES[0])
    window.handout.export(tmp_path / "a.pdf")

    with qtbot.waitSignal(window.handout.said, timeout=60_000) as said:
        progress = found(window, QProgressDialog)
        QTest.mouseClick(found(progress, QPushButton), Qt.MouseButton.LeftButton)

    assert said.args == ["The handout was cancelled; no file was written."]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_folder_that_is_not_there_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "own.md").write_text(SHORT, encoding="utf-8")
    window = open_window(qtbot)
    window.lessons.open_file(tmp_path / "own.md")

    window.handout.export(tmp_path / "no" / "own.pdf")

    qtbot.waitUntil(lambda: window.findChild(QMessageBox) is not None, timeout=60_000)
    assert "cannot be written" in found(window, QMessageBox).informativeText()
