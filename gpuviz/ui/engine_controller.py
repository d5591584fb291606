"""The choice of engine and device in the toolbar, and what the search for a GPU has found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from PySide6.QtCore import QObject, Signal

from gpuviz.device import Device, load_devices
from gpuviz.engines.names import EngineName
from gpuviz.session.session import Session
from gpuviz.texts import tr
from gpuviz.trace.whose_device import on_machine
from gpuviz.ui.status_line import StatusLine
from gpuviz.ui.toolbar import Toolbar

ENGINES: dict[str, EngineName] = {name: name for name in get_args(EngineName)}
REMOTE = "remote"
"""The entry of the list of engines that leads to the dialog about a cluster."""


class EngineController(QObject):
    """Keeps the toolbar, the status line and the launches of one mind about who executes them."""

    remoteWanted = Signal()

    def __init__(self, toolbar: Toolbar, status: StatusLine, session: Session) -> None:
        super().__init__(toolbar)
        controller = session.launch
        self._toolbar, self._status, self._controller = toolbar, status, controller
        self._device_files = session.device_files
        self._numbered: tuple[Device, ...] = ()  # the machine's GPUs, where there are several
        self._gpu: Device | None = None  # the machine's, where there is one
        self._remote = session.launcher.remote
        self._list_engines()
        toolbar.enginePicked.connect(self._pick_engine)
        toolbar.devicePicked.connect(self._pick_device)
        controller.choiceChanged.connect(self._show)
        controller.probed.connect(self._show_probe)
        session.device_files.changed.connect(self._list_devices)
        self._list_devices()
        self._remote.changed.connect(self._show_probe)
        if controller.probe is not None:
            self._show_probe()

    def _show(self) -> None:
        """Which engine runs; of the emulator also why, once the probe has answered."""
        choice = self._controller.choice
        self._toolbar.engine.choose(choice.engine)
        several = choice.engine == "cuda" and choice.gpu < len(self._numbered)
        device = self._numbered[choice.gpu] if several else choice.device
        self._toolbar.device.choose(self._device_files.key_of(device))
        probe = self._controller.probe
        why = None if probe is None else probe.message
        words = self._toolbar.engine.currentText()
        self._status.show_engine(words, choice.engine == "emulator", why)

    def _show_probe(self) -> None:
        probe = self._controller.probe
        self._numbered, self._gpu = (), None
        if probe is not None and probe.usable and probe.device is not None:
            is_here = self._remote.standing != "there"
            self._numbered = _numbered(probe.devices) if is_here else probe.devices
            self._gpu = probe.device
        self._list_engines()
        self._list_devices()

    def _list_engines(self) -> None:
        """Who can execute launches, by name with the machines where that is not this one."""
        place = self._remote.place
        self._toolbar.clear_engines()
        self._toolbar.show_engine("emulator", on_machine(tr("Emulator"), place))
        self._toolbar.show_engine("numba-simulator", on_machine(tr("Numba's simulator"), place))
        if self._gpu is not None:
            self._toolbar.show_engine("cuda", on_machine(tr("NVIDIA GPU"), place))
        self._toolbar.show_engine(REMOTE, tr("Remote…"))

    def _pick_engine(self, name: str) -> None:
        if name == REMOTE:
            self._show()  # the list says who executes, as before
            self.remoteWanted.emit()
        else:
            self._controller.pick_engine(ENGINES[name])

    def _list_devices(self) -> None:
        """The table, this machine's GPUs, and the devices of each open file under its name."""
        picker = self._toolbar.device
        picker.clear_devices()
        for device in (*load_devices().values(), *self._here):
            picker.add_device(device)
        for name, devices in self._device_files.by_plugin.items():
            picker.add_heading(tr("Plugin {name}").format(name=name), "")
            for device in devices:
                picker.add_device(device, self._device_files.key_of(device))
        for path, devices in self._device_files.files.items():
            if devices:
                picker.add_heading(path.name, str(path))
            for device in devices:
                picker.add_device(device, self._device_files.key_of(device))
        self._show()

    @property
    def _here(self) -> tuple[Device, ...]:
        """The GPUs of this machine, as the list has them."""
        return self._numbered or (() if self._gpu is None else (self._gpu,))

    def _pick_device(self, key: str) -> None:
        for number, gpu in enumerate(self._numbered):
            if gpu.id == key:
                self._controller.pick_gpu(number)
                return
        known = {gpu.id: gpu for gpu in self._here} | dict(self._device_files.by_key)
        self._controller.pick_device(known[key])


def _numbered(gpus: Sequence[Device]) -> tuple[Device, ...]:
    """Several GPUs of one machine with ids and names of their own; of one nothing is said."""
    if len(gpus) < 2:
        return ()
    return tuple(
        replace(gpu, id=f"gpu:{number}", name=f"GPU {number}: {gpu.name}")
        for number, gpu in enumerate(gpus)
    )
