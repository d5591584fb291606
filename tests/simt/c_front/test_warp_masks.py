"""Warp functions and cooperative groups of CUDA C: wrong masks, and lanes that take no part.

What is right and wrong was worked out by hand from the CUDA C++ Programming Guide ("Warp Shuffle
Functions", "Cooperative Groups").
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Hazard, Trace
from tests.simt.c_front.launching import launched

SCHEDULES = ("lockstep", "warps", "adversarial")
HEAD = """#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
#define FULL 0xffffffffu
__global__ void k(int* o, const int* x) {
int t = threadIdx.x; int v = x[t];
"""  # the body begins in line 7
TREE = "for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(FULL, v, d);\n"
TAIL = "int w = __shfl_down_sync(FULL, v, 1);\n"
TILE = "auto tile = cg::tiled_partition<{}>(cg::this_thread_block());\n"


def traced(body: str, threads: int, schedule: str) -> Trace:
    """The launch of a kernel whose body begins in line 7."""
    out: Any = np.zeros(64, np.int32)
    x = np.arange(1, threads + 1, dtype=np.int32)
    options = ExecutionOptions(schedule)
    return launched(f"{HEAD}{body}\n}}\n", out, x, block=threads, options=options).trace


def told(hazard: Hazard) -> tuple[object, ...]:
    """Kind, line, array, and the threads along x."""
    other = None if hazard.other_thread is None else hazard.other_thread.x
    return hazard.kind, hazard.line, hazard.array, hazard.thread.x, other


RIGHT = {
    "a tree of which lane 0 is used": (TREE + "if (t % 32 == 0) o[t] = v;", 64),
    "a tree in a part of a warp": (
        "for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(FULL, v, d, 8); o[t] = v;",
        32,
    ),
    "from below in a part of a warp": ("o[t] = __shfl_up_sync(FULL, v, 1, 16);", 48),
    "lanes that have returned": (
        f"if (t >= 20) return;\n{TAIL}if (t < 19) v += w;\no[t] = v;",
        32,
    ),
    "a mask from a ballot": (
        "unsigned m = __ballot_sync(FULL, t < 20);\nif (t < 20) o[t] = __shfl_up_sync(m, v, 1);",
        32,
    ),
    "the active lanes": ("if (t & 1) o[t] = __shfl_sync(__activemask(), v, 1);", 32),
    "a sum of those who come": ("if (t < 8) o[t] = __reduce_add_sync(0xff, v);", 32),
    "a sum of a warp that is not full": ("o[t] = __reduce_add_sync(FULL, v);", 40),
    "a vote of one thread": ("o[t] = __any_sync(FULL, v);", 33),
    "a coalesced group in a branch": (
        "if (t % 3 == 0) { auto g = cg::coalesced_threads(); o[t] = g.shfl_down(v, 1); g.sync(); }",
        32,
    ),
    "a sum over a coalesced group": (
        "if (t % 3) { auto g = cg::coalesced_threads();"
        " o[t] = cg::reduce(g, v, cg::plus<int>()); }",
        32,
    ),
    "a tile of which all come": (
        TILE.format(8)
        + "if (t / 8 == 1) { o[t] = tile.shfl_xor(v, 1) + tile.any(v); tile.sync(); }",
        32,
    ),
    "a sum over tiles": (TILE.format(16) + "o[t] = cg::reduce(tile, v, cg::plus<int>());", 48),
    "a tile from above": (TILE.format(8) + "o[t] = tile.shfl_down(v, 1);", 40),
    "parts of a tile": (
        TILE.format(32) + "auto part = cg::binary_partition(tile, t < 5); o[t] = part.size();",
        32,
    ),
    "a syncwarp of those who come": ("if (t < 8) __syncwarp(0xff); o[t] = v;", 32),
}


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(("body", "threads"), RIGHT.values(), ids=RIGHT)
def test_a_right_use_of_warp_functions_is_clean(body: str, threads: int, schedule: str) -> None:
    trace = traced(body, threads, schedule)

    assert list(map(told, trace.hazards)) == []
    assert trace.notes == ()


def waits(line: int, thread: int, other: int | None) -> tuple[object, ...]:
    return "barrier-divergence", line, None, thread, other


def takes(line: int, array: str, thread: int) -> tuple[object, ...]:
    return "uninitialized", line, array, thread, None


WRONG = {
    "a shuffle of half a warp that names all": (
        "if (t < 16)\nv += __shfl_down_sync(FULL, v, 16);\no[t] = v;",
        32,
        [waits(8, 0, 16), takes(8, "v", 0)],
    ),
    "the same call on both sides": (
        "if (t < 16)\no[t] = __ballot_sync(FULL, v);\nelse\no[t] = __ballot_sync(FULL, v);",
        32,
        [waits(8, 0, 16), waits(10, 16, 0)],
    ),
    "turns that some lanes do not make": (
        "for (int k = 0; k < t; k++)\no[t] = __all_sync(FULL, v);",
        32,
        [waits(8, 1, 0)],
    ),
    "a sum that leaves a lane out": (
        "o[t] = __reduce_add_sync(0x7fffffff, v);",
        32,
        [waits(7, 31, None)],
    ),
    "a sum in a branch": (
        "if (t > 1) o[t] = __reduce_max_sync(FULL, v);",
        32,
        [waits(7, 2, 0)],
    ),
    "a match in a branch": ("if (t) o[t] = __match_any_sync(FULL, v);", 32, [waits(7, 1, 0)]),
    "a syncwarp in a branch": ("if (t > 3)\n__syncwarp();\no[t] = v;", 32, [waits(8, 4, 0)]),
    "a tree in the last warp of 16 threads": (
        TREE + "if (t % 32 == 0) o[t] = v;",
        48,
        [takes(7, "v", 32)],
    ),
    "a part of a warp that is not full": (
        "o[t] = __shfl_down_sync(FULL, v, 1, 8);",
        20,
        [takes(7, "v", 19)],
    ),
    "lanes that have returned": (
        "if (t >= 20) return;\nint w = __shfl_down_sync(FULL, v, 1);\no[t] = w;",
        32,
        [takes(8, "v", 19)],
    ),
    "a source that is not in the mask": (
        "if (t % 2 == 0)\nv = __shfl_sync(0x55555555, v, t + 1);\no[t] = v;",
        32,
        [takes(8, "v", 0)],
    ),
    "an atomic": (TAIL + "atomicAdd(&o[t % 2], w);", 20, [takes(7, "v", 19)]),
    "an index": (TAIL + "o[t] = x[w & 15];", 20, [takes(7, "v", 19)]),
    "a branch": (TAIL + "if (w > 7) o[t] = 1;", 20, [takes(7, "v", 19)]),
    "by a pointer": (TAIL + "int* p = &w; o[t] = *p;", 20, [takes(7, "v", 19)]),
    "an expression": (
        "o[t] = __shfl_down_sync(FULL, v * 2 + 1, 1);",
        20,
        [takes(7, "v * 2 + 1", 19)],
    ),
    "another type": (
        "double h = v / 2.0; o[t] = (int)__shfl_down_sync(FULL, h, 1);",
        20,
        [takes(7, "h", 19)],
    ),
    "a tile of which some stay away": (
        TILE.format(8) + "if (t % 8 < 4)\no[t] = tile.any(v);",
        32,
        [waits(9, 0, 4)],
    ),
    "a tile that not all wait for": (
        TILE.format(32) + "if (t < 4)\ntile.sync();\no[t] = v;",
        32,
        [waits(9, 0, 4)],
    ),
    "a coalesced group of which some go another way": (
        "auto g = cg::coalesced_threads();\nif (t < 16)\ng.sync();\no[t] = v;",
        32,
        [waits(9, 0, 16)],
    ),
    "a tile that is not full": (
        TILE.format(32) + "o[t] = tile.shfl_down(v, 1);",
        40,
        [takes(8, "v", 39)],
    ),
    "a sum over a tile that is not full": (
        TILE.format(32) + "int s = cg::reduce(tile, v, cg::plus<int>());\nif (t == 32) o[0] = s;",
        40,
        [takes(8, "reduce.value", 32)],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(("body", "threads", "expected"), WRONG.values(), ids=WRONG)
def test_a_wrong_use_of_warp_functions_is_a_hazard(
    body: str, threads: int, expected: list[tuple[object, ...]], schedule: str
) -> None:
    trace = traced(body, threads, schedule)

    assert list(map(told, trace.hazards)) == expected
    assert trace.notes == ()


def test_reports_call_functions_by_their_names_in_cuda_c() -> None:
    (waiting,) = traced("if (t) __syncwarp();", 32, "lockstep").hazards
    (group,) = traced(TILE.format(8) + "if (t) tile.sync();", 32, "lockstep").hazards
    (taking,) = traced(TAIL + "o[t] = w;", 20, "lockstep").hazards

    assert "waits in __syncwarp for thread (0, 0, 0)" in waiting.message.text
    assert "waits in __syncwarp for thread (0, 0, 0)" in group.message.text
    assert "uses v, which __shfl_down_sync took from lane 20" in taking.message.text
