"""Where the time of a pipeline goes, from its first event to the last, whatever overlaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpuviz.engines.request import EventKind, PipelineEvent

BEFORE: tuple[EventKind, ...] = ("kernel", "h2d", "d2h", "d2d")
"""What an instant counts as where several things happen at once, on several devices."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds that add up to the whole: an instant in which any kernel runs is a kernel's."""

    h2d_s: float
    kernel_s: float
    d2h_s: float
    d2d_s: float
    waiting_s: float  # nothing runs

    @property
    def whole_s(self) -> float:
        """From the first event's begin to the last one's end."""
        return self.h2d_s + self.kernel_s + self.d2h_s + self.d2d_s + self.waiting_s

    @property
    def copies_s(self) -> float:
        """In which only copies run."""
        return self.h2d_s + self.d2h_s + self.d2d_s


def spent(events: Sequence[PipelineEvent]) -> Spent:
    """How long each kind of work is what the devices are busy with."""
    if not events:
        return Spent(0.0, 0.0, 0.0, 0.0, 0.0)
    starts, ends = (np.array([getattr(e, name) for e in events]) for name in ("start_s", "end_s"))
    edges = np.unique(np.concatenate([[0.0], starts, ends]))
    lengths, free = np.diff(edges), np.ones(len(edges) - 1, bool)
    by_kind: dict[str, float] = {}
    for kind in BEFORE:
        busy = _busy(edges, [e for e in events if e.kind == kind]) & free
        by_kind[kind] = float(lengths[busy].sum())
        free &= ~busy
    waiting = float(lengths[free].sum())
    return Spent(by_kind["h2d"], by_kind["kernel"], by_kind["d2h"], by_kind["d2d"], waiting)


def _busy(edges: np.ndarray, events: Sequence[PipelineEvent]) -> np.ndarray:
    """[edges - 1] whether any of these events lasts between two edges."""
    change = np.zeros(len(edges), np.int64)
    for event in events:
        change[np.searchsorted(edges, event.start_s)] += 1
        change[np.searchsorted(edges, event.end_s)] -= 1
    return np.asarray(np.cumsum(change)[:-1] > 0)
