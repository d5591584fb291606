"""The choice of engine and device in the toolbar, and what the search for a GPU has found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject

from gpuviz.device import Device, load_devices
from gpuviz.session.launch_controller import LaunchController
from gpuviz.texts import tr
from gpuviz.ui.status_line import StatusLine
from gpuviz.ui.toolbar import Toolbar


class EngineController(QObject):
    """Keeps the toolbar, the status line and the launches of one mind about who executes them."""

    def __init__(self, toolbar: Toolbar, status: StatusLine, controller: LaunchController) -> None:
        super().__init__(toolbar)
        self._toolbar, self._status, self._controller = toolbar, status, controller
        self._numbered: tuple[Device, ...] = ()  # the machine's GPUs, where there are several
        toolbar.show_devices(load_devices().values())
        toolbar.show_engine("emulator", tr("Emulator"))
        toolbar.show_engine("numba-simulator", tr("Numba's simulator"))
        toolbar.enginePicked.connect(controller.pick_engine)
        toolbar.devicePicked.connect(self._pick_device)
        controller.choiceChanged.connect(self._show)
        controller.probed.connect(self._show_probe)
        if controller.probe is not None:
            self._show_probe()
        self._show()

    def _show(self) -> None:
        """Which engine runs; of the emulator also why, once the probe has answered."""
        choice = self._controller.choice
        self._toolbar.engine.choose(choice.engine)
        several = choice.engine == "cuda" and choice.gpu < len(self._numbered)
        device = self._numbered[choice.gpu] if several else choice.device
        self._toolbar.device.choose(device.id)
        probe = self._controller.probe
        why = None if probe is None else probe.message
        words = self._toolbar.engine.currentText()
        self._status.show_engine(words, choice.engine == "emulator", why)

    def _show_probe(self) -> None:
        probe = self._controller.probe
        if probe is not None and probe.usable and probe.device is not None:
            self._numbered = _numbered(probe.devices)
            self._toolbar.show_devices(self._numbered or (probe.device,))
            self._toolbar.show_engine("cuda", tr("NVIDIA GPU"))
        self._show()

    def _pick_device(self, device_id: str) -> None:
        for number, gpu in enumerate(self._numbered):
            if gpu.id == device_id:
                self._controller.pick_gpu(number)
                return
        self._controller.pick_device(load_devices()[device_id])


def _numbered(gpus: Sequence[Device]) -> tuple[Device, ...]:
    """Several GPUs of one machine with ids and names of their own; of one nothing is said."""
    if len(gpus) < 2:
        return ()
    return tuple(
        replace(gpu, id=f"gpu:{number}", name=f"GPU {number}: {gpu.name}")
        for number, gpu in enumerate(gpus)
    )
