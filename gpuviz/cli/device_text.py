"""Devices as text for a terminal: all of them as a table, one with all of its values."""

from __future__ import annotations

from collections.abc import Sequence

from gpuviz.cli.table import aligned
from gpuviz.device import Device
from gpuviz.device_fields import STATUSES
from gpuviz.scene.devices.facts import (
    DeviceFacts,
    bandwidth_text,
    binary_bytes,
    clock_text,
    facts_of,
    fp32_text,
)
from gpuviz.scene.numbers import whole

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
