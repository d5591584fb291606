"""Takes the stage out of the window: to the clipboard, as a picture, as a film, as a recording."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QProgressBar, QProgressDialog, QWidget

from gpuviz.messages import GpuvizError
from gpuviz.scene.sheet import Sheet, sheet_of
from gpuviz.session.playback import Playback
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import say, tr
from gpuviz.trace import Trace, perfetto
from gpuviz.trace.file import SUFFIX, save_trace
from gpuviz.ui import dialogs
from gpuviz.ui.charts.export import seen_chart
from gpuviz.ui.export.pictures import PNG, SVG, Shot, save_image, save_picture
from gpuviz.ui.export.timelines import save_timeline
from gpuviz.ui.labels import PlainLabel
from gpuviz.ui.stage.picture import image_on
from gpuviz.ui.stage.view import StageView

if TYPE_CHECKING:
    from gpuviz.ui.export.film_dialog import FilmChoice, FilmDialog
    from gpuviz.ui.export.film_job import FilmJob

SHARPER = 2  # pixels of a saved picture for each of the screen: it is enlarged on slides
PROGRESS_PX = 360


class ExportController(QObject):
    """What the entries of the File menu do; `said` carries a line for the status bar."""

    said = Signal(str)
    _saved: TypedSignal[[Path | GpuvizError]] = signal(object)  # from a thread

    def __init__(self, window: QWidget, stage: StageView, playback: Playback) -> None:
        super().__init__(window)
        self._window, self._stage, self._playback = window, stage, playback
        self._thread: threading.Thread | None = None
        self.job: FilmJob | None = None
        self.dialog: FilmDialog | None = None
        self._saved.connect(self._tell)

    def copy_picture(self) -> None:
        """The stage to the clipboard."""
        QGuiApplication.clipboard().setImage(image_on(self._sheet(), self._stage.scene))
        self.said.emit(tr("The picture of the stage is copied."))

    def ask_picture(self) -> None:
        """Ask for a file and save the stage."""
        kinds = f"{tr('Picture')} (*{PNG});;{tr('Drawing')} (*{SVG})"
        dialogs.ask_new_file(
            self._window, tr("Export the picture"), kinds, self._name, self.save_picture
        )

    def save_picture(self, path: Path) -> None:
        """The stage as PNG or SVG, by the suffix."""
        stage = self._stage
        drawing = path.suffix == SVG
        sheet = sheet_of(stage.width(), stage.height(), stage.theme) if drawing else self._sheet()
        self._save(path, lambda: save_picture(path, sheet, stage.scene))

    def ask_chart(self) -> None:
        """Ask for a file and save the chart that has the keyboard, else one that is seen."""
        chart = seen_chart(self._window)
        if chart is None:
            self.said.emit(tr("No chart is seen: open the panel Timing or Sweeps first."))
        else:
            chart.ask_file()

    def ask_recording(self) -> None:
        """Ask for a file and save the launch that is shown."""
        trace = self._playback.trace
        if trace is None:
            self._say_nothing_there()
            return
        kinds = f"{tr('Recording')} (*{SUFFIX})"
        save = functools.partial(self.save_recording, trace)
        dialogs.ask_new_file(self._window, tr("Save the recording"), kinds, self._name, save)

    def ask_screenshot(self) -> None:
        """Ask for a file and save the whole window."""
        kinds = tr("Pictures (*.png)")
        dialogs.ask_new_file(
            self._window, tr("Save a picture"), kinds, self._name, self.save_screenshot
        )

    def save_screenshot(self, path: Path) -> None:
        """The whole window as it is."""
        self._save(path, lambda: save_image(path, self._window.grab()))

    def save_recording(self, trace: Trace, path: Path) -> None:
        """Write a launch to a file, in a thread: it may be large."""
        self._begin_writing(save_trace, trace, path)

    def ask_timeline(self) -> None:
        """Ask for a file and save when and where the blocks of the shown launch ran."""
        trace = self._playback.trace
        if trace is None:
            self._say_nothing_there()
            return
        kinds = f"{tr('Trace for ui.perfetto.dev')} (*{perfetto.SUFFIX})"
        save = functools.partial(self.save_timeline, trace)
        dialogs.ask_new_file(self._window, tr("Export the timeline"), kinds, self._name, save)

    def save_timeline(self, trace: Trace, path: Path) -> None:
        """Write the timeline for Perfetto, in a thread too."""
        self._begin_writing(save_timeline, trace, path)

    def ask_page(self) -> None:
        """Ask for a file and save the shown launch as a page that plays in any browser."""
        trace = self._playback.trace
        if trace is None:
            self._say_nothing_there()
            return
        save = functools.partial(self.save_page, trace)
        kinds = tr("Page (*.html)")
        dialogs.ask_new_file(self._window, tr("Share as a page"), kinds, self._name, save)

    def save_page(self, trace: Trace, path: Path) -> None:
        """Write a launch as a page, in a thread: it is put together first."""
        from gpuviz.web.page import save_page  # a window starts without

        self._begin_writing(save_page, trace, path)

    def ask_film(self) -> None:
        """Ask what to film, then for a file, then begin."""
        from gpuviz.ui.export.film_dialog import FilmDialog  # the window starts without

        order = self._playback.order
        if order is None or self.job is not None:
            self._say_nothing_there()
            return
        self._playback.pause()
        size = (self._stage.width(), self._stage.height())
        self.dialog = FilmDialog(order, size, self._window)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog.chosen.connect(self._ask_film_file)
        self.dialog.open()

    def film(self, choice: FilmChoice, path: Path) -> None:
        """Make a film of the launch that is shown, from where it is seen."""
        from gpuviz.ui.export.film_job import FilmJob, FilmPlan

        camera = self._stage.camera
        if camera is None:
            return
        theme = self._stage.theme
        sheet = sheet_of(choice.width, choice.height, theme)
        on_screen = abs(choice.width - self._stage.width()) < 2
        shot = Shot(camera if on_screen else camera.resized(*sheet.room), sheet)
        job = FilmJob(FilmPlan(shot, choice.instants, choice.fps, path, choice.format), self)
        job.ended.connect(lambda problem: self._end_film(path if problem is None else problem))
        job.cancelled.connect(lambda: self._end_film(None))
        self.job = job
        self._show_progress(job, len(choice.instants))
        job.start()

    def close(self) -> None:
        """Leave no half file and no thread behind."""
        if self.job is not None:
            self.job.cancel()
            self.job.wait()
        if self._thread is not None:
            self._thread.join()

    @property
    def _name(self) -> str:
        """That of the file whose launch is shown, as a recording of any system may have it."""
        trace = self._playback.trace
        return "gpuviz" if trace is None else PureWindowsPath(trace.functions[0].file).stem

    def _sheet(self) -> Sheet:
        stage = self._stage
        width, height = stage.width() * SHARPER, stage.height() * SHARPER
        return Sheet(width, height, stage.scale * SHARPER, stage.theme)

    def _ask_film_file(self, choice: FilmChoice) -> None:
        try:
            choice.format.check()
        except GpuvizError as error:
            self._tell(error)
            return
        suffix = choice.format.suffix
        kinds = f"{tr('Animation')} (*{suffix})"
        film: Callable[[Path], object] = functools.partial(self.film, choice)
        dialogs.ask_new_file(self._window, tr("Export an animation"), kinds, self._name, film)

    def _show_progress(self, job: FilmJob, count: int) -> None:
        progress = QProgressDialog("", tr("Cancel"), 0, count, self._window)
        progress.setLabel(PlainLabel(tr("Making the animation…")))
        bar = QProgressBar(progress)
        bar.setTextVisible(False)
        progress.setBar(bar)
        progress.setMinimumWidth(PROGRESS_PX)
        progress.setWindowTitle("gpuviz")
        progress.setMinimumDuration(0)
        progress.setAutoReset(False)
        progress.setValue(0)
        job.progressed.connect(progress.setValue)
        progress.canceled.connect(job.cancel)
        for over in (job.ended, job.cancelled):
            over.connect(progress.deleteLater)

    def _end_film(self, result: Path | GpuvizError | None) -> None:
        job, self.job = self.job, None
        if job is not None:
            job.deleteLater()
        if result is None:
            self.said.emit(tr("The animation was cancelled; no file was written."))
        else:
            self._tell(result)

    def _save(self, path: Path, save: Callable[[], None]) -> None:
        """At once; tells how it went."""
        try:
            save()
        except GpuvizError as error:
            self._tell(error)
        else:
            self._tell(path)

    def _begin_writing(
        self, save: Callable[[Trace, Path], object], trace: Trace, path: Path
    ) -> None:
        self._thread = threading.Thread(target=self._write, args=(save, trace, path), name="file")
        self._thread.start()

    def _write(self, save: Callable[[Trace, Path], object], trace: Trace, path: Path) -> None:
        """In a thread."""
        try:
            save(trace, path)
        except GpuvizError as error:
            self._saved.emit(error)
        else:
            self._saved.emit(path)

    def _tell(self, result: Path | GpuvizError) -> None:
        if isinstance(result, GpuvizError):
            dialogs.tell(self._window, tr("This could not be saved"), say(result.message))
        else:
            self.said.emit(tr("Saved as {file}.").format(file=result))

    def _say_nothing_there(self) -> None:
        self.said.emit(tr("There is no launch with steps to be saved yet."))
