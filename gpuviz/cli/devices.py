"""`gpuviz devices`: the table, one device in full, a launch or a model on all; the GPUs here."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from gpuviz.cli.choices import gpu_here, known_devices, tell_described_anew
from gpuviz.cli.gpu import ask_for_gpu
from gpuviz.cli.json_text import print_json
from gpuviz.cli.launch_options import DEVICE_FILE
from gpuviz.cli.parser import new_file
from gpuviz.cli.plugin_notes import tell_problems
from gpuviz.cli.table import aligned, columns_of, padded, print_text
from gpuviz.device import Device, device_problems, find_device, load_devices, plugin_shelf
from gpuviz.device_fields import INTEGRATED, STATUSES
from gpuviz.engines.probe import Probe, probe
from gpuviz.messages import EnglishText, Message, RequestRefused
from gpuviz.plugins import Brought
from gpuviz.scene.devices.facts import (
    DeviceFacts,
    bandwidth_text,
    binary_bytes,
    clock_text,
    facts_of,
    family_text,
    fp32_text,
    tdp_text,
    year_text,
)
from gpuviz.texts import tr
from gpuviz.units import whole

if TYPE_CHECKING:
    from gpuviz.cli.on_devices import LaunchedOnDevices

HEADINGS: tuple[EnglishText, ...] = (
    "id",
    "name",
    "family",
    "year",
    "cc",
    "SMs",
    "clock",
    "memory",
    "bandwidth",
    "L2",
    "float32",
    "TDP",
    "PCIe",
    "known by",
)
NUMBERS = (5, 6, 7, 8, 9, 10, 11)  # columns of numbers, which stand at the right


def table_text(devices: Sequence[Device]) -> str:
    """A line for each device, and what the words of the last column mean."""
    used = {word for device in devices for word in device.status.split("+")}
    words = [(word, tr(meaning)) for word, meaning in STATUSES.items() if word in used]
    table = aligned([_headings(), *map(_row, devices)], right=NUMBERS)
    return f"{table}\n\n{tr('known by')}\n{aligned(words, indent=2)}"


def gpus_text(gpus: Sequence[Device]) -> str:
    """A line for each GPU of this machine, with what `--device` calls it."""
    rows = [_row(gpu) for gpu in gpus]
    named = [(f"gpu:{number}", *row[1:-1]) for number, row in enumerate(rows)]
    return aligned([_headings()[:-1], *named], right=NUMBERS[:-1])


def _headings() -> tuple[str, ...]:
    return tuple(map(tr, HEADINGS))


def plugins_text(devices: Sequence[Device]) -> str:
    """Those that plugins bring, each plugin under its name, with what `--device` calls them."""
    head = tr("Plugin {name} ({package})")
    return "".join(
        f"\n{head.format(name=one.plugin.name, package=one.plugin.package)}"
        f"\n{aligned(rows, 2, NUMBERS)}\n"
        for one in plugin_shelf().brought
        if (rows := [_called(one, device) for device in one.items.values() if device in devices])
    )


def _called(brought: Brought[Device], device: Device) -> tuple[str, ...]:
    return (plugin_shelf().called(brought.plugin, device.id), *_row(device)[1:])


def _bringing(device: Device) -> Brought[Device] | None:
    """The plugin that brings a device."""
    shelf = plugin_shelf().brought
    return next((one for one in shelf if device in one.items.values()), None)


def device_text(device: Device) -> str:
    """All values of one device with their units, in groups that have the same source."""
    groups = facts_of(device)
    width = max(columns_of(tr(fact.label)) for group in groups for fact in group.facts)
    return "\n\n".join(f"{group.title}\n{_lines(group, width)}" for group in groups)


def _lines(group: DeviceFacts, width: int) -> str:
    rows = [(padded(tr(fact.label), width), fact.value) for fact in group.facts]
    return aligned(rows, indent=2)


def _row(device: Device) -> tuple[str, ...]:
    return (
        device.id,
        device.name,
        family_text(device),
        year_text(device),
        device.cc,
        whole(device.sm_count),
        clock_text(device),
        binary_bytes(device.mem_bytes),
        bandwidth_text(device),
        binary_bytes(device.l2_bytes),
        fp32_text(device),
        tdp_text(device),
        tr("integrated") if device.pcie == INTEGRATED else device.pcie,
        device.status,
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "device", nargs="?", metavar="ID", help=tr("say all that is known of this one")
    )
    files = parser.add_mutually_exclusive_group()
    about = tr("read this file of devices instead of gpuviz's own, and check it")
    files.add_argument("--file", type=Path, metavar="F.toml", help=about)
    name, metavar, _ = DEVICE_FILE
    files.add_argument(name, metavar=metavar, help=tr("a file of GPUs of your own, listed too"))
    parser.add_argument(
        "--operation", metavar="NAME", help=tr("model this operation on each of them")
    )
    parser.add_argument("--size", metavar="N[,M..]", help=tr("its problem size"))
    parser.add_argument("--grid", metavar="X[,Y[,Z]]", help=tr("its blocks"))
    parser.add_argument("--block", metavar="X[,Y[,Z]]", help=tr("threads of a block of it"))
    about = tr("model a library's product of M x K by K x N numbers on each, with tensor cores too")
    parser.add_argument("--product", metavar="M,N,K", help=about)
    about = tr(
        "say what memory a network takes to answer and to train, and how many of each have room"
    )
    parser.add_argument("--model", metavar="WEIGHTS[,BATCH,KEPT]", help=about)
    parser.add_argument("--csv", metavar="F.csv", help=tr("write what is modelled as a table"))
    parser.add_argument("--json", action="store_true", help=tr("print one JSON object"))


def run(arguments: argparse.Namespace) -> int:
    """Prints the devices, or what is modelled on them, and asks for the GPU; 1 if a launch on them
    is wrong.
    """
    _check(arguments)
    if arguments.model is not None:
        return _tell_model(arguments)
    if arguments.product is not None:
        return _tell_product(arguments)
    devices = _devices(arguments)
    file = None if arguments.csv is None else new_file(arguments.csv, ".csv")
    launched = None
    if arguments.operation is not None:
        from gpuviz.cli.on_devices import launch_on_devices

        launched = launch_on_devices(arguments, devices)
        if file is not None:
            _save_launched(launched, file)
    gpu = ask_for_gpu()
    if arguments.json:
        print_json(_object(devices, gpu, launched))
    elif launched is not None:
        from gpuviz.cli.on_devices import launched_text

        print_text(launched_text(launched))
    elif arguments.device is not None:
        print_text(device_text(devices[0]))
    else:
        print_text(table_text([one for one in devices if _bringing(one) is None]))
        print_text(plugins_text(devices), end="")
        print_text("\n" + (gpu or probe()).message.text)
        if gpu is not None:
            print_text(gpus_text(gpu.devices))
    return 0 if launched is None or launched.good else 1


def _tell_model(arguments: argparse.Namespace) -> int:
    from gpuviz.cli.model_memory import model_object, model_text, read_model

    model = read_model(arguments.model)
    devices = _devices(arguments)
    if arguments.json:
        print_json({"model": model_object(devices, model)})
    else:
        print_text(model_text(devices, model))
    return 0


def _tell_product(arguments: argparse.Namespace) -> int:
    from gpuviz.cli.products import product_object, product_on, product_text, read_product

    product = read_product(arguments.product)
    found = product_on(_devices(arguments), product)
    if arguments.json:
        print_json({"product": product_object(found)})
    else:
        print_text(product_text(found))
    return 0


def _save_launched(launched: LaunchedOnDevices, file: Path) -> None:
    """As a table, in English: programs read it."""
    from gpuviz.cli.on_devices import launched_csv
    from gpuviz.new_file import whole_file
    from gpuviz.web.languages import spoken

    with whole_file(file) as part, spoken("en"):
        part.write_text(launched_csv(launched), encoding="utf-8")


def _check(arguments: argparse.Namespace) -> None:
    """Raises RequestRefused for an option that says something of a launch nobody asked for, and
    where two things are asked for."""
    asked = [
        one for one in ("model", "product", "operation") if getattr(arguments, one) is not None
    ]
    if len(asked) > 1:
        template = "--{one} and --{other} ask for two different things: leave one of them out."
        values = {"one": asked[0], "other": asked[1]}
        raise RequestRefused(Message("cli.devices-two-things", template, values))
    if arguments.operation is not None:
        return
    for name in ("--size", "--grid", "--block", "--csv"):
        if getattr(arguments, name.removeprefix("--")) is not None:
            template = "{name} says something of a launch: add --operation NAME, or leave it out."
            raise RequestRefused(Message("cli.devices-without-launch", template, {"name": name}))


def _object(
    devices: Sequence[Device], gpu: Probe | None, launched: LaunchedOnDevices | None
) -> dict[str, object]:
    found: dict[str, object] = {"devices": [*map(_entry, devices)], "gpu": _gpu_entry(gpu)}
    if launched is not None:
        from gpuviz.cli.on_devices import launched_object

        found["launch"] = launched_object(launched)
    return found


def _entry(device: Device) -> dict[str, object]:
    """A device, and the plugin that brings it."""
    brought = _bringing(device)
    return {**asdict(device), "plugin": None if brought is None else brought.plugin.name}


def _devices(arguments: argparse.Namespace) -> Sequence[Device]:
    here = None if arguments.device is None else gpu_here(arguments.device)
    if here is not None:
        return (here,)
    if arguments.file is not None:
        known: Mapping[str, Device] = load_devices(arguments.file)
    else:
        known = {**load_devices(), **plugin_shelf().all(), **known_devices(arguments.device_file)}
        tell_problems(device_problems)
    named = arguments.device
    found = tuple(known.values()) if named is None else (find_device(named, known),)
    tell_described_anew(found, arguments.device_file)
    return found


def _gpu_entry(gpu: Probe | None) -> dict[str, object] | None:
    if gpu is None:
        return None
    return {
        "usable": gpu.usable,
        "name": gpu.name,
        "device": gpu.device,
        "devices": gpu.devices,
        "message": gpu.message,
    }
