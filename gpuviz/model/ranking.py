"""What limits a launch, and what would limit it next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gpuviz.trace import Prediction
from gpuviz.trace.prediction import Demand, Resource

ONE_PIPE: tuple[Resource, Resource] = ("l1", "shared")
"""The two go through one pipe of an SM: they limit together."""


@dataclass(frozen=True, slots=True)
class RunnerUp:
    """What would limit a launch if its limiter took no time."""

    resource: Resource  # of L1 and shared memory the one that needs more
    seconds: float  # that it needs at least; of L1 and shared memory both together
    share: float  # of the kernel's time
    is_whole_pipe: bool = False  # L1 and shared memory both need some


def ranked(found: Sequence[Demand]) -> tuple[Demand, ...]:
    """Demands, the largest first; L1 and shared memory are one, under the name of the larger."""
    pipe = [demand for demand in found if demand.resource in ONE_PIPE]
    rows = [demand for demand in found if demand.resource not in ONE_PIPE]
    if pipe:
        larger = max(pipe, key=lambda demand: demand.seconds)
        rows.append(Demand(larger.resource, sum(demand.seconds for demand in pipe)))
    return tuple(sorted(rows, key=lambda demand: -demand.seconds))


def limiter(found: Sequence[Demand]) -> Resource:
    """The resource that needs the longest time, L1 and shared memory being one together."""
    return ranked(found)[0].resource


def only_together(prediction: Prediction) -> bool:
    """Whether L1 and shared memory limit a launch together, and neither of them would alone."""
    if prediction.limiter not in ONE_PIPE:
        return False
    alone = {demand.resource: demand.seconds for demand in prediction.demands}
    others = (time for name, time in alone.items() if name not in ONE_PIPE)
    return alone[prediction.limiter] < max(others, default=0.0)


def runner_up(prediction: Prediction) -> RunnerUp | None:
    """What would limit a launch next; None where nothing else is asked for."""
    first = prediction.limiter
    limiting = ONE_PIPE if first in ONE_PIPE else (first,)
    rows = [demand for demand in ranked(prediction.demands) if demand.resource not in limiting]
    if not rows or not prediction.kernel_s:
        return None
    second, asked = rows[0], {demand.resource for demand in prediction.demands}
    is_whole_pipe = second.resource in ONE_PIPE and asked.issuperset(ONE_PIPE)
    share = second.seconds / prediction.kernel_s
    return RunnerUp(second.resource, second.seconds, share, is_whole_pipe)
