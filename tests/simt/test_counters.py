"""Counters of kernels without barriers, compared with a count by hand: tests/simt/oracle.py."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from gpuviz.engines.host import load_operation
from gpuviz.launch import Dim3, LaunchConfig, covering_grid
from gpuviz.operation import correct_operations, find_operation
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import Execution, execute
from tests.helpers.gallery_cases import awkward_sizes
from tests.simt.kernels import config, kernel_from
from tests.simt.oracle import Counted, count

SIZES_1D = [1, 31, 33, 1000]
BLOCKS_1D: list[tuple[int, ...]] = [(1,), (32,), (33,), (1024,)]
SIZES_2D = [1, 5, 33]
BLOCKS_2D: list[tuple[int, ...]] = [(1, 1), (7, 5), (32, 2), (33, 3)]

MEETINGS = ("syncthreads", "shfl_")  # where threads meet: the count by hand runs them one by one
WITHOUT_MEETINGS = [
    info.name
    for info in correct_operations()
    if not any(meeting in info.source for meeting in MEETINGS)
]


def launches() -> list[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    found: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = []
    for name in WITHOUT_MEETINGS:
        info = find_operation(name)
        flat = len(info.threads) == 1
        sizes = awkward_sizes(info, SIZES_1D if flat else SIZES_2D)
        found += [(name, s, b) for s in sizes for b in (BLOCKS_1D if flat else BLOCKS_2D)]
    return found


def assert_counted_alike(
    function: Any, launch: LaunchConfig, arguments: dict[str, Any]
) -> tuple[Execution, Counted]:
    """Runs a kernel on the emulator and by hand, and compares everything that both know."""
    mine = copy.deepcopy(arguments)
    by_hand = count(function, launch, arguments)
    execution = execute(capture_kernel(function), launch, mine)
    trace = execution.trace

    expected = by_hand.counters()
    assert trace.counters is not None
    counters = {name: getattr(trace.counters, name) for name in expected}
    assert counters == expected
    assert steps_by_line(execution) == by_hand.steps_by_line()
    assert sites(execution) == by_hand.sites()
    assert trace.hazards == ()
    return execution, by_hand


def steps_by_line(execution: Execution) -> dict[int, tuple[int, int]]:
    trace = execution.trace
    assert trace.warp_counters is not None
    totals: dict[int, tuple[int, int]] = {}
    for row, statement in enumerate(trace.statements):
        steps, lanes = totals.get(statement.line, (0, 0))
        steps += int(trace.warp_counters.steps[row].sum())
        lanes += int(trace.warp_counters.lanes[row].sum())
        totals[statement.line] = steps, lanes
    return {line: counts for line, counts in totals.items() if counts != (0, 0)}


def sites(execution: Execution) -> dict[tuple[int, int, str, str], tuple[int, int, int]]:
    trace = execution.trace
    by_warp = trace.warp_counters
    assert by_warp is not None
    columns = (by_warp.requests, by_warp.units, by_warp.lines)
    found: dict[tuple[int, int, str, str], tuple[int, int, int]] = {}
    for row, site in enumerate(trace.sites):
        place = (site.line, site.column, site.array, site.kind)
        assert place not in found, "a site has two rows"
        requests, units, lines = (int(column[row].sum()) for column in columns)
        found[place] = requests, units, lines
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "block"), launches())
def test_the_gallery_counts_as_a_count_by_hand(
    name: str, size: tuple[int, ...], block: tuple[int, ...]
) -> None:
    loaded = load_operation(find_operation(name).path)
    arguments = loaded.arguments(size, seed=3)
    launch = LaunchConfig(loaded.info.grid(size, Dim3(*block)), Dim3(*block))

    assert_counted_alike(loaded.kernel.py_func, launch, arguments)


DIVERGENT = {
    "atomics, and an old value that says where to write": """
        def kernel(a, out):
            i = cuda.grid(1)
            out[cuda.atomic.add(a, 0, 1)] = i
            if i % 3 == 0:
                cuda.atomic.max(a, 1 + i % 5, 10 + i)
        """,
    "loops over tuples": """
        def kernel(a, out):
            i = cuda.grid(1)
            total = 0
            for k, w in enumerate((1, i, 3)):
                if i % 4 == k:
                    continue
                total += w * a[k]
            for v in range(i % 5):
                for x, y in zip((v, 2, 3), (i, i, 0)):
                    if x == 3:
                        break
                    total += y
            out[i] = total
        """,
    "a loop with as many rounds as the thread's number": """
        def kernel(a, out):
            i = cuda.grid(1)
            total = 0
            for k in range(i % 7):
                total += a[k]
            out[i] = total
        """,
    "break, continue and else": """
        def kernel(a, out):
            i = cuda.grid(1)
            n = i
            while n < 100:
                n += 3
                if n % 5 == 0:
                    continue
                if n % 7 == 0:
                    break
                out[i] += a[n % 64]
            else:
                out[i] += 1000
            out[i] += n
        """,
    "an early return in a branch": """
        def kernel(a, out):
            i = cuda.grid(1)
            if i % 3 == 0:
                out[i] = 1
                return
            if i % 3 == 1:
                out[i] = a[i]
            else:
                if i % 2:
                    return
                out[i] = a[i // 2]
            out[i] += 1
        """,
    "nested loops of different length": """
        def kernel(a, out):
            i = cuda.grid(1)
            for j in range(i % 4):
                for k in range(j, i % 5, 1):
                    if (j + k) % 3 == 2:
                        break
                    out[i] += a[j * k]
                else:
                    out[i] += 1
        """,
    "and, or and chains that spare accesses": """
        def kernel(a, out):
            i = cuda.grid(1)
            if i > 5 and a[i] > 20 and a[i - 5] % 2 == 0:
                out[i] = 1
            if i < 5 or a[i] < 40:
                out[i] += 2
            if 3 < a[i] < a[63 - i] < 60:
                out[i] += 4
        """,
    "conditional expressions within each other": """
        def kernel(a, out):
            i = cuda.grid(1)
            out[i] = a[i] if i % 2 else (a[0] if i % 3 else a[2 * (i % 10)])
            x = 5 if a[i] > 30 and (i if i % 2 else 3) > 2 else 6
            out[i] += x
        """,
    "strides, both ways, and the same place for all": """
        def kernel(a, out):
            i = cuda.grid(1)
            out[-1 - i] = a[63 - i] + a[(i * 8) % 64] + a[7] + a[-1]
        """,
    "block and thread indices": """
        def kernel(a, out):
            if cuda.blockIdx.x % 2 == 0:
                for k in range(cuda.blockIdx.x):
                    out[cuda.grid(1)] += a[cuda.threadIdx.x % 16 + k]
            else:
                while cuda.threadIdx.x > 7:
                    out[cuda.grid(1)] = a[cuda.blockDim.x]
                    break
        """,
    "ranges that go down and ranges from memory": """
        def kernel(a, out):
            i = cuda.grid(1)
            for k in range(i % 9, -1, -2):
                out[i] += k
            for k in range(a[i] % 6):
                out[i] += a[k]
        """,
    "elements changed in place": """
        def kernel(a, out):
            i = cuda.grid(1)
            out[i] += a[i]
            out[i] *= 3
            out[i] -= a[i] if i % 2 else 1
        """,
    "values that a loop leaves behind": """
        def kernel(a, out):
            i = cuda.grid(1)
            x, y = 0, 1
            while x < i % 20:
                x, y = y, x + y
                if y > 10:
                    break
            out[i] = x * 100 + y
        """,
}


@pytest.mark.many
@pytest.mark.parametrize("block", [1, 8, 32, 33, 64])
@pytest.mark.parametrize("title", DIVERGENT)
def test_divergent_kernels_count_as_a_count_by_hand(title: str, block: int) -> None:
    function = kernel_from(DIVERGENT[title])
    values = np.arange(64, dtype=np.int64)
    out = np.zeros(64, np.int64)
    arguments = {"a": values, "out": out}
    launch = LaunchConfig(covering_grid([64 // block * block], Dim3(block)), Dim3(block))

    execution, _ = assert_counted_alike(function, launch, arguments)

    assert np.array_equal(execution.arrays["out"], out)


@pytest.mark.slow
def test_device_functions_count_their_steps_for_the_lanes_that_call_them() -> None:
    function = kernel_from(
        """
        @cuda.jit(device=True)
        def collatz(n, a):
            steps = 0
            while n > 1:
                if n % 2:
                    n = 3 * n + 1
                else:
                    n //= 2
                steps += a[0]
                if steps > 20:
                    return -1
            return steps

        def kernel(a, out):
            i = cuda.grid(1)
            if i % 3:
                out[i] = collatz(i, a) + collatz(i + 1, a)
            elif i > 10 and collatz(i, a) > 5:
                out[i] = 1 if collatz(i - 1, a) < 0 else a[collatz(5, a)]
            while collatz(i, a) < 0 and out[i] < 3:
                out[i] += 1
            for k in range(collatz(i % 8 + 1, a)):
                out[i] += k
        """
    )
    arguments = {"a": np.ones(64, np.int64), "out": np.zeros(64, np.int64)}

    execution, _ = assert_counted_alike(function, config(2, 32), arguments)

    assert np.array_equal(execution.arrays["out"], arguments["out"])


def test_a_warp_that_is_out_of_bounds_with_all_its_lanes_asks_for_no_memory() -> None:
    text = "def kernel(a, b):\n    i = cuda.grid(1)\n    if i > 39:\n        b[i] = a[i]\n"
    arrays = {"a": np.zeros(40, np.float32), "b": np.zeros(66, np.float32)}

    trace = execute(capture_kernel(kernel_from(text)), config(1, 96), arrays).trace

    counters = trace.counters
    assert counters is not None
    assert (counters.global_load_requests, counters.global_load_sectors) == (0, 0)
    assert (counters.global_store_requests, counters.global_store_sectors) == (2, 4)
    assert (counters.active_threads, counters.idle_threads) == (26, 70)
