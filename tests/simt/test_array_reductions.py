"""Reductions of arrays, by each thread: types as numba-cuda has them, values as NumPy and Numba."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.messages import KernelFailed
from tests.helpers.numba_cuda import require_compiler, result_type
from tests.simt.kernels import config, run
from tests.simt.njit import both
from tests.simt.test_arithmetic import assert_same

METHODS = ("sum", "prod", "mean", "var", "std", "any", "all", "argmin", "argmax")
FUNCTIONS = ("count_nonzero", "nansum", "nanprod", "nanmean", "nanvar", "nanstd", "average")
DTYPES = ("bool", "int8", "uint8", "int32", "uint32", "int64", "uint64", "f4", "f8", "c8", "c16")
NO_ORDER = {(f"a.{name}()", dtype) for name in ("argmin", "argmax") for dtype in ("c8", "c16")}
CALLS = [
    *(f"a.{name}()" for name in METHODS),
    *(f"np.{name}(a)" for name in (*METHODS, *FUNCTIONS)),
]


def numbers(dtype: str, *shape: int) -> NDArray[Any]:
    """Numbers near 1, so that products stay small; of complex ones both parts differ from 0."""
    rng = np.random.default_rng(len(dtype) + len(shape))
    whole = rng.integers(0, 3, shape)
    if dtype[0] not in "fc":
        return whole.astype(dtype)
    parts = whole + rng.integers(1, 3, shape) / 4
    return (parts * (1 + 0.5j) if dtype[0] == "c" else parts).astype(dtype)


PAIRS = [
    (call, dtype)
    for call in CALLS
    for dtype in DTYPES
    if (call.replace("np.", "a.").replace("(a)", "()"), dtype) not in NO_ORDER
]


def variable_type(call: str, given: NDArray[Any]) -> str:
    """The type of a variable that a kernel gives the result."""
    text = f"def kernel(a, out):\n    x = {call}\n    out[cuda.grid(1)] = x.real\n"
    trace = run(text, config(1, 1), {"a": given, "out": np.zeros(1)}).trace
    return str(next(variable.dtype for variable in trace.variables if variable.name == "x"))


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS)
def test_the_type_is_numba_cudas(call: str) -> None:
    require_compiler()

    for dtype in (dtype for known, dtype in PAIRS if known == call):
        given = numbers(dtype, 5)
        assert variable_type(call, given) == result_type(f"lambda a: {call}", given)


@pytest.mark.parametrize(
    ("call", "dtype", "kind"),
    [
        ("a.sum()", "bool", "int64"),
        ("a.sum()", "uint8", "uint64"),
        ("a.prod()", "int8", "int64"),
        ("a.mean()", "f4", "float64"),
        ("a.mean()", "c8", "complex128"),
        ("a.var()", "c8", "float64"),
        ("np.nansum(a)", "uint8", "int64"),
        ("np.sum(a, dtype=np.float32)", "f8", "float32"),
        ("a.sum(np.float64)", "f4", "float32"),
    ],
)
def test_types_are_those_that_numba_cuda_has(call: str, dtype: str, kind: str) -> None:
    assert variable_type(call, numbers(dtype, 5)) == kind


@pytest.mark.slow
@pytest.mark.parametrize(("call", "dtype"), PAIRS)
def test_the_value_is_numpys(call: str, dtype: str) -> None:
    given, whole = numbers(dtype, 4, 6), {"a": numbers(dtype, 4, 6)}
    text = f"def kernel(a, out):\n    x = {call}\n    out[cuda.grid(1)] = x\n"
    result = np.zeros(2, "c16" if "c" in dtype else "f8")

    execution = run(text, config(1, 2), {**whole, "out": result})

    assert execution.trace.hazards == ()
    want = eval(call, {"np": np, "a": given})
    assert np.allclose(execution.arrays["out"], want, rtol=1e-6)


BODIES = {
    "sums of parts that differ by thread": """
        out[i] = d[: i % 9 + 1].sum() + 10 * m[i % 8 :, i % 5 :].sum()
        """,
    "parts that differ by thread": """
        out[i] = 10 * d[i:].mean() + 100 * q[i % 7 : 30 : 1 + i % 3].prod()
        out[i] += m[i % 8].argmax() + 10 * m[:, i % 8].argmin() + m[i % 8 :, i % 5 :].var()
        """,
    "empty parts": """
        x = d[:0].mean()
        out[i] = d[:0].sum() + d[3:3].prod() + 4 * d[:0].any() + 8 * d[:0].all() + (x != x)
        out[i] += np.nansum(d[: i % 2]) + np.count_nonzero(d[: i % 3])
        """,
    "what is no number": """
        nan = d[0] / (d[0] * 0)
        x = np.argmax(n[i % 4 :]) + 10 * n[i % 3 :].argmin() + 100 * np.argmin(n)
        out[i] = x + np.nansum(n) + np.nanprod(n[i % 5 :]) + np.nanmean(n) + np.nanvar(n[i % 2 :])
        out[i] += np.nanstd(n) + n.any() + 2 * n.all()
        """,
    "the order of memory": """
        out[i] = m.T.sum() / 3 + m.transpose().mean() + m[::2, ::3].std() + m[::-1].T.prod()
        out[i] += m.T.argmax() + np.count_nonzero(m.T)
        """,
    "a type that is asked for": """
        out[i] = q.sum(dtype=np.int8) + np.sum(d, dtype=np.float32)
        out[i] += d.argmax(axis=0) + np.argmin(d, axis=None) + np.average(d, None, None)
        """,
}


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_parts_are_reduced_as_numba_reduces_them(title: str) -> None:
    body = BODIES[title].replace("\n        ", "\n    ")
    text = f"def kernel(out, d, q, m, n):\n    i = cuda.grid(1)\n{body}"
    rng = np.random.default_rng(3)
    given = {
        "out": np.zeros(32),
        "d": rng.random(40) - 0.4,
        "q": rng.integers(-3, 4, 40).astype(np.int32),
        "m": rng.random((8, 8)) + 0.5,
        "n": np.where(rng.random(12) < 0.3, np.nan, rng.random(12)),
    }

    mine, theirs = both(text, 32, given)

    assert_same(mine["out"], theirs["out"], ulps=4)


def test_a_sum_in_a_smaller_type_is_cut_off_at_every_step() -> None:
    """So does numba-cuda's code (cvt.rzi.s32.f64 in its loop); Numba's for CPUs does not."""
    text = "def kernel(a, out):\n    out[0] = a.sum(dtype=np.int32)\n"

    execution = run(text, config(1, 1), {"a": np.array([0.6, 0.6, 1.6]), "out": np.zeros(1)})

    assert execution.arrays["out"][0] == 1


def test_every_element_is_one_access_of_each_thread_in_its_memory() -> None:
    text = """
