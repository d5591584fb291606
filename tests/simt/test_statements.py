"""Statements: the same body under Numba's CPU compiler, and random ones against two oracles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from tests.helpers.examples import examples
from tests.simt.kernels import config, kernel_from
from tests.simt.njit import both
from tests.simt.programs import programs, typed_programs
from tests.simt.test_arithmetic import assert_same
from tests.simt.test_counters import assert_counted_alike

RANDOM = settings(
    derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)

BODIES = {
    "a variable that is whole first and a fraction later": """
        x = 0
        for k in range(i % 5):
            x += k * 0.5
        out[i] = x
        """,
    "a fraction that leaves a loop by break": """
        x, rounds = 1, 0
        while True:
            x = 1.5
            if i % 3 or rounds > 3:
                break
            x = 2
            rounds += 1
            if i % 2:
                continue
            break
        out[i] = x
        """,
    "a fraction that goes round by continue": """
        x = 1
        for k in range(4):
            if k == i % 4:
                x = x * 0.5
                continue
            x = 3
        out[i] = x
        """,
    "types that differ by branch": """
        if i % 3 == 0:
            x = np.uint8(200)
        elif i % 3 == 1:
            x = np.int32(-5)
        else:
            x = f[i]
        out[i] = x * 2
        """,
    "whole numbers that wrap": """
        x = q[i] * 2000000011
        y = np.int32(x)
        z = np.uint32(x)
        out[i] = y // 7 + z % 11 + (x >> 3)
        """,
    "a loop variable after its loop, and changed in it": """
        k = -1
        for k in range(i % 4):
            k *= 10
        out[i] = k
        """,
    "a range of 32 bits": """
        total = 0
        for k in range(q[i], q[i] + np.int32(5), np.int32(2)):
            total += k * 1000000007
        out[i] = total % 1000003
        """,
    "ranges whose ends differ by thread": """
        total = 0
        for k in range(i % 7, -(i % 3) - 2, -1 - i % 2):
            total = total * 3 + k
        for k in range(i, i):
            total = -1
        for k in range(2**62, 2**62 + i % 3, 1):
            total += k
        out[i] = total
        """,
    "loops with else": """
        n = 0
        for k in range(6):
            if k == i % 9:
                break
            n += k
        else:
            n += 100
        while n % 5:
            n += 1
            if n % 7 == 0:
                break
        else:
            n *= 2
        out[i] = n
        """,
    "break out of two loops": """
        found = -1
        for j in range(5):
            for k in range(5):
                if j * k == i:
                    found = 10 * j + k
                    break
            if found >= 0:
                break
        out[i] = found
        """,
    "tuples": """
        a, b = i, f[i]
        a, b = b, a
        pair = (a + 1, b * 2)
        c, (d, e) = 1, pair
        out[i] = pair[0] + 10 * pair[-1] + c + d * e
        """,
    "a loop over a tuple": """
        for w in (0.25, 0.5, f[i] * 2.0):
            if w < 0:
                continue
            out[i] = out[i] * 3 + w
        """,
    "a loop over a tuple that was given a name": """
        near = (i - 1, i, i + 1)
        if i % 3 == 0:
            near = (i, i, i % 2)
        for k in near:
            if 0 <= k < out.size:
                out[i] += d[k]
            elif k > 30:
                break
        for n in f.shape:
            out[i] += n
        """,
    "a loop over pairs": """
        for dx, (dy, w) in ((-1, (0, 0.5)), (i, (i % 3, 1.5))):
            out[i] += dx * 10 + dy * w
        """,
    "a loop over two arrays": """
        for x in (out, d):
            x[i] += 1
        """,
    "a loop over an array": """
        for v in d:
            if v > 1:
                break
            out[i] = out[i] / 2 + v * i
        """,
    "enumerate and zip": """
        for k, v in enumerate(f):
            out[i] += k * v
        for k, v in enumerate((i, 3, 4), 2):
            out[i] += k * v
        for k, (v, w) in enumerate(zip(range(i % 5), (3, 4, 5))):
            out[i] += k + 10 * v + 100 * w
        for v, w, x in zip(f, d, q):
            out[i] += v * w * x
        """,
    "several targets": """
        a = b = c = f[i]
        out[i] = d[i] = a
        b += 1
        out[i] += b + c
        """,
    "elements changed in place": """
        f[i] += q[i]
        f[i] *= 1.1
        q[i] -= 3
        q[i] //= 2
        d[i] **= 2
        q[i] <<= 2
        q[i] |= 5
        out[i] += d[i] / 3
        """,
    "elements written with a cast": """
        q[i] = f[i] * 100
        f[i] = d[i]
        out[i] = q[i] + f[i]
        """,
    "a chain of comparisons": """
        out[i] = 1 if -1 < f[i] < d[i] < 2 else 0
        if 0 <= i % 5 < 3 <= i:
            out[i] += 2
        """,
    "the Mandelbrot set": """
        x = y = 0.0
        n = 0
        while n < 50 and x * x + y * y <= 4.0:
            x, y = x * x - y * y + f[i], 2.0 * x * y + d[i]
            n += 1
        out[i] = n
        """,
    "a division by zero, an infinity and what is not a number": """
        z = f[i] * 0
        out[i] = f[i] / z + d[i] // z if i % 2 else z % z
        q[i] = (q[i] // (i - i)) + (q[i] % (i - i))
        """,
    "a name for an array": """
        source, target = f, out
        for k in range(3):
            target[i] += source[(i + k) % source.size]
        n = len(source)
        target[i] += n + source.shape[0] + target.ndim
        """,
    "Newton's square root": """
        v = abs(d[i]) + 1
        r = v
        for _ in range(20):
            before, r = r, 0.5 * (r + v / r)
            if r == before:
                break
        out[i] = r - math.sqrt(v) + math.pi
        """,
    "an xorshift of 64 bits": """
        s = np.uint64(i + 88172645463325252)
        for _ in range(5):
            s ^= s << np.uint64(13)
            s ^= s >> np.uint64(7)
            s ^= s << np.uint64(17)
        out[i] = s % np.uint64(1000)
        """,
}

WITH_DEVICE = {
    "several returns of different types": """
        @cuda.jit(device=True)
        def clipped(v, low):
            if v < low:
                return 0
            if v > 1:
                return np.float32(1)
            return v
        ---
        out[i] = clipped(f[i], -1) + clipped(q[i], 2) * clipped(d[i], 0.5)
        """,
    "a tuple that a function returns": """
        @cuda.jit(device=True)
        def split(v):
            if v < 0:
                return -1, v
            return 1, v * 0.5
        ---
        sign, size = split(f[i])
        out[i] = sign * size + split(q[i])[1]
        """,
    "calls that only some threads make": """
        @cuda.jit(device=True)
        def put(a, k, v):
            a[k] += v
            return a[k]
        ---
        if i % 2 and put(f, i, 1) > 1 and put(f, i, 2) > 3:
            out[i] = 1
        out[i] += put(f, i, 3) if i % 3 else -1
        x = put(f, i, 1) or put(f, i, 100)
        out[i] += x
        """,
    "reads before and after a call that writes": """
        @cuda.jit(device=True)
        def put(a, k, v):
            a[k] = v
            return v
        ---
        out[i] = d[i] + put(d, i, 7.0) + d[i]
        d[i] -= put(d, i, 50.0)
        out[i] += d[i] * put(d, i, 3) if d[i] < put(d, i, 0) + 1 < d[i] + 5 else d[i]
        """,
    "functions of functions": """
        @cuda.jit(device=True)
        def square(v):
            return v * v

        @cuda.jit(device=True)
        def norm(v, w):
            return math.sqrt(square(v) + square(w))
        ---
        out[i] = norm(norm(f[i], d[i]), square(q[i]))
        """,
    "loops in functions in loops": """
        @cuda.jit(device=True)
        def fall(n):
            steps = 0
            while n != 1:
                n = n // 2 if n % 2 == 0 else 3 * n + 1
                steps += 1
                if steps > 50:
                    return -1
            return steps
        ---
        for k in range(fall(i % 6 + 1)):
            if fall(i + k + 1) > 10:
                out[i] += k
        while fall(i + 1) > 8 and out[i] < 5:
            out[i] += 1
        """,
}


def arguments() -> dict[str, Any]:
    rng = np.random.default_rng(5)
    return {
        "out": np.zeros(40),
        "f": (3 * rng.standard_normal(40)).astype(np.float32),
        "d": np.round(rng.standard_normal(40), 1),
        "q": rng.integers(-9, 9, 40).astype(np.int32),
    }


def assert_as_numba(text: str, given: dict[str, Any]) -> None:
    mine, theirs = both(text, 40, given)

    for name, want in theirs.items():
        assert_same(mine[name], want)


@pytest.mark.parametrize("title", BODIES)
def test_statements_do_what_numba_does(title: str) -> None:
    body = BODIES[title].replace("\n        ", "\n    ")

    assert_as_numba(f"def kernel(out, f, d, q):\n    i = cuda.grid(1)\n{body}", arguments())


@pytest.mark.slow
@pytest.mark.parametrize("title", WITH_DEVICE)
def test_device_functions_do_what_numba_does(title: str) -> None:
    functions, body = WITH_DEVICE[title].replace("\n        ", "\n").split("---")
    body = body.replace("\n", "\n    ").rstrip()

    text = f"{functions}\ndef kernel(out, f, d, q):\n    i = cuda.grid(1)\n{body}\n"

    assert_as_numba(text, arguments())


@pytest.mark.slow
@settings(RANDOM, max_examples=examples(12))
@given(typed_programs())
def test_random_kernels_compute_what_numba_computes(text: str) -> None:
    rng = np.random.default_rng(5)
    given = {
        "out": np.zeros(40),
        "single": (3 * rng.standard_normal(40)).astype(np.float32),
        "double": np.round(3 * rng.standard_normal(40), 1),
        "byte": rng.integers(0, 255, 40).astype(np.uint8),
        "short": rng.integers(-9, 9, 40).astype(np.int16),
        "word": rng.integers(-9, 9, 40).astype(np.int32),
    }

    assert_as_numba(text, given)


@settings(RANDOM, max_examples=examples(20))
@given(programs())
def test_random_kernels_count_as_a_count_by_hand(text: str) -> None:
    given = {"a": np.arange(16) * 7 % 23 - 4, "out": np.zeros(80, np.int64)}

    execution, _ = assert_counted_alike(kernel_from(text), config(2, 40), given)

    assert np.array_equal(execution.arrays["out"], given["out"]), text
