"""assert and raise end a launch as CUDA's debug mode does: thread, block, line, author's words."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.messages import KernelFailed
from tests.simt.kernels import config, run

HELPER = """
@cuda.jit(device=True)
def root(v):
    if v < 0:
        raise ValueError("a root of less than 0")
    return math.sqrt(v)

"""
WORDS = "too far"


@pytest.mark.parametrize(
    ("body", "code", "thread", "block", "words"),
    [
        ("assert i < 50", "assertion", 18, 1, "i < 50 does not hold"),
        ("assert i < 50, 'the end'", "assertion", 18, 1, ": the end"),
        ("assert a[i] == 0, WORDS", "assertion", 7, 0, ": too far"),
        ("assert a[i + 1] - a[i] in_order", "assertion", 6, 0, "a[i + 1] <= a[i]"),
        ("assert i - 3, 404", "assertion", 3, 0, ": 404"),
        ("assert False", "assertion", 0, 0, "False"),
        ("raise ValueError('{never} again')", "raised", 0, 0, "ValueError: {never} again"),
        ("raise ZeroDivisionError", "raised", 0, 0, "ZeroDivisionError."),
        ("raise IndexError()", "raised", 0, 0, "IndexError."),
    ],
)
def test_the_first_thread_that_fails_is_named_with_the_authors_words(
    body: str, code: str, thread: int, block: int, words: str
) -> None:
    body = body.replace("a[i + 1] - a[i] in_order", "a[i + 1] <= a[i]")
    text = f"def kernel(a):\n    i = cuda.grid(1)\n    {body}\n"
    values = np.zeros(65)
    values[7] = 1

    with pytest.raises(KernelFailed) as failed:
        run(text, config(2, 32), {"a": values}, WORDS=WORDS)

    place, message = failed.value.place, failed.value.message
    assert message.code == f"kernel.{code}"
    assert place is not None
    assert place.line == 3
    for part in (f"thread ({thread}, 0, 0)", f"block ({block}, 0, 0)", "line 3", words):
        assert part in message.text


def test_a_function_fails_at_its_own_line_for_the_threads_that_call_it() -> None:
    text = HELPER + (
        "def kernel(a):\n    i = cuda.grid(1)\n    if i % 2:\n        a[i] = root(a[i])\n"
    )
    values = np.ones(32)
    values[[4, 9, 11]] = -1

    with pytest.raises(KernelFailed) as failed:
        run(text, config(1, 32), {"a": values})

    place, text = failed.value.place, failed.value.message.text
    assert place is not None
    assert place.line == 4
    assert "thread (9, 0, 0)" in text
    assert "ValueError: a root of less than 0" in text


def test_where_nothing_fails_each_is_a_step_and_the_kernel_goes_on() -> None:
    text = (
        HELPER
        + """
def kernel(a):
    i = cuda.grid(1)
    assert i < 80, "beyond the end"
    if i > 100:
        raise ValueError
    a[i] = root(a[i])
"""
    )

    done = run(text, config(2, 40), {"a": np.arange(80.0)})

    assert done.trace.counters is not None
    assert done.trace.counters.warp_steps == 4 * (4 + 2)
    assert done.trace.counters.divergent_branches == 0
    assert np.array_equal(done.arrays["a"], np.sqrt(np.arange(80.0)))


def test_a_function_whose_other_way_raises_needs_no_return_there() -> None:
    text = """
@cuda.jit(device=True)
def sign(v):
    if v > 0:
        return 1
    elif v < 0:
        return -1
    raise ValueError("0 has no sign")

def kernel(a):
    i = cuda.grid(1)
    a[i] = sign(a[i])
"""

    done = run(text, config(1, 4), {"a": np.array([3, -3, 8, -1])})

    assert done.arrays["a"].tolist() == [1, -1, 1, -1]
