"""`gpuviz devices`: the table, one device in full, one launch or product on all; the GPUs here."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from gpuviz.cli import on_devices
from gpuviz.cli.choices import known_devices, tell_described_anew
from gpuviz.cli.gpu import ask_for_gpu
from gpuviz.cli.json_text import print_json
from gpuviz.cli.launch_options import DEVICE_FILE
from gpuviz.cli.parser import new_file
from gpuviz.cli.products import (
    OnEachDevice,
    product_object,
    product_on,
    product_text,
    read_product,
)
from gpuviz.cli.table import aligned, print_text
from gpuviz.device import Device, find_device, load_devices
from gpuviz.device_fields import STATUSES
from gpuviz.engines.probe import Probe, probe
from gpuviz.messages import Message, RequestRefused
from gpuviz.new_file import whole_file
from gpuviz.scene.devices.facts import (
    DeviceFacts,
    bandwidth_text,
    binary_bytes,
    clock_text,
    facts_of,
    fp32_text,
)
from gpuviz.scene.numbers import whole
from gpuviz.worker import Workers

HEADINGS = (
    "id",
    "name",
    "cc",
    "SMs",
    "clock",
    "memory",
    "bandwidth",
    "L2",
    "float32",
    "PCIe",
    "known by",
)
NUMBERS = (3, 4, 5, 6, 7, 8)  # columns of numbers, which stand at the right


def table_text(devices: Sequence[Device]) -> str:
    """A line for each device, and what the words of the last column mean."""
    used = {word for device in devices for word in device.status.split("+")}
    words = [(word, meaning) for word, meaning in STATUSES.items() if word in used]
    table = aligned([HEADINGS, *map(_row, devices)], right=NUMBERS)
    return f"{table}\n\nknown by\n{aligned(words, indent=2)}"


def gpus_text(gpus: Sequence[Device]) -> str:
    """A line for each GPU of this machine, with what `--device` calls it."""
    rows = [_row(gpu) for gpu in gpus]
    named = [(f"gpu:{number}", *row[1:-1]) for number, row in enumerate(rows)]
    return aligned([HEADINGS[:-1], *named], right=NUMBERS[:-1])


def device_text(device: Device) -> str:
    """All values of one device with their units, in groups that have the same source."""
    groups = facts_of(device)
    width = max(len(fact.label) for group in groups for fact in group.facts)
    return "\n\n".join(f"{group.title}\n{_lines(group, width)}" for group in groups)


def _lines(group: DeviceFacts, width: int) -> str:
    return aligned([(label.ljust(width), value) for label, value in group.facts], indent=2)


def _row(device: Device) -> tuple[str, ...]:
    return (
        device.id,
        device.name,
        device.cc,
        whole(device.sm_count),
        clock_text(device),
        binary_bytes(device.mem_bytes),
        bandwidth_text(device),
        binary_bytes(device.l2_bytes),
        fp32_text(device),
        device.pcie,
        device.status,
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("device", nargs="?", metavar="ID", help="say all that is known of this one")
    files = parser.add_mutually_exclusive_group()
    about = "read this file of devices instead of gpuviz's own, and check it"
    files.add_argument("--file", type=Path, metavar="F.toml", help=about)
    name, metavar, _ = DEVICE_FILE
    files.add_argument(name, metavar=metavar, help="a file of GPUs of your own, listed too")
    on_devices.add_arguments(parser)
    about = "model a library's product of M x K by K x N numbers on each, with tensor cores too"
    parser.add_argument("--product", metavar="M,N,K", help=about)
    parser.add_argument("--csv", metavar="F.csv", help="write what is modelled as a table")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Prints the devices, or a launch on them, and asks for the GPU; 1 if that launch is wrong."""
    _check(arguments)
    product = None if arguments.product is None else read_product(arguments.product)
    devices = _devices(arguments)
    if product is not None:
        _print_product(product_on(devices, product), as_json=arguments.json)
        return 0
    file = None if arguments.csv is None else new_file(arguments.csv, ".csv")
    with Workers() as workers:
        launched = None
        if arguments.operation is not None:
            launched = on_devices.launch_on_devices(arguments, devices, workers)
        gpu = ask_for_gpu(workers)
    if launched is not None and file is not None:
        with whole_file(file) as part:
            part.write_text(on_devices.launched_csv(launched), encoding="utf-8")
    if arguments.json:
        print_json(_object(devices, gpu, launched))
    elif launched is not None:
        print_text(on_devices.launched_text(launched))
    elif arguments.device is not None:
        print_text(device_text(devices[0]))
    else:
        print_text(table_text(devices))
        print_text("\n" + (gpu or probe()).message.text)
        if gpu is not None:
            print_text(gpus_text(gpu.devices))
    return 0 if launched is None or launched.good else 1


def _print_product(found: OnEachDevice, *, as_json: bool) -> None:
    if as_json:
        print_json({"product": product_object(found)})
    else:
        print_text(product_text(found))


def _check(arguments: argparse.Namespace) -> None:
    """Raises RequestRefused for an option that says something of a launch nobody asked for, and
    where two things are asked for."""
    if arguments.operation is not None:
        if arguments.product is not None:
            template = (
                "--product and --operation ask for two different things: leave one of them out."
            )
            raise RequestRefused(Message("cli.devices-two-things", template))
        return
    for name in ("size", "grid", "block", "csv"):
        if getattr(arguments, name) is not None:
            template = "--{name} says something of a launch: add --operation NAME, or leave it out."
            raise RequestRefused(Message("cli.devices-without-launch", template, {"name": name}))


def _object(
    devices: Sequence[Device], gpu: Probe | None, launched: on_devices.LaunchedOnDevices | None
) -> dict[str, object]:
    found: dict[str, object] = {"devices": devices, "gpu": _gpu_entry(gpu)}
    if launched is not None:
        found["launch"] = on_devices.launched_object(launched)
    return found


def _devices(arguments: argparse.Namespace) -> Sequence[Device]:
    known = known_devices(arguments.device_file)
    if arguments.file is not None:
        known = load_devices(arguments.file)
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
