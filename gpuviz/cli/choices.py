"""What `gpuviz run` was asked: size, shape, schedule, engine and device, or why not."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, get_args

from gpuviz.cli.streams import tell_note
from gpuviz.device import DEFAULT_DEVICE, GPU_ID, Device, find_device, load_devices, read_devices
from gpuviz.engines.names import EngineName, ScheduleName
from gpuviz.launch import LaunchConfig, parse_dim3
from gpuviz.messages import Message, RequestRefused
from gpuviz.texts import tr

if TYPE_CHECKING:
    from gpuviz.operation import OperationInfo
    from gpuviz.worker import JobRunner

DEFAULT_SCHEDULE: ScheduleName = "lockstep"


class EngineChoice(NamedTuple):
    """Who runs a launch, and on which device, real or modelled."""

    engine: EngineName
    device: Device
    gpu: int = 0  # of the engine cuda: which GPU of this machine


def chosen_size(info: OperationInfo, text: str | None) -> tuple[int, ...]:
    """The given size, or the operation's own."""
    from gpuviz.operation import check_size, parse_size

    return check_size(info, info.default_size) if text is None else parse_size(info, text)


def chosen_config(
    info: OperationInfo, size: tuple[int, ...], arguments: argparse.Namespace
) -> LaunchConfig:
    """Grid and block; refused here already where no device could launch them."""
    from gpuviz.operation import check_launch

    block = info.default_block
    if arguments.block is not None:
        block = parse_dim3(arguments.block, "block")
    grid = info.grid(size, block)
    if arguments.grid is not None:
        grid = parse_dim3(arguments.grid, "grid")
    config = LaunchConfig(grid, block, info.shared_bytes(size))
    if not _names_gpu(arguments.device):
        check_launch(info, size, config, modelled_device(arguments))
    return config


def chosen_schedule(name: str) -> ScheduleName:
    """A schedule that the emulator has."""
    if name == DEFAULT_SCHEDULE:
        return DEFAULT_SCHEDULE
    from gpuviz.engines.emulator import SCHEDULES

    for known in get_args(ScheduleName):
        if known == name and name in SCHEDULES:
            schedule: ScheduleName = known
            return schedule
    template = "There is no schedule '{name}': choose one of {known}."
    values = {"name": name, "known": ", ".join(SCHEDULES)}
    raise RequestRefused(Message("cli.unknown-schedule", template, values))


def chosen_engine(arguments: argparse.Namespace, workers: JobRunner) -> EngineChoice:
    """The engine that was asked for; else a GPU if one answers and none is to be modelled."""
    from gpuviz.cli.gpu import ask_for_gpu

    if arguments.engine == "cuda" or (arguments.engine is None and _names_gpu(arguments.device)):
        return _usable_gpu(arguments, workers)
    if arguments.engine is None and arguments.device is None:
        gpu = ask_for_gpu(workers)
        if gpu is not None and gpu.usable and gpu.device is not None:
            return EngineChoice("cuda", gpu.device)
    _refuse_gpu(arguments)
    device = modelled_device(arguments)
    tell_described_anew((device,), arguments.device_file)
    return EngineChoice(arguments.engine or "emulator", device)


def known_devices(file: str | None) -> Mapping[str, Device]:
    """The devices of the table and of --device-file; where both have an id, that of the file."""
    return load_devices() if file is None else load_devices() | read_devices(Path(file))


def tell_described_anew(devices: Iterable[Device], file: str | None) -> None:
    """Says on stderr which of the devices --device-file describes otherwise than the table."""
    table = load_devices()
    anew = [one.id for one in devices if table.get(one.id, one) != one]
    if file is not None and anew:
        words = tr(
            "{file} describes {devices} otherwise than gpuviz's own table does; what"
            " the file says is used."
        )
        tell_note(words.format(file=file, devices=", ".join(anew)))


def modelled_device(arguments: argparse.Namespace) -> Device:
    """The device that --device and --device-file name.

    Raises RequestRefused where there is none.
    """
    if arguments.device is not None:
        return find_device(arguments.device, known_devices(arguments.device_file))
    if arguments.device_file is None:
        return find_device(DEFAULT_DEVICE)
    template = "Which device of {file}? Say it with --device, as in --device {example}."
    found = read_devices(Path(arguments.device_file))
    example = next((name for name in found if name not in load_devices()), next(iter(found)))
    values = {"file": arguments.device_file, "example": example}
    raise RequestRefused(Message("cli.which-device", template, values))


def _refuse_gpu(arguments: argparse.Namespace) -> None:
    """Raises RequestRefused for a GPU of this machine, where another engine was asked for."""
    if _names_gpu(arguments.device):
        template = (
            "{device} is a GPU of this machine, on which --engine {engine} does not run: leave one"
            " of the two out."
        )
        values = {"device": arguments.device, "engine": arguments.engine}
        raise RequestRefused(Message("cli.engine-of-gpu", template, values))


def gpu_here(device: str) -> Device | None:
    """The GPU of this machine that is called so; None: it is no such name.

    Raises RequestRefused where it is one, and there is no such GPU.
    """
    from gpuviz.cli.gpu import ask_for_gpu
    from gpuviz.engines.probe import probe

    found = GPU_ID.fullmatch(device)
    if found is None:
        return None
    gpu = ask_for_gpu()
    if gpu is None or not gpu.devices:
        template = "There is no {device} on this machine: {why}"
        values = {"device": device, "why": (gpu or probe()).message}
        raise RequestRefused(Message("cli.no-gpu-here", template, values))
    return gpu.gpu(int(found[1]))


def _names_gpu(device: str | None) -> bool:
    return device is not None and GPU_ID.fullmatch(device) is not None


def _usable_gpu(arguments: argparse.Namespace, workers: JobRunner) -> EngineChoice:
    from gpuviz.cli.gpu import ask_for_gpu
    from gpuviz.engines.probe import probe

    number = _gpu_number(arguments.device)
    gpu = ask_for_gpu(workers)
    if gpu is None or not gpu.usable or gpu.device is None:
        template = (
            "No GPU can be used here, as --engine cuda and --device gpu:N need: leave them out to"
            ' emulate one. `gpuviz devices` says: "{why}"'
        )
        why = (gpu or probe()).message.text
        raise RequestRefused(Message("cli.no-gpu", template, {"why": why}))
    return EngineChoice("cuda", gpu.gpu(number), number)


def _gpu_number(device: str | None) -> int:
    """The number in gpu:1, without it 0. Raises RequestRefused for a device of the table."""
    found = GPU_ID.fullmatch(device or "gpu:0")
    if found is None:
        template = (
            "--engine cuda runs on a GPU of this machine, not on the device {device}: name one of"
            " its GPUs, as in --device gpu:0, or leave one of the two out."
        )
        raise RequestRefused(Message("cli.device-of-cuda", template, {"device": device}))
    return int(found[1])
