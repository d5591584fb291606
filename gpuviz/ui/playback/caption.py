"""The caption over the playback bar: what the line that is played does, and to whom."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gpuviz.insight.captions import after_calls, caption, folded_words
from gpuviz.scene.sizes import BASE_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.session.playback import Playback
from gpuviz.texts import say, tr
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.style import ui_font
from gpuviz.ui.term_marks import TermLabel

TYPE_PX = BASE_PX + 2
LINES = 2  # that there is room for: the stage does not move while captions change
HIGH_PX = 780  # of a window; a lower one has one line, whose end is in a tooltip where it is cut


class CaptionLine(QWidget):
    """One or two lines; nothing where there is nothing to play.

    In a low window it makes room where `is_crowded`: something else stands beside the stage.
    """

    def __init__(
        self, playback: Playback, theme: Theme, is_crowded: Callable[[], bool] = lambda: False
    ) -> None:
        super().__init__()
        self._is_crowded = is_crowded
        self._playback, self._theme, self._letter_px, self._said = playback, theme, 0, ""
        self.line, self.words = PlainLabel(), TermLabel()
        row = QHBoxLayout(self)
        row.setContentsMargins(4 * SPACE_PX, SPACE_PX, 4 * SPACE_PX, SPACE_PX)
        row.setSpacing(3 * SPACE_PX)
        row.addWidget(self.line, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.words, 1)
        self.line.setProperty("tone", "muted")
        self.words.setMinimumWidth(1)
        self.setAccessibleName(tr("What is played"))
        playback.momentChanged.connect(self.show_moment)
        playback.traceChanged.connect(self.show_moment)
        playback.playingChanged.connect(self.show_moment)
        self._show_size()
        self.show_moment()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.update()

    def enlarge(self, letter_px: int) -> None:
        """Letters of so many pixels, on as many lines as need be; 0: as it comes."""
        self._letter_px = letter_px
        self._show_size()

    def show_moment(self) -> None:
        """Say what is played now."""
        playback = self._playback
        trace, order = playback.trace, playback.order
        self._find_room()
        if trace is None or order is None:
            return
        instant = playback.instant
        told = [caption(trace, order, instant), *after_calls(trace, order, instant)]
        folded = None
        if playback.playing and not playback.reverse and playback.tempo is not None:
            folded = folded_words(trace, order, playback.tempo, instant)
        self._said = " ".join(map(say, told if folded is None else [*told, folded]))
        self.line.setText(self._place())
        self._fit()
        self.setAccessibleDescription(f"{self.line.text()} {self._said}")

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many lines as a window of this height has room for."""
        super().resizeEvent(event)
        self._show_size()

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """On the colour of the bar under it."""
        with painting(self) as painter:
            painter.fillRect(self.rect(), self._theme.panel)
            painter.setPen(QPen(self._theme.line))
            painter.drawLine(0, 0, self.width(), 0)

    def _place(self) -> str:
        step, trace = self._playback.current_step, self._playback.trace
        if step is None or trace is None or trace.steps is None or self._playback.ended:
            return ""
        line = trace.statements[int(trace.steps.statement[step])].line
        return tr("line {line}").format(line=line)

    def _find_room(self) -> None:
        if self.parentWidget() is None:
            return  # else it would be a window of its own
        is_low = self.window().height() < HIGH_PX
        self.setVisible(self._playback.order is not None and not (is_low and self._is_crowded()))

    def _show_size(self) -> None:
        font = ui_font(self._letter_px or TYPE_PX)
        self.words.setFont(font)
        self.line.setFont(font)
        self.words.setWordWrap(self._letter_px > 0 or self.window().height() >= HIGH_PX)
        self._fit()

    def _fit(self) -> None:
        """All of it, or in one line what that has room for. Large letters may need a third line:
        of a lecture nothing is cut.
        """
        text = self._said
        lines = LINES if self.words.wordWrap() else 1
        high = lines * self.words.fontMetrics().lineSpacing()
        if self._letter_px:
            self.words.setText(text)
            high = max(high, self.words.heightForWidth(self.words.width()))
        self.setFixedHeight(high + 3 * SPACE_PX)
        if not self.words.wordWrap():
            cut = Qt.TextElideMode.ElideRight
            text = self.words.fontMetrics().elidedText(text, cut, self.words.width())
        self.words.setText(text)
        self.words.setToolTip(plain_tip("" if text == self._said else self._said))
