"""What limits a launch, in one sentence that also says what would help."""

from __future__ import annotations

from gpuviz.device import Device
from gpuviz.messages import Message
from gpuviz.trace.prediction import Prediction, Resource
from gpuviz.units import byte_count, figures, percent, seconds

_OF = "{busy} of {whole}"

WORDS: dict[Resource, str] = {
    "launch": "starting {what} limits this launch: that alone takes " + _OF + "; {cure}",
    "latency": "waiting limits this launch: the results that its threads wait for take "
    + _OF
    + ", and too few warps are there to fill the time; {cure}",
    "issue": "the number of instructions limits this launch: starting them takes "
    + _OF
    + "; fewer instructions for each element would help, faster memory would not.",
    "int32": "whole-number arithmetic, most of it for indices, limits this launch: it takes "
    + _OF
    + "; fewer array accesses for each result would help, faster memory would not.",
    "fp32": "float32 arithmetic limits this launch: {flops} operations take "
    + _OF
    + "; less arithmetic would help, faster memory would not.",
    "fp64": "float64 arithmetic limits this launch: it takes "
    + _OF
    + "; float32 would help: an SM of this GPU does {ratio} times as many operations with it.",
    "sfu": "roots, exponentials and divisions limit this launch: they take "
    + _OF
    + "; fewer of them would help, faster memory would not.",
    "l1": "the L1 cache limits this launch: {l1} for the threads take "
    + _OF
    + "; reading neighbouring elements together, or keeping values in variables, would help.",
    "shared": "shared memory limits this launch: its wavefronts take "
    + _OF
    + "; fewer bank conflicts, or keeping values in variables, would help.",
    "l2": "the L2 cache limits this launch: {l2} between it and the SMs take "
    + _OF
    + ", a store of part of a line being as long as one of all of it; reading and storing"
    " neighbours together, or a tile in shared memory, would help.",
    "dram": "memory bandwidth limits this launch: {dram} through DRAM take "
    + _OF
    + "; more arithmetic for each byte would help, faster arithmetic would not.",
    "atomics": "atomic operations limit this launch: they take "
    + _OF
    + "; adding up in shared memory or in a warp first would help.",
}
"""The second half of the sentence for each limiter; the first names the device."""

SMALL_LAUNCH = "more elements in one launch would help, a faster kernel would not."
SMALL_BLOCKS = "fewer and larger blocks would help, a faster kernel would not."
FEW_BLOCKS = "more blocks would help, only {waves} of the places for blocks are taken."
FEW_WARPS = "more warps on an SM, or more loads before the first result is used, would help."


def limiter_words(prediction: Prediction, device: Device) -> Message:
    """What limits a launch on `device`, how much of its time that takes, and what would help."""
    busy = {demand.resource: demand.seconds for demand in prediction.demands}
    by_blocks = prediction.limiter == "launch" and busy["launch"] > 2 * prediction.launch_s
    what, small = ("its blocks", SMALL_BLOCKS) if by_blocks else ("the kernel", SMALL_LAUNCH)
    cure = small if prediction.limiter == "launch" else _cure_of_waiting(prediction)
    return Message(
        f"model.limit-{prediction.limiter}",
        "On the {device} " + WORDS[prediction.limiter].replace("{cure}", cure),
        {
            "device": device.name,
            "what": what,
            "busy": seconds(busy[prediction.limiter]),
            "whole": seconds(prediction.kernel_s),
            "flops": figures(prediction.flops),
            "l1": byte_count(prediction.l1_bytes),
            "l2": byte_count(prediction.l2_bytes),
            "dram": byte_count(prediction.dram_bytes),
            "ratio": figures(device.fp32_lanes / device.fp64_lanes),
            "waves": percent(prediction.waves),
        },
    )


def _cure_of_waiting(prediction: Prediction) -> str:
    return FEW_BLOCKS if prediction.waves < 1 else FEW_WARPS
