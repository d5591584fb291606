"""The device that a launch ran on, or was modelled for: described in its trace, or of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gpuviz.device import DEFAULT_DEVICE, Device, load_devices
from gpuviz.trace.trace import Trace


def device_of(trace: Trace) -> Device | None:
    """The device of a trace; None where nothing but its id is known here."""
    return trace.device or load_devices().get(trace.device_id)


def device_or_default(trace: Trace) -> Device:
    """The device of a trace; that of a first start stands in for one that is not known."""
    return device_of(trace) or load_devices()[DEFAULT_DEVICE]


def device_name(trace: Trace) -> str:
    """The name of the device of a trace; its id where nothing else is known.

    One that is in another computer is named with it; one that is only modelled is in none.
    """
    known = device_of(trace)
    name = trace.device_id if known is None else known.name
    is_there = trace.times is not None and trace.times.source == "measured"
    return on_machine(name, trace.machine) if is_there else name


def on_machine(device: str, machine: str) -> str:
    """The name of a device, or an engine, that is in another computer; "" is this one."""
    return f"{device} · {machine}" if machine else device


def described_by(devices: Mapping[str, Device], trace: Trace) -> Trace:
    """The trace with the one of `devices` that has its id, where nothing else is known of it."""
    if device_of(trace) is not None:
        return trace
    return replace(trace, device=devices.get(trace.device_id))
