"""All keys on one page that a field above filters, read off the window's own actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from gpuviz.scene.sizes import BASE_PX, SPACE_PX
from gpuviz.texts import escaped, labelled, tr
from gpuviz.ui.actions import ACTIONS, OTHER_KEYS
from gpuviz.ui.drops import LineField
from gpuviz.ui.labels import RichPage
from gpuviz.ui.menus import MENUS, listed

SIZE = (620, 640)  # in pixels, with usual letters


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One key, or several that do the same, and what they do."""

    group: str
    keys: str
    does: str

    def has(self, words: str) -> bool:
        """Whether each of some words is in it."""
        text = f"{self.group} {self.keys} {self.does}".casefold()
        return all(word in text for word in words.casefold().split())


class CheatSheet(QDialog):
    """The keys under the titles of the menus that have the same actions."""

    def __init__(self, parent: QWidget, actions: Mapping[str, QAction], letter_px: int = 0) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.rows = tuple(key_rows(actions))
        self.search, self.page = LineField(), RichPage()
        self.search.setPlaceholderText(tr("Search for a key, or for what it does"))
        self.search.setAccessibleName(tr("Search"))
        self.page.setAccessibleName(tr("Keys"))
        column = QVBoxLayout(self)
        column.setContentsMargins(*[4 * SPACE_PX] * 4)
        column.setSpacing(2 * SPACE_PX)
        column.addWidget(self.search)
        column.addWidget(self.page)
        self._size(letter_px or BASE_PX, parent)
        self.search.textChanged.connect(self.filter)
        self.filter("")

    @property
    def shown(self) -> tuple[KeyRow, ...]:
        """The rows that have every searched word."""
        return tuple(row for row in self.rows if row.has(self.search.text()))

    def filter(self, words: str) -> None:
        """Show what has these words."""
        self.page.setHtml(_page(self.shown) or tr("No key has these words."))

    def _size(self, letter_px: int, parent: QWidget) -> None:
        """In large letters, as large as those are, but inside of its window."""
        self.setStyleSheet(f"QWidget {{ font-size: {letter_px}px; }}")
        wide, high = (round(side * letter_px / BASE_PX) for side in SIZE)
        self.resize(min(wide, parent.width()), min(high, parent.height()))


def key_rows(actions: Mapping[str, QAction]) -> Iterator[KeyRow]:
    """What the actions say of themselves, by menu; then the keys of single parts of the window."""
    tips = {spec.id: tr(spec.tip) for spec in ACTIONS}
    for menu in MENUS:
        group = _plain(tr(menu.title))
        for name in listed(menu):
            keys = [key for key in actions[name].shortcuts() if not key.isEmpty()]
            if keys:
                does = labelled(_plain(actions[name].text()), tips[name])
                yield KeyRow(group, _written(keys), does)
    for written, tip in OTHER_KEYS:
        yield KeyRow(tr("Parts of the window"), tr(written), tr(tip))


def _written(keys: Sequence[QKeySequence]) -> str:
    """As this platform writes them: "Ctrl+R or F5"."""
    native = QKeySequence.SequenceFormat.NativeText
    return tr(" or ").join(key.toString(native) for key in keys)


def _plain(text: str) -> str:
    """The words of an action, without its mnemonic: "运行(&R)" is "运行"."""
    words, _, mnemonic = text.partition("(&")
    return words if mnemonic else text.replace("&", "")


def _page(rows: Sequence[KeyRow]) -> str:
    html, group = "", ""
    for row in rows:
        if row.group != group:
            group = row.group
            html += f"<tr><td colspan='2'><b>{escaped(group)}</b></td></tr>"
        cells = f"<td><b>{escaped(row.keys)}</b>&nbsp;&nbsp;</td><td>{escaped(row.does)}</td>"
        html += f"<tr>{cells}</tr>"
    return f"<table cellpadding='3'>{html}</table>" if html else ""


def show_cheat_sheet(parent: QWidget, actions: Mapping[str, QAction], letter_px: int = 0) -> None:
    """Open it beside what is done."""
    CheatSheet(parent, actions, letter_px).show()
