"""Ranges that have names, and what is looked for in ranges, arrays and texts: as Numba has it."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.messages import KernelFailed, NotSupportedError
from tests.simt.kernels import config, run
from tests.simt.njit import both
from tests.simt.test_arithmetic import assert_same
from tests.simt.test_statements import arguments, assert_as_numba

BODIES = {
    "numbers in a range": """
        out[i] = (i in range(3, 20, 4)) + 2 * (i not in range(q[i]))
        out[i] += 4 * (q[i] in range(5, -9, -2))
        """,
    "fractions in a range": """
        out[i] = (f[i] in range(-5, 5)) + 2 * (d[i] in range(2)) + 4 * (i / 2 in range(0, 9, 3))
        out[i] += 8 * (f[i] / (f[i] * 0) in range(9)) + 16 * (d[i] in range(1, 0))
        """,
    "complex numbers and truth values in a range": """
        out[i] = (complex(i, i % 2) in range(30)) + 2 * (complex(d[i], 0) in range(-9, 9))
        out[i] += 4 * ((i > 5) in range(1)) + 8 * (None in range(3))
        """,
    "a range of unsigned numbers": """
        r = range(np.uint64(3), np.uint64(20), np.uint64(4))
        out[i] = (i in r) + 2 * (np.uint64(i) in r) + 4 * (q[i] in r) + 8 * len(r)
        """,
    "a range with a name": """
        r = range(q[i], 30, 1 + i % 3)
        for k in r:
            out[i] = out[i] / 2 + k
        out[i] += len(r) * 100 + r.start + 10 * r.stop + r.step
        """,
    "a range that differs by branch": """
        if i % 3 == 0:
            r = range(q[i])
        elif i % 3 == 1:
            r = range(i, 90)
        else:
            r = range(i, 3, -2)
        for k in r:
            out[i] += k
        out[i] += len(r) / 7 + r.start
        """,
    "32 bits of a range stay 32": """
        r = range(q[i], q[i] + np.int32(5), np.int32(2))
        out[i] = len(r) * np.int32(2**30) + r.stop * np.int32(2**30)
        """,
    "ranges in a tuple": """
        several = (range(3), range(i, 9))
        for r in several:
            out[i] += len(r) + r.start / 3
        """,
    "numbers in an array": """
        out[i] = (i in d) + 2 * (f[i] not in f) + 4 * (f[i] in d) + 8 * (1 in q[: i % 5])
        out[i] += 16 * ((d[i] / (d[i] * 0)) in d) + 32 * (d[i] in d[::-1][i:])
        """,
    "lengths of texts and bytes": """
        out[i] = len("height") + len(b"ab") + 10 * len("")
        out[i] += ord("a") + ord("高"[0]) + ord("abc"[-1])
        """,
    "texts compared": """
        t = "abc"
        out[i] = (t == "abc") + 2 * (t != "abd") + 4 * ("b" in t) + 8 * ("x" not in t)
        out[i] += 16 * (t < "abd") + 32 * ("abd" <= t)
        """,
    "bytes": """
        b = b"seven"
        out[i] = b[i % 5] + 1000 * b[-1 - i % 5] + 10**6 * b"xyz"[1] + len(b[1:3]) + b[2:][1]
        for c in b"gpu":
            out[i] = out[i] / 2 + c
        """,
    "eight bits of bytes": """
        b = b"\\xff\\x80"
        c = b[i % 2]
        for k in b:
            c = k
        out[i] = c + np.uint8(200)
        """,
}


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_they_are_what_numba_has(title: str) -> None:
    body = BODIES[title].replace("\n        ", "\n    ")

    assert_as_numba(f"def kernel(out, f, d, q):\n    i = cuda.grid(1)\n{body}", arguments())


@pytest.mark.slow
def test_a_range_is_handed_to_a_device_function() -> None:
    text = """
@cuda.jit(device=True)
def counted(r, k):
    return len(r) + (k in r)

@cuda.jit(device=True)
def evens(n):
    return range(0, n, 2)

def kernel(out):
    i = cuda.grid(1)
    out[i] = counted(range(i), 3) + 10 * counted(evens(i), 4)
"""

    mine, theirs = both(text, 32, {"out": np.zeros(32)})

    assert_same(mine["out"], theirs["out"])


def test_a_search_in_an_array_reads_up_to_what_it_finds() -> None:
    text = "def kernel(a, out):\n    i = cuda.grid(1)\n    out[i] = i // 32 in a\n"
    arguments = {"a": np.arange(9), "out": np.zeros(64)}

    execution = run(text, config(1, 64), arguments)

    assert execution.arrays["out"].all()
    assert execution.trace.counters is not None
    assert execution.trace.counters.global_load_requests == 1 + 2  # of warp 0, of warp 1


def test_bytes_of_the_module_are_constant_memory() -> None:
    text = "def kernel(out):\n    i = cuda.grid(1)\n    out[i] = WORD[i]\n"

    execution = run(text, config(1, 4), {"out": np.zeros(4)}, WORD=b"word")

    assert bytes(execution.arrays["out"].astype(np.uint8)) == b"word"
    assert execution.trace.arrays[-1].space == "constant"
    assert execution.trace.arrays[-1].dtype == np.uint8


def test_a_byte_behind_the_last_is_out_of_bounds() -> None:
    text = "def kernel(out):\n    i = cuda.grid(1)\n    out[i] = b'abc'[i]\n"

    execution = run(text, config(1, 4), {"out": np.zeros(4)})

    assert [hazard.kind for hazard in execution.trace.hazards] == ["out-of-bounds"]


def test_a_range_with_a_name_and_the_step_0_is_named() -> None:
    text = "def kernel(out):\n    r = range(0, 4, cuda.threadIdx.x)\n    out[0] = len(r)\n"

    with pytest.raises(KernelFailed) as failed:
        run(text, config(1, 4), {"out": np.zeros(4)})

    assert failed.value.message.code == "kernel.zero-step"


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("range(3)[1]", "kernel.not-indexable"),
        ("range(3) == range(3)", "kernel.comparison"),
        ("97 in b'abc'", "kernel.membership"),
        ("b'abc' == b'abc'", "kernel.comparison"),
        ("chr(66)", "kernel.unknown-call"),
        ("ord('ab')", "kernel.character"),
        ("ord('abc'[i])", "kernel.text-index"),
        ("ord('abc'[3])", "kernel.text-index"),
        ("'a' in a", "kernel.comparison"),
    ],
)
def test_what_numba_does_not_know_is_refused(expression: str, code: str) -> None:
    text = f"def kernel(a):\n    i = cuda.grid(1)\n    a[i] = {expression}\n"

    with pytest.raises(NotSupportedError) as refused:
        run(text, config(1, 4), {"a": np.zeros(4)})

    assert refused.value.message.code == code


@pytest.mark.parametrize("length", ["len('abc')", "len(b'abc')", "ord('a')"])
def test_the_length_of_a_text_is_no_shape(length: str) -> None:
    text = f"def kernel(a):\n    s = cuda.local.array({length}, np.int8)\n    a[0] = 1\n"

    with pytest.raises(NotSupportedError) as refused:
        run(text, config(1, 4), {"a": np.zeros(4)})

    assert refused.value.message.code == "kernel.local-shape"
