"""What is remembered between two sessions, as choices of the window and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray

from gpuviz.device import DEFAULT_DEVICE, Device, load_devices
from gpuviz.launch import Dim3
from gpuviz.messages import GpuvizError
from gpuviz.operation import OperationInfo, describe_runnable, find_operation
from gpuviz.operation.inputs import Inputs, input_text, read_inputs
from gpuviz.scene.launch.choice import LaunchChoice, is_gallery
from gpuviz.session.session import Session
from gpuviz.session.settings import FIRST_OPERATION, LanguageName, Settings, ThemeName

if TYPE_CHECKING:
    from gpuviz.engines.names import EngineName


def choice_of(
    settings: Settings, wanted: OperationInfo | None, devices: Mapping[str, Device] | None = None
) -> LaunchChoice:
    """What to launch first: `wanted` with its own numbers, else the last choice of `settings`.

    `devices` are those that can be chosen, by key; None: the table's.
    """
    operation = wanted or _remembered_operation(settings.operation)
    last = replace(settings, size=(), block=(), pinned_grid=None) if wanted else settings
    fits = len(last.size) == len(operation.size_names)
    known = load_devices() if devices is None else devices
    return LaunchChoice(
        operation,
        last.size if fits else operation.default_size,
        Dim3(*last.block) if last.block else operation.default_block,
        Dim3(*last.pinned_grid) if last.pinned_grid else None,
        first_engine(settings.engine),
        known.get(settings.device, load_devices()[DEFAULT_DEVICE]),
        settings.schedule,
        inputs=() if wanted else _remembered_inputs(operation, settings.inputs),
    )


def first_engine(asked: EngineName | None) -> EngineName:
    """Who runs the first launch: a real GPU only after it has answered."""
    return "numba-simulator" if asked == "numba-simulator" else "emulator"


@dataclass(frozen=True, slots=True)
class WindowLayout:
    """Where a window and its panels are."""

    geometry: QByteArray
    panels: QByteArray


def settings_of(
    session: Session, theme: ThemeName, language: LanguageName, layout: WindowLayout | None
) -> Settings:
    """What to remember; no layout of a window that presents or plays a lesson."""
    launch = session.launch
    choice = launch.choice
    in_gallery = is_gallery(choice.operation)
    return Settings(
        operation=choice.operation.name if in_gallery else str(choice.operation.path),
        size=choice.size,
        block=tuple(choice.block),
        pinned_grid=tuple(choice.pinned_grid) if choice.pinned_grid else None,
        inputs=tuple(map(input_text, choice.inputs)),
        engine=launch.preferred_engine,
        device=session.device_files.key_of(launch.emulated_device),
        device_files=tuple(map(str, session.device_files.files)),
        schedule=launch.schedule,
        theme=theme,
        live=launch.live,
        plays=session.view.plays,
        puzzles_in=session.puzzle.written_in,
        all_panels=session.view.all_panels,
        level=session.view.level,
        level_of=session.view.level_of,
        level_beside=session.view.level_beside,
        recent=tuple(map(str, session.recent.files)),
        clusters=session.launcher.remote.addresses,
        language=language,
        geometry="" if layout is None else _text(layout.geometry),
        window_state="" if layout is None else _text(layout.panels),
    )


def layout_of(settings: Settings) -> WindowLayout:
    """Where the window and its panels were; empty where that is not known."""
    return WindowLayout(_bytes(settings.geometry), _bytes(settings.window_state))


def _remembered_operation(name: str) -> OperationInfo:
    try:
        return find_operation(name, describe_runnable)
    except GpuvizError:  # the file is gone, or has become unreadable
        return find_operation(FIRST_OPERATION)


def _remembered_inputs(operation: OperationInfo, texts: tuple[str, ...]) -> Inputs:
    """What was chosen of the arrays; a file that is gone is not waited for."""
    try:
        inputs = read_inputs(operation, texts)
    except GpuvizError:  # the operation has other parameters now
        return ()
    return tuple(one for one in inputs if one.file is None or one.file.is_file())


def _text(data: QByteArray) -> str:
    return bytes(data.toBase64().data()).decode("ascii")


def _bytes(text: str) -> QByteArray:
    return QByteArray.fromBase64(QByteArray(text.encode("ascii", "replace")))
