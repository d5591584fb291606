"""`gpuviz devices`: the device table, and this machine's GPU."""

from __future__ import annotations

import argparse

from gpuviz.cli.gpu import ask_for_gpu
from gpuviz.cli.json_text import print_json
from gpuviz.cli.table import aligned, print_text
from gpuviz.device import Device, load_devices
from gpuviz.engines.probe import Probe, probe
from gpuviz.worker import Workers

GIB = 1 << 30
HEADINGS = ("id", "name", "compute capability", "SMs", "memory", "bandwidth")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Prints the devices and asks for the GPU."""
    devices = tuple(load_devices().values())
    with Workers() as workers:
        gpu = ask_for_gpu(workers)
    if arguments.json:
        print_json({"devices": devices, "gpu": _gpu_entry(gpu)})
    else:
        print_text(aligned([HEADINGS, *map(_row, devices)]))
        print_text("\n" + (gpu or probe()).message.text)
    return 0


def _row(device: Device) -> tuple[str, ...]:
    memory, bandwidth = f"{device.mem_bytes / GIB:.0f} GiB", f"{device.mem_bw_gbs:.0f} GB/s"
    return device.id, device.name, device.cc, str(device.sm_count), memory, bandwidth


def _gpu_entry(gpu: Probe | None) -> dict[str, object] | None:
    if gpu is None:
        return None
    return {
        "usable": gpu.usable,
        "name": gpu.name,
        "device": gpu.device,
        "message": gpu.message,
    }
