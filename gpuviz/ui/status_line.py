"""The status bar: who ran, how long it took, how much is kept; which times are which."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QProgressBar, QStatusBar, QToolButton

from gpuviz.insight.summary import trace_bytes
from gpuviz.messages import Message
from gpuviz.scene.numbers import byte_count, percent, seconds, whole
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.texts import labelled, rich, say, tr
from gpuviz.ui.facts import SELECTABLE
from gpuviz.ui.labels import PlainLabel, RichLabel, plain_tip, said
from gpuviz.ui.override import qt_override
from gpuviz.ui.style import ui_font
from gpuviz.ui.term_marks import TermLabel
from gpuviz.ui.terms import explained

if TYPE_CHECKING:
    from gpuviz.engines.request import LongLoop
    from gpuviz.trace import Trace

GAP_PX = 12  # between two parts
QWIDGETSIZE_MAX = (1 << 24) - 1  # Qt's own name for no limit
PATIENCE_MS = 200  # what is over sooner shows no progress


class StatusLine(QStatusBar):
    """Says what the last run was, and shows progress where one takes longer than 200 ms."""

    def __init__(self, cancel: QAction) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.engine, self.run, self.trace = TermLabel(), TermLabel(), TermLabel()
        self.times = RichLabel()
        for label in (self.engine, self.run, self.trace, self.times):
            label.setTextInteractionFlags(SELECTABLE)
            label.setFont(ui_font(12))
        self._progress = QProgressBar()
        self._progress.setTextVisible(False)
        self._progress.setFixedWidth(40 * SPACE_PX)
        self._loop = PlainLabel()
        self._loop.setFont(ui_font(12))
        self._cancel = QToolButton()
        self._cancel.setDefaultAction(cancel)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._show_progress(True))
        for part in (self.engine, self.run, self.trace, self._progress, self._loop, self._cancel):
            self.addWidget(part)
        self.addPermanentWidget(self.times)
        self._show_progress(False)

    def show_engine(self, name: str, emulated: bool, why: Message | None) -> None:
        """Which engine runs; of the emulator also why, as soon as that is known."""
        reason = "" if why is None else say(why)
        told = labelled(name, _first_words(reason)) if emulated and reason else name
        self.engine.setText(told)
        self.engine.setToolTip(plain_tip(reason))
        self._fit()

    def show_trace(self, trace: Trace, took: float | None, launches: int = 0) -> None:
        """How long the run took on a CPU engine (s), what is kept, which times are modelled.

        Of a pipeline it is one of so many `launches`, all of which took that long.
        """
        one = trace.config.threads == 1
        threads = tr("1 thread") if one else tr("{n} threads").format(n=whole(trace.config.threads))
        if launches:
            several = tr("{n} launches").format(n=whole(launches))
            threads = tr("1 launch") if launches == 1 else several
        ran = threads if took is None else tr("{n} in {t}").format(n=threads, t=seconds(took))
        if trace.machine:
            ran = tr("{n} on {machine}").format(n=ran, machine=trace.machine)
        emulated = trace.engine == "emulator"
        order = _schedule(trace.schedule) if emulated else ""
        self.run.setText(f"{ran} · {order}" if order else ran)
        self.times.setText(rich(_times_words(trace, timed=took is not None)))
        for part in (self.run, self.times):
            part.setToolTip(explained(said(part)))
        self.show_kept(trace)

    def show_kept(self, trace: Trace) -> None:
        """How much is kept, of which blocks."""
        self.trace.setText(
            tr("trace {size}, {followed}").format(
                size=byte_count(trace_bytes(trace)), followed=_followed(trace)
            )
        )
        self.trace.setToolTip(explained(self.trace.text()))
        self._fit()

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the less important words give way, before any is cut."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        kept = [self.engine, self.times, *([] if self._loop.isHidden() else [self._loop])]
        needed = sum(part.sizeHint().width() + GAP_PX for part in kept)
        for part in (self.run, self.trace):
            needed += part.sizeHint().width() + GAP_PX
            part.setMaximumWidth(QWIDGETSIZE_MAX if needed <= self.width() else 0)

    def show_busy(self, busy: bool) -> None:
        """Progress and Cancel, once it has lasted long enough to be worth it."""
        if not busy:
            self._patience.stop()
            self._show_progress(False)
        elif not self._progress.isVisible() and not self._patience.isActive():
            self._progress.setRange(0, 0)
            self._patience.start()

    def show_progress(self, share: float) -> None:
        """How much is done, 0..1."""
        self._progress.setRange(0, 1000)
        self._progress.setValue(round(1000 * share))

    def show_progress_of(self, number: int, share: float) -> None:
        """The same for a numbered run."""
        self.show_progress(share)

    def show_loop(self, loop: LongLoop) -> None:
        """Where a launch lingers that does not come to its end."""
        text = tr("in the loop of line {line}: round {n}")
        self._loop.setText(text.format(line=loop.line, n=whole(loop.rounds)))
        self._loop.setVisible(self._progress.isVisible())
        self._fit()

    def _show_progress(self, shown: bool) -> None:
        self._progress.setVisible(shown)
        self._loop.hide()
        self._cancel.setVisible(shown)


def _schedule(name: str) -> str:
    names = {"lockstep": tr("lockstep"), "warps": tr("warps"), "adversarial": tr("adversarial")}
    return tr("schedule: {name}").format(name=names.get(name, name))


def _followed(trace: Trace) -> str:
    if trace.steps is None:
        return tr("no steps kept")
    if trace.all_followed:
        return tr("every block followed")
    text = tr("{n} of {all} blocks followed")
    return text.format(n=whole(len(trace.followed)), all=whole(trace.config.blocks))


def _times_words(trace: Trace, timed: bool) -> str:
    """Which times are measured and which are modelled; **bold** as in Markdown.

    Without `timed` there are none of a CPU.
    """
    from gpuviz.trace.whose_device import device_name

    times = trace.times
    if times is None:
        return tr("CPU times are **measured**") if timed else ""
    if times.source == "measured":
        if trace.machine:
            words = tr("Times of the {device} are **measured** there, CPU times here")
            return words.format(device=device_name(trace))
        return tr("All times are **measured**")
    words = tr("Times of the {device} are **modelled** ({how}), CPU times are **measured**")
    return words.format(device=device_name(trace), how=times.note or _how_sure(trace))


def _how_sure(trace: Trace) -> str:
    judged = trace.prediction.validation if trace.prediction is not None else None
    if judged is None:
        return tr("not validated yet")
    words = tr("validated on {n} published measurements, median error {error}")
    return words.format(n=whole(judged.points), error=percent(judged.median_error))


def _first_words(sentence: str) -> str:
    """What stands before the first colon or full stop, to go on with after another colon."""
    words = re.split(r"[:.] |[：。]", sentence, maxsplit=1)[0]
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]
