"""Loops of one thread as machine code: what a launch tells is as with NumPy, to the bit."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from gpuviz.launch import LaunchConfig
from gpuviz.messages import NotSupportedError, SourcePlace
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.compiled import lone_loops, lowered_loop
from gpuviz.simt.compiled.lone_loops import LoneLoops
from gpuviz.simt.execute import Execution, ExecutionOptions, LaunchFailed, execute
from gpuviz.simt.races import touch_log
from gpuviz.trace import Trace
from gpuviz.trace.touches import Element
from tests.helpers.examples import examples
from tests.simt.kernels import config, kernel_from, run
from tests.simt.programs import programs, typed_programs

RANDOM = settings(deadline=None, suppress_health_check=list(HealthCheck))
PLAIN = ExecutionOptions()


@pytest.fixture(autouse=True)
def nothing_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    """What LLVM does not understand is a failure here."""

    def fail(text: str) -> None:
        raise AssertionError(text)

    monkeypatch.setattr(lone_loops.log, "exception", fail)


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
    text: str,
    arguments: Callable[[], Mapping[str, Any]],
    grid: Any = 1,
    block: Any = 1,
    options: ExecutionOptions = PLAIN,
) -> Execution | LaunchFailed:
    """Runs a kernel with NumPy and with compiled loops, and holds one against the other."""
    kernel, launch = kernel_from(text), config(grid, block)
    interpreted = outcome(kernel, launch, arguments(), replace(options, hot_steps=0))
    compiled = outcome(kernel, launch, arguments(), replace(options, hot_steps=1))
    assert_same(interpreted.trace, compiled.trace)
    if isinstance(interpreted, Execution) and isinstance(compiled, Execution):
        assert_equal(interpreted.arrays, compiled.arrays, "arrays")
        assert_equal(interpreted.touches, compiled.touches, "touches")
    else:
        assert str(interpreted) == str(compiled)
    return compiled


def outcome(
    kernel: FunctionType,
    launch: LaunchConfig,
    arguments: Mapping[str, Any],
    options: ExecutionOptions,
) -> Execution | LaunchFailed:
    try:
        return run(kernel, launch, arguments, options)
    except LaunchFailed as failure:
        return failure


def assert_same(one: Trace, other: Trace) -> None:
    """Two traces that tell the same of the active lanes."""
    for field in dataclasses.fields(Trace):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if field.name in ("accesses", "values") and mine is not None:
            mine, theirs = (
                _active(part, field.name, trace) for part, trace in ((mine, one), (theirs, other))
            )
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
            assert_equal(
                getattr(one, field.name), getattr(other, field.name), f"{name}.{field.name}"
            )
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
                    last = i * 0.5
                    out[2] = last
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
    "atomics": """
        def kernel(a, out):
            tile = cuda.shared.array(4, np.uint32)
            for i in range(4):
                tile[i] = 0
            for i in range(60):
                x = cuda.atomic.add(out, i % 3, a[i % 40])
                cuda.atomic.max(out, 3, x)
                cuda.atomic.min(out, 4, -x)
                cuda.atomic.sub(out, 5, 1.5)
                if i % 4 == 1:
                    cuda.atomic.nanmax(out, 6, x / 0.5)
                y = cuda.atomic.inc(tile, 0, 7) + cuda.atomic.dec(tile, 1, 5)
                cuda.atomic.xor(tile, 2, y ^ 9)
                cuda.atomic.exch(tile, 3, i)
                cuda.atomic.or_(tile, 2, 64)
                out[7] += cuda.atomic.and_(tile, 2, 255)
    """,
    "arrays": """
        def kernel(a, out):
            for j in range(6):
                b = a if j % 2 else out
                for k in range(b.shape[0]):
                    out[0] += b[k]
                c = a[j:] if j % 3 else a[::-2]
                for k in range(c.shape[0]):
                    out[1] += c[k]
    """,
    "refused": """
        def kernel(a, out):
            z = 1 + 2j
            for i in range(40):
                for j in range(3):
                    out[j] += i
                z = z * z
                cuda.atomic.add(out, 1, a[i])
            out[0] = abs(z)
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


@pytest.mark.slow
@pytest.mark.parametrize("name", KERNELS)
def test_so_does_one_of_many(name: str, parts: list[str]) -> None:
    text = KERNELS[name].replace(
        "def kernel(a, out):",
        "def kernel(a, out):\n            if cuda.grid(1) != 70:\n                return\n",
        1,
    )

    both(text, numbers, 3, 48)

    assert parts


