"""Types as values: what NumPy tells of them, and names for types, modules and CUDA's objects."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.messages import NotSupportedError
from tests.simt.kernels import config, run
from tests.simt.njit import both
from tests.simt.test_arithmetic import assert_same
from tests.simt.test_statements import arguments, assert_as_numba

FACTS = (
    "eps epsneg iexp machep max maxexp min minexp negep nexp nmant precision resolution tiny bits"
)

BODIES = {
    "the least and the largest whole number": """
        out[i] = np.iinfo(np.int32).max + np.iinfo(np.int16).min + np.iinfo(np.uint8).bits
        out[i] += np.iinfo(np.uint64).max / 3 + np.iinfo(q.dtype).min + np.iinfo(q[i]).max
        lowest, highest, _ = np.iinfo(np.int8)
        out[i] += lowest * 1000 + highest + len(np.iinfo(q)) + np.iinfo(np.int64)[1] // 7
        """,
    "a limit begins a search": """
        best = np.finfo(np.float32).max
        for k in range(i + 1):
            best = min(best, f[k])
        out[i] = best
        """,
    "limits have the type that they are of": """
        x = np.finfo(f.dtype)
        out[i] = x.eps * f[i] + x.max * np.float32(2) + np.finfo(np.float64).max * 2
        q[i] = np.iinfo(np.int32).max + 1 - 2
        """,
    "types of arrays are called": """
        kind = q.dtype.type
        out[i] = kind(f[i] * 10) + f.dtype.type(d[i]) / 3 + (q.dtype.kind == "i") * 100
        out[i] += 200 * (d.dtype.kind == "i")
        """,
    "parts of numbers": """
        z = complex(f[i], d[i])
        out[i] = np.real(z) + 10 * np.imag(z) + np.real(q[i]) + np.imag(f[i]) + np.imag(q[i])
        out[i] += np.real(np.conj(z)) - np.imag(np.conj(z)) + np.conj(q[i])
        """,
    "a name for a type": """
        single = np.float32
        whole = int
        out[i] = single(d[i]) * 3 + whole(f[i]) + single(0.1)
        """,
    "names for several types": """
        one, x, other = np.float32, d[i], np.int32
        one, other = other, one
        out[i] = one(x * 10) + other(x) / 3
        """,
    "one type on both ways": """
        if i % 2:
            kind = np.float32
        else:
            kind = np.float32
        again = kind if i % 3 else np.float32
        out[i] = kind(d[i]) / again(3)
        """,
    "names for modules and functions": """
        m = math
        root, largest = m.sqrt, max
        out[i] = root(largest(d[i], 0.5)) + m.pi
        """,
}


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_they_are_what_numba_has(title: str) -> None:
    body = BODIES[title].replace("\n        ", "\n    ")

    assert_as_numba(f"def kernel(out, f, d, q):\n    i = cuda.grid(1)\n{body}", arguments())


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["np.float32", "np.float64", "np.complex64"])
def test_all_that_numba_tells_of_fractions(kind: str) -> None:
    lines = [f"    out[{row}] = x.{name}" for row, name in enumerate(FACTS.split())]
    text = f"def kernel(out):\n    i = cuda.grid(1)\n    x = np.finfo({kind})\n" + "\n".join(lines)

    mine, theirs = both(text + "\n", 1, {"out": np.zeros(15)})

    assert_same(mine["out"], theirs["out"])


def values(text: str, **names: Any) -> NDArray[np.float64]:
    arguments = {"out": np.zeros(8), "f": np.arange(8, dtype=np.float32)}
    execution = run(text, config(2, 4), arguments, **names)
    result: NDArray[np.float64] = execution.arrays["out"]
    return result


@pytest.mark.parametrize(
    "lines",
    [
        "b, n, t = cuda.blockIdx, cuda.blockDim, cuda.threadIdx\n    i = b.x * n.x + t.x",
        "where, one = cuda.grid, 1.5\n    i = where(1)",
        "t = cuda.threadIdx\n    i = t.x + 4 * cuda.blockIdx.x if t is cuda.threadIdx else 0",
        "own = cuda.local\n    s = own.array(1, np.int64)\n    s[0] = cuda.grid(1)\n    i = s[0]",
    ],
)
def test_objects_of_cuda_have_names(lines: str) -> None:
    text = f"def kernel(out, f):\n    {lines}\n    out[i] = i + 1\n"

    assert values(text).tolist() == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_barrier_and_an_atomic_have_names() -> None:
    text = """
def kernel(out, f):
    wait, add, shared = cuda.syncthreads, cuda.atomic.add, cuda.shared.array
    s = shared(4, np.float32)
    s[cuda.threadIdx.x] = f[cuda.grid(1)]
    wait()
    add(out, cuda.blockIdx.x, s[3 - cuda.threadIdx.x])
"""

    assert values(text).tolist() == [6, 22, 0, 0, 0, 0, 0, 0]


def test_types_and_objects_are_handed_to_functions() -> None:
    text = """
@cuda.jit(device=True)
def taken(kind, where, x):
    return kind(x) + where.x

def kernel(out, f):
    kind = WIDE.type
    def scaled(x):
        return kind(x) * 2
    i = cuda.grid(1)
    out[i] = taken(np.int32, cuda.blockIdx, f[i] + 0.7) + scaled(1.5)
"""

    assert values(text, WIDE=np.dtype("f8")).tolist() == [3, 4, 5, 6, 8, 9, 10, 11]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("x = np.iinfo(int).max", "kernel.unknown-call"),
        ("x = np.iinfo(np.float32).max", "kernel.unknown-call"),
        ("x = np.finfo(np.int32).max", "kernel.unknown-call"),
        ("x = np.finfo('float32').max", "kernel.unknown-call"),
        ("x = np.finfo(np.float32).smallest_normal", "kernel.attribute"),
        ("s = cuda.local.array(np.iinfo(np.int8).bits, np.int8)", "kernel.local-shape"),
        ("x = f.dtype(3)", "kernel.unknown-call"),
        ("x = f.dtype.itemsize", "kernel.attribute"),
        ("x = np.real(f)", "kernel.array-expression"),
        ("t = cuda.threadIdx\n    x = t[0]", "kernel.axis-missing"),
        ("x, y, z = cuda.threadIdx", "kernel.axis-missing"),
        ("a, x = np.float32, 1\n    a = 3 if x else a", "kernel.two-types"),
    ],
)
def test_what_numba_does_not_know_is_refused(line: str, code: str) -> None:
    with pytest.raises(NotSupportedError) as refused:
        values(f"def kernel(out, f):\n    {line}\n")

    assert refused.value.message.code == code


@pytest.mark.parametrize("choice", ["f.dtype", "f.dtype.type"])
def test_a_name_for_two_types_is_refused(choice: str) -> None:
    other = choice.replace("f.", "out.")
    text = (
        f"def kernel(out, f):\n    t = {choice}\n    if out[0]:\n        t = {other}\n    x = t\n"
    )

    with pytest.raises(NotSupportedError) as refused:
        values(text)

    assert refused.value.message.code == "kernel.two-types"
