"""The controls under the stage: first, back, play, forward, last, the slider and the speed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from string import Template
from typing import Literal

from PySide6.QtCore import QSize
from PySide6.QtGui import QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from gpuviz.messages import EnglishText
from gpuviz.scene.numbers import whole
from gpuviz.scene.sizes import BASE_PX
from gpuviz.scene.theme import Theme
from gpuviz.session.moment_navigator import MomentNavigator
from gpuviz.session.playback import Playback
from gpuviz.texts import in_turn, labelled, tr
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.playback.icons import control_icon
from gpuviz.ui.playback.moment_button import MomentButton
from gpuviz.ui.playback.slider import PlaybackSlider
from gpuviz.ui.playback.speed_button import SpeedButton
from gpuviz.ui.style import mono_font, ui_font
from gpuviz.ui.term_marks import TermLabel
from gpuviz.ui.terms import explain

CHOOSER_STYLE = Template(
    "QToolButton { color: $text; background: $raised; border: 1px solid $line;"
    " border-radius: 5px; padding: 4px 8px; font-size: ${type_px}px; }"
    "QToolButton:hover, QToolButton:focus { border-color: $accent; }"
    "QToolButton:disabled, QToolButton[blocked='true'] { color: $faint; }"
    "QToolButton::menu-indicator { image: none; }"
    "QToolButton#next { padding-right: 24px; }"
    "QToolButton#next::menu-button { border: none; border-left: 1px solid $line; width: 18px; }"
)


@dataclass(frozen=True, slots=True)
class Form:
    """What is shown beside the slider in a bar of some width."""

    order: bool = True
    speed: bool = True
    next: bool = True  # the button to the next moment of a kind
    text: Literal["full", "short", "bare"] = "full"  # how the position is said
    ends: bool = True  # the buttons to the first and last step
    position: bool = True


FORMS = (
    Form(),
    Form(order=False),
    Form(order=False, speed=False),
    Form(order=False, speed=False, text="short"),
    Form(order=False, speed=False, text="short", ends=False),
    Form(order=False, speed=False, text="bare", ends=False),
    Form(order=False, speed=False, text="bare", ends=False, next=False),
    Form(order=False, speed=False, ends=False, next=False, position=False),
)
"""From wide to narrow; what goes is still in a tooltip, in the menu or on a key."""


@dataclass(frozen=True, slots=True)
class Control:
    """One button: its name, the icon it shows, what it does, and its tooltip."""

    name: str
    act: Callable[[Playback], None]
    tip: EnglishText


CONTROLS = (
    Control("first", lambda playback: playback.seek(0), "To before the first step (Home)"),
    Control("back", lambda playback: playback.step(-1), "One step back (←)"),
    Control(
        "play", lambda playback: playback.toggle(), "Play, or pause (Space; backwards: Shift+Space)"
    ),
    Control("forward", lambda playback: playback.step(1), "One step forward (→)"),
    Control("last", lambda playback: playback.seek(playback.length), "To the end (End)"),
)
BUTTON_PX = (30, 28)  # wide, high
SLIDER_PX = 120  # at least
GAP = 4
MARGINS = (12, 5, 16, 4)
ORDER_TEXTS = {"executed": "order: executed", "modelled": "order: modelled"}
ORDER_WORDS = {"executed": "executed order", "modelled": "modelled order"}  # of the glossary
STEP_TEXT = "step {moment} / {length}"
FOLLOWED_TEXT = "step {moment} / {length} of the followed blocks"
SHORT_TEXT = "{moment} / {length}"
BARE_TEXT = "{moment}"
ROUND_TEXT = "round {current} of {rounds}"


class PlaybackBar(QWidget):
    """Plays, steps and scrubs a Playback."""

    def __init__(self, playback: Playback, moments: MomentNavigator, theme: Theme) -> None:
        super().__init__()
        self._playback = playback
        self._theme = theme
        self._form, self._scale = FORMS[0], 1.0
        self.buttons = {control.name: self._button(control) for control in CONTROLS}
        self.slider = PlaybackSlider(playback, theme)
        self.position = PlainLabel()
        self.order_label = TermLabel()
        self.speed = SpeedButton(playback)
        self.next = MomentButton(moments, self)
        self._row = QHBoxLayout(self)
        self._lay_out()
        for chooser in (self.speed, self.next):
            chooser.relabelled.connect(self._fit)
        playback.momentChanged.connect(self._show_moment)
        playback.playingChanged.connect(self._show_icons)
        playback.traceChanged.connect(self._show_trace)
        self.set_theme(theme)
        self._show_trace()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.slider.set_theme(theme)
        self._show_size()

    def enlarge(self, letter_px: int) -> None:
        """Letters of so many pixels, icons and the slider to match; 0: as it comes."""
        factor = letter_px / BASE_PX if letter_px else 1.0
        if factor != self._scale:
            self._scale = factor
            self.slider.enlarge(factor)
            self._show_size()

    def _show_size(self) -> None:
        type_px, (wide, high) = self._px(BASE_PX), BUTTON_PX
        for chooser in (self.speed, self.next):
            style = CHOOSER_STYLE.substitute(asdict(self._theme), type_px=type_px)
            chooser.setStyleSheet(style)
        for button in self.buttons.values():
            button.setFixedSize(self._px(wide), self._px(high))
        self.position.setFont(mono_font(type_px))
        self.order_label.setFont(ui_font(type_px))
        self._show_icons()
        self._fit()
        self.updateGeometry()
        self.update()

    def _px(self, usual: int) -> int:
        return round(usual * self._scale)

    @property
    def form(self) -> Form:
        """What is shown at the present width."""
        return self._form

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._fit()

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """The narrowest form; in a wider bar the wider ones are shown."""
        return QSize(self._needed(FORMS[-1]), super().minimumSizeHint().height())

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        with painting(self) as painter:
            painter.fillRect(self.rect(), self._theme.panel)
            painter.setPen(QPen(self._theme.line))
            painter.drawLine(0, 0, self.width(), 0)

    def _lay_out(self) -> None:
        row = self._row
        row.setContentsMargins(*MARGINS)
        row.setSpacing(GAP)
        row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addWidget(self.slider, 1)
        for part in (self.position, self.order_label, self.speed, self.next):
            row.addWidget(part)
        self.position.setContentsMargins(2 * GAP, 0, 2 * GAP, 0)
        self.order_label.setContentsMargins(2 * GAP, 0, GAP, 0)
        self.order_label.setProperty("tone", "muted")

    def _fit(self) -> None:
        """Leave out what the width has no room for, before anything is cut."""
        room = self.width()
        self._form = next((form for form in FORMS if self._needed(form) <= room), FORMS[-1])
        self.order_label.setVisible(self._form.order)
        self.speed.setVisible(self._form.speed)
        self.next.setVisible(self._form.next)
        self.position.setVisible(self._form.position)
        for name in ("first", "last"):
            self.buttons[name].setVisible(self._form.ends)
        self.position.setMinimumWidth(self._position_width(self._form))
        self._show_position()
        self._row.activate()  # at once, so that nothing lies on the slider meanwhile

    def _needed(self, form: Form) -> int:
        """Pixels that a form takes with the shortest slider."""
        buttons = len(self.buttons) - (0 if form.ends else 2)
        parts = [self._px(SLIDER_PX), *([self._px(BUTTON_PX[0])] * buttons)]
        parts += [self._position_width(form)] if form.position else []
        parts += [self.order_label.sizeHint().width()] if form.order else []
        parts += [self.speed.sizeHint().width()] if form.speed else []
        parts += [self.next.sizeHint().width()] if form.next else []
        return MARGINS[0] + MARGINS[2] + sum(parts) + GAP * (len(parts) - 1)

    def _position_width(self, form: Form) -> int:
        """That of the last step: so nothing moves while numbers grow."""
        length, metrics = self._playback.length, self.position.fontMetrics()
        texts = (self._position_text(form, length, ended) for ended in (False, True))
        return max(map(metrics.horizontalAdvance, texts)) + 4 * GAP

    def _position_text(self, form: Form, moment: int, ended: bool) -> str:
        trace = self._playback.trace
        if self._playback.order is None or trace is None:
            return tr("no steps")
        if ended:
            return _over_text(form, self._playback.length)
        full = STEP_TEXT if trace.all_followed else FOLLOWED_TEXT
        text = tr({"full": full, "short": SHORT_TEXT, "bare": BARE_TEXT}[form.text])
        return text.format(moment=whole(moment), length=whole(self._playback.length))

    def _button(self, control: Control) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        button.setToolTip(tr(control.tip))
        button.setAccessibleName(tr(control.tip))
        button.clicked.connect(lambda: control.act(self._playback))
        return button

    def _show_trace(self) -> None:
        order = self._playback.order
        for widget in (*self.buttons.values(), self.slider, self.speed, self.next):
            widget.setEnabled(order is not None)
        self.order_label.setText("" if order is None else tr(ORDER_TEXTS[order.label]))
        self.order_label.setToolTip(plain_tip(self._order_tip()))
        self._fit()
        self._show_moment()

    def _order_tip(self) -> str:
        order = self._playback.order
        return "" if order is None else explain(ORDER_WORDS[order.label])

    def _show_moment(self) -> None:
        playback = self._playback
        self._show_position()
        if playback.order is None:
            self.position.setToolTip("")
            return
        current = whole(min(playback.round, playback.rounds))
        rounds = tr(ROUND_TEXT).format(current=current, rounds=whole(playback.rounds))
        self.position.setToolTip(
            plain_tip(in_turn((rounds, labelled(self.order_label.text(), self._order_tip()))))
        )

    def _show_position(self) -> None:
        moment, ended = self._playback.moment, self._playback.ended
        self.position.setText(self._position_text(self._form, moment, ended))
        self.slider.setAccessibleDescription(self._position_text(FORMS[0], moment, ended))

    def _show_icons(self) -> None:
        for name, button in self.buttons.items():
            shown = "pause" if name == "play" and self._playback.playing else name
            button.setIcon(control_icon(shown, self._theme))
            button.setIconSize(button.size() * 0.62)


def _over_text(form: Form, steps: int) -> str:
    """That the launch is over, which comes after its last step."""
    if form.text != "full":
        return tr("over")
    return tr("over: 1 step") if steps == 1 else tr("over: {n} steps").format(n=whole(steps))