FEW = [0.0, -0.0, 1.5, -2.5, np.inf, -np.inf, np.nan, 1e-40, 3e38, -7.0, 255.5, 2.0**31, 2.0**53]
CORNERS = {
    "f": FEW,
    "i": [0, 1, -1, 2, 7, -8, 31, 63, 100, 127, -128],
    "u": [0, 1, 2, 7, 31, 63, 100, 128, 255],
}
EXPRESSIONS = (
    *("x + y", "x - y", "x * y", "x / y", "x // y", "x % y", "min(x, y)", "max(x, y)", "x ** 3"),
    *("x < y", "x <= y", "x == y", "x != y", "x and y", "x or y", "not x", "-x", "+x", "abs(x)"),
    *("bool(x)", "int(x)", "float(x)", "x if y else 3", "np.float32(x) + y", "(x, y) < (y, x)"),
)
WHOLE: tuple[str, ...] = (
    *("x & y", "x | y", "x ^ y", "~x", "x << y", "x >> y", "x << 3", "x >> 65", "divmod(x, y)[1]"),
)
FRACTIONS: tuple[str, ...] = (
    *("math.floor(x)", "math.ceil(x)", "math.sqrt(x)", "math.fabs(x)", "math.isnan(x)"),
    *("math.isinf(x)", "math.isfinite(x)", "math.exp(x)", "math.copysign(x, y)", "math.pow(x, y)"),
    *("round(x)", "math.fma(x, y, 1.5)", "math.trunc(x)", "math.fmod(x, y)", "np.int32(x)"),
    *("np.uint8(x)", "np.uint64(y)", "np.int16(x)"),
)
TYPES = ("f4", "f8", "i1", "i4", "i8", "u1", "u4", "u8")


def corners(kind: str) -> np.ndarray[Any, Any]:
    given_numbers = np.array(CORNERS[kind[0]]).astype(kind)
    if kind[0] == "f":
        return given_numbers
    ends = np.iinfo(kind)
    return np.concatenate([given_numbers, np.array([ends.min, ends.max, ends.max - 1], kind)])


@pytest.mark.slow
@pytest.mark.parametrize(("left", "right"), list(itertools.product(TYPES, TYPES)))
def test_arithmetic_is_that_of_numpy(left: str, right: str) -> None:
    kinds = {left[0], right[0]}
    own = FRACTIONS if kinds == {"f"} else () if "f" in kinds else WHOLE
    one, other = corners(left), corners(right)
    x, y = np.repeat(one, len(other)), np.tile(other, len(one))
    tried = 0
    for expression in (*EXPRESSIONS, *own):
        text = f"""
            def kernel(xs, ys, out):
                for k in range(xs.size):
                    x, y = xs[k], ys[k]
                    out[k] = {expression}
        """

        def arguments() -> Mapping[str, Any]:
            return {"xs": x, "ys": y, "out": np.zeros(len(x))}

        with contextlib.suppress(NotSupportedError):
            both(text, arguments, options=ExecutionOptions(checks=False))
            tried += 1
    assert tried > len(EXPRESSIONS) // 2


RACE = """
    def kernel(a, out):
        i = cuda.grid(1)
        if i == 35:
            for k in range(a.size):
                a[k] = k * 0.5
                if k % 7 == 3:
                    out[k % 8] += a[k]
        {barrier}
        out[i % 8] += a[i % 40]
        if i == 3:
            for k in range(a.size):
                {again}
"""


@pytest.mark.many
@pytest.mark.parametrize("barrier", ["cuda.syncthreads()", "i += 0"])
@pytest.mark.parametrize("again", ["a[k] += 1", "out[0] += a[k]", "out[7] = k"])
@pytest.mark.parametrize("grid", [1, 2])
def test_races_are_told_as_they_were(barrier: str, again: str, grid: int, parts: list[str]) -> None:
    done = both(RACE.format(barrier=barrier, again=again), numbers, grid, 64)

    assert done.trace.hazards
    assert "done" in parts


@pytest.mark.parametrize(("grid", "thread"), [(1, 40), (2, 40), (2, 104)])
def test_races_in_shared_memory_are_told_as_they_were(
    grid: int, thread: int, parts: list[str]
) -> None:
    text = f"""
        def kernel(a, out):
            tile = cuda.shared.array(40, np.float32)
            i = cuda.threadIdx.x
            if cuda.grid(1) == {thread}:
                for k in range(40):
                    tile[k] = a[k]
            if i < 8:
                out[i] = tile[i * 3]
    """

    done = both(text, numbers, grid, 64)

    kinds = [hazard.kind for hazard in done.trace.hazards if hazard.space == "shared"]
    assert "race" in kinds
    assert parts


def test_touches_that_are_forgotten_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(touch_log, "MOST_KEPT", 50 * touch_log.TOUCH_BYTES)

    both(RACE.format(barrier="i += 0", again="a[k] += 1"), numbers, 2, 64)


@pytest.mark.slow
@pytest.mark.parametrize("room", [0, 2_000, 50_000, 1_000_000])
def test_what_is_recorded_stops_where_it_did(room: int, parts: list[str]) -> None:
    text = """
        def kernel(a, out):
            if cuda.grid(1) == 40:
                for i in range(300):
                    out[i % 8] += a[i % 40]
    """

    done = both(text, numbers, 4, 32, ExecutionOptions(follow_all_bytes=room))

    assert done.trace.followed == ((0, 1, 2, 3) if room > 500_000 else (0, 3))
    assert parts


