"""What limits a launch, in one sentence that also says what would help; and what would be next."""

from __future__ import annotations

from collections.abc import Mapping

from gpuviz.device import Device
from gpuviz.messages import EnglishTemplate, Message, word
from gpuviz.model.ranking import RunnerUp, only_together, runner_up
from gpuviz.trace.prediction import Prediction, Resource
from gpuviz.units import byte_count, figures, percent, seconds

NAMES: dict[Resource, EnglishTemplate] = {
    "launch": "starting the kernel",
    "latency": "waiting for results",
    "issue": "instructions",
    "int32": "whole-number arithmetic",
    "fp32": "float32 arithmetic",
    "fp64": "float64 arithmetic",
    "sfu": "special functions",
    "l1": "the L1 cache",
    "shared": "shared memory",
    "l2": "the L2 cache",
    "dram": "memory bandwidth",
    "atomics": "atomics",
}
"""A resource as it stands behind "limited by"."""

WHOLE_PIPE: EnglishTemplate = "L1 cache and shared memory"

_ON, _OF = "On the {device} ", "{busy} of {whole}"

WORDS: dict[Resource, EnglishTemplate] = {
    "launch": _ON
    + "starting the kernel limits this launch: that alone takes "
    + _OF
    + "; more elements in one launch would help, a faster kernel would not.",
    "latency": _ON
    + "waiting limits this launch: the results that its threads wait for take "
    + _OF
    + ", and too few warps are there to fill the time; {cure}",
    "issue": _ON
    + "the number of instructions limits this launch: starting them takes "
    + _OF
    + "; fewer instructions for each element would help, faster memory would not.",
    "int32": _ON
    + "whole-number arithmetic, most of it for indices, limits this launch: it takes "
    + _OF
    + "; fewer array accesses for each result would help, faster memory would not.",
    "fp32": _ON
    + "float32 arithmetic limits this launch: {flops} operations take "
    + _OF
    + "; less arithmetic would help, faster memory would not.",
    "fp64": _ON
    + "float64 arithmetic limits this launch: it takes "
    + _OF
    + "; float32 would help: an SM of this GPU does {ratio} times as many operations with it.",
    "sfu": _ON
    + "roots, exponentials and divisions limit this launch: they take "
    + _OF
    + "; fewer of them would help, faster memory would not.",
    "l1": _ON
    + "the L1 cache limits this launch: {l1} for the threads take "
    + _OF
    + "; reading neighbouring elements together, or keeping values in variables, would help.",
    "shared": _ON
    + "shared memory limits this launch: its wavefronts take "
    + _OF
    + "; fewer bank conflicts, or keeping values in variables, would help.",
    "l2": _ON
    + "the L2 cache limits this launch: {l2} between it and the SMs take "
    + _OF
    + ", and each sector that a warp stores in part takes as long as several whole ones; reading"
    " and storing neighbours together, or a tile in shared memory, would help.",
    "dram": _ON
    + "memory bandwidth limits this launch: {dram} through DRAM take "
    + _OF
    + "; more arithmetic for each byte would help, faster arithmetic would not.",
    "atomics": _ON
    + "atomic operations limit this launch: they take "
    + _OF
    + "; adding up in shared memory or in a warp first would help.",
}
"""The sentence for each limiter."""

BY_BLOCKS: EnglishTemplate = (
    "On the {device} starting its blocks limits this launch: that alone takes {busy} of {whole};"
    " fewer and larger blocks would help, a faster kernel would not."
)
BY_PIPE: EnglishTemplate = (
    "On the {device} L1 cache and shared memory, which are one pipe of an SM, limit this launch:"
    " {l1_busy} and {shared_busy} are {busy} of {whole}; fewer accesses to either would help,"
    " faster memory would not."
)
FEW_BLOCKS: EnglishTemplate = (
    "more blocks would help, only {waves} of the places for blocks are taken."
)
FEW_WARPS = Message(
    "model.few-warps",
    "more warps on an SM, or more loads before the first result is used, would help.",
)


def limiter_words(prediction: Prediction, device: Device) -> Message:
    """What limits a launch on `device`, how much of its time that takes, and what would help."""
    busy = {demand.resource: demand.seconds for demand in prediction.demands}
    limiter = prediction.limiter
    by_blocks = limiter == "launch" and busy["launch"] > 2 * prediction.launch_s
    if only_together(prediction):
        return _by_pipe(prediction, device, busy)
    return Message(
        f"model.limit-{limiter}",
        BY_BLOCKS if by_blocks else WORDS[limiter],
        {
            "device": device.name,
            "busy": seconds(busy[limiter]),
            "whole": seconds(prediction.kernel_s),
            "flops": figures(prediction.flops),
            "l1": byte_count(prediction.l1_bytes),
            "l2": byte_count(prediction.l2_bytes),
            "dram": byte_count(prediction.dram_bytes),
            "ratio": figures(device.fp32_lanes / device.fp64_lanes),
            "cure": _cure_of_waiting(prediction),
        },
    )


def _by_pipe(prediction: Prediction, device: Device, busy: Mapping[Resource, float]) -> Message:
    values = {
        "device": device.name,
        "l1_busy": seconds(busy["l1"]),
        "shared_busy": seconds(busy["shared"]),
        "busy": seconds(busy["l1"] + busy["shared"]),
        "whole": seconds(prediction.kernel_s),
    }
    return Message("model.limit-pipe", BY_PIPE, values)


def runner_up_name(second: RunnerUp) -> Message:
    """What would limit a launch next, as it stands behind "limited by"."""
    return word(WHOLE_PIPE if second.is_whole_pipe else NAMES[second.resource])


def runner_up_words(prediction: Prediction) -> Message | None:
    """What would limit a launch next, and how far behind it is; None where nothing is."""
    second = runner_up(prediction)
    if second is None:
        return None
    template = "Next would be {what}: {busy} of {whole}."
    values = {
        "what": runner_up_name(second),
        "busy": seconds(second.seconds),
        "whole": seconds(prediction.kernel_s),
    }
    return Message("model.runner-up", template, values)


def _cure_of_waiting(prediction: Prediction) -> Message:
    if prediction.waves >= 1:
        return FEW_WARPS
    return Message("model.few-blocks", FEW_BLOCKS, {"waves": percent(prediction.waves)})
