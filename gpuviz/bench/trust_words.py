"""Where the times of a sweep come from and how far they can be trusted, in a student's words."""

from __future__ import annotations

from collections.abc import Sequence

from gpuviz.bench.points import SweepPoint, SweepRequest
from gpuviz.messages import Message
from gpuviz.trace import Times
from gpuviz.units import figures

MEASURED = "The GPU's times are measured."
NOT_VALIDATED = "The GPU's times are modelled, not validated."
VALIDATED = "The GPU's times are modelled: most real ones took {lowest} to {highest} times that."
UNCALIBRATED = "The model of the {device} is uncalibrated: no such device has been measured."


def trust_words(request: SweepRequest, points: Sequence[SweepPoint]) -> tuple[Message, ...]:
    """One sentence on where the GPU's times come from; another where the model is uncalibrated."""
    timed = next((point for point in points if point.times is not None), None)
    if timed is None or timed.times is None:
        return ()
    source = _source(timed.times)
    if timed.times.source == "measured" or timed.prediction is None or timed.prediction.calibrated:
        return (source,)
    values = {"device": request.device.name}
    return source, Message("sweep.uncalibrated", UNCALIBRATED, values)


def _source(times: Times) -> Message:
    if times.source == "measured":
        return Message("sweep.measured", MEASURED)
    if times.band is None:
        return Message("sweep.not-validated", NOT_VALIDATED)
    lowest, highest = map(figures, times.band)
    return Message("sweep.validated", VALIDATED, {"lowest": lowest, "highest": highest})