def test_an_element_is_watched(parts: list[str]) -> None:
    done = both(KERNELS["nested"], numbers, options=ExecutionOptions(watch=Element("out", (4,))))

    assert isinstance(done, Execution)
    assert done.touches is not None
    assert len(done.touches.thread) > 10
    assert parts


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    ["x = 1 - x", "x = (x + 1) % 5000", "out[0] = 1.5"],
)
def test_a_loop_that_does_not_end_is_told(body: str, parts: list[str]) -> None:
    text = f"""
        def kernel(a, out):
            x = 0
            while x >= 0:
                {body}
    """
    options = ExecutionOptions(hot_steps=1, record=False)

    with pytest.raises(LaunchFailed, match="the while loop in line 3 does not end"):
        run(text, config(1, 1), numbers(), options)

    assert parts


def test_a_loop_that_waits_for_others_changes_over() -> None:
    text = """
        def kernel(a, out):
            i = cuda.grid(1)
            if i == 33:
                while a[0] < 5:
                    out[1] = 2.5
            elif i == 0:
                a[0] = 7
    """

    done = run(text, config(1, 64), numbers(), ExecutionOptions(hot_steps=1))

    assert done.trace.schedule == "warps"


def test_progress_is_told(parts: list[str]) -> None:
    shares: list[float] = []
    options = ExecutionOptions(hot_steps=1, progress=shares.append)
    text = """
        def kernel(a, out):
            for k in range(30_000):
                out[0] += k
    """

    run(text, config(1, 1), numbers(), options)

    assert len(shares) > 3
    assert shares == sorted(shares)
    assert parts.count("header") > 3


def test_a_loop_that_lasts_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuviz.simt.lower.statements.loop_progress.LOOK_SECONDS", 0.0)
    told: list[tuple[int, int]] = []

    def in_loop(place: SourcePlace, rounds: int) -> None:
        told.append((place.line, rounds))

    text = """
        def kernel(a, out):
            k = 0
            while k < 30_000:
                k += 1
            out[0] = k
    """
    options = ExecutionOptions(hot_steps=1, in_loop=in_loop)

    run(text, config(1, 1), numbers(), options)

    assert {line for line, _ in told} == {3}
    assert max(rounds for _, rounds in told) > 10_000


def test_lanes_hold_numbers_of_several_types(parts: list[str]) -> None:
    text = """
        def kernel(a, out):
            i = cuda.grid(1)
            x = 2**53 + 1
            if i == 3:
                x = np.uint64(2**63 + 1025)
            if i == 40:
                x = 0.5
            if i == 3:
                for k in range(40):
                    out[k % 8] += x
    """

    both(text, numbers, 1, 64)

    assert parts


def test_a_short_loop_is_not_compiled(parts: list[str]) -> None:
    run(KERNELS["sum"], config(1, 1), numbers(), PLAIN)

    assert not parts


def test_a_long_loop_is(parts: list[str]) -> None:
    run(KERNELS["sum"], config(1, 1), numbers(5_000), PLAIN)

    assert parts[-1] == "done"


def test_code_is_made_once_for_launches_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    module = "gpuviz.simt.compiled.lone_loops"
    make = lowered_loop.loop_code

    def counted(*given: Any) -> Any:
        made.append("code")
        return make(*given)

    monkeypatch.setattr(f"{module}.loop_code", counted)
    functions = capture_kernel(kernel_from(KERNELS["sum"]))
    for count in (40, 40, 50, 40):
        execute(functions, config(1, 1), numbers(count), ExecutionOptions(hot_steps=1))

    assert len(made) == 2


@pytest.mark.slow
def test_threads_of_the_host_do_not_meet() -> None:
    functions = capture_kernel(kernel_from(KERNELS["functions"]))
    found: dict[int, bytes] = {}

    def launch(seed: int) -> None:
        given_arrays = numbers(400, seed % 2)
        execute(functions, config(1, 1), given_arrays, ExecutionOptions(hot_steps=1, record=False))
        found[seed] = given_arrays["out"].tobytes()

    limit = sys.getrecursionlimit()
    threads = [threading.Thread(target=launch, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sys.getrecursionlimit() == limit
    assert len(found) == 6
    assert len({found[seed] for seed in (0, 2, 4)}) == len({found[seed] for seed in (1, 3, 5)}) == 1


@pytest.mark.slow
@settings(RANDOM, max_examples=examples(200))
@given(programs())
def test_random_programs_do_the_same(text: str) -> None:
    def arguments() -> Mapping[str, Any]:
        return {"a": np.arange(7, 27) % 11, "out": np.zeros(40, np.int64)}

    both(text, arguments)


@pytest.mark.slow
@settings(RANDOM, max_examples=examples(200))
@given(typed_programs())
def test_random_programs_of_many_types_do_the_same(text: str) -> None:
    def arguments() -> Mapping[str, Any]:
        kinds = {
            "out": "f8",
            "single": "f4",
            "double": "f8",
            "byte": "i1",
            "short": "u2",
            "word": "i4",
        }
        return {name: (np.arange(3) + 2).astype(kind) for name, kind in kinds.items()}

    both(text, arguments)
