"""The controls under the stage: first, back, play, forward, last, the slider and the speed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from string import Template

from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from gpuviz.session.playback import SPEEDS, Playback
from gpuviz.ui.numbers import whole
from gpuviz.ui.playback_icons import control_icon
from gpuviz.ui.playback_slider import PlaybackSlider
from gpuviz.ui.style import mono_font
from gpuviz.ui.texts import tr
from gpuviz.ui.theme import Theme

SPEED_STYLE = Template(
    "QToolButton { color: $text; background: $raised; border: 1px solid $line;"
    " border-radius: 5px; padding: 4px 8px; }"
    "QToolButton:hover, QToolButton:focus { border-color: $accent; }"
    "QToolButton:disabled { color: $faint; }"
    "QToolButton::menu-indicator { image: none; }"
)


@dataclass(frozen=True, slots=True)
class Control:
    """One button: its name, the icon it shows, what it does, and its tooltip."""

    name: str
    act: Callable[[Playback], None]
    tip: str


CONTROLS = (
    Control("first", lambda playback: playback.seek(0), "To before the first step (Home)"),
    Control("back", lambda playback: playback.step(-1), "One step back (←)"),
    Control("play", lambda playback: playback.toggle(), "Play by rounds, or pause (Space)"),
    Control("forward", lambda playback: playback.step(1), "One step forward (→)"),
    Control("last", lambda playback: playback.seek(playback.length), "To the end (End)"),
)
EXECUTED_TIP = "The steps are played in the order in which the emulator executed them."
ORDER_TEXTS = {"executed": "order: executed", "modelled": "order: modelled"}
STEP_TEXT = "step {moment} / {length}"
FOLLOWED_TEXT = "step {moment} / {length} of the followed blocks"
ROUND_TEXT = "round {current} of {rounds}"
MODELLED_TIP = (
    "All warps ran in lockstep. The order shown is the one in which the chosen device would"
    " likely run them: blocks placed on its SMs, their warps taking turns, one statement a turn."
    " Play moves one such round; the step keys move one step."
)


def speed_text(speed: float) -> str:
    """ "0.25×", "1×", "16×"."""
    return f"{speed:g}×"


class PlaybackBar(QWidget):
    """Plays, steps and scrubs a Playback."""

    def __init__(self, playback: Playback, theme: Theme) -> None:
        super().__init__()
        self._playback = playback
        self._theme = theme
        self.buttons = {control.name: self._button(control) for control in CONTROLS}
        self.slider = PlaybackSlider(playback, theme)
        self.position = QLabel()
        self.order_label = QLabel()
        self.speed = self._speed_chooser()
        self._lay_out()
        playback.momentChanged.connect(self._show_moment)
        playback.playingChanged.connect(self._show_icons)
        playback.traceChanged.connect(self._show_trace)
        playback.speedChanged.connect(self._show_speed)
        self.set_theme(theme)
        self._show_trace()
        self._show_speed(playback.speed)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.slider.set_theme(theme)
        self._show_icons()
        self.speed.setStyleSheet(SPEED_STYLE.substitute(asdict(theme)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.panel)
        painter.setPen(QPen(self._theme.line))
        painter.drawLine(0, 0, self.width(), 0)
        painter.end()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 5, 16, 4)
        row.setSpacing(4)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addWidget(self.slider, 1)
        for label in (self.position, self.order_label):
            row.addSpacing(8)
            row.addWidget(label)
        row.addSpacing(8)
        row.addWidget(self.speed)
        self.position.setFont(mono_font())
        self.order_label.setProperty("tone", "muted")

    def _button(self, control: Control) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        button.setFixedSize(30, 28)
        button.setToolTip(tr(control.tip))
        button.setAccessibleName(tr(control.tip))
        button.clicked.connect(lambda: control.act(self._playback))
        return button

    def _speed_chooser(self) -> QToolButton:
        chooser = QToolButton(self)
        menu = QMenu(chooser)
        for speed in SPEEDS:
            action = menu.addAction(speed_text(speed))
            action.setCheckable(True)
            action.setData(speed)
        menu.triggered.connect(self._set_speed)
        chooser.setMenu(menu)
        chooser.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        chooser.setToolTip(tr("How fast rounds are played"))
        chooser.setAccessibleName(tr("Speed"))
        return chooser

    def _set_speed(self, action: QAction) -> None:
        self._playback.speed = action.data()

    def _show_speed(self, speed: float) -> None:
        self.speed.setText(f"{speed_text(speed)} ▾")
        for action in self.speed.menu().actions():
            action.setChecked(action.data() == speed)

    def _show_trace(self) -> None:
        order = self._playback.order
        for widget in (*self.buttons.values(), self.slider, self.speed):
            widget.setEnabled(order is not None)
        self.order_label.setText("" if order is None else tr(ORDER_TEXTS[order.label]))
        modelled = order is not None and order.label == "modelled"
        self.order_label.setToolTip(tr(MODELLED_TIP if modelled else EXECUTED_TIP))
        self._show_moment()

    def _show_moment(self) -> None:
        playback, trace = self._playback, self._playback.trace
        if playback.order is None or trace is None:
            self.position.setText(tr("no steps"))
            self.position.setToolTip("")
            return
        text = tr(STEP_TEXT if trace.all_followed else FOLLOWED_TEXT)
        moment, length = whole(playback.moment), whole(playback.length)
        self.position.setText(text.format(moment=moment, length=length))
        current = whole(min(playback.round, playback.rounds))
        tip = tr(ROUND_TEXT).format(current=current, rounds=whole(playback.rounds))
        self.position.setToolTip(tip)

    def _show_icons(self) -> None:
        for name, button in self.buttons.items():
            shown = "pause" if name == "play" and self._playback.playing else name
            button.setIcon(control_icon(shown, self._theme))
            button.setIconSize(button.size() * 0.62)
