"""assert and raise end their threads; in debug mode the launch, with the thread and its line."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.messages import KernelFailed
from gpuviz.simt.execute import ExecutionOptions
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
        run(text, config(2, 32), {"a": values}, debug=True, WORDS=WORDS)

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
        run(text, config(1, 32), {"a": values}, debug=True)

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


@pytest.mark.slow
@pytest.mark.parametrize("schedule", ["lockstep", "warps", "adversarial"])
@pytest.mark.parametrize(
    ("body", "left", "note"),
    [
        (
            "if a[i] < 0:\n        raise ValueError('negative')\n    a[i] = 9",
            [9, -1, 9, -1],
            "Line 4: 2 threads have ended with ValueError: negative, thread (1, 0, 0) of block"
            " (0, 0, 0) first.",
        ),
        (
            "assert a[i] > 0, 'below'\n    a[i] = 9",
            [9, -1, 9, -1],
            "Line 3: 2 threads have ended because a[i] > 0 does not hold there: below, thread"
            " (1, 0, 0) of block (0, 0, 0) first.",
        ),
        (
            "a[i] = root(a[i]) + 1\n    a[i] += 1",
            [3, -1, 3, -1],
            "Line 4: 2 threads have ended with ValueError: a root of less than 0, thread (1, 0, 0)"
            " of block (0, 0, 0) first.",
        ),
        (
            "if root(a[i]) == 1:\n        a[i] = 7\n    else:\n        a[i] = 8",
            [7, -1, 7, -1],
            "Line 4: 2 threads have ended with",
        ),
        (
            "a[i] = root(1 - a[i]) if a[i] == 5 else root(-abs(a[i]))\n    a[i] = 4",
            [1, -1, 1, -1],
            "Line 4: 4 threads have ended with",
        ),
        (
            "for k in range(3):\n        if k == 1 and i == 3:\n            raise IndexError\n"
            "        a[i] += 1",
            [4, 2, 4, 0],
            "Line 5: 1 thread has ended with IndexError, thread (3, 0, 0)",
        ),
        (
            "k = 0\n    while root(a[i]) + k < 4:\n        k += 1\n    a[i] = k",
            [3, -1, 3, -1],
            "Line 4: 2 threads have ended with",
        ),
    ],
)
def test_without_debug_only_the_threads_end_that_fail(
    body: str, left: list[float], note: str, schedule: str
) -> None:
    text = f"def kernel(a):\n    i = cuda.grid(1)\n    {body}\n"
    values = np.array([1.0, -1.0, 1.0, -1.0])

    done = run(
        HELPER.lstrip("\n") + text if "root" in body else text,
        config(1, 4),
        {"a": values},
        ExecutionOptions(schedule),
    )

    assert done.arrays["a"].tolist() == left
    assert done.trace.hazards == ()
    assert done.trace.failure is None
    (said,) = (one.text for one in done.trace.notes)
    assert said.startswith(note)
    assert "@cuda.jit(debug=True, opt=False)" in said


def test_a_barrier_is_missed_by_a_thread_that_has_raised() -> None:
    text = """
def kernel(a):
    i = cuda.grid(1)
    if i == 3:
        raise ValueError
    cuda.syncthreads()
    a[i] = 1
"""

    done = run(text, config(1, 4), {"a": np.zeros(4)})

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.line, hazard.other_thread) == ("barrier-divergence", 5, (3, 0, 0))
    assert done.arrays["a"].tolist() == [1, 1, 1, 0]


def test_where_all_threads_end_in_a_function_that_gives_an_array_the_launch_ends_in_words() -> None:
    text = """
def kernel(a):
    def part(x):
        if x[0] == 0:
            raise ValueError
        return x[1:]
    a[part(a)[0] - 1] = 1
"""

    with pytest.raises(KernelFailed) as failed:
        run(text, config(1, 4), {"a": np.zeros(4, int)})

    assert failed.value.message.code == "kernel.all-ended"
