"""What a launch would take if something about it were otherwise, without emulating it again.

The counters and accesses of its trace stay; what is changed goes through the same model. That takes
as long as predicting a launch: milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gpuviz.device import Device, Occupancy
from gpuviz.launch import Dim3, refusals
from gpuviz.messages import Message
from gpuviz.model.caches import WARM, L2State
from gpuviz.model.calibration import Calibration, load_calibration
from gpuviz.model.everywhere import launch_refusal
from gpuviz.model.mix import CompiledMix
from gpuviz.model.predict import predict_work, with_band
from gpuviz.model.regrouped import regrouped, regrouped_config, regrouping_refusal
from gpuviz.model.work import launch_work
from gpuviz.trace import Prediction, Trace
from gpuviz.trace.blocks_on_sm import occupancy_of

SAME_INSTRUCTIONS = Message(
    "model.what-if-registers",
    "The kernel's instructions stay as they are: what a compiler would move to memory for want of"
    " registers is not counted.",
)
SAME_THREADS = Message(
    "model.what-if-block",
    "Every thread does what it did, in another block: a kernel that uses the size of its blocks for"
    " more than the place of a thread would do something else.",
)
SAME_TILES = Message(
    "model.what-if-shared",
    "Only the room that a block takes in shared memory changes: what its threads read and write"
    " there stays.",
)


@dataclass(frozen=True, slots=True)
class Change:
    """What of a launch is taken to be otherwise; None: as it is."""

    registers: int | None = None  # of a thread, at least 1
    block: Dim3 | None = None
    shared: int | None = None  # bytes of a block, static and dynamic together
    device: Device | None = None
    l2: L2State | None = None  # as it is, L2 is cold


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A launch with a change as the model sees it, or why nothing can be said of it."""

    change: Change
    occupancy: Occupancy | None = None
    prediction: Prediction | None = None  # copies apart
    factor: float | None = None  # its kernel_s over that of the launch as it is
    assumptions: tuple[Message, ...] = ()  # those that the change makes
    refused: Message | None = None


def what_if(
    trace: Trace,
    device: Device,
    change: Change,
    mix: CompiledMix | None = None,
    as_it_is: Prediction | None = None,
    calibration: Calibration | None = None,
) -> WhatIf:
    """The launch of `trace`, which was to run on `device`, with a change.

    `mix`: the instructions that were compiled, as for `predict`. `as_it_is`: what the model says of
    the launch without the change, where that is known already.
    """
    constants = load_calibration() if calibration is None else calibration
    there = change.device or device
    refused = _refusal(trace, there, change)
    if refused is not None:
        return WhatIf(change, refused=refused)
    changed = _changed(trace, change)
    refused = launch_refusal(changed, there)
    if refused is not None:
        return WhatIf(change, refused=refused)
    base = as_it_is or _predicted(trace, device, mix, "cold", constants)
    prediction = _predicted(changed, there, mix, change.l2 or "cold", constants)
    return WhatIf(
        change,
        occupancy_of(changed, there),
        prediction,
        prediction.kernel_s / base.kernel_s if base.kernel_s else None,
        tuple(_assumptions(change, device, mix)),
    )


def _refusal(trace: Trace, device: Device, change: Change) -> Message | None:
    """Why nothing can be said of a change, apart from whether the launch then fits."""
    if trace.counters is None:
        template = "Nobody counted what this launch does, so the model cannot say what would be."
        return Message("model.what-if-uncounted", template)
    most = device.max_registers_per_thread
    if change.registers is not None and change.registers > most:
        template = "A thread has at most {most} registers on the {device}, not {asked}."
        values = {"most": most, "device": device.name, "asked": change.registers}
        return Message("model.what-if-too-many-registers", template, values)
    if change.block is None or change.block == trace.config.block:
        return None
    too_large = refusals(regrouped_config(trace.config, change.block), device)
    return next(iter(too_large), None) or regrouping_refusal(trace, change.block)


def _changed(trace: Trace, change: Change) -> Trace:
    if change.block is not None and change.block != trace.config.block:
        trace = regrouped(trace, change.block)
    if change.registers is not None:
        trace = replace(trace, registers_per_thread=change.registers)
    if change.shared is not None:
        static = min(trace.shared_bytes, change.shared)
        config = replace(trace.config, dynamic_shared_bytes=change.shared - static)
        trace = replace(trace, shared_bytes=static, config=config)
    return trace


def _predicted(
    trace: Trace,
    device: Device,
    mix: CompiledMix | None,
    l2_state: L2State,
    constants: Calibration,
) -> Prediction:
    work = launch_work(trace, device, mix, l2_state, constants)
    held = occupancy_of(trace, device)
    modelled = predict_work(work, device, held.blocks_per_sm, constants).prediction
    return with_band(modelled, device, constants, compiled=mix is not None)


def _assumptions(change: Change, device: Device, mix: CompiledMix | None) -> Iterator[Message]:
    if change.block is not None:
        yield SAME_THREADS
    if change.registers is not None:
        yield SAME_INSTRUCTIONS
    if change.shared is not None:
        yield SAME_TILES
    if change.l2 == "warm":
        yield WARM
    if change.device is not None and change.device.cc != device.cc and mix is not None:
        template = "Registers and instructions are those that were compiled for the {device}."
        yield Message("model.what-if-compiled-for", template, {"device": device.name})
