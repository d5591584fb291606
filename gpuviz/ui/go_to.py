"""Go to…: a line over the stage in which a place of the launch is named."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gpuviz.insight.go_to import go_to
from gpuviz.insight.go_to_hints import Hint, go_to_hints
from gpuviz.messages import RequestRefused
from gpuviz.scene.sizes import BASE_PX, LARGE_PX, SPACE_PX
from gpuviz.session.playback import Playback
from gpuviz.session.selection import Selection
from gpuviz.texts import rich, say, say_rich, tr
from gpuviz.ui.drops import LineField
from gpuviz.ui.facts import LINKED, set_tone, wrapped_label
from gpuviz.ui.labels import PlainLabel, RichLabel
from gpuviz.ui.letters import enlarge_words
from gpuviz.ui.override import qt_override
from gpuviz.ui.playback.travel import travel
from gpuviz.ui.style import mono_font

WIDTH_PX = 520
TOP_PX = 48  # below the upper edge of what it lies over
HINT_STYLE = "text-decoration:none"


class GoTo(QFrame):
    """Lies over a widget while it is open. Enter goes, Tab takes the first example, Esc closes."""

    closed = Signal()

    def __init__(self, over: QWidget, playback: Playback, selection: Selection) -> None:
        super().__init__(over)
        self.setObjectName("goTo")
        self._over, self._playback, self._selection = over, playback, selection
        self._hints: tuple[Hint, ...] = ()
        self._wide = WIDTH_PX
        self.line, self.answer, self.examples = LineField(), wrapped_label(), RichLabel()
        self._set_up_line()
        set_tone(self.examples, "muted")
        self.examples.setTextInteractionFlags(LINKED)
        self.examples.linkActivated.connect(self._follow)
        self._lay_out()
        over.installEventFilter(self)
        self.hide()

    def open(self, letter_px: int = 0) -> None:
        """Ask for a place of the launch that is shown, in letters of so many pixels; 0: in usual
        ones.
        """
        if self._playback.trace is None:
            return
        enlarge_words(self, letter_px)
        self._wide = round(WIDTH_PX * max(letter_px / BASE_PX, 1.0))
        self.line.clear()
        self._show_hints()
        self._place()
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_line(self) -> None:
        """Away again; the stage has the keys."""
        self.hide()
        self._over.setFocus()
        self.closed.emit()

    @qt_override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes Esc and Tab before the window's own shortcuts do, and keeps its place."""
        if watched is self._over and event.type() == QEvent.Type.Resize:
            self._place()
        if watched is not self.line:
            return False
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            self.hide()
        if isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Tab):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._press(event.key())
                return True
        return False

    def _press(self, key: int) -> None:
        if key == Qt.Key.Key_Escape:
            self.close_line()
        elif self._hints:
            self._take(self._hints[0].example)

    def _set_up_line(self) -> None:
        self.line.setFont(mono_font(LARGE_PX - 2))
        self.line.setPlaceholderText(tr("c[785]   block 7   thread (3, 17)   step 120"))
        self.line.setAccessibleName(tr("Go to"))
        self.line.textEdited.connect(lambda text: self._show_hints())
        self.line.returnPressed.connect(self._go)
        self.line.installEventFilter(self)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(4 * SPACE_PX, 3 * SPACE_PX, 4 * SPACE_PX, 3 * SPACE_PX)
        column.setSpacing(2 * SPACE_PX)
        row = QHBoxLayout()
        title = PlainLabel(tr("Go to"))
        keys = PlainLabel(tr("Enter goes · Tab completes · Esc closes"))
        set_tone(keys, "muted")
        row.addWidget(title)
        row.addStretch(1)
        row.addWidget(keys)
        column.addLayout(row)
        for part in (self.line, self.answer, self.examples):
            column.addWidget(part)

    def _place(self) -> None:
        width = min(self._wide, self._over.width() - 4 * SPACE_PX)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((self._over.width() - width) // 2, min(TOP_PX, self._over.height() // 10))

    def _show_hints(self) -> None:
        """Examples for what is typed; what was wrong before is not said any more."""
        trace = self._playback.trace
        self.answer.hide()
        self._hints = () if trace is None else go_to_hints(self.line.text(), trace)
        rows = "".join(_row(*row) for row in enumerate(self._hints))
        self.examples.setText(f'<table cellspacing="3">{rows}</table>')
        self._place()

    def _follow(self, link: str) -> None:
        self._take(self._hints[int(link)].example)

    def _take(self, example: str) -> None:
        """Put an example into the line, to be changed or gone to."""
        self.line.setText(example)
        self.line.setFocus()
        self._show_hints()

    def _go(self) -> None:
        trace, order = self._playback.trace, self._playback.order
        if trace is None:
            return
        try:
            to = go_to(self.line.text(), trace, order, self._selection.block)
        except RequestRefused as refused:
            self.answer.setText(say_rich(refused.message))
            set_tone(self.answer, "hazard")
            self.answer.show()
            self._place()
            return
        self.close_line()
        travel(self._playback, self._selection, to)


def _row(number: int, hint: Hint) -> str:
    example = f'<a href="{number}" style="{HINT_STYLE}"><code>{rich(hint.example)}</code></a>'
    return f"<tr><td>{example}&nbsp;&nbsp;&nbsp;</td><td>{rich(say(hint.meaning))}</td></tr>"
