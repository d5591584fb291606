"""The pages of a handout: laid out by Qt's text documents, written as PDF.

A document is laid out in units of 1/96 inch, and painted larger: so letters stand where a printer
wants them, and not on the pixels of a screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path

from PySide6.QtCore import QBuffer, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QImage,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextDocument,
)

from gpuviz.ui.labels import PaperDocument
from gpuviz.ui.painter import kept_state, painting
from gpuviz.ui.style import mono_font, ui_font

UNITS = 96  # to the inch
DOTS = 1200  # to the inch, of the PDF
MARGIN_MM, FOOT_MM = 18.0, 8.0
MM = UNITS / 25.4
A4 = QSizeF(210 * MM, 297 * MM)
ROOM = QSizeF(A4.width() - 2 * MARGIN_MM * MM, A4.height() - (2 * MARGIN_MM + FOOT_MM) * MM)
TEXT_PX, SMALL_PX = 14, 11  # 10.5 and 8 points
PICTURE_PX = int(ROOM.width())
STEP_LEVEL = 2  # of its heading
INK, MUTED = "#1a1a1a", "#666666"
STYLE = f"""
h1 {{ font-size: 24px; margin-top: 0; }}
h2 {{ font-size: 17px; margin-top: 18px; margin-bottom: 6px; }}
p {{ margin-top: 0; margin-bottom: 7px; }}
pre {{ margin-bottom: 7px; }}
.muted {{ color: {MUTED}; }}
.key {{ color: #0b5c2b; }}
"""


def laid_out(html: Callable[[Set[int]], str], pictures: Mapping[str, QImage]) -> QTextDocument:
    """The document; `html` is asked for it with the steps that begin a page, from 1.

    A step that fits on a page is not parted: neither it nor its picture is cut.
    """
    tall = _document(html(frozenset()), pictures)
    tall.setTextWidth(ROOM.width())
    pages = _document(html(first_of_pages(_bottoms(tall), ROOM.height())), pictures)
    pages.setPageSize(ROOM)
    return pages


def first_of_pages(bottoms: Sequence[float], room: float) -> frozenset[int]:
    """Which steps begin a page, by their lower ends on one endless page; the first is that of what
    stands before the steps, which stays with the first of them.
    """
    first, top = set[int](), 0.0
    for step in range(2, len(bottoms)):
        if bottoms[step] - top > room:
            first.add(step)
            top = bottoms[step - 1]
    return frozenset(first)


def _document(html: str, pictures: Mapping[str, QImage]) -> QTextDocument:
    document = PaperDocument(pictures)
    code = mono_font().family().replace("'", "")
    document.setDefaultFont(ui_font(TEXT_PX))
    document.setDefaultStyleSheet(
        f"{STYLE} code, pre {{ font-family: '{code}'; font-size: 13px; }}"
    )
    document.setUseDesignMetrics(True)
    document.setDocumentMargin(0)
    document.setHtml(html)
    return document


def _bottoms(document: QTextDocument) -> list[float]:
    """Where what stands before the steps ends, and where each step does."""
    found = [0.0]
    block = document.begin()
    while block.isValid():
        if block.blockFormat().headingLevel() == STEP_LEVEL:
            found.append(0.0)
        found[-1] = document.documentLayout().blockBoundingRect(block).bottom()
        block = block.next()
    return found


def write_pdf(document: QTextDocument, title: str, path: Path) -> None:
    """Writes all pages, each with its number. Raises OSError where that cannot be."""
    path.write_bytes(_pdf(document, title))


def _pdf(document: QTextDocument, title: str) -> bytes:
    """The file in memory: QPdfWriter does not tell that a disk is full."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(title)
    writer.setCreator("gpuviz")
    with painting(writer) as painter:
        painter.scale(DOTS / UNITS, DOTS / UNITS)
        count = document.pageCount()
        for page in range(count):
            if page:
                writer.newPage()
            _paint_page(painter, document, page)
            _paint_foot(painter, title, f"{page + 1} / {count}")
    return bytes(buffer.data().data())


def _paint_page(painter: QPainter, document: QTextDocument, page: int) -> None:
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = QRectF(0, page * ROOM.height(), ROOM.width(), ROOM.height())
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Text, QColor(INK))
    context.palette = palette
    with kept_state(painter):
        painter.translate(MARGIN_MM * MM, MARGIN_MM * MM - page * ROOM.height())
        painter.setClipRect(context.clip)
        document.documentLayout().draw(painter, context)


def _paint_foot(painter: QPainter, title: str, number: str) -> None:
    top = A4.height() - (MARGIN_MM + FOOT_MM) * MM
    box = QRectF(MARGIN_MM * MM, top, ROOM.width(), FOOT_MM * MM)
    painter.setFont(ui_font(SMALL_PX))
    painter.setPen(QColor(MUTED))
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, title)
    painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, number)
