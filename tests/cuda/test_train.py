"""What a host asks of its GPUs is written down: when it waits for a copy."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.cuda.train import AskedKind, Train


@pytest.mark.parametrize(
    ("kind", "stream", "is_pinned", "waits"),
    [
        ("h2d", 0, False, True),
        ("h2d", 0, True, True),
        ("h2d", 1, False, True),  # from ordinary memory no copy runs beside the host
        ("h2d", 1, True, False),
        ("d2h", 1, False, True),
        ("d2d", 0, False, False),
    ],
)
def test_the_host_waits_for_a_copy_unless_a_stream_makes_it_of_pinned_memory(
    kind: AskedKind, stream: int, is_pinned: bool, waits: bool
) -> None:
    array = np.zeros(4)
    train = Train(__file__, pinned=[array] if is_pinned else [])

    train.copied(kind, array.nbytes, 0, (array,), stream)

    assert (train.asked[0].waits, train.asked[0].pinned) == (waits, is_pinned)
