"""What the pages of the inspector have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import escaped, rich
from gpuviz.ui.facts import LINKED, wrapped_label

if TYPE_CHECKING:
    from gpuviz.insight.destination import Destination


class Page(QWidget):
    """Parts one under the other; links in their words lead to places of the launch."""

    linkFollowed: TypedSignal[[Destination]] = signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self.title = theme, ""
        self._destinations: list[Destination] = []

    @property
    def text(self) -> str:
        """Everything that is shown as plain text, for screen readers and for tests."""
        raise NotImplementedError

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme

    def follow(self, link: str) -> None:
        """Go where a link of this page leads."""
        self.linkFollowed.emit(self._destinations[int(link)])

    def _lay_out(self, *parts: QWidget) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * SPACE_PX, SPACE_PX, 3 * SPACE_PX, 3 * SPACE_PX)
        column.setSpacing(2 * SPACE_PX)
        for part in parts:
            column.addWidget(part)
        column.addStretch(1)

    def _label(self) -> QLabel:
        """A label whose links are followed."""
        label = wrapped_label()
        label.setTextInteractionFlags(LINKED)
        label.linkActivated.connect(self.follow)
        return label

    def _link(self, words: str, to: Destination) -> str:
        """Words that lead somewhere, as rich text; none of an earlier showing leads anywhere."""
        self._destinations.append(to)
        number = len(self._destinations) - 1
        return f'<a href="{number}" style="text-decoration:none">{rich(words)}</a>'

    def _colored(self, words: str, color: str) -> str:
        return f'<span style="color:{color}">{rich(words)}</span>'

    def _muted(self, words: str) -> str:
        return self._colored(words, self._theme.muted)


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row of a list as rich text: what, its number at the right, and a line below."""

    what: str
    number: str = ""
    below: str = ""


def entries_html(entries: Sequence[ListRow]) -> str:
    """A list of entries over the whole width."""
    return f'<table width="100%" cellspacing="0">{"".join(map(_entry, entries))}</table>'


def _entry(entry: ListRow) -> str:
    number = f"<code>{escaped(entry.number)}</code>" if entry.number else ""
    first = (
        f'<tr><td style="padding-top:5px">{entry.what}</td>'
        f'<td align="right" style="padding-top:5px">{number}</td></tr>'
    )
    below = f'<tr><td colspan="2">{entry.below}</td></tr>' if entry.below else ""
    return first + below


def joined(*texts: str) -> str:
    """The plain texts of several parts, those that are empty left out."""
    return "\n".join(filter(None, texts))
