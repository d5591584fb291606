"""Device files of one's own that are open: their devices stand beside those of gpuviz's table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from gpuviz.device import Device, load_devices, own_description, plugin_shelf, read_devices
from gpuviz.messages import Message, RequestRefused


class DeviceFiles(QObject):
    """The open files in the order in which they were opened, each with the devices that are its
    own: one that the table has just so is not.

    Those of plugins stand between the table's and the files', once they have been asked for.

    A key names a device for the list of devices and between two starts: the id of one of the table,
    and behind the file's path of one of a file, so that both may describe a T4.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files: dict[Path, tuple[Device, ...]] = {}
        self._plugins: Mapping[str, Device] = {}

    @property
    def files(self) -> Mapping[Path, tuple[Device, ...]]:
        """The devices of each file."""
        return self._files

    @property
    def by_plugin(self) -> Mapping[str, tuple[Device, ...]]:
        """The devices of each plugin that brings some."""
        if not self._plugins:
            return {}
        brought = plugin_shelf().brought
        return {one.plugin.name: tuple(one.items.values()) for one in brought if one.items}

    @property
    def devices(self) -> tuple[Device, ...]:
        """Those of all plugins and files."""
        own = (device for found in self._files.values() for device in found)
        return (*self._plugins.values(), *own)

    @property
    def by_key(self) -> Mapping[str, Device]:
        """The devices of the table, of plugins and of all files."""
        found = load_devices() | dict(self._plugins)
        for path, devices in self._files.items():
            found |= {device_key(path, device): device for device in devices}
        return found

    def key_of(self, device: Device) -> str:
        """The key of a device; its id where nothing else describes it."""
        for key, one in self._plugins.items():
            if one == device:
                return key
        for path, devices in self._files.items():
            if device in devices:
                return device_key(path, device)
        return device.id

    def take_plugins(self) -> None:
        """Have those of plugins beside the table's, from now on."""
        if not self._plugins and plugin_shelf().all():
            self._plugins = plugin_shelf().all()
            self.changed.emit()

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
        """The table and the plugins alone."""
        self._files.clear()
        self.changed.emit()


def device_key(path: Path, device: Device) -> str:
    """What tells a device of a file from those of the table and of other files."""
    return f"{path}:{device.id}"
