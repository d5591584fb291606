"""Where the times of a sweep come from and how far they can be trusted, in a student's words."""

from __future__ import annotations

from collections.abc import Sequence

from gpuviz.bench.points import SweepPoint, SweepRequest
from gpuviz.messages import Message
from gpuviz.model.trust import trust
from gpuviz.trace import Prediction

MEASURED = Message("sweep.measured", "The GPU's times are measured.")
MODELLED = Message("sweep.modelled", "The GPU's times are modelled.")


def trust_words(request: SweepRequest, points: Sequence[SweepPoint]) -> tuple[Message, ...]:
    """One sentence on where the GPU's times come from; another on what modelled ones rest on: of
    the points with the fewest measurements.
    """
    timed = [point for point in points if point.times is not None]
    if not timed or timed[0].times is None:
        return ()
    if timed[0].times.source == "measured":
        return (MEASURED,)
    least = min((point.prediction for point in timed), key=_measurements)
    return MODELLED, trust(least, request.device.name)


def _measurements(prediction: Prediction | None) -> int:
    judged = prediction.validation if prediction is not None else None
    return 0 if judged is None else judged.points
