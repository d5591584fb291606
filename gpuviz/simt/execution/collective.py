"""What the lanes of a warp do together: the call, and what goes wrong where one takes no part."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import SourcePlace
from gpuviz.simt.execution.thread_group import ThreadGroup


class Collective(NamedTuple):
    """A call that the lanes of a warp do together: where it stands, and what it calls."""

    place: SourcePlace
    name: str
    value: str = ""  # of a shuffle: what its lanes exchange, as it is written


class UndefinedTake(NamedTuple):
    """Lanes read from others that take no part in a shuffle; all broadcast to (blocks, lanes)."""

    call: Collective
    thread_group: ThreadGroup
    lanes: NDArray[np.bool_]  # that do
    sources: NDArray[Any]  # the lane that each reads from
    named: NDArray[np.bool_]  # whether its mask names that lane
    received: NDArray[Any]  # what each gets
