"""Loads and stores through a cache of one's choice: they read and write as without it."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.kernels import config, run

LOADS = ("ldca", "ldcg", "ldcs", "ldlu", "ldcv")
STORES = ("stcg", "stcs", "stwb", "stwt")


@pytest.mark.parametrize("load", LOADS)
def test_a_cached_load_reads_an_element(load: str) -> None:
    out, x = np.zeros(64), np.arange(128.0).reshape(2, 64)
    text = f"""
        def kernel(out, x):
            i = cuda.grid(1)
            out[i] = cuda.{load}(x, (1, i)) + 1
        """

    trace = run(text, config(2, 32), {"out": out, "x": x}).trace

    assert out.tolist() == (x[1] + 1).tolist()
    assert trace.counters is not None
    assert trace.counters.global_load_requests == 2


@pytest.mark.parametrize("store", STORES)
def test_a_cached_store_writes_an_element(store: str) -> None:
    out = np.zeros(64, np.int32)
    text = f"""
        def kernel(out):
            i = cuda.grid(1)
            cuda.{store}(out, i, i * 1.5)
        """

    trace = run(text, config(2, 32), {"out": out}).trace

    assert out.tolist() == [int(i * 1.5) for i in range(64)]
    assert trace.hazards == ()


def test_cached_stores_race_as_others_do() -> None:
    text = """
        def kernel(out):
            i = cuda.grid(1)
            cuda.stcg(out, 0, i)
        """

    (hazard,) = run(text, config(1, 8), {"out": np.zeros(4)}).trace.hazards

    assert (hazard.kind, hazard.array, hazard.line) == ("race", "out", 3)


@pytest.mark.parametrize(
    "call", ["cuda.ldcg(out)", "cuda.stcg(out, 0)", "x = cuda.stcg(out, 0, 1)"]
)
def test_a_hint_with_other_arguments_is_refused(call: str) -> None:
    with pytest.raises(NotSupportedError):
        run(f"def kernel(out):\n    {call}\n", config(1, 1), {"out": np.zeros(4)})
