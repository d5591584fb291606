"""What is remembered between two sessions, as choices of the window and back."""

from __future__ import annotations

from PySide6.QtCore import QByteArray

from gpuviz.device import DEFAULT_DEVICE, load_devices
from gpuviz.engines.request import EngineName
from gpuviz.launch import Dim3
from gpuviz.messages import GpuvizError
from gpuviz.operation import OperationInfo, find_operation
from gpuviz.scene.launch.choice import Choice, is_gallery
from gpuviz.session.settings import Settings
from gpuviz.ui.main_window import MainWindow

FIRST_OPERATION = "vector_add"


def choice_of(settings: Settings, wanted: OperationInfo | None) -> Choice:
    """What to launch first: `wanted` with its own numbers, else the last choice of `settings`."""
    operation = wanted or _remembered_operation(settings.operation)
    last = Settings() if wanted else settings
    fits = len(last.size) == len(operation.size_names)
    devices = load_devices()
    return Choice(
        operation,
        last.size if fits else operation.default_size,
        Dim3(*last.block) if last.block else operation.default_block,
        Dim3(*last.pinned_grid) if last.pinned_grid else None,
        first_engine(settings.engine),
        devices.get(settings.device, devices[DEFAULT_DEVICE]),
        settings.schedule,
    )


def first_engine(asked: EngineName | None) -> EngineName:
    """Who runs the first launch: a real GPU only after it has answered."""
    return "numba-simulator" if asked == "numba-simulator" else "emulator"


def settings_of(window: MainWindow) -> Settings:
    """What to remember of a window; of one that presents or plays a lesson no layout."""
    desk = window.launch_desk
    choice = desk.choice
    is_posed = window.present_desk.presenting or window.lessons.playing is not None
    in_gallery = is_gallery(choice.operation)
    return Settings(
        operation=choice.operation.name if in_gallery else str(choice.operation.path),
        size=choice.size,
        block=tuple(choice.block),
        pinned_grid=tuple(choice.pinned_grid) if choice.pinned_grid else None,
        engine=desk.preferred_engine,
        device=desk.emulated_device.id,
        schedule=desk.schedule,
        theme=window.theme.name,
        live=desk.live,
        language=window.language_desk.chosen,
        geometry="" if is_posed else _text(window.saveGeometry()),
        window_state="" if is_posed else _text(window.saveState()),
    )


def restore_layout(window: MainWindow, settings: Settings) -> None:
    """Place the window and its panels as they were."""
    if settings.geometry:
        window.restoreGeometry(_bytes(settings.geometry))
    if settings.window_state:
        window.restore_panels(_bytes(settings.window_state))


def _remembered_operation(name: str) -> OperationInfo:
    try:
        return find_operation(name)
    except GpuvizError:  # the file is gone, or has become unreadable
        return find_operation(FIRST_OPERATION)


def _text(data: QByteArray) -> str:
    return bytes(data.toBase64().data()).decode("ascii")


def _bytes(text: str) -> QByteArray:
    return QByteArray.fromBase64(QByteArray(text.encode("ascii", "replace")))
