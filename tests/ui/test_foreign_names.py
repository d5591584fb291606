"""Names that look like markup are shown as they are, and nothing is loaded for them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.messages import Message, RequestRefused, SourcePlace
from gpuviz.operation import find_operation
from gpuviz.texts import rich
from gpuviz.trace.file import load_trace, save_trace
from gpuviz.ui import dialogs
from gpuviz.ui.glossary import GlossaryDialog
from gpuviz.ui.labels import PlainLabel, RichLabel, only_ours, plain, plain_tip, said
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.terms import with_words
from tests.helpers.foreign_names import WHOLE, WORD, marked_trace, markup
from tests.lesson.texts import GOOD
from tests.ui.every_text import Page, Shown, every_text, every_tip
from tests.ui.pupil import Pupil
from tests.ui.test_every_text import visit
from tests.ui.windows import open_window

SAXPY = find_operation("saxpy").path


def faults(texts: Iterable[Shown]) -> set[str]:
    """What is wrong with texts in which a name of a stranger may stand."""
    return {f"{shown.where}: {fault}" for shown in texts if (fault := fault_of(shown))}


def fault_of(shown: Shown) -> str:
    text = shown.text
    if shown.is_rich:
        page = Page(text)
        foreign = [*page.wanted, *(one for one in page.targets if "mark" in one)]
        if foreign:
            return f"leads to {foreign}"
        text = page.toPlainText()
    if "\0" in text or "\u202e" in text:
        return f"hides something: {text!r}" if shown.is_rich else ""
    pieces = text.replace("&&", "&").replace("…", "").split(WORD)[:-1]
    return "" if all(piece.endswith("<b>") for piece in pieces) else f"is read as markup: {text!r}"


def looked_at(qtbot: QtBot, window: MainWindow) -> tuple[set[str], set[str]]:
    """What is wrong in every panel with everything chosen, and who said the word."""
    wrong: set[str] = set()
    told: set[str] = set()

    def look(_name: str) -> None:
        texts = [*every_text(), *every_tip(window)]
        wrong.update(faults(texts))
        told.update(shown.where.partition(" '")[0] for shown in texts if WORD in shown.text)

    visit(qtbot, window, look)
    return wrong, told


@pytest.mark.slow
def test_a_recording_full_of_markup_is_read_as_it_is_in_every_text(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "marked.gpuviz"
    save_trace(marked_trace(), path)
    window = open_window(qtbot)

    window.session.show_recording(load_trace(path), f"{WHOLE}.gpuviz")
    window.actions_by_id["compare"].trigger()
    window.session.playback.seek(5)
    wrong, told = looked_at(qtbot, window)

    assert sorted(wrong) == []
    assert len(told) > 10, told  # or nothing was looked at


@pytest.mark.slow
def test_a_lesson_full_of_markup_is_read_as_it_is_in_every_text(
    qtbot: QtBot, tmp_path: Path
) -> None:
    mark = markup().partition("\n")[0]
    text = GOOD.replace("A try", mark).replace("You know", f"{mark} You know")
    text = text.replace("## Step", f"## {mark}").replace("predict: 1", f"predict: {mark}")
    for words in ("**eight**", "Set the", "The field", "It has two"):
        text = text.replace(words, f"`{mark}` {words}")
    path = tmp_path / "lesson.md"
    path.write_text(text, encoding="utf-8")
    pupil = Pupil(qtbot)
    wrong: set[str] = set()

    pupil.open(path)
    for _ in range(5):
        step = pupil.begin_step()
        pupil.controller.hint()
        wrong |= faults(every_text())
        pupil.predict(step, 0)
        pupil.do(step.solution)
        qtbot.waitUntil(lambda: pupil.playing.answered)
        wrong |= faults(every_text())
        pupil.controller.next()
    wrong |= faults(every_text())

    assert sorted(wrong) == []
    assert WORD in pupil.controller.strip.lesson.text()


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    ["![picture](/mark.png)", "[link](file:///mark.png)", '<img src="/mark.png">', WHOLE],
)
def test_a_lesson_with_pictures_links_or_html_is_refused_in_plain_words(
    words: str, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / f"{WHOLE.replace('/', '')}.md"
    path.write_text(GOOD.replace("**eight**", words), encoding="utf-8")
    window = open_window(qtbot)

    window.open_file(path)

    assert window.lessons.playing is None
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "cannot be played" in box.text()
    assert sorted(faults(every_text())) == []


@pytest.mark.slow
def test_a_kernel_file_full_of_markup_is_read_as_it_is_before_any_consent(
    qtbot: QtBot, tmp_path: Path
) -> None:
    mark = markup().replace("\n", "").replace("\0", "")
    path = tmp_path / "mine.py"
    _, _, rest = SAXPY.read_text(encoding="utf-8").split('"""', 2)
    path.write_text(f'"""{mark}: {mark}\n\n{mark}\n"""{rest}', encoding="utf-8")
    window = open_window(qtbot)

    window.open_file(path)
    window.toolbar.operation.showPopup()
    texts = [*every_text(), *every_tip(window)]
    window.toolbar.operation.hidePopup()

    assert any("tip of a row" in shown.where and WORD in shown.text for shown in texts)
    assert sorted(faults(texts)) == []


