"""How a page of an explanation is set: room between lines, code apart from words, and links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from PySide6.QtGui import (
    QColor,
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from gpuviz.scene.sizes import BASE_PX, LARGE_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.ui.languages import spoken_language
from gpuviz.ui.style import mono_font
from gpuviz.ui.terms import explained, places_in

LINE_PERCENT = 122  # height of a line
HARD_SPACE = "\N{NO-BREAK SPACE}"
THOUSANDS = re.compile(r"(?<=\d)[ \n](?=\d{3}(?!\d))")
"""The space in "500 000", at which no line may end."""
TWO_UNITS = re.compile(r"[\U00010000-\U0010ffff]")
"""Characters that Qt counts as two."""

HAN = re.compile(r"[\u3400-\u9fff]")


def prepared(text: str) -> str:
    """Markdown in which no number is parted at the end of a line."""
    return THOUSANDS.sub(HARD_SPACE, text)


def typeset(document: QTextDocument, theme: Theme, operations: Mapping[str, str]) -> None:
    """Set a page that has just been read. Words of the glossary become links to `term:WORD` where
    they first stand; titles in italics and names in code that `operations` has, to
    `operation:NAME`.
    """
    linked = set[str]()
    for block in _blocks(document):
        _space(block)
        pieces = _pieces(block)
        if block.blockFormat().headingLevel():
            _merge(block, 0, block.length() - 1, _large())
        else:
            _link_operations(block, pieces, theme, operations)
            _link_terms(block, _pieces(block), theme, linked)
        for start, end, form in pieces:
            if form.fontFixedPitch():
                _merge(block, start, end, _code(theme))
            elif form.fontItalic() and HAN.search(_words(block)[start:end]):
                _merge(block, start, end, _stressed())


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _pieces(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    """What has one form: where it begins and ends in the block."""
    found = list[tuple[int, int, QTextCharFormat]]()
    for piece in block:  # type: ignore[attr-defined]
        fragment = piece.fragment()
        start = fragment.position() - block.position()
        found.append((start, start + fragment.length(), fragment.charFormat()))
    return found


def _space(block: QTextBlock) -> None:
    form = QTextBlockFormat()
    form.setLineHeight(LINE_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    form.setNonBreakableLines(False)
    if not block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeLanguage):
        is_close = block.blockFormat().headingLevel() or block.textList() is not None
        form.setTopMargin(0)
        form.setBottomMargin((1 if is_close else 2) * SPACE_PX)
    QTextCursor(block).mergeBlockFormat(form)


def _large() -> QTextCharFormat:
    form = QTextCharFormat()
    form.setProperty(QTextFormat.Property.FontSizeAdjustment, 0)
    form.setProperty(QTextFormat.Property.FontPixelSize, LARGE_PX)
    return form


def _stressed() -> QTextCharFormat:
    """Chinese characters are not slanted."""
    form = QTextCharFormat()
    form.setFontItalic(False)
    form.setFontWeight(QFont.Weight.Bold)
    return form


def _code(theme: Theme) -> QTextCharFormat:
    """In the font of code, on a ground of its own."""
    form = QTextCharFormat()
    form.setFontFamilies([mono_font().family()])
    form.setProperty(QTextFormat.Property.FontPixelSize, BASE_PX - 1)  # its letters are wider
    form.setBackground(QColor(theme.raised))
    return form


def _link(theme: Theme, target: str) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setAnchor(True)
    form.setAnchorHref(target)
    form.setForeground(QColor(theme.words.accent))
    return form


def _link_operations(
    block: QTextBlock,
    pieces: list[tuple[int, int, QTextCharFormat]],
    theme: Theme,
    operations: Mapping[str, str],
) -> None:
    for start, end, form in pieces:
        name = operations.get(_words(block)[start:end])
        if name is not None and (form.fontItalic() or form.fontFixedPitch()):
            _merge(block, start, end, _link(theme, f"operation:{name}"))


def _link_terms(
    block: QTextBlock,
    pieces: list[tuple[int, int, QTextCharFormat]],
    theme: Theme,
    linked: set[str],
) -> None:
    """Terms in code are names of something else, and what is a link already stays that."""
    words = _words(block)
    for start, end, form in pieces:
        if form.fontFixedPitch() or form.isAnchor():
            words = words[:start] + "\0" * (end - start) + words[end:]
    for start, end, word in places_in(words, spoken_language()):
        if word not in linked and end - start > 1:  # one character may be a part of any word
            linked.add(word)
            form = _link(theme, f"term:{word}")
            form.setToolTip(explained(word))
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
            form.clearForeground()
            _merge(block, start, end, form)


def _words(block: QTextBlock) -> str:
    """The text of a block, as many characters long as Qt counts."""
    return TWO_UNITS.sub("\0\0", block.text())


def _merge(block: QTextBlock, start: int, end: int, form: QTextCharFormat) -> None:
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + start)
    cursor.setPosition(block.position() + end, QTextCursor.MoveMode.KeepAnchor)
    cursor.mergeCharFormat(form)
