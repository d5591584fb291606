"""`gpuviz devices`: the device table, one device in full, and this machine's GPU."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from gpuviz.cli.device_text import device_text, table_text
from gpuviz.cli.gpu import ask_for_gpu
from gpuviz.cli.json_text import print_json
from gpuviz.cli.table import print_text
from gpuviz.device import Device, find_device, load_devices
from gpuviz.engines.probe import Probe, probe
from gpuviz.worker import Workers


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("device", nargs="?", metavar="ID", help="say all that is known of this one")
    parser.add_argument(
        "--file", type=Path, metavar="F.toml", help="read another file of devices, and check it"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Prints the devices and asks for the GPU."""
    devices = _devices(arguments)
    with Workers() as workers:
        gpu = ask_for_gpu(workers)
    if arguments.json:
        print_json({"devices": devices, "gpu": _gpu_entry(gpu)})
    elif arguments.device is not None:
        print_text(device_text(devices[0]))
    else:
        print_text(table_text(devices))
        print_text("\n" + (gpu or probe()).message.text)
    return 0


def _devices(arguments: argparse.Namespace) -> Sequence[Device]:
    known = load_devices(arguments.file)
    if arguments.device is None:
        return tuple(known.values())
    return (find_device(arguments.device, known),)


def _gpu_entry(gpu: Probe | None) -> dict[str, object] | None:
    if gpu is None:
        return None
    return {
        "usable": gpu.usable,
        "name": gpu.name,
        "device": gpu.device,
        "message": gpu.message,
    }