def test_boxes_say_names_as_they_are(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    message = Message("a.fault", "In {name}.", {"name": markup()})

    dialogs.tell_error(window, RequestRefused(message, SourcePlace(markup(), 3)))
    dialogs.tell(window, markup(), markup())

    boxes = window.findChildren(QMessageBox)
    assert len(boxes) == 2
    assert all("<b>" not in box.text().replace("<b>", "", 1) for box in boxes)
    assert sorted(faults(every_text())) == []


@pytest.mark.parametrize(
    "text",
    [
        markup(),
        "<img src=x>",
        '<b style="background-image:url(/mark.png)">x</b>',
        r'<b style="background-image:\75rl(/mark.png)">x</b>',
        '<span style="background:u&#114;l(/mark.png)">x</span>',
        "<style>@import url(/mark.css)</style>",
        "<link rel=stylesheet href=/mark.css>",
        "<table background=/mark.png>",
        "<b onclick=x>",
        "<img",
        "1 < 2 & 3 > 2",
    ],
)
def test_rich_text_has_no_mark_but_those_of_the_program(qtbot: QtBot, text: str) -> None:
    label = RichLabel(f"<b>ours</b> {text}")
    qtbot.addWidget(label)

    page = Page(only_ours(text))

    assert page.wanted == []
    assert said(label).startswith("ours ")
    assert [target for target in page.targets if "mark" in target] == []


@pytest.mark.parametrize(
    "text", ["a & b", "a &amp; b", "1 < 2", "<b>x</b>", "a\nb <i>c</i>", "&lt;", "plain"]
)
def test_a_tooltip_and_a_label_show_what_they_were_given(qtbot: QtBot, text: str) -> None:
    label = PlainLabel(text)
    qtbot.addWidget(label)

    assert plain(plain_tip(text)) == text
    assert plain(with_words(text)) == text
    assert plain(rich(text)).split() == text.split()
    assert said(label) == text


def test_what_shows_nothing_or_turns_the_words_around_it_is_made_visible(qtbot: QtBot) -> None:
    label = PlainLabel("a\0b\u202ec")
    qtbot.addWidget(label)

    assert label.text() == "a\ufffdb\ufffdc"
    assert plain_tip("a\u2066b\x1b") == "a\ufffdb\ufffd"


def test_the_glossary_loads_nothing(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    dialog = GlossaryDialog(window)

    dialog.page.setHtml('<img src="/mark.png"><a href="file:///mark.png">x</a>')

    assert dialog.page.toPlainText().startswith("<img")
    assert not dialog.page.openLinks()
