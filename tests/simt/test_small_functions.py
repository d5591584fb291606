"""divmod, pow and round against Numba's CPU compiler; functions of bits against their text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.simt.kernels import config, run
from tests.simt.njit import both
from tests.simt.test_arithmetic import assert_same, numbers

PAIRS = ["i4 i4", "i8 i4", "u8 u8", "u1 i1", "f4 f4", "f4 f8", "i4 f4", "f8 i8", "b1 i4"]

DIVIDED = """
def kernel(quotient, rest, x, y):
    i = cuda.grid(1)
    for k in range(y.size):
        quotient[i, k], rest[i, k] = divmod(x[i], y[k])
"""
RAISED = """
def kernel(out, x, y):
    i = cuda.grid(1)
    for k in range(y.size):
        out[i, k] = pow(x[i], EXPONENT) + pow(x[i], 3)
"""


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS)
def test_divmod_is_that_of_numba(pair: str) -> None:
    x, y = (numbers(kind) for kind in pair.split())
    result = np.float64 if "f" in pair else np.uint64 if pair == "u8 u8" else np.int64
    out = {name: np.zeros((len(x), len(y)), result) for name in ("quotient", "rest")}

    mine, theirs = both(DIVIDED, len(x), {**out, "x": x, "y": y})

    alike = cpu_and_gpu_divide_alike(x, y)
    assert_same(mine["quotient"][alike], theirs["quotient"][alike])
    assert_same(mine["rest"][alike], theirs["rest"][alike])


def cpu_and_gpu_divide_alike(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.bool_]:
    """Pairs whose quotient has few enough digits; docs/differences.md tells of the others."""
    if "f" not in (x.dtype.kind, y.dtype.kind):
        return np.ones((len(x), len(y)), np.bool_)
    single = x.dtype == y.dtype == np.float32
    with np.errstate(all="ignore"):
        quotient = np.abs(x[:, None].astype(np.float64) / y.astype(np.float64))
    few: NDArray[np.bool_] = ~(quotient > (2**24 if single else 2**53)) & ~np.isinf(y)
    return few


@pytest.mark.many
@pytest.mark.parametrize("pair", ["i4 i4", "i8 u1", "u1 i8", "b1 i4", "f4 f4", "f8 f8", "f4 f8"])
def test_pow_is_that_of_numba(pair: str) -> None:
    x, y = (numbers(kind) for kind in pair.split())
    whole = "f" not in pair
    text = RAISED.replace("EXPONENT", "y[k] & 15" if whole else "y[k]")
    kind = np.int64 if whole else np.float32 if pair == "f4 f4" else np.float64

    mine, theirs = both(text, len(x), {"out": np.zeros((len(x), len(y)), kind), "x": x, "y": y})

    alike = np.ones((len(x), len(y)), np.bool_)
    if whole:  # a GPU has them by way of float64 (docs/differences.md)
        exponents = [(int(k) & 15, 3) for k in y]
        exact = [
            [max(abs(int(b)) ** e for e in powers) <= 2**53 for powers in exponents] for b in x
        ]
        alike = np.array(exact)
    assert_same(mine["out"][alike], theirs["out"][alike], ulps=0 if whole else 4)


ROUNDED = """
def kernel(out, kept, x):
    i = cuda.grid(1)
    out[i] = round(x[i])
    kept[i] = round(x[i]) / 2
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["f4", "f8", "i4", "i8", "u1"])
def test_round_gives_whole_numbers_and_halves_go_to_the_even_one(kind: str) -> None:
    x = np.array([0, 0.5, 1.5, 2.5, 3.49, 100.5, 77.7, 2**24 + 3, 2**53 + 2, 255])
    x = x[: 7 if kind == "u1" else 8 if kind == "i4" else None].astype(kind)
    signed = np.append(x, -x) if kind != "u1" else x
    size = len(signed)

    mine, theirs = both(
        ROUNDED, size, {"out": np.zeros(size, np.int64), "kept": np.zeros(size), "x": signed}
    )

    assert_same(mine["out"], theirs["out"])
    assert_same(mine["kept"], theirs["kept"])


