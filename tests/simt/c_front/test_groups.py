"""Cooperative groups: what their functions give, and for whom they wait."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.c_front.launching import launched

HEAD = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"


def numbers(body: str, block: int | tuple[int, ...] = 64, grid: int = 1, before: str = "") -> Any:
    """What each thread writes for `value`."""
    out: Any = np.zeros(grid * int(np.prod(block)), np.int32)
    rank = "(threadIdx.y * blockDim.x + threadIdx.x) + blockIdx.x * blockDim.x * blockDim.y"
    text = f"{HEAD}{before}__global__ void k(int* out) {{ int value; {body} out[{rank}] = value; }}"
    launched(text, out, block=block, grid=grid)
    return out.tolist()


TILE = "auto tile = cg::tiled_partition<{width}>(cg::this_thread_block()); "


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("value = cg::this_thread_block().thread_rank();", lambda i: i),
        ("value = cg::this_thread_block().size();", lambda i: 64),
        ("value = cg::this_thread_block().thread_index().y;", lambda i: i // 16),
        (TILE.format(width=8) + "value = tile.thread_rank();", lambda i: i % 8),
        (TILE.format(width=8) + "value = tile.meta_group_rank();", lambda i: i // 8),
        (TILE.format(width=8) + "value = tile.shfl(threadIdx.x, 0) ;", lambda i: i // 8 * 8 % 16),
        (TILE.format(width=32) + "value = tile.shfl_down((int)threadIdx.x, 16);",
         lambda i: i % 16),
        (TILE.format(width=4) + "value = tile.ballot(threadIdx.x % 2);", lambda i: 0b1010),
        (TILE.format(width=16) + "value = tile.any(threadIdx.y == 2);", lambda i: i // 16 == 2),
        (TILE.format(width=2) + "value = tile.shfl_xor((int)threadIdx.x, 1);",
         lambda i: i % 16 ^ 1),
    ],
)  # fmt: skip
def test_functions_of_groups(body: str, expected: Any) -> None:
    assert numbers(body, block=(16, 4)) == [int(expected(i)) for i in range(64)]


def test_a_rank_in_the_grid_counts_over_all_blocks() -> None:
    assert numbers("value = cg::this_grid().thread_rank();", block=8, grid=3) == list(range(24))


def test_a_function_takes_any_group() -> None:
    before = """
    __device__ int sum(const cg::thread_group& g, int* room, int value) {
        for (int half = g.size() / 2; half > 0; half /= 2) {
            room[g.thread_rank()] = value; g.sync();
            if (g.thread_rank() < half) value += room[g.thread_rank() + half];
            g.sync();
        }
        return value;
    }
    template <typename G> __device__ int by_shuffle(G& g, int value) {
        for (int half = g.size() / 2; half > 0; half /= 2) value += g.shfl_down(value, half);
        return value;
    }
    """
    body = (
        "__shared__ int room[64]; auto block = cg::this_thread_block();"
        " auto tile = cg::tiled_partition<4>(block);"
        " value = sum(block, room, threadIdx.x) * 1000"
        " + by_shuffle(tile, threadIdx.x % 4);"
    )
    assert numbers(body, before=before)[0] == 2016 * 1000 + 6


@pytest.mark.parametrize(
    ("wait", "kinds"), [("block.sync();", []), ("cg::sync(block);", []), ("warp.sync();", ["race"])]
)
def test_only_the_block_waits_for_other_warps(wait: str, kinds: list[str]) -> None:
    text = (
        HEAD + "__global__ void k(int* out) { __shared__ int s[64]; int t = threadIdx.x;"
        " auto block = cg::this_thread_block(); auto warp = cg::tiled_partition<32>(block);"
        f" s[t] = t; {wait} out[t] = s[63 - t]; }}"
    )
    trace = launched(text, np.zeros(64, np.int32), block=64).trace
    assert [hazard.kind for hazard in trace.hazards] == kinds
    assert trace.counters is not None
    assert trace.counters.barriers == (0 if kinds else 1)


def test_a_barrier_that_not_all_threads_reach_is_found() -> None:
    text = (
        HEAD + "__global__ void k(int* x) { if (threadIdx.x < 3) cg::this_thread_block().sync(); }"
    )
    trace = launched(text, np.zeros(4, np.int32), block=64).trace
    assert [hazard.kind for hazard in trace.hazards] == ["barrier-divergence"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("value = cg::coalesced_threads().size();", "give this group a name"),
        ("value = cg::reduce(cg::this_thread_block(), 1, cg::plus<int>());", "tiles of a warp"),
        (TILE.format(width=4) + "value = cg::reduce(tile, 1, 2);", "the operation is cg::plus"),
        ("auto t = cg::tiled_partition<5>(cg::this_thread_block()); value = 1;", "a tile has 1, 2"),
        ("value = cg::this_thread_block().shfl(1, 2);", "of this group is not known"),
    ],
)
def test_what_groups_do_not_have_is_refused(body: str, words: str) -> None:
    with pytest.raises(NotSupportedError, match=words):
        numbers(body)


def test_a_kernel_without_the_header_may_call_a_variable_as_a_group() -> None:
    out: Any = np.zeros(1, np.int32)
    launched("__global__ void k(int* x) { int thread_block = 2; x[0] = thread_block * 3; }", out)
    assert out[0] == 6


def test_a_type_is_named_with_its_namespace() -> None:
    with pytest.raises(NotSupportedError, match="cg::multi_grid_group belongs to grids"):
        numbers("cg::multi_grid_group g = cg::this_multi_grid(); value = 1;")


COALESCED = "value = -1; if (threadIdx.x % 3 == 0) {{ auto g = cg::coalesced_threads(); {} }}"
MET = [[t for t in range(first, first + 32) if t % 3 == 0] for first in (0, 32)]
"""The threads of each warp that meet there."""


def among(group: list[int], body: str) -> list[int]:
    """The same by plain Python: for each member of a group its number."""
    rank = range(len(group))
    return {
        "g.thread_rank() * 100 + g.size()": [r * 100 + len(group) for r in rank],
        "g.shfl((int)threadIdx.x, 2)": [group[2] for _ in rank],
        "g.shfl_down((int)threadIdx.x, 3)": [
            group[r + 3 if r + 3 < len(group) else r] for r in rank
        ],
        "g.shfl_up((int)threadIdx.x, 2)": [group[r - 2 if r >= 2 else r] for r in rank],
        "g.ballot(threadIdx.x % 2)": [sum(1 << r for r in rank if group[r] % 2) for _ in rank],
        "g.any(threadIdx.x == 33)": [int(33 in group) for _ in rank],
        "g.all(threadIdx.x > 31)": [int(min(group) > 31) for _ in rank],
        "cg::reduce(g, (int)threadIdx.x, cg::plus<int>())": [sum(group) for _ in rank],
        "cg::reduce(g, (int)threadIdx.x, cg::less<int>())": [min(group) for _ in rank],
        "cg::inclusive_scan(g, (int)threadIdx.x)": [sum(group[: r + 1]) for r in rank],
        "cg::exclusive_scan(g, (int)threadIdx.x, cg::plus<int>())": [sum(group[:r]) for r in rank],
        "sized(g) + sized(cg::tiled_partition<4>(cg::this_thread_block()))": [len(group) + 4] * 11,
    }[body]


@pytest.mark.parametrize("body", [
    "g.thread_rank() * 100 + g.size()", "g.shfl((int)threadIdx.x, 2)",
    "g.shfl_down((int)threadIdx.x, 3)", "g.shfl_up((int)threadIdx.x, 2)",
    "g.ballot(threadIdx.x % 2)", "g.any(threadIdx.x == 33)", "g.all(threadIdx.x > 31)",
    "cg::reduce(g, (int)threadIdx.x, cg::plus<int>())",
    "cg::reduce(g, (int)threadIdx.x, cg::less<int>())",
    "cg::inclusive_scan(g, (int)threadIdx.x)",
    "cg::exclusive_scan(g, (int)threadIdx.x, cg::plus<int>())",
    "sized(g) + sized(cg::tiled_partition<4>(cg::this_thread_block()))",
])  # fmt: skip
def test_lanes_that_meet_are_a_group_counted_by_rank(body: str) -> None:
    before = "template <typename G> __device__ int sized(G g) { g.sync(); return g.num_threads(); }"
    expected = [-1] * 64
    for group in MET:
        for thread, number in zip(group, among(group, body), strict=True):
            expected[thread] = number
    assert numbers(COALESCED.format(f"value = {body};"), before=before) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("cg::reduce(tile, v, cg::plus<int>())", lambda row, i: sum(row)),
        ("cg::reduce(tile, v, cg::less<int>())", lambda row, i: min(row)),
        ("cg::reduce(tile, v, cg::greater<int>{})", lambda row, i: max(row)),
        ("cg::reduce(tile, v, cg::bit_and<int>())", lambda row, i: np.bitwise_and.reduce(row)),
        ("cg::reduce(tile, v, cg::bit_or<int>())", lambda row, i: np.bitwise_or.reduce(row)),
        ("cg::reduce(tile, v, cg::bit_xor<int>())", lambda row, i: np.bitwise_xor.reduce(row)),
        ("cg::reduce(tile, v, [](int a, int b) { return a > b ? a : b; })",
         lambda row, i: max(row)),
        ("cg::reduce(tile, v, Product())", lambda row, i: np.prod(row, dtype=np.int32)),
        ("cg::inclusive_scan(tile, v, cg::plus<int>())", lambda row, i: sum(row[: i + 1])),
        ("cg::inclusive_scan(tile, v, cg::greater<int>())", lambda row, i: max(row[: i + 1])),
        ("cg::exclusive_scan(tile, v)", lambda row, i: sum(row[:i])),
        ("cg::exclusive_scan(tile, v, cg::greater<int>())", lambda row, i: max(row[:i], default=0)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("width", [8, 32])
def test_a_tile_reduces_and_scans(call: str, expected: Any, width: int) -> None:
    before = (
        "struct Product { __device__ int operator()(int a, int b) const { return a * b; } };"
        " __device__ int reduce(int a) { return a; }"
    )
    body = f"{TILE.format(width=width)} int v = (threadIdx.x * 7 + 3) % 11; value = {call};"
    rows = (np.arange(64) * 7 + 3) % 11
    wanted = [expected(rows[i - i % width :][:width], i % width) for i in range(64)]
    assert numbers(body, before=before) == wanted


def test_a_sum_of_fractions_is_added_by_halves_of_the_tile() -> None:
    x = (np.random.default_rng(1).random(32) * 1000).astype(np.float32)
    expected = x.copy()
    for half in (16, 8, 4, 2, 1):
        expected = expected + expected[np.arange(32) ^ half]
    text = (
        f"{HEAD} __global__ void k(float* x) {{ auto tile = cg::tiled_partition<32>("
        "cg::this_thread_block()); x[threadIdx.x] = cg::reduce(tile, x[threadIdx.x],"
        " cg::plus<float>()); }"
    )
    launched(text, x, block=32)
    assert x.tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("auto w = cg::tiled_partition(cg::this_thread_block(), 32);"
         " auto t = cg::tiled_partition(w, 8);"
         " value = t.meta_group_rank() * 100 + t.meta_group_size() * 10 + t.thread_rank();",
         lambda i: i % 32 // 8 * 100 + 40 + i % 8),
        (TILE.format(width=8) + "auto b = cg::binary_partition(tile, threadIdx.x % 8 < 3);"
         " value = b.size() * 10 + b.thread_rank();",
         lambda i: 30 + i % 8 if i % 8 < 3 else 50 + i % 8 - 3),
        (TILE.format(width=8) + "auto b = cg::labeled_partition(tile, threadIdx.x % 4);"
         " value = b.size() * 10 + b.thread_rank();", lambda i: 20 + i % 8 // 4),
        ("value = __fns(0xf0f0u, threadIdx.x % 16, 2);",
         lambda i: [5, 5, 5, 5, 5, 6, 7, 12, 13, 13, 13, 13, 13, 14, 15, -1][i % 16]),
        ("value = __fns(0xf0f0u, 13, -1 - (int)(threadIdx.x % 7));",
         lambda i: [13, 12, 7, 6, 5, 4, -1][i % 7]),
    ],
)  # fmt: skip
def test_parts_of_groups(body: str, expected: Any) -> None:
    assert numbers(body) == [expected(i) for i in range(64)]
