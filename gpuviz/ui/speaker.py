"""What a speaker sees under the own window while an audience sees the second one: the time, notes
on the lesson's step, and what comes next.
"""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, Qt, QTime, QTimer
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QToolBar, QWidget

from gpuviz.lesson import LessonStep, Playing
from gpuviz.scene.sizes import LARGE_PX, SPACE_PX
from gpuviz.texts import escaped, labelled, rich, tr
from gpuviz.ui.facts import set_tone, wrapped_label
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.lessons.words import lesson_html
from gpuviz.ui.style import mono_font

TICK_MS = 1_000
HIGH_PX = 84  # a title and three lines of notes; more are scrolled to


class SpeakerStrip(QToolBar):
    """The clock, how long the second window has been open; the step, its notes, the next step."""

    def __init__(self) -> None:
        super().__init__(tr("Speaker"))
        self.setObjectName("speaker")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.toggleViewAction().setVisible(False)
        self.clock, self.elapsed = PlainLabel(), PlainLabel()
        self.now, self.next = wrapped_label(), wrapped_label()
        self._since = QElapsedTimer()
        self._since.start()
        self._lay_out()
        timer = QTimer(self, interval=TICK_MS)
        timer.timeout.connect(self._tick)
        timer.start()
        self._tick()

    def show_time(self, clock: QTime, elapsed_s: int) -> None:
        """The time of day, and the seconds since the second window opened."""
        self.clock.setText(clock.toString("HH:mm"))
        minutes, seconds = divmod(elapsed_s, 60)
        self.elapsed.setText(f"{minutes}:{seconds:02}")

    def show_playing(self, playing: Playing | None) -> None:
        """The notes of a step, and what comes after it; None: no lesson is played."""
        if playing is None:
            words = tr("Without a lesson there are no notes: F2 lists the lessons.")
            self.now.setText(rich(words))
            self.next.setText("")
            return
        count, lesson = playing.lesson.step_count, playing.lesson
        if playing.step is None:
            words = tr("The lesson is over: {title}").format(title=lesson.title)
            self.now.setText(f"<b>{escaped(words)}</b>")
            self.next.setText("")
            return
        heading = tr("Step {number} of {count}").format(number=playing.index + 1, count=count)
        self.now.setText(_told(heading, playing.step))
        if playing.is_last:
            self.next.setText(f"<b>{escaped(tr('Next: the end of the lesson'))}</b>")
        else:
            self.next.setText(_told(tr("Next"), lesson.steps[playing.index + 1]))

    def _tick(self) -> None:
        self.show_time(QTime.currentTime(), self._since.elapsed() // 1000)

    def _lay_out(self) -> None:
        body = QWidget()
        body.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        body.setFixedHeight(HIGH_PX)
        row = QHBoxLayout(body)
        row.setContentsMargins(SPACE_PX, 0, SPACE_PX, 0)
        row.setSpacing(6 * SPACE_PX)
        for label, tip in (
            (self.clock, tr("The time of day")),
            (self.elapsed, tr("Minutes and seconds since the second window was opened")),
        ):
            label.setFont(mono_font(LARGE_PX + 6))
            label.setToolTip(plain_tip(tip))
            label.setAccessibleName(tip)
            row.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
        set_tone(self.elapsed, "muted")
        set_tone(self.next, "muted")
        row.addWidget(_scrolled(tr("Notes on this step"), self.now), 3)
        row.addWidget(_scrolled(tr("The next step"), self.next), 2)
        self.addWidget(body)


def _told(heading: str, step: LessonStep) -> str:
    """The step's title, its notes (else its text), and what it asks."""
    title = escaped(labelled(heading, step.title))
    return f"<p><b>{title}</b></p>{lesson_html(step.note or step.text)}{_asked(step.question)}"


def _asked(question: str) -> str:
    return f"<p><b>?</b> {rich(question)}</p>" if question else ""


def _scrolled(name: str, content: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setAccessibleName(name)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    inside = QWidget()
    row = QHBoxLayout(inside)
    row.setContentsMargins(0, 0, 2 * SPACE_PX, 0)
    row.addWidget(content, 1, Qt.AlignmentFlag.AlignTop)
    area.setWidget(inside)
    return area
