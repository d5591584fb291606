"""One launch, emulated once, on every device."""

from __future__ import annotations

from gpuviz.device import Device, Occupancy
from gpuviz.launch import refusals
from gpuviz.messages import Message, both, word
from gpuviz.model.on_device import OnDevice
from gpuviz.model.predict import predict
from gpuviz.trace import Trace
from gpuviz.trace.blocks_on_sm import occupancy_of


def on_device(trace: Trace, device: Device, copied: tuple[float, float]) -> OnDevice:
    """The launch of `trace` on one device.

    `copied`: bytes that go to the device before the launch, and come back after it.
    """
    held, refused = occupancy_of(trace, device), launch_refusal(trace, device)
    if refused is not None:
        return OnDevice(device, held, None, refused)
    return OnDevice(device, held, predict(trace, device, *copied).prediction)


def launch_refusal(trace: Trace, device: Device) -> Message | None:
    """Why the launch of `trace` cannot run on a device; None where it can."""
    refused = next(iter(refusals(trace.config, device)), None)
    held = occupancy_of(trace, device)
    if refused is None and held.blocks_per_sm == 0:
        refused = _no_room(device, held)
    return refused


def _no_room(device: Device, held: Occupancy) -> Message:
    what = {
        "registers": word("more registers than an SM of it has"),
        "shared": word("more shared memory than it gives a block"),
        "warps": word("more threads than an SM of it holds"),
        "blocks": word("more than an SM of it holds"),
    }
    asked = both([what[limit] for limit in held.limited_by])
    template = "A block does not fit on the {device}: it asks for {asked}. Use a smaller block."
    return Message("model.does-not-fit", template, {"device": device.name, "asked": asked})
