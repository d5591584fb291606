"""Loops of one thread as machine code: all that a launch tells is as it is with NumPy, to the bit."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from gpuviz.simt.compiled import lone_loops
from gpuviz.simt.compiled.lone_loops import LoneLoops
from gpuviz.simt.execute import Execution, ExecutionOptions, LaunchFailed
from gpuviz.trace import Trace
from tests.helpers.thinned import examples
from tests.simt.kernels import config, kernel_from, run
from tests.simt.programs import programs, typed_programs

RANDOM = settings(deadline=None, suppress_health_check=list(HealthCheck))
INTERPRETED = ExecutionOptions(hot_steps=0)
COMPILED = ExecutionOptions(hot_steps=1)


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where each part of a loop that was compiled ended."""
    found: list[str] = []
    run_part = LoneLoops._run

    def noted(self: LoneLoops, *given: Any) -> Any:
        went = run_part(self, *given)
        found.append(went.to)
        return went

    monkeypatch.setattr(LoneLoops, "_run", noted)
    return found


def both(
    text: str, arguments: Callable[[], Mapping[str, Any]], grid: Any = 1, block: Any = 1, **names: Any
) -> tuple[Trace, Mapping[str, Any]]:
    """Runs a kernel in both ways and holds one against the other."""
    kernel = kernel_from(text, **names)
    outcomes = []
    for options in (INTERPRETED, COMPILED):
        given_arrays = arguments()
        try:
            done: Execution | LaunchFailed = run(kernel, config(grid, block), given_arrays, options)
        except LaunchFailed as failure:
            done = failure
        outcomes.append((done.trace, given_arrays, str(done) if isinstance(done, Exception) else ""))
    (slow, arrays, words), (quick, others, same_words) = outcomes
    assert words == same_words
    for name, array in arrays.items():
        assert np.asarray(array).tobytes() == np.asarray(others[name]).tobytes(), name
    assert_same(slow, quick)
    return quick, others


def assert_same(one: Trace, other: Trace) -> None:
    """Two traces that tell the same of the active lanes."""
    for field in dataclasses.fields(Trace):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if field.name in ("accesses", "values") and mine is not None:
            mine, theirs = (_active(part, field.name, trace) for part, trace in ((mine, one), (theirs, other)))
        assert_equal(mine, theirs, field.name)


def _active(columns: Any, name: str, trace: Trace) -> dict[str, Any]:
    """The columns, with zeros for lanes that are not active."""
    kept = {field.name: getattr(columns, field.name) for field in dataclasses.fields(columns)}
    lanes = kept["element"] >= 0 if name == "accesses" else None
    if lanes is None:
        octets = np.ascontiguousarray(kept["mask"], "<u4").view(np.uint8)
        lanes = np.unpackbits(octets, bitorder="little").reshape(-1, 32).astype(bool)
    kept["bits"] = np.where(lanes, kept["bits"], 0)
    return kept


def assert_equal(one: Any, other: Any, name: str) -> None:
    if isinstance(one, np.ndarray):
        assert one.dtype == other.dtype, name
        assert one.shape == other.shape, name
        assert one.tobytes() == other.tobytes(), name
    elif isinstance(one, dict):
        assert one.keys() == other.keys(), name
        for key in one:
            assert_equal(one[key], other[key], f"{name}.{key}")
    elif dataclasses.is_dataclass(one) and not isinstance(one, type):
        for field in dataclasses.fields(one):
            assert_equal(getattr(one, field.name), getattr(other, field.name), f"{name}.{field.name}")
    else:
        assert one == other, name


def numbers(count: int = 40, seed: int = 1) -> Mapping[str, Any]:
    chance = np.random.default_rng(seed)
    return {"a": chance.random(count), "out": np.zeros(8)}


