"""Arrays of the module in kernels: frozen as they are, in constant memory, never written."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

from gpuviz import cuda
from gpuviz.messages import NotSupportedError
from gpuviz.simt.execute import Execution
from tests.simt.kernels import config, kernel_from, run

WEIGHTS = np.array([0.25, 0.5, 0.25])
TABLE = np.asfortranarray(np.arange(12, dtype=np.int16).reshape(3, 4))
FLAGS = np.array([True, False, True])

BODIES = {
    "by its name": "out[i] = WEIGHTS[i % 3] + TABLE[i % 3, i % 4]",
    "as a constant array": """w, t = cuda.const.array_like(WEIGHTS), cuda.const.array_like(TABLE)
    out[i] = w[i % 3] * t[-1, i % 4] + w.size + len(t)""",
    "rows and slices": "for x in TABLE[i % 3, 1:][::-1]:\n        out[i] = out[i] * 3 + x",
    "truth values": "out[i] = 1.5 if FLAGS[i % 3] else 2.5",
}


def launched(body: str, **names: Any) -> Execution:
    given = {"WEIGHTS": WEIGHTS, "TABLE": TABLE, "FLAGS": FLAGS} | names
    text = f"def kernel(out):\n    i = cuda.grid(1)\n    {body}\n"
    return run(text, config(2, 32), {"out": np.zeros(64)}, **given)


def without_const(body: str) -> str:
    return body.replace("cuda.const.array_like(WEIGHTS)", "WEIGHTS").replace(
        "cuda.const.array_like(TABLE)", "TABLE"
    )


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_they_hold_what_numba_holds(title: str) -> None:
    body = BODIES[title]
    text = f"def kernel(i, out):\n    {without_const(body)}\n"
    compiled = njit(kernel_from(text, WEIGHTS=WEIGHTS, TABLE=TABLE, FLAGS=FLAGS))
    expected = np.zeros(64)
    for i in range(64):
        compiled(i, expected)

    done = launched(body)

    assert done.trace.hazards == ()
    assert np.array_equal(done.arrays["out"], expected)


def test_records_can_be_constant() -> None:
    kind = np.dtype([("x", np.float64), ("n", np.int32)], align=True)
    points = np.array([(1.5, 2), (3.5, 4)], kind)
    body = "p = cuda.const.array_like(POINTS)\n    out[i] = p[i % 2].x + POINTS[1]['n']"

    done = launched(body, POINTS=points)

    assert done.arrays["out"].tolist() == [5.5, 7.5] * 32
    assert {site.space for site in done.trace.sites if site.kind == "read"} == {"constant"}


def test_reading_them_is_no_request_to_global_or_shared_memory() -> None:
    done = launched("out[i] = WEIGHTS[i % 3]")

    counters = done.trace.counters
    assert counters is not None
    assert (counters.global_load_requests, counters.shared_load_requests) == (0, 0)
    assert counters.global_store_requests == 2
    site = next(site for site in done.trace.sites if site.array == "WEIGHTS")
    assert (site.space, site.kind, site.itemsize) == ("constant", "read", 8)
    info = next(info for info in done.trace.arrays if info.name == "WEIGHTS")
    assert (info.space, info.shape) == ("constant", (3,))


def test_a_thread_that_reads_only_them_is_idle() -> None:
    done = launched("x = WEIGHTS[0]\n    if i < 5:\n        out[i] = x")

    assert done.trace.counters is not None
    assert done.trace.counters.active_threads == 5


def test_they_are_what_they_were_when_the_kernel_was_made() -> None:
    values = np.array([1.0, 2.0])
    text = "@cuda.jit\ndef kernel(out):\n    out[0] = VALUES[1]\n"
    kernel = cuda.jit(kernel_from(text, VALUES=values))
    out = np.zeros(1)

    kernel[1, 1](out)
    values[1] = 5
    kernel[1, 1](out)

    assert out[0] == 2


def test_an_index_outside_is_found() -> None:
    done = launched("out[i] = TABLE[i % 3, i % 5]")

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.array, hazard.index) == ("out-of-bounds", "TABLE", (1, 4))
    assert hazard.space == "constant"


@pytest.mark.parametrize(
    ("body", "code", "word"),
    [
        ("WEIGHTS[0] = i", "kernel.read-only", "WEIGHTS"),
        ("w = WEIGHTS[1:]\n    w[0] += i", "kernel.read-only", "w"),
        ("cuda.atomic.add(WEIGHTS, 0, i)", "kernel.read-only", "WEIGHTS"),
        ("x = cuda.const.array_like((1, 2))", "kernel.constant-array", "tuple of 2"),
        ("x = cuda.const.array_like()", "kernel.constant-array", "of the module"),
        ("x = LARGE[i]", "kernel.too-much-constant", "65536"),
        ("x = WORDS[i]", "kernel.text-element", "WORDS"),
    ],
)
def test_what_cannot_be_constant_is_refused(body: str, code: str, word: str) -> None:
    with pytest.raises(NotSupportedError) as refused:
        launched(body, LARGE=np.zeros(8193), WORDS=np.array(["a", "b"]))

    assert refused.value.message.code == code
    assert word in refused.value.message.text
    assert refused.value.place is not None
