"""What a launch would take on a GPU that is not here, beside what an engine knows of it."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.device import Device
from gpuviz.messages import Message
from gpuviz.model.in_c import with_c_estimate
from gpuviz.model.mix import CompiledMix
from gpuviz.model.predict import predict
from gpuviz.trace import Prediction, Times, Trace
from gpuviz.units import figures, seconds

Copied = tuple[float, float]
"""Bytes that go to the GPU before a launch, and that come back after it."""


def with_modelled_times(
    trace: Trace, device: Device, copied: Copied | None, mix: CompiledMix | None = None
) -> Trace:
    """`trace` with the times, the placement and the prediction that the model has for `device`.

    `copied`: None where the launch is not alone in copying. `mix`: the instructions of each
    statement if they were compiled. The trace is as it was where nobody counted what the launch
    does.
    """
    if trace.counters is None:
        return trace
    bytes_in, bytes_out = copied or (0, 0)
    prediction, placement = predict(trace, device, bytes_in, bytes_out, mix=mix)
    prediction = with_c_estimate(prediction, trace, device)
    times = _times(prediction) if copied else replace(_times(prediction), h2d_s=None, d2h_s=None)
    return replace(trace, times=times, placement=placement, prediction=prediction)


def with_prediction(trace: Trace, device: Device, copied: Copied) -> Trace:
    """`trace` with the prediction beside its own times, and a note of how far they are apart.

    A prediction that it has stays. The trace is as it was where nobody counted what the launch
    does.
    """
    if trace.counters is None:
        return trace
    prediction = trace.prediction or predict(trace, device, *copied).prediction
    error = _error_note(prediction, trace.times)
    notes = trace.notes if error is None else (*trace.notes, error)
    return replace(trace, prediction=prediction, notes=notes)


def _times(prediction: Prediction) -> Times:
    return Times(
        source="modelled",
        h2d_s=prediction.h2d_s,
        kernel_s=prediction.kernel_s,
        d2h_s=prediction.d2h_s,
        band=prediction.band,
        copies_band=prediction.copies_band,
    )


def _error_note(prediction: Prediction, times: Times | None) -> Message | None:
    """The model takes L2 to be empty at the start: it is compared with the cold time if it is
    known.
    """
    if times is None:
        return None
    measured = times.kernel_s if times.kernel_cold_s is None else times.kernel_cold_s
    if not measured:
        return None
    values = {
        "modelled": seconds(prediction.kernel_s),
        "measured": seconds(measured),
        "factor": figures(prediction.kernel_s / measured),
    }
    template = "The model says {modelled} for the kernel, {factor} times the measured {measured}."
    return Message("model.error", template, values)