KERNELS = {
    "sum": """
        def kernel(a, out):
            total = 0.0
            for k in range(a.size):
                total += a[k]
            out[0] = total
    """,
    "kinds": """
        def kernel(a, out):
            total = 0
            for k in range(a.size):
                total += a[k] * np.float32(0.5)
                if k % 3 == 1:
                    total = total // 2
            out[0] = total
    """,
    "while": """
        def kernel(a, out):
            k, found = 0, -1
            while k < a.size and found < 0:
                if a[k] > 0.9:
                    found = k
                k += 1
            out[0], out[1] = k, found
    """,
    "nested": """
        def kernel(a, out):
            for i in range(5):
                for j in range(i, 30, 3):
                    if j == 17:
                        continue
                    if j > 25:
                        break
                    out[i] += a[j] * i
                else:
                    out[6] += 1
                while out[7] < i * 4:
                    out[7] += 1.5
    """,
    "jumps": """
        def kernel(a, out):
            for i in range(100):
                if i % 2:
                    continue
                if i > 60:
                    break
                out[i % 8] = i
            else:
                out[0] = -1
            for i in range(100):
                out[1] += i
                if i > 70:
                    return
            out[2] = 5
    """,
    "choice": """
        def kernel(a, out):
            x = 0.5
            for i in range(a.size):
                x = a[i] if a[i] > x else a[i - 1] + x
                x = x if x < 3 and a[i] > 0.1 or i > 20 else -x
            out[0] = x
    """,
    "functions": """
        def kernel(a, out):
            x = 0.0
            for i in range(a.size):
                x += math.sin(a[i]) + math.sqrt(a[i]) ** 3 + math.exp(-x) + abs(x - 2)
                x = max(min(x, 5.0), a[i]) % 3.5 + math.floor(x) // 2 + int(x * 3)
                x += a[i] ** 0.3 + round(x)
            out[0] = x
    """,
    "whole": """
        def kernel(a, out):
            s, t = np.uint32(12345), np.int64(7)
            for i in range(200):
                s ^= s << np.uint32(13)
                s = np.uint32(s)
                s ^= s >> np.uint32(17)
                t = (t * 6364136223846793005 + i) ^ (t >> 7)
                t = t % 1000003 if i % 5 else -t // 3
                out[abs(t) % 8] += s & 255
            out[0] += ~t
    """,
    "pairs": """
        def kernel(a, out):
            x, y = 1, 1
            for i in range(90):
                x, y = y, (x + y) % 1000007
                q, r = divmod(x, 7)
                out[r] += q
            out[7] = x
    """,
    "bounds": """
        def kernel(a, out):
            for i in range(60):
                out[i % 8] += a[i]
                out[i - 20] = 1.0
    """,
    "zero": """
        def kernel(a, out):
            for i in range(-20, 20):
                out[0] += 7 // i + 7 % i + (1 << (i + 3))
    """,
    "unset": """
        def kernel(a, out):
            for i in range(50):
                if i == 40:
                    x = 3
                if i > 40:
                    out[0] += x
            for i in range(50):
                if a[i % 10] > 5:
                    y = 3
                out[1] += 1
                if i > 40:
                    out[2] = y
    """,
    "local": """
        def kernel(a, out):
            kept = cuda.local.array(6, np.float32)
            tile = cuda.shared.array((2, 8), np.int32)
            for i in range(6):
                kept[i] = i * 0.3
            for i in range(40):
                kept[i % 6] += a[i]
                tile[i % 2, -1 - i % 7] = i
                out[0] += kept[(i + 1) % 6] + tile[i % 2, -1 - i % 7]
            for i in range(40):
                out[1] += tile[1, i % 8]
    """,
    "rows": """
        def kernel(a, out):
            row = a[3:35:2]
            for i in range(row.shape[0]):
                out[i % 8] += row[i] * len(row) + row[-i]
    """,
    "items": """
        def kernel(a, out):
            for i in range(3):
                for x in a:
                    out[0] += x
                for k, x in enumerate(a):
                    out[1] += k * x
                for x, y in zip(a, out):
                    out[2] += x * y
                for x in (1.5, 2.5):
                    out[3] += x
    """,
    "conversion": """
        def kernel(a, out):
            x = np.float32(3)
            n = np.int8(100)
            for i in range(70):
                x = np.float32(x * 1.7 + a[i % 40])
                n = np.int8(n + i)
                out[i % 8] += np.uint8(a[i % 40] * 300) + np.int64(x) + n + np.uint64(i)
                if x > 1e9:
                    x = np.float32(-2)
    """,
    "truth": """
        def kernel(a, out):
            flag, k = False, 0
            while not flag or k < 40:
                flag = flag ^ (a[k % 40] > 0.3) | (k == 35)
                out[0] += flag
                k += 1
                if k > 100:
                    break
    """,
    "calls": """
        @cuda.jit(device=True)
        def step(x, k):
            if k % 3 == 0:
                return x
            for j in range(k % 5):
                x += j
                if x > 50:
                    return x - 49.5
            return x * 0.5

        def kernel(a, out):
            x = 0.0
            for k in range(60):
                x = step(x, k) + a[k % 40]
            out[0] = x
    """,
}


@pytest.mark.parametrize("name", KERNELS)
def test_one_thread_does_the_same(name: str, parts: list[str]) -> None:
    both(KERNELS[name], numbers)

    assert parts


@pytest.mark.parametrize("name", KERNELS)
def test_so_does_one_of_many(name: str, parts: list[str]) -> None:
    text = KERNELS[name].replace("def kernel(a, out):", "def kernel(a, out):\n            if cuda.grid(1) != 70:\n                return\n", 1)

    both(text, numbers, 3, 48)

    assert parts


@settings(RANDOM, max_examples=examples(200))
@given(programs())
def test_random_programs_do_the_same(text: str) -> None:
    def arguments() -> Mapping[str, Any]:
        return {"a": np.arange(7, 27) % 11, "out": np.zeros(40, np.int64)}

    both(text, arguments)


@settings(RANDOM, max_examples=examples(200))
@given(typed_programs())
def test_random_programs_of_many_types_do_the_same(text: str) -> None:
    def arguments() -> Mapping[str, Any]:
        kinds = {"out": "f8", "single": "f4", "double": "f8", "byte": "i1", "short": "u2", "word": "i4"}
        return {name: (np.arange(3) + 2).astype(kind) for name, kind in kinds.items()}

    both(text, arguments)
