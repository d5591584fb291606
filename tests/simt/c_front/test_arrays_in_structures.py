"""Structures that hold arrays, in memory that threads share: places, counters and hazards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.trace.trace import Counters
from tests.simt.c_front.launching import launched

FIELDS = "struct Fields { float x[64]; float y[64]; int m[2][3]; };"
FIELDS_TYPE = np.dtype([("x", "f4", 64), ("y", "f4", 64), ("m", "i4", (2, 3))])
BODY = "struct Body { float pos[3]; float vel[3]; int id; };"
BODY_TYPE = np.dtype([("pos", "f4", 3), ("vel", "f4", 3), ("id", "i4")])


def counters_of(text: str, argument: Any) -> Counters:
    """What a launch of one warp counts."""
    found = launched(text, argument, block=32).trace.counters
    assert found is not None
    return found


def test_a_structure_of_arrays_is_read_and_written_by_its_members() -> None:
    fields, out = np.zeros(1, FIELDS_TYPE), np.zeros(64, np.float32)
    fields["x"] = np.arange(64)

    launched(
        f"""{FIELDS} __global__ void k(Fields* f, float* out) {{
            int i = threadIdx.x;
            f->y[i] = 2 * f->x[i];
            if (i < 6) f->m[i / 3][i % 3] = i;
            float* p = f->y;
            out[i] = p[i] + sizeof(Fields);
        }}""",
        fields,
        out,
        block=64,
    )

    assert fields["y"][0].tolist() == [2.0 * i for i in range(64)]
    assert fields["m"][0].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert out.tolist() == [2.0 * i + FIELDS_TYPE.itemsize for i in range(64)]


def test_an_array_of_structures_with_arrays_is_strided_in_memory() -> None:
    bodies = np.zeros(32, BODY_TYPE)
    text = f"""{BODY} __global__ void k(Body* b) {{ b[threadIdx.x].pos[1] = threadIdx.x; }}"""
    of_arrays = np.zeros(1, FIELDS_TYPE)
    other = f"""{FIELDS} __global__ void k(Fields* f) {{ f->x[threadIdx.x] = threadIdx.x; }}"""

    strided = counters_of(text, bodies)
    dense = counters_of(other, of_arrays)

    assert bodies["pos"][:, 1].tolist() == list(range(32))
    assert (strided.global_store_sectors, dense.global_store_sectors) == (28, 4)


def test_bank_conflicts_of_structures_in_shared_memory_are_those_of_their_bytes() -> None:
    text = """struct Pair { float a[2]; };
    __global__ void k(float* out) {
        __shared__ Pair p[32];
        p[threadIdx.x].a[0] = threadIdx.x;
        out[threadIdx.x] = p[threadIdx.x].a[0];
    }"""

    counters = counters_of(text, np.zeros(32, np.float32))

    assert (counters.shared_store_wavefronts, counters.shared_load_wavefronts) == (2, 2)


@pytest.mark.parametrize(
    ("statement", "index"),
    [
        ("f->x[64 + i] = 1;", (0, 64)),
        ("out[0] = f->y[i - 1];", (0, -1)),
        ("f->m[1][3 + i] = 1;", (0, 1, 3)),
        ("f[1].x[i] = 1;", (1, 0)),
    ],
)
def test_an_index_has_to_be_inside_the_member_s_own_array(
    statement: str, index: tuple[int, ...]
) -> None:
    text = f"""{FIELDS} __global__ void k(Fields* f, float* out) {{
        int i = threadIdx.x; {statement} }}"""
    fields = np.zeros(1, FIELDS_TYPE)

    (hazard,) = launched(text, fields, np.zeros(4, np.float32)).trace.hazards

    assert (hazard.kind, hazard.array, hazard.index) == ("out-of-bounds", "f", index)
    assert not fields["y"].any()


def test_threads_that_set_one_element_of_a_member_race() -> None:
    text = f"""{FIELDS} __global__ void k(Fields* f) {{ f->y[threadIdx.x / 2] = threadIdx.x; }}"""

    (hazard,) = launched(text, np.zeros(1, FIELDS_TYPE), block=4).trace.hazards

    assert (hazard.kind, hazard.array, hazard.index) == ("race", "f", (0, 0))


def test_a_member_of_shared_memory_that_nobody_set_is_uninitialised() -> None:
    text = f"""{FIELDS} __global__ void k(float* out) {{
        __shared__ Fields f;
        f.x[threadIdx.x] = 1;
        __syncthreads();
        out[threadIdx.x] = f.x[threadIdx.x] + f.y[threadIdx.x];
    }}"""

    (hazard,) = launched(text, np.zeros(64, np.float32), block=64).trace.hazards

    assert (hazard.kind, hazard.array) == ("uninitialized", "f")


def test_a_pointer_to_a_member_goes_on_to_the_next_member() -> None:
    vectors, out = np.zeros(2, np.dtype([(name, "f4") for name in "xyzw"])), np.zeros(4, "f4")
    vectors["x"], vectors["y"], vectors["z"], vectors["w"] = [1, 5], [2, 6], [3, 7], [4, 8]

    trace = launched(
        """__global__ void k(float4* v, float* out) {
            float* p = &v[1].x;
            out[0] = p[0]; out[1] = p[1]; out[2] = p[-1]; out[3] = *(p + 2);
        }""",
        vectors,
        out,
    ).trace

    assert (out.tolist(), trace.hazards) == ([5, 6, 4, 7], ())


def test_a_local_structure_with_an_array_is_passed_by_its_address() -> None:
    out = np.zeros(2, np.int32)

    launched(
        """struct Node { int value; int next[3]; };
        __device__ void set(Node* n, int v) { n->value = v; n->next[1] = v + 1; }
        __global__ void k(int* out) {
            Node n;
            set(&n, 4 + threadIdx.x);
            int* p = n.next;
            out[threadIdx.x] = n.value * 10 + p[1];
        }""",
        out,
        block=2,
    )

    assert out.tolist() == [45, 56]
