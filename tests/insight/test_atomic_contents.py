"""What elements hold while atomics change them: only what is known is shown."""

from __future__ import annotations

import numpy as np

from gpuviz.device import find_device
from gpuviz.insight.order import play_order
from gpuviz.insight.stage_elements import ContentHistory
from tests.simt.kernels import config, run

KERNEL = """
def kernel(x, y):
    i = cuda.grid(1)
    y[i] = i
    cuda.atomic.add(x, i % 2, 1)
"""


def test_an_element_is_unknown_from_its_first_atomic_on_and_plain_writes_stay_known() -> None:
    arguments = {"x": np.full(3, 5), "y": np.zeros(64, np.int64)}
    trace = run(KERNEL, config(2, 32), arguments).trace
    order = play_order(trace, find_device("t4"))
    assert order is not None
    sums = ContentHistory(trace, order, 0, np.arange(3))
    plain = ContentHistory(trace, order, 1, np.arange(64))

    assert sums.unknown(0).tolist() == [False, False, False]
    assert sums.unknown(len(order)).tolist() == [True, True, False]
    assert sums.at(0)[0].tolist() == [5, 5, 5]
    assert not plain.unknown(len(order)).any()
    assert plain.at(len(order))[0].tolist() == list(range(64))
