"""How far a modelled time can be believed, in a sentence and as times."""

from __future__ import annotations

from collections.abc import Sequence

from gpuviz.messages import EnglishTemplate, Message, word
from gpuviz.trace import Prediction, Times
from gpuviz.units import figures, percent, whole

NOT_VALIDATED = Message("trust.not-validated", "The modelled time is not validated.")
CALIBRATED: EnglishTemplate = (
    "The model is calibrated on the {device}: real kernels took {low} to {high} times the modelled"
    " time."
)
VALIDATED: EnglishTemplate = (
    "Validated on {n} published measurements of {what}, median error {error}: 8 of 10 real kernels"
    " took {low} to {high} times the modelled time."
)
ELSEWHERE: EnglishTemplate = (
    "Validated on {n} published measurements of {what}, median error {error}: 8 of 10 real kernels"
    " took {low} to {high} times the modelled time. None of them was measured on the {device}."
)
BRIEF: EnglishTemplate = "Modelled, median error {error}"
ALIKE, ALL = word("such launches"), word("launches of all kinds")


def trust(prediction: Prediction | None, device: str) -> Message:
    """On what a modelled kernel time rests; `device` is the name of the GPU."""
    if prediction is None or prediction.band is None:
        return NOT_VALIDATED
    low, high = map(figures, prediction.band)
    judged = prediction.validation
    if judged is None:
        fitted = {"device": device, "low": low, "high": high}
        return Message("trust.calibrated", CALIBRATED, fitted)
    values: dict[str, object] = {
        "n": whole(judged.points),
        "what": ALIKE if judged.alike else ALL,
        "error": percent(judged.median_error),
        "low": low,
        "high": high,
    }
    if judged.same_device:
        return Message("trust.validated", VALIDATED, values)
    return Message("trust.elsewhere", ELSEWHERE, values | {"device": device})


def brief_trust(prediction: Prediction | None) -> Message | None:
    """The same where there is little room; None where there is nothing shorter to say."""
    if prediction is None or prediction.band is None or prediction.validation is None:
        return None
    error = percent(prediction.validation.median_error)
    return Message("trust.brief", BRIEF, {"error": error})


def summed_band(predictions: Sequence[Prediction | None]) -> tuple[float, float] | None:
    """The factors around the sum of several kernel times, all off the same way; None where one of
    them has none.
    """
    known = [(one.kernel_s, one.band) for one in predictions if one is not None and one.band]
    total = sum(seconds for seconds, _ in known)
    if not total or len(known) < len(predictions):
        return None
    low, high = (sum(time * band[end] for time, band in known) / total for end in (0, 1))
    return low, high


def kernel_ends(times: Times | Prediction) -> tuple[float, float] | None:
    """Seconds between which a real kernel would lie; None where that is not known."""
    return ends(times.kernel_s, times.band)


def copies_ends(times: Times | Prediction) -> tuple[float, float] | None:
    """Seconds between which both copies together would lie, by computer."""
    if times.h2d_s is None or times.d2h_s is None:
        return None
    return ends(times.h2d_s + times.d2h_s, times.copies_band)


def whole_ends(times: Times | Prediction) -> tuple[float, float] | None:
    """The same of the kernel with its copies."""
    kernel, copies = kernel_ends(times), copies_ends(times)
    if kernel is None or times.h2d_s is None or times.d2h_s is None:
        return None
    low, high = copies or (times.h2d_s + times.d2h_s,) * 2
    return kernel[0] + low, kernel[1] + high


def ends(seconds: float | None, band: tuple[float, float] | None) -> tuple[float, float] | None:
    """A time times both factors of a band; None where either is not known."""
    return None if seconds is None or band is None else (band[0] * seconds, band[1] * seconds)
