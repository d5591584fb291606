"""What launching costs a pipeline, and what is left of it in a CUDA graph.

A graph is made once of all launches and copies, and handed to the GPU as a whole: between its
kernels less time passes than between launches on a stream. Numba has nothing that makes one: in
numba-cuda it is an open request (github.com/NVIDIA/numba-cuda/issues/832, of March 2026).
"""

from __future__ import annotations

from collections.abc import Sequence

from gpuviz.messages import EnglishTemplate, EnglishText, Message
from gpuviz.model.calibration import Calibration
from gpuviz.trace import Prediction
from gpuviz.units import percent, seconds

AS_GRAPH: EnglishTemplate = (
    "Launching takes {launching}, {share} of all work. As one CUDA graph, if the host decides"
    " nothing in between, all of it would take {time} instead of {whole} (modelled); Numba cannot"
    " make graphs."
)
NUMBA_MAKES_NONE: EnglishText = "if the host decides nothing in between; Numba cannot make graphs"


def launching_seconds(predictions: Sequence[Prediction | None]) -> float | None:
    """What starting all launches takes; None where one is not modelled, or there are not two."""
    known = [one.launch_s for one in predictions if one is not None]
    return sum(known) if len(known) == len(predictions) > 1 else None


def seconds_in_graph(prediction: Prediction, calibration: Calibration) -> float:
    """The kernel's time where a graph launches it."""
    return prediction.kernel_s - max(0.0, prediction.launch_s - calibration.graph_launch_seconds)


def graph_words(launching_s: float, busy_s: float, whole_s: float, as_graph_s: float) -> Message:
    """What launching takes of all work, which is `busy_s`, and what a graph would change."""
    values = {
        "launching": seconds(launching_s),
        "share": percent(launching_s / busy_s if busy_s else 0.0),
        "time": seconds(as_graph_s),
        "whole": seconds(whole_s),
    }
    return Message("model.as-graph", AS_GRAPH, values)
