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
    __device__ int sum(cg::thread_group g, int* room, int value) {
        for (int half = g.size() / 2; half > 0; half /= 2) {
            room[g.thread_rank()] = value; g.sync();
            if (g.thread_rank() < half) value += room[g.thread_rank() + half];
            g.sync();
        }
        return value;
    }
    template <typename G> __device__ int by_shuffle(G g, int value) {
        for (int half = g.size() / 2; half > 0; half /= 2) value += g.shfl_down(value, half);
        return value;
    }
    """
    body = (
        "__shared__ int room[64]; auto block = cg::this_thread_block();"
        " value = sum(block, room, threadIdx.x) * 1000"
        " + by_shuffle(cg::tiled_partition<4>(block), threadIdx.x % 4);"
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
        ("auto g = cg::coalesced_threads(); value = g.size();", "happen to be active"),
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
    with pytest.raises(NotSupportedError, match="cg::coalesced_group is not known in a kernel"):
        numbers("cg::coalesced_group g = cg::coalesced_threads(); value = 1;")
