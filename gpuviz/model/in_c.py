"""What a launch would take if its kernel were written in CUDA C.

Numba's whole numbers have 64 bits, indices below 0 wrap around, and a `range` counts down what is
left: in CUDA C, where indices are of type int, all that takes a few instructions less for every
element. That matters where instructions limit a launch, and nowhere else.
"""

from __future__ import annotations

from dataclasses import replace

from gpuviz.device import Device
from gpuviz.messages import EnglishTemplate, Message
from gpuviz.model.predict import predict
from gpuviz.model.weights import CUDA_C
from gpuviz.trace import InC, Prediction, Trace
from gpuviz.units import figures, seconds

BY_INSTRUCTIONS = ("issue", "int32")
WORTH_SAYING = 1.1
"""How many times as fast; below, the two languages are taken to be alike."""

FASTER: EnglishTemplate = (
    "Written in CUDA C with indices of type int this launch would take {time}, {factor} times as"
    " fast: Numba computes indices in 64 bits and counts each turn of a range."
)
ESTIMATED: EnglishTemplate = (
    "Written in CUDA C with indices of type int this launch would take about {time}, {factor} times"
    " as fast (estimated): Numba computes indices in 64 bits and counts each turn of a range."
)
ALIKE: EnglishTemplate = (
    "Written in CUDA C this launch would take {time}, about as long: the number of instructions is"
    " not what limits it."
)
SLOWER: EnglishTemplate = (
    "Written in CUDA C this launch would take {time}, longer: the compiler makes other loops of it."
)


def with_c_estimate(prediction: Prediction, trace: Trace, device: Device) -> Prediction:
    """`prediction` of `trace` with what is estimated of CUDA C, where instructions limit."""
    if prediction.limiter not in BY_INSTRUCTIONS:
        return prediction
    other = predict(trace, device, 0, 0, weights=CUDA_C).prediction
    if other.kernel_s * WORTH_SAYING > prediction.kernel_s:
        return prediction
    return replace(prediction, in_c=InC(other.kernel_s, other.limiter, is_compiled=False))


def c_factor(prediction: Prediction) -> float | None:
    """How many times as fast CUDA C is; None where nothing is known of it."""
    in_c = prediction.in_c
    return prediction.kernel_s / in_c.kernel_s if in_c and in_c.kernel_s else None


def c_words(prediction: Prediction) -> Message | None:
    """What CUDA C would change, in a sentence; None where nothing is known of it."""
    in_c, factor = prediction.in_c, c_factor(prediction)
    if in_c is None or factor is None:
        return None
    values = {"time": seconds(in_c.kernel_s), "factor": figures(factor)}
    if factor >= WORTH_SAYING:
        kind = ("faster", FASTER) if in_c.is_compiled else ("estimated", ESTIMATED)
    else:
        kind = ("alike", ALIKE) if factor > 1 / WORTH_SAYING else ("slower", SLOWER)
    return Message(f"model.in-c-{kind[0]}", kind[1], values)
