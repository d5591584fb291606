"""float4 and its like: one access of all their bytes, of the elements of the array itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.insight.memory_costs import site_cost
from gpuviz.insight.stand_out.findings import stand_out
from gpuviz.messages import KernelFailed
from gpuviz.trace.trace import Counters
from tests.simt.c_front.launching import launched

COPY = "int i = threadIdx.x; reinterpret_cast<float4*>(b)[i] = reinterpret_cast<float4*>(a)[i];"


def kernel(body: str) -> str:
    """A kernel of two arrays of floats."""
    return f"__global__ void k(float* a, float* b) {{ {body} }}"


def counted(text: str, *arguments: Any) -> Counters:
    """The counters of a launch of one warp."""
    counters = launched(text, *arguments, block=32).trace.counters
    assert counters is not None
    return counters


def floats(count: int) -> Any:
    """0, 1, 2, .."""
    return np.arange(count, dtype=np.float32)


def test_a_warp_reads_512_bytes_in_one_request() -> None:
    a, b = floats(128), np.zeros(128, np.float32)
    counters = counted(kernel(COPY), a, b)
    assert np.array_equal(a, b)
    assert counters.global_load_requests == counters.global_store_requests == 1
    assert counters.global_load_sectors == counters.global_store_sectors == 16
    assert counters.global_load_lines == counters.global_store_lines == 4


@pytest.mark.parametrize(("kind", "width"), [("float2", 2), ("float4", 4), ("double2", 2)])
def test_vectors_of_the_kernels_own_type_count_as_one_access(kind: str, width: int) -> None:
    word = "f8" if kind[0] == "d" else "f4"
    dtype = np.dtype([(name, word) for name in "xyzw"[:width]], align=True)
    text = f"__global__ void k({kind}* a, {kind}* b) {{ b[threadIdx.x] = a[threadIdx.x]; }}"
    counters = counted(text, np.zeros(32, dtype), np.zeros(32, dtype))
    assert (counters.global_load_requests, counters.global_store_requests) == (1, 1)
    assert counters.global_load_sectors == 32 * dtype.itemsize // 32


def test_one_member_alone_is_an_access_of_its_own() -> None:
    body = "b[threadIdx.x] = reinterpret_cast<float4*>(a)[threadIdx.x].y;"
    b = np.zeros(32, np.float32)
    counters = counted(kernel(body), floats(128), b)
    assert b.tolist() == [4 * i + 1 for i in range(32)]
    assert (counters.global_load_requests, counters.global_load_sectors) == (1, 16)


def test_shared_memory_is_read_by_quarters_of_a_warp_without_conflicts() -> None:
    body = (
        "__shared__ float s[128]; int i = threadIdx.x;"
        " reinterpret_cast<float4*>(s)[i] = reinterpret_cast<float4*>(a)[i]; __syncthreads();"
        " reinterpret_cast<float4*>(b)[i] = reinterpret_cast<float4*>(s)[i];"
    )
    b = np.zeros(128, np.float32)
    counters = counted(kernel(body), floats(128), b)
    assert np.array_equal(b, floats(128))
    assert (counters.shared_load_requests, counters.shared_load_wavefronts) == (1, 4)
    assert counters.bank_conflicts == 0


def test_a_local_array_is_filled_by_vectors() -> None:
    body = (
        "float r[8]; *(float4*)&r[4] = *(float4*)a; *(float4*)r = ((float4*)a)[1];"
        " for (int i = 0; i < 8; i++) b[i] = r[i];"
    )
    b = np.zeros(8, np.float32)
    launched(kernel(body), floats(8), b)
    assert b.tolist() == [4, 5, 6, 7, 0, 1, 2, 3]


def test_pointers_to_vectors_count_in_vectors() -> None:
    body = "float4 *p = (float4*)a, *q = p + 3; q--; b[0] = q->x; b[1] = q - p; b[2] = (++p)->w;"
    b = np.zeros(3, np.float32)
    launched(kernel(body), floats(16), b)
    assert b.tolist() == [8, 2, 7]


def test_a_hazard_names_the_element_of_the_array() -> None:
    hazards = launched(kernel(COPY), floats(126), np.zeros(128, np.float32), block=32).trace.hazards
    assert {hazard.kind for hazard in hazards} == {"out-of-bounds"}
    assert "a[126]" in hazards[0].message.text


def test_elements_that_nobody_wrote_are_found_in_a_vector() -> None:
    body = "float r[4]; r[0] = r[1] = r[3] = 1; float4 v = *(float4*)r; b[0] = v.x;"
    hazards = launched(kernel(body), floats(4), np.zeros(4, np.float32)).trace.hazards
    assert [hazard.kind for hazard in hazards] == ["uninitialized"]


@pytest.mark.parametrize(
    "body", ["b[0] = (*(float4*)&a[1]).x; float4 v = *(float4*)(a + 1);", COPY]
)
def test_a_misaligned_address_ends_the_launch(body: str) -> None:
    if body is COPY:
        body = body.replace("(a)", "(a + 2)")
    with pytest.raises(KernelFailed, match="no multiple of 16"):
        launched(kernel(body), floats(128), np.zeros(128, np.float32))


def test_nothing_is_said_to_be_unwritten_that_vectors_wrote() -> None:
    text = "__global__ void k(const float4* x, float4* y) { y[threadIdx.x] = x[threadIdx.x]; }"
    vectors = np.dtype([(name, np.float32) for name in "xyzw"], align=True)
    trace = launched(text, np.zeros(32, vectors), np.zeros(32, vectors), block=32).trace

    found = stand_out(trace, None)

    assert not [finding for finding in found if finding.kind in ("never-written", "never-read")]


def test_the_members_behind_the_first_cost_nothing_by_themselves() -> None:
    trace = launched(kernel(COPY), floats(128), floats(128), block=32).trace

    costs = [site_cost(trace, row) for row in range(len(trace.sites))]

    assert [cost.units for cost in costs if cost.known_requests] == [16, 16]
    assert {cost.used_share for cost in costs if cost.known_requests} == {1.0}
    assert {cost.used_share for cost in costs if not cost.known_requests} == {None}
