"""One atomic access: the elements that it changes, and the lanes that wait for each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpuviz.insight.stage_warp import WarpAccess


@dataclass(frozen=True, slots=True)
class AtomicQueue:
    """One element and the lanes that change it, in the order in which the emulator lets them."""

    element: int
    lanes: tuple[int, ...]


def atomic_queues(access: WarpAccess) -> tuple[AtomicQueue, ...]:
    """The longest queue first, equally long ones by element."""
    active = np.flatnonzero(access.active)
    queues = [
        AtomicQueue(int(element), tuple(active[access.element[active] == element].tolist()))
        for element in np.unique(access.element[active])
    ]
    return tuple(sorted(queues, key=lambda queue: -len(queue.lanes)))
