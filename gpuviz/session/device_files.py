"""Device files of one's own that are open: their devices stand beside those of gpuviz's table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from gpuviz.device import Device, load_devices, own_description, read_devices
from gpuviz.messages import Message, RequestRefused


class DeviceFiles(QObject):
    """The open files in the order in which they were opened, each with the devices that are its
    own: one that the table has just so is not.

    A key names a device for the list of devices and between two starts: the id of one of the table,
    and behind the file's path of one of a file, so that both may describe a T4.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files: dict[Path, tuple[Device, ...]] = {}

    @property
    def files(self) -> Mapping[Path, tuple[Device, ...]]:
        """The devices of each file."""
        return self._files

    @property
    def devices(self) -> tuple[Device, ...]:
        """Those of all files."""
        return tuple(device for found in self._files.values() for device in found)

    @property
    def by_key(self) -> Mapping[str, Device]:
        """The devices of the table and of all files."""
        found = dict(load_devices())
        for path, devices in self._files.items():
            found |= {device_key(path, device): device for device in devices}
        return found

    def key_of(self, device: Device) -> str:
        """The key of a device; its id where no file describes it."""
        for path, devices in self._files.items():
            if device in devices:
                return device_key(path, device)
        return device.id

    def open(self, path: Path) -> tuple[Device, ...]:
        """Takes the devices of a file as it is now, and gives them.

        Raises RequestRefused for a file that describes none; then all is as it was.
        """
        found = read_devices(path)
        own = tuple(device for device in found.values() if own_description(device) is not None)
        self._files[path.absolute()] = own
        self.changed.emit()
        return own

    def open_again(self, paths: Iterable[str]) -> tuple[Message, ...]:
        """Opens those of an earlier start; what is wrong with the ones that stay closed."""
        problems = []
        for path in paths:
            try:
                self.open(Path(path))
            except RequestRefused as error:
                problems.append(error.message)
        return tuple(problems)

    def close_all(self) -> None:
        """The table alone."""
        self._files.clear()
        self.changed.emit()


def device_key(path: Path, device: Device) -> str:
    """What tells a device of a file from those of the table and of other files."""
    return f"{path}:{device.id}"
