"""How far the times of a sweep can be trusted, in a student's words."""

from __future__ import annotations

from collections.abc import Sequence

from gpuviz.bench.points import SweepPoint, SweepRequest
from gpuviz.messages import Message

UNCALIBRATED = "The model of the {device} is uncalibrated: no such device has been measured."


def trust_words(request: SweepRequest, points: Sequence[SweepPoint]) -> tuple[Message, ...]:
    """One sentence where times come from a model that was not fitted on the device; else none."""
    predictions = (point.prediction for point in points)
    prediction = next((one for one in predictions if one is not None), None)
    if prediction is None or request.engine == "cuda" or prediction.calibrated:
        return ()
    return (Message("sweep.uncalibrated", UNCALIBRATED, {"device": request.device.name}),)
