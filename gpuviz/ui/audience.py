"""The second window, for a projector: stage, caption, source and time bar of a session, in large
letters. The first window stays the speaker's.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QResizeEvent, QScreen
from PySide6.QtWidgets import QMainWindow, QSplitter, QVBoxLayout, QWidget

from gpuviz.scene.theme import Theme
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.session import Session
from gpuviz.texts import tr
from gpuviz.ui.override import qt_override
from gpuviz.ui.playback.bar import PlaybackBar
from gpuviz.ui.playback.caption import CaptionLine
from gpuviz.ui.present import SOURCE_SHARE, letter_px_of
from gpuviz.ui.source.controller import SourceController
from gpuviz.ui.source.panel import SourcePanel
from gpuviz.ui.source.view import SourceView
from gpuviz.ui.stage.view import StageView

USUAL = (1280, 720)  # pixels, where there is no second screen to fill


class AudienceWindow(QMainWindow):
    """Shows what the session shows. Its keys are those of the speaker's window, whose `stage` it
    follows into blocks and layers.
    """

    closing = Signal()

    def __init__(
        self, session: Session, theme: Theme, stage: StageView, actions: Mapping[str, QAction]
    ) -> None:
        super().__init__()
        self.setObjectName("audience")
        self.setWindowTitle(tr("gpuviz, for the audience"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._theme = session, theme
        self.stage = StageView(session.playback, session.selection, theme)
        self.caption = CaptionLine(session.playback, theme)
        self.playback_bar = PlaybackBar(session.playback, session.moments, theme)
        self.source = SourcePanel(SourceView(theme))
        self.source.bar.hide()  # it follows the level of the other window
        self._source_controller = SourceController(session, self.source)
        self._lay_out()
        self.addActions(list(actions.values()))
        stage.looked.connect(self.stage.look_as)
        session.view.changed.connect(self._show_view)
        session.launch.operationChanged.connect(self._show_operation)
        session.touches.changed.connect(self._show_touches)
        session.traceReplaced.connect(self._show_replaced)
        CoalescedCall(self, self._show_trace, session.traceShown)
        self._show_view()
        self._show_trace()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        for part in (self.stage, self.caption, self.playback_bar, self.source.view):
            part.set_theme(theme)

    def place(self, beside: QScreen) -> None:
        """Fill a screen that is not the speaker's; an ordinary window where there is none."""
        other = next((one for one in QGuiApplication.screens() if one is not beside), None)
        if other is None:
            self.resize(*USUAL)
            self.show()
        else:
            self.setScreen(other)
            self.setGeometry(other.geometry())
            self.showFullScreen()

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Letters as large as the window wants them."""
        super().resizeEvent(event)
        letter_px = letter_px_of(self.size())
        for part in (self.stage, self.caption, self.playback_bar, self.source):
            part.enlarge(letter_px)
        wide = round(SOURCE_SHARE * self.width())
        self._split.setSizes([self.width() - wide, wide])

    @qt_override
    def closeEvent(self, event: QCloseEvent) -> None:
        """The speaker's window hears it."""
        self.closing.emit()
        super().closeEvent(event)

    def _lay_out(self) -> None:
        left = QWidget()
        left.setObjectName("stage")
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.stage, 1)
        column.addWidget(self.caption)
        column.addWidget(self.playback_bar)
        self._split = QSplitter()
        self._split.addWidget(left)
        self._split.addWidget(self.source)
        self._split.setChildrenCollapsible(False)
        self.setCentralWidget(self._split)
        self.caption.show_moment()  # now that it has its place

    def _show_view(self) -> None:
        view, stage = self._session.view, self.stage
        stage.arrays.colour(view.element_colouring)
        if stage.colouring is not view.colouring:
            stage.set_colouring(view.colouring)

    def _show_operation(self) -> None:
        self._source_controller.show_operation(self._session.launch.choice.operation)

    def _show_trace(self) -> None:
        from gpuviz.scene.launch.opening import title_of

        trace, shown = self._session.playback.trace, self._session.launch.shown
        if trace is None:
            self._show_operation()
            return
        self.stage.show_trace(trace, title_of(shown) if shown else "")
        self._source_controller.show_trace(trace)

    def _show_replaced(self) -> None:
        trace = self._session.playback.trace
        if trace is not None:
            self.stage.replace_trace(trace)

    def _show_touches(self) -> None:
        self.stage.set_touches(self._session.touches.touches)
