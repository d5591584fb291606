"""The button "1×": how fast a launch is played, and by what."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal

from gpuviz.messages import EnglishText
from gpuviz.session.playback import SPEEDS, Pace, Playback
from gpuviz.texts import tr
from gpuviz.ui.pull_down import PullDown

PACES: dict[Pace, EnglishText] = {
    "rounds": "by rounds: every warp takes a step",
    "steps": "by steps: one warp after the other",
    "turns": "by turns of loops",
    "blocks": "by blocks: one begins or ends",
}

WHAT_MOVES: dict[Pace, EnglishText] = {
    "steps": "{speed} steps",
    "turns": "{speed} turns",
    "blocks": "{speed} blocks",
}


def speed_text(speed: float) -> str:
    """ "0.25×", "1×", "16×"."""
    return f"{speed:g}×"


class SpeedButton(PullDown):
    """Chooses speed and pace of a Playback."""

    relabelled = Signal()  # it may be wider or narrower now

    def __init__(self, playback: Playback) -> None:
        super().__init__("speed", tr("Speed"))
        self._playback = playback
        self.setToolTip(tr("How fast the launch is played, and what moves at a time"))
        for speed in SPEEDS:
            self.offer(speed_text(speed), partial(self._set_speed, speed))
        self.menu().addSeparator()
        for pace, words in PACES.items():
            self.offer(tr(words), partial(self._set_pace, pace))
        playback.speedChanged.connect(self._show)
        playback.paceChanged.connect(self._show)
        self._show()

    def _set_speed(self, speed: float) -> None:
        self._playback.speed = speed

    def _set_pace(self, pace: Pace) -> None:
        self._playback.pace = pace

    def _show(self) -> None:
        speed, pace = speed_text(self._playback.speed), self._playback.pace
        what = WHAT_MOVES.get(pace)
        self.show_choice(speed if what is None else tr(what).format(speed=speed))
        for entry in self.menu().actions():
            entry.setChecked(entry.text() in (speed, tr(PACES[pace])))
        self.relabelled.emit()