def kernel(a, out):
    s = cuda.shared.array(32, np.float32)
    p = cuda.local.array(3, np.float32)
    i = cuda.threadIdx.x
    s[i] = a[i]
    p[:] = i
    cuda.syncthreads()
    out[i] = s.sum() + p.mean() + a[:4].sum()
"""
    given = {"a": np.arange(64, dtype=np.float32), "out": np.zeros(32)}

    execution = run(text, config(1, 32), given)

    assert execution.arrays["out"].tolist() == [32 * 31 / 2 + i + 6 for i in range(32)]
    counters = execution.trace.counters
    assert counters is not None
    assert counters.shared_load_requests == 32
    assert counters.global_load_requests == 1 + 4


@pytest.mark.parametrize(("call", "reads"), [("a.any()", 3), ("a.all()", 1), ("a.argmax()", 8)])
def test_a_search_reads_no_further_than_it_needs(call: str, reads: int) -> None:
    text = f"def kernel(a, out):\n    out[cuda.grid(1)] = {call}\n"
    given = {"a": np.array([0, 0, 1, 0, 2, 0, 0, 0]), "out": np.zeros(32)}

    execution = run(text, config(1, 32), given)

    assert execution.trace.counters is not None
    assert execution.trace.counters.global_load_requests == reads


def test_a_reduction_finds_races_and_what_nobody_wrote() -> None:
    text = """
def kernel(out):
    s = cuda.shared.array(64, np.float32)
    i = cuda.threadIdx.x
    s[i] = i
    out[i] = s.sum()
"""

    execution = run(text, config(1, 32), {"out": np.zeros(32)})

    found = {(hazard.kind, hazard.line) for hazard in execution.trace.hazards}
    assert found == {("race", 4), ("uninitialized", 5)}


def test_the_largest_of_nothing_ends_the_launch() -> None:
    text = "def kernel(a, out):\n    i = cuda.grid(1)\n    out[i] = a[i:].argmax()\n"

    with pytest.raises(KernelFailed) as failed:
        run(text, config(1, 4), {"a": np.zeros(3), "out": np.zeros(4)})

    assert "thread (3, 0, 0)" in failed.value.message.text
    assert "largest" in failed.value.message.text
