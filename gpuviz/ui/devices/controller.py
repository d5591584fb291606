"""The devices panel follows the launch that is shown and the chosen device."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gpuviz.device import Device
from gpuviz.messages import GpuvizError
from gpuviz.model.on_device import OnDevice
from gpuviz.scene.charts.bars import BarChart
from gpuviz.scene.devices.chart import RealRun, devices_chart, nothing_to_show
from gpuviz.scene.devices.product import product_note
from gpuviz.scene.facts import Note
from gpuviz.scene.numbers import sizes_text
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.device_files import DeviceFiles
from gpuviz.session.launch_controller import LaunchController
from gpuviz.session.newest import NewestJob
from gpuviz.session.playback import Playback
from gpuviz.texts import enumerated, say, title_of, tr
from gpuviz.trace import Trace
from gpuviz.ui.devices.view import DevicesView
from gpuviz.worker.jobs import ModelOnDevices

NOT_COUNTED = (
    "Nobody counted what this launch does, so nothing can be modelled: run it with the emulator."
)


class DevicesController(QObject):
    """Asks the model about every device while somebody looks; a picked device is emulated."""

    def __init__(
        self,
        view: DevicesView,
        playback: Playback,
        launches: LaunchController,
        device_files: DeviceFiles,
        on_devices: NewestJob[Trace, tuple[OnDevice, ...]],
    ) -> None:
        super().__init__(view)
        self._view, self._playback = view, playback
        self._launches, self._on_devices = launches, on_devices
        self._device_files = device_files
        self._asked: Trace | None = None
        self._others: tuple[Device, ...] = ()  # devices beside the table's that were asked about
        self._rows: tuple[OnDevice, ...] = ()  # of `_asked`; empty until they are known
        self._failure = ""
        signals = playback.traceChanged, launches.choiceChanged, view.pictureWanted
        self._later = CoalescedCall(self, self.refresh, *signals, device_files.changed)
        self._details = CoalescedCall(self, self._show_details)
        view.copiesToggled.connect(self.refresh)
        view.chart.chosenChanged.connect(lambda row: self._show_details())
        view.chart.picked.connect(self._pick)
        on_devices.answered.connect(self._take)
        on_devices.failed.connect(self._take_failure)

    def refresh(self) -> None:
        """Show the launch as it is now, if anybody looks; ask for what is not known of it."""
        if not self._view.is_seen:
            return
        trace = self._playback.trace
        if trace is not None and trace.warp_counters is not None and not self._is_of(trace):
            self._asked, self._rows, self._failure = trace, (), ""
            self._others = self._device_files.devices
            self._on_devices.ask(ModelOnDevices.of(trace, self._others), trace)
        self._view.show_chart(self._chart(trace))
        self._view.chips.show_device(self._launches.choice.device)
        self._details.ask()  # many rows: in a turn of their own

    def _is_of(self, trace: Trace) -> bool:
        """Whether what was asked is that launch, on another device or with fewer of its steps."""
        asked = self._asked
        if asked is None or self._others != self._device_files.devices:
            return False
        return _what_is_modelled(asked) == _what_is_modelled(trace)

    def _take(self, of: Trace, rows: tuple[OnDevice, ...]) -> None:
        if of is self._asked:
            self._rows = rows
            self.refresh()

    def _take_failure(self, of: Trace, error: GpuvizError) -> None:
        if of is self._asked:
            self._failure = say(error.message)
            self.refresh()

    def _chart(self, trace: Trace | None) -> BarChart:
        if trace is None:
            return nothing_to_show()
        if trace.warp_counters is None:
            return nothing_to_show(tr(NOT_COUNTED))
        if not self._rows:
            return nothing_to_show(self._failure or tr("modelling …"))
        real = None
        if trace.times is not None and trace.times.source == "measured":
            real = RealRun(self._launches.choice.device.name, trace.times)
        copies, chosen = self._view.copies.isChecked(), self._launches.choice.device.id
        return devices_chart(self._rows, self._name(trace), chosen, real, copies=copies)

    def _name(self, trace: Trace) -> str:
        """Of the launch, with its size where that is known."""
        shown = self._launches.shown
        if shown is None or shown.of_pipeline:
            return trace.kernel
        return enumerated([title_of(shown.choice.operation), sizes_text(shown.choice.size)])

    def _show_details(self) -> None:
        """Of the chosen row, else of the chosen device."""
        row = self._row(self._view.chart.chosen)
        if row is None:
            device = self._launches.choice.device
            row = next((one for one in self._rows if one.device.id == device.id), None)
        else:
            device = row.device
        self._view.details.show_device(device, row, self._product(device), self._asked)

    def _product(self, device: Device) -> Note | None:
        """What a library would take on a device for what the shown launch computes."""
        shown = self._launches.shown
        if shown is None or shown.of_pipeline:
            return None
        return product_note(shown.choice.operation, shown.choice.size, device)

    def _row(self, number: int | None) -> OnDevice | None:
        """The device of a row of the chart; None for the measured one, which comes first."""
        if number is None or not self._rows:
            return None
        before = len(self._view.chart.chart.rows) - len(self._rows)
        return self._rows[number - before] if number >= before else None

    def _pick(self, number: int) -> None:
        row = self._row(number)
        if row is not None:
            self._launches.pick_device(row.device)


def _what_is_modelled(trace: Trace) -> tuple[object, ...]:
    """All that a launch's times depend on, but for the device."""
    shapes = tuple((array.name, array.shape) for array in trace.arrays)
    held = trace.registers_per_thread, trace.shared_bytes
    return trace.functions, trace.config, trace.counters, trace.seed, shapes, held
