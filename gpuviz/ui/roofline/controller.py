"""The roofline follows the runs of the session and the chosen device."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gpuviz.device import Device, load_devices
from gpuviz.scene.facts import Note
from gpuviz.scene.limiters import limit_note
from gpuviz.scene.roofline.chart import LaunchPoint, roofline_chart
from gpuviz.scene.roofline.facts import facts_of_run
from gpuviz.scene.timing.bars import RunTimes
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.launch_controller import LaunchController
from gpuviz.session.runs import Runs
from gpuviz.texts import enumerated, titled, tr
from gpuviz.ui.roofline.view import RooflineView

NO_OPERATIONS = (
    "It has no floating-point operations and stands at the left edge: what counts is how far it is"
    " below the roof of DRAM."
)
NOT_MODELLED = "Of this run nothing is modelled: run it with the emulator, or on a GPU."


class RooflineController(QObject):
    """Fills the roofline from the runs of the session, while somebody looks."""

    def __init__(self, view: RooflineView, runs: Runs, launches: LaunchController) -> None:
        super().__init__(view)
        self._view, self._runs, self._launches = view, runs, launches
        signals = runs.changed, launches.choiceChanged, view.pictureWanted
        self._later = CoalescedCall(self, self.refresh, *signals)

    def refresh(self) -> None:
        """Show the runs as they are now, if anybody looks."""
        if not self._view.is_seen:
            return
        runs = self._runs.all
        last = runs[-1].prediction if runs else None
        device = self._device(runs[-1]) if runs else None
        points = [point for point in map(_point, runs) if point is not None]
        if last is None or device is None:
            self._view.show_nothing(tr(NOT_MODELLED) if runs else "")
            return
        limit = limit_note(last, device)
        facts = facts_of_run(device, points[-1])
        self._view.show_run(roofline_chart(device, points), limit, _beside(points, device), facts)

    def _device(self, run: RunTimes) -> Device | None:
        """That of a run: of a file of one's own, this machine's, or one of the table."""
        if run.prediction is None or run.modelled_for is not None:
            return run.modelled_for
        chosen, of = self._launches.choice.device, run.prediction.device_id
        return chosen if chosen.id == of else load_devices().get(of)


def _beside(points: list[LaunchPoint], device: Device) -> list[Note]:
    """What is not to be seen in the chart, or not where one would look for it."""
    notes = []
    if not points[-1].prediction.flops:
        notes.append(tr(NO_OPERATIONS))
    others = sum(point.prediction.device_id != device.id for point in points)
    if others:
        words = tr("Runs on other devices have other roofs and are not shown: {n}.")
        notes.append(words.format(n=others))
    return [Note(words, "muted") for words in notes]


def _point(run: RunTimes) -> LaunchPoint | None:
    if run.prediction is None:
        return None
    measured_s = None
    if run.gpu is not None and run.gpu.source == "measured" and not run.launched:
        measured_s = run.gpu.kernel_s  # a pipeline's is that of all its launches
    return LaunchPoint(_name(run), run.prediction, measured_s)


def _name(run: RunTimes) -> str:
    """Of what the point is: of a pipeline that is one of its launches."""
    if run.launched or not run.size:
        return run.launched or titled(run.title)
    return enumerated([titled(run.title), run.size_text])