def bits_of(value: Any) -> str:
    """All bits of a number as text, the highest first."""
    width = 8 * value.dtype.itemsize
    return f"{int(value) % 2**width:0{width}b}"


def lowest(bits: str) -> int:
    return len(bits) - bits.rindex("1") if "1" in bits else 0


BITS: dict[str, tuple[str, Callable[[str], int]]] = {
    "popc": ("i1 u1 i2 u2 i4 u4 i8 u8", lambda bits: bits.count("1")),
    "clz": ("i1 u1 i2 u2 i4 u4 i8 u8", lambda bits: len(bits) - len(bits.lstrip("0"))),
    "ffs": ("i4 u4 i8 u8", lowest),
    "brev": ("i4 u4 u8", lambda bits: int(bits[::-1], 2)),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name, (kinds, _) in BITS.items() for kind in kinds.split()]
)
def test_functions_of_bits_are_those_of_the_bits_as_text(name: str, kind: str) -> None:
    info = np.iinfo(kind)
    values = [0, 1, 2, 3, 12, 0x5555, 0x00FF0010, info.max, info.min, info.max // 3, info.max - 7]
    x = np.array([value for value in values if info.min <= value <= info.max], kind)
    text = f"def kernel(out, x):\n    i = cuda.grid(1)\n    out[i] = cuda.{name}(x[i])\n"

    done = run(text, config(1, len(x)), {"out": np.zeros(len(x), np.uint64), "x": x})

    expected = BITS[name][1]
    assert done.arrays["out"].tolist() == [expected(bits_of(value)) for value in x]
    assert done.trace.hazards == ()


def test_their_results_have_the_types_that_cuda_gives_them() -> None:
    text = """
def kernel(out):
    x = np.int32(-1)
    out[0] = cuda.popc(x) - 40
    out[1] = cuda.ffs(x) * 2.0 ** 32
    out[2] = np.float32(cuda.cbrt(np.float32(2))) == cuda.cbrt(np.float32(2))
    out[3] = cuda.cbrt(27) + cuda.brev(True) + cuda.brev(1) + cuda.clz(True)
"""

    done = run(text, config(1, 1), {"out": np.zeros(4)})

    assert done.arrays["out"].tolist() == [-8, 2.0**32, 1, 2.0**32 + 10]


@pytest.mark.parametrize("kind", ["f4", "f8"])
def test_a_cube_root_is_as_near_as_cuda_promises(kind: str) -> None:
    x = np.array([0, 1, -8, 2, 1e-30, 1e30, -0.1], kind)
    text = "def kernel(out, x):\n    i = cuda.grid(1)\n    out[i] = cuda.cbrt(x[i])\n"

    done = run(text, config(1, len(x)), {"out": np.zeros(len(x), kind), "x": x})

    exact = np.cbrt(x.astype(np.longdouble)).astype(kind)
    assert_same(done.arrays["out"], exact, ulps=1)


def test_selp_selects_without_a_branch() -> None:
    text = """
def kernel(out, x):
    i = cuda.grid(1)
    out[i] = cuda.selp(i % 3 == 0, x[i], -x[i])
"""
    x = np.arange(40, dtype=np.float32)

    done = run(text, config(1, 40), {"out": np.zeros(40, np.float32), "x": x})

    assert done.arrays["out"].tolist() == [k if k % 3 == 0 else -k for k in range(40)]
    assert done.trace.counters is not None
    assert done.trace.counters.divergent_branches == 0
    assert done.trace.counters.global_load_requests == 4


@pytest.mark.parametrize("kind", ["i1", "u1", "i4", "u8"])
def test_a_whole_number_counts_its_own_bits(kind: str) -> None:
    x = np.array([0, 1, 77, 127], kind) * np.array(-1).astype(kind)
    text = "def kernel(out, x):\n    i = cuda.grid(1)\n    out[i] = x[i].bit_count()\n"

    done = run(text, config(1, 4), {"out": np.zeros(4), "x": x})

    assert done.arrays["out"].tolist() == [bits_of(value).count("1") for value in x]
