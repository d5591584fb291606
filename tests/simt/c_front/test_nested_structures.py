"""Structures in structures, and arrays of them: in memory, in variables, in constant memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.c_front.launching import hazards, launched, value_of

INNER = np.dtype([("v", "f4", (3,)), ("k", "i4")])
OUTER = np.dtype(
    [("id", "i4"), ("a", INNER), ("b", INNER), ("w", "f8"), ("s", "i2", (2, 2))], align=True
)
NESTED = """
struct V { float v[3]; int k; };
struct P { int id; V a; V b; double w; short s[2][2]; };
"""
CELL = np.dtype([("p", [("x", "f4", (3,)), ("id", "i4"), ("h", "f4", (7,))], (2,)), ("n", "i4")])
CELLS = """
struct P { float x[3]; int id; float h[7]; };
struct C { P p[2]; int n; };
"""


def filled(dtype: np.dtype[Any], count: int) -> Any:
    """Records whose numbers all differ."""
    rng = np.random.default_rng(3)
    found = np.zeros(count, dtype)
    for name in dtype.names or ():
        part = found[name]
        if part.dtype.names is None:
            part[...] = rng.permutation(part.size).reshape(part.shape)
        else:
            found[name] = filled(part.dtype, part.size).reshape(part.shape)
    return found


def numbers(records: Any) -> str:
    """All that fields hold, and not what lies between them, which nobody writes."""
    return repr(records.tolist())


def test_an_array_in_a_structure_in_a_structure_lies_where_it_lies() -> None:
    text = f"""{NESTED}
    __global__ void k(const P* in, P* out, float* f) {{
        int i = threadIdx.x;
        __shared__ P sh[4];
        sh[i] = in[i];
        out[i] = in[(i + 1) % 4];
        out[i].b.v[2] += sh[i].a.v[1];
        out[i].a = in[i].b;
        out[i].s[1][0] = in[i].s[0][1] + 2;
        float* p = out[i].a.v;
        p[1] = 7 + i;
        V own = sh[i].a;
        own.v[0] += in[i].b.v[2];
        f[i] = own.v[0];
    }}"""
    given, out, f = filled(OUTER, 4), np.zeros(4, OUTER), np.zeros(4, np.float32)
    wanted = np.roll(given, -1)
    wanted["b"]["v"][:, 2] += given["a"]["v"][:, 1]
    wanted["a"] = given["b"]
    wanted["s"][:, 1, 0] = given["s"][:, 0, 1] + 2
    wanted["a"]["v"][:, 1] = 7 + np.arange(4)

    trace = launched(text, given, out, f, block=4).trace

    assert trace.hazards == ()
    assert numbers(out) == numbers(wanted)
    assert f.tolist() == (given["a"]["v"][:, 0] + given["b"]["v"][:, 2]).tolist()


def test_arrays_of_structures_in_structures_are_copied_and_set() -> None:
    text = f"""{CELLS}
    __global__ void k(const C* in, C* out) {{
        int i = threadIdx.x, one = 1;
        C mine;
        mine.n = 0;
        for (int k = 0; k < 2; k++) {{ mine.p[k] = in[i].p[1 - k]; mine.n += mine.p[k].id; }}
        out[i] = mine;
        out[i].p[one].h[6] = in[i].p[0].x[2] + 1;
        P& other = out[i].p[0];
        other.x[0] += 100;
    }}"""
    given, out = filled(CELL, 4), np.zeros(4, CELL)
    wanted = given.copy()
    wanted["p"] = given["p"][:, ::-1]
    wanted["n"] = given["p"]["id"].sum(1)
    wanted["p"]["h"][:, 1, 6] = given["p"]["x"][:, 0, 2] + 1
    wanted["p"]["x"][:, 0, 0] += 100

    trace = launched(text, given, out, block=4).trace

    assert trace.hazards == ()
    assert numbers(out) == numbers(wanted)


def test_a_pointer_that_could_not_tell_where_elements_lie_is_refused() -> None:
    text = f"""{CELLS}
    __global__ void k(C* out) {{ float* v = out[threadIdx.x].p[1].x; v[1] = 3; }}"""
    with pytest.raises(NotSupportedError, match="a pointer or reference into"):
        launched(text, np.zeros(2, CELL), block=2)


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("s.items[1].lo = 4; out[0] = s.items[1].lo;", []),
        ("s.items[1].lo = 4; out[0] = s.items[1].hi;", ["uninitialized"]),
        ("out[0] = s.items[4 + out[0]].lo;", ["out-of-bounds"]),
        ("int i = 3; s.items[++i].lo = 2;", ["out-of-bounds"]),
    ],
)
def test_an_array_of_structures_in_a_variable_is_checked(body: str, kinds: list[str]) -> None:
    text = f"""struct Span {{ int lo, hi; }}; struct S {{ Span items[4]; int n; }};
    __global__ void k(int* out) {{ S s; {body} }}"""
    assert hazards(text, np.zeros(1, np.int32)) == kinds


def test_a_method_of_an_element_that_is_constant_may_set_what_its_parameters_point_to() -> None:
    text = """struct Ball { float r;
        __device__ float hit(float x, float* n) { *n = x / r; return sqrtf(r * r - x * x); } };
    __constant__ Ball balls[2] = {{5.0f}, {13.0f}};
    __global__ void k(float* out) {
        float n;
        out[0] = balls[0].hit(3.0f, &n);
        out[1] = n;
    }"""
    out = np.zeros(2, np.float32)
    launched(text, out)
    assert out.tolist() == [4.0, np.float32(3) / np.float32(5)]


def test_a_const_method_of_what_is_constant_may_call_others() -> None:
    text = """struct A { int x; __device__ int f() const { return x + 1; }
        __device__ int g() const { return 2 * f(); } };
    __global__ void k(const A* a, int* out) { out[0] = a[0].g(); }"""
    out = np.zeros(1, np.int32)
    launched(text, np.array([(4,)], [("x", "i4")]), out)
    assert out[0] == 10


def test_a_structure_in_constant_memory_begins_with_its_braces() -> None:
    table = "struct L { float lo; int n[3]; };\n__constant__ L limits = {2.5f, {1, 2}};"
    assert (
        value_of("(int)(limits.lo * 2) * 100 + limits.n[1] * 10 + limits.n[2]", functions=table)
        == 520
    )


def test_a_name_that_is_no_member_is_said() -> None:
    with pytest.raises(NotSupportedError, match="C has no member z: it has x, y"):
        value_of("c.x", before="C c = {.z = 1};", functions="struct C { int x, y; };")
