"""Shared memory that is cast to another type: what nobody wrote is known byte by byte."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.simt.c_front.launching import launched

SEVERAL = """__global__ void k(const float* x, float* y, int n) {
    extern __shared__ char bytes[];
    float* a = (float*)bytes;
    int* b = (int*)&a[n];
    unsigned char* c = (unsigned char*)(b + n);
    int t = threadIdx.x;
    a[t] = x[t]; WRITES
    __syncthreads();
    y[t] = a[(t + 1) % n]
        + b[(t + 1) % n]
        + c[(t + 1) % n];
}
"""
"""Three arrays in dynamic memory, as the CUDA C++ Programming Guide, 10.2.3, lays them out."""


def found(text: str, *arguments: object, **words: object) -> list[tuple[str, int, int]]:
    """Of each hazard its kind, line and count, by line."""
    trace = launched(text, *arguments, **words).trace  # type: ignore[arg-type]
    return sorted((h.kind, h.line, h.count) for h in trace.hazards)


@pytest.mark.parametrize(
    ("writes", "expected"),
    [
        ("b[t] = t; c[t] = 1;", []),
        ("c[t] = 1;", [("uninitialized", 10, 32)]),
        ("b[t] = t;", [("uninitialized", 11, 32)]),
        ("if (t) b[t] = t; c[t] = 1;", [("uninitialized", 10, 1)]),
        ("if (t != 31) c[t] = 1; b[t] = t;", [("uninitialized", 11, 1)]),
        ("((short*)b)[2 * t] = 1; c[t] = 1;", [("uninitialized", 10, 32)]),
        ("((short*)b)[2 * t] = 1; ((short*)b)[2 * t + 1] = 0; c[t] = 1;", []),
        ("for (int i = 0; i < 4; i++) bytes[4 * (n + t) + i] = 0; c[t] = 1;", []),
    ],
)
def test_of_several_arrays_in_one_memory_each_is_looked_at(
    writes: str, expected: list[tuple[str, int, int]]
) -> None:
    x, y = np.ones(32, np.float32), np.zeros(32, np.float32)

    text = SEVERAL.replace("WRITES", writes)

    assert found(text, x, y, 32, block=32, shared=9 * 32) == expected


def test_blocks_that_write_different_parts_are_told_apart() -> None:
    text = SEVERAL.replace("WRITES", "c[t] = 1; if (blockIdx.x != 2) b[t] = t;")
    text = text.replace("y[t] = a", "y[blockIdx.x * n + t] = a")
    x, y = np.ones(32, np.float32), np.zeros(128, np.float32)

    trace = launched(text, x, y, 32, grid=4, block=32, shared=9 * 32).trace

    assert [(h.line, h.count, h.block.x) for h in trace.hazards] == [(10, 32, 2)]


def test_a_number_that_a_thread_writes_as_another_one_reads_its_bytes_is_a_race() -> None:
    text = """__global__ void k(int* y) {
        __shared__ unsigned char bytes[64];
        ((float*)bytes)[threadIdx.x] = 1.0f;
        y[threadIdx.x] = bytes[4 * ((threadIdx.x + 1) % 16)];
    }"""
    assert [kind for kind, _, _ in found(text, np.zeros(16, np.int32), block=16)] == ["race"]


@pytest.mark.parametrize("index", [16, -1])
def test_the_ends_of_the_memory_are_those_of_each_type(index: int) -> None:
    text = f"""__global__ void k(int* y) {{
        __shared__ char bytes[67];
        int* a = (int*)bytes;
        a[threadIdx.x] = 1;
        a[15 + threadIdx.x] = 1;
        if (threadIdx.x == 0) a[{index}] = 2;
    }}"""
    assert found(text, np.zeros(16, np.int32)) == [("out-of-bounds", 6, 1)]


def test_structures_in_bytes_are_known_member_by_member() -> None:
    text = """struct Body { float x, y; int id; char kind; };
    __global__ void k(float* out) {
        extern __shared__ char bytes[];
        Body* bodies = (Body*)bytes;
        int t = threadIdx.x;
        bodies[t].x = t; bodies[t].id = t;
        __syncthreads();
        out[t] = bodies[t].x + bodies[t].id;
        out[t] += bodies[t].y;
        bodies[t].y = 2; bodies[t].kind = 1;
        Body mine = bodies[t];
        out[t] += mine.y + mine.kind;
    }"""
    out = np.zeros(8, np.float32)

    assert found(text, out, block=8, shared=128) == [("uninitialized", 9, 8)]
    np.testing.assert_array_equal(out, 2 * np.arange(8) + 3)


def test_what_was_written_before_the_first_cast_counts() -> None:
    text = """__global__ void k(int* y) {
        __shared__ float a[16];
        int t = threadIdx.x;
        if (t < 8) a[t] = 1.0f;
        __syncthreads();
        y[t] = __float_as_int(a[t / 2]) + ((int*)a)[t];
        __syncthreads();
        a[t] = 2.0f;
        y[t] = ((int*)a)[t];
    }"""
    y = np.zeros(16, np.int32)

    assert found(text, y, block=16) == [("uninitialized", 6, 8)]
    assert (y == np.float32(2).view(np.int32)).all()


def test_an_atomic_operation_on_a_cast_element_that_nobody_wrote_is_told_once() -> None:
    text = """__global__ void k(int* y) {
        extern __shared__ float a[];
        int* counts = (int*)(a + 4);
        a[threadIdx.x % 4] = 1.0f;
        atomicAdd(&counts[threadIdx.x % 2], 1);
        __syncthreads();
        y[threadIdx.x] = counts[threadIdx.x % 2];
    }"""
    y = np.zeros(1, np.int32)

    assert found(text, y, block=1, shared=24) == [("uninitialized", 5, 1)]
    assert y[0] == 1


SIZES = {"char": 1, "short": 2, "int": 4, "float": 4, "double": 8, "long long": 8}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_random_writes_and_reads_as_many_types_are_found_as_a_table_of_bytes_tells(
    seed: int,
) -> None:
    chance = random.Random(seed)
    lines, expected, written = list[str](), set[int](), set[int]()
    for line in range(3, 43):
        kind, size = chance.choice(list(SIZES.items()))
        first = chance.randrange(0, 48, size)
        touched = set(range(first, first + size))
        place = f"*({kind}*)&bytes[{first}]"
        if chance.random() < 0.4:
            lines.append(f"{place} = 1;")
            written |= touched
        else:
            lines.append(f"sum += {place};")
            expected |= set() if touched <= written else {line}
    declared = chance.choice(["extern __shared__ char bytes[]", "__shared__ double raw[6]"])
    cast = "" if "extern" in declared else " char* bytes = (char*)raw;"
    text = "\n".join(
        ["__global__ void k(double* out) {", f"{declared};{cast} double sum = 0;", *lines]
    )

    hazards = found(text + "\nout[0] = sum; }", np.zeros(1), shared=48)

    assert {line for _, line, _ in hazards} == expected, text
