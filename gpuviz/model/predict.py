"""The model of time: a trace and a device give a modelled time, what limits it, and a timeline."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import Device
from gpuviz.messages import Message
from gpuviz.model.calibration import Calibration, load_calibration
from gpuviz.model.limits import BlockCosts, block_costs
from gpuviz.model.mix import CompiledMix
from gpuviz.model.ranking import limiter
from gpuviz.model.timeline import BlockTimes, run_blocks
from gpuviz.model.transfer import copy_note, copy_range, copy_seconds
from gpuviz.model.validation import judge
from gpuviz.model.weights import NUMBA, UsualWeights
from gpuviz.model.work import LaunchWork, launch_work
from gpuviz.trace import Placement, Prediction, Trace
from gpuviz.trace.blocks_on_sm import occupancy_of
from gpuviz.trace.prediction import Demand, Resource

NO_ROOM = Message(
    "model.no-room",
    "A block asks for more than an SM has: it is modelled as if one fitted.",
)
MEAN_BLOCKS = Message(
    "model.mean-blocks",
    "The grid is large: the blocks of its first waves are taken to be like the mean of them.",
)
LOCAL_IN_REGISTERS = Message(
    "model.local-in-registers", "Local arrays are taken to lie in registers."
)
OF_SM: tuple[Resource, ...] = (
    "latency",
    "issue",
    "int32",
    "fp32",
    "fp64",
    "sfu",
    "l1",
    "shared",
    "l2",
    "atomics",
)
"""What each SM has of its own, as BlockCosts names it."""
ROUNDING = 1e-9
"""A share of empty places below is one of rounding."""


def demands(
    costs: BlockCosts,
    timeline: BlockTimes,
    shape: tuple[int, int],
    clock_hz: float,
    launch_seconds: float,
) -> tuple[Demand, ...]:
    """What each resource needs at least, the largest first; what needs nothing is left out.

    Of an SM's resources that of the busiest SM counts; `shape`: SMs, and places on each. Launching
    is the kernel's start, which takes `launch_seconds`, and that of all its blocks.
    """
    cycles = _cycles(costs, timeline, shape)
    seconds: dict[Resource, float] = {name: n / clock_hz for name, n in cycles.items()}
    seconds["launch"] = launch_seconds + float(costs.start.sum()) / clock_hz
    needed = (Demand(name, time) for name, time in seconds.items() if time > 0)
    return tuple(sorted(needed, key=lambda demand: -demand.seconds))


def _cycles(
    costs: BlockCosts, timeline: BlockTimes, shape: tuple[int, int]
) -> dict[Resource, float]:
    """By resource, but for what starts blocks."""
    sm_count, places = shape
    of_blocks = np.array([getattr(costs, name) for name in OF_SM]).sum(axis=1)
    busiest = dict(zip(OF_SM, _busiest(of_blocks, timeline.sm, sm_count), strict=True))
    dram, queue, stores = costs.on_chip.sum(axis=(1, 2)).tolist()
    # The longest block, or the blocks of an SM one after the other in each of its places.
    busiest["latency"] = max(busiest["latency"] / places, float(of_blocks[0].max()))
    busiest["l2"] = max(busiest["l2"], stores)
    busiest["dram"] = dram
    busiest["atomics"] = max(busiest["atomics"], queue)
    return busiest


def _busiest(cycles: NDArray[np.float64], sm: NDArray[np.int32], sm_count: int) -> list[float]:
    """[kinds]: the cycles of the SM whose blocks need most; `cycles`: [kinds, blocks]."""
    rows = sm + sm_count * np.arange(len(cycles))[:, None]
    sums = np.bincount(rows.ravel(), cycles.ravel(), len(cycles) * sm_count)
    most: list[float] = sums.reshape(len(cycles), sm_count).max(axis=1).tolist()
    return most


class Modelled(NamedTuple):
    """What the model says of one launch."""

    prediction: Prediction
    placement: Placement


def predict(
    trace: Trace,
    device: Device,
    bytes_in: float,
    bytes_out: float,
    calibration: Calibration | None = None,
    mix: CompiledMix | None = None,
    weights: UsualWeights = NUMBA,
) -> Modelled:
    """The launch of `trace` as the model sees it on `device`.

    `bytes_in` and `bytes_out` are copied to the device before it and back after it, each in one
    copy. `mix`: the instructions that a compiler made of the kernel, if it was asked; else those
    that are usual by `weights`.
    """
    constants = load_calibration() if calibration is None else calibration
    work = launch_work(trace, device, mix, calibration=constants, weights=weights)
    held = occupancy_of(trace, device)
    copied = bytes_in, bytes_out
    copies = (copy_seconds(device, moved, constants) for moved in copied)
    varying = copy_range(device, copied, constants)
    if varying is not None:
        work = replace(work, assumptions=(*work.assumptions, copy_note(varying)))
    if any(array.space == "local" for array in trace.arrays):
        work = replace(work, assumptions=(*work.assumptions, LOCAL_IN_REGISTERS))
    copies_s = next(copies), next(copies)
    modelled = predict_work(work, device, held.blocks_per_sm, constants, copies_s)
    judged = with_band(modelled.prediction, device, constants, compiled=mix is not None)
    if varying is not None:
        judged = replace(judged, copies_band=varying.around(sum(copies_s)))
    return modelled._replace(prediction=judged)


def with_band(
    prediction: Prediction, device: Device, calibration: Calibration, *, compiled: bool
) -> Prediction:
    """`prediction` with how far it can be believed: by measurements of this device, else by what
    others published.
    """
    if prediction.calibrated and calibration.band is not None:
        return replace(prediction, band=calibration.band)
    band, validation = judge(prediction.limiter, device, compiled=compiled)
    return replace(prediction, band=band, validation=validation)


def predict_work(
    work: LaunchWork,
    device: Device,
    blocks_per_sm: int,
    calibration: Calibration,
    copies_s: tuple[float, float] = (0.0, 0.0),
) -> Modelled:
    """The launch that asks for `work`, with so many blocks on an SM at a time, without a band.

    `copies_s`: seconds of the copies before and after it.
    """
    costs = block_costs(work, device, calibration)
    shape = device.sm_count, max(blocks_per_sm, 1)
    timeline = run_blocks(costs, *shape, calibration.overlap_exponent)
    needs = demands(costs, timeline, shape, device.clock_hz, calibration.launch_seconds)
    running_s = max(timeline.cycles / device.clock_hz, _least_seconds(needs, calibration))
    placement = _placement(timeline, running_s)
    prediction = Prediction(
        device_id=device.id,
        kernel_s=calibration.launch_seconds + running_s,
        h2d_s=copies_s[0],
        d2h_s=copies_s[1],
        launch_s=calibration.launch_seconds,
        band=None,
        calibrated=calibration.is_calibrated(device),
        limiter=limiter(needs),
        demands=needs,
        blocks_per_sm=blocks_per_sm,
        waves=len(timeline.sm) / math.prod(shape),
        tail=_empty_share(timeline, math.prod(shape)),
        flops=work.flops,
        l1_bytes=float(work.l1_bytes.sum()),
        l2_bytes=float(work.l2_bytes.sum()),
        dram_bytes=float(work.dram_bytes.sum()),
        assumptions=tuple(_assumptions(work, timeline, blocks_per_sm)),
    )
    return Modelled(prediction, placement)


def _least_seconds(needs: Sequence[Demand], calibration: Calibration) -> float:
    """What no launch beats that has begun."""
    return max(
        need.seconds - calibration.launch_seconds if need.resource == "launch" else need.seconds
        for need in needs
    )


def _placement(timeline: BlockTimes, running_s: float) -> Placement:
    """In seconds since the first block's start; what all wait for stretches all blocks alike."""
    cycle = running_s / timeline.cycles if timeline.cycles else 0.0
    start, end = timeline.start * cycle, timeline.end * cycle
    for column in (start, end):
        column.flags.writeable = False
    return Placement(timeline.sm, start, end, "modelled")


def _empty_share(timeline: BlockTimes, places: int) -> float:
    """0..1: of all places for blocks, over the time of the launch."""
    if not timeline.cycles:
        return 0.0
    taken = float((timeline.end - timeline.start).sum())
    empty = 1 - taken / (places * timeline.cycles)
    return empty if empty > ROUNDING else 0.0  # sums of many blocks end a little beside it


def _assumptions(work: LaunchWork, timeline: BlockTimes, blocks_per_sm: int) -> Iterator[Message]:
    yield from work.assumptions
    if timeline.is_mean:
        yield MEAN_BLOCKS
    if blocks_per_sm == 0:
        yield NO_ROOM
