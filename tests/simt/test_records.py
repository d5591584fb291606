"""Records and structured arrays: fields in every space, what they cost, races between fields."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz import cuda
from gpuviz.messages import KernelFailed, NotSupportedError
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace.file import load_trace, save_trace
from tests.simt.kernels import config, run
from tests.simt.njit import both

POINT = np.dtype([("x", np.float32), ("y", np.float32)], align=True)
PARTICLE = np.dtype(
    [
        ("mass", np.float64),
        ("at", POINT),
        ("v", np.float32, (3,)),
        ("n", np.int32),
        ("z", np.complex64),
        ("m", np.int16, (2, 2)),
    ],
    align=True,
)


def particles(count: int) -> NDArray[Any]:
    rng = np.random.default_rng(5)
    made = np.zeros(count, PARTICLE)
    made["mass"], made["n"] = rng.random(count), np.arange(count)
    made["at"]["x"], made["at"]["y"] = rng.random(count), rng.random(count)
    made["v"], made["m"] = rng.random((count, 3)), rng.integers(0, 9, (count, 2, 2))
    made["z"] = rng.random(count) + 1j
    return made


BODIES = [
    "a[i].mass = a[i].mass * 2 + i",
    "a[i].n += 3",
    "p = a[i]\n    p.n = p.n * p.n\n    out[i] = p.n",
    "a[i]['n'] = i\n    out[i] = a[i]['mass']",
    "out[i] = a[i].at.x + a[i].at.y",
    "a[i].at.x += 0.5",
    "q = a[i].at\n    q.y = q.x * 2",
    "out[i] = a[i].v[1] + a[i].v[-1]",
    "a[i].v[2] = i\n    a[i].v[0] += a[i].v[2]",
    "w = a[i].v\n    w[1] = len(w) + w.shape[0]",
    "a[i].m[1, 0] = i\n    out[i] = a[i].m[0, 1]",
    "a.mass[i] = i\n    out[i] = a.n[15 - i]",
    "a['v'][i, 2] = a['mass'][i]",
    "a[i].z = a[i].z * 1j",
    "out[i] = a[i].z.real + a[i].z.imag",
    "if i > 7:\n        a[i] = a[i - 8]",
    "out[i] = a.size + len(a) + a.shape[0] + a.v.shape[1]",
    "for p in a:\n        out[i] += p.n",
    "a[i].mass, a[i].n = a[i].n, i",
]


@pytest.mark.slow
@pytest.mark.parametrize("body", BODIES)
def test_fields_hold_what_numba_puts_there(body: str) -> None:
    text = f"def kernel(a, out):\n    i = cuda.grid(1)\n    {body}\n"

    mine, theirs = both(text, 16, {"a": particles(16), "out": np.zeros(16)})

    assert np.array_equal(mine["a"], theirs["a"])
    assert np.array_equal(mine["out"], theirs["out"])


@pytest.mark.slow
def test_records_are_passed_to_device_functions_and_given_back() -> None:
    text = """
@cuda.jit(device=True)
def heavier(p, q):
    if p.mass > q.mass:
        return p.mass
    return q.mass

@cuda.jit(device=True)
def nth(a, i):
    return a[i]

def kernel(a, out):
    i = cuda.grid(1)
    out[i] = heavier(a[i], nth(a, 15 - i))
    nth(a, i).n = 7
"""

    mine, theirs = both(text, 16, {"a": particles(16), "out": np.zeros(16)})

    assert np.array_equal(mine["out"], theirs["out"])
    assert np.array_equal(mine["a"]["n"], np.full(16, 7))


def test_a_record_is_an_argument_and_comes_back() -> None:
    record = particles(1)[0]
    kernel = """
        def kernel(r, values):
            r.mass = 2.5
            r.v[1] = r.mass + r[0]
            r["m"] = values
        """

    run(kernel, config(1, 1), {"r": record, "values": np.array([[1, 2], [3, 4]], np.int16)})

    assert (record["mass"], record["v"][1]) == (2.5, 5.0)
    assert np.array_equal(record["m"], [[1, 2], [3, 4]])


@pytest.mark.parametrize("kind", [PARTICLE, numba.from_dtype(PARTICLE)])
def test_shared_and_local_arrays_hold_records(kind: Any) -> None:
    kernel = """
        def kernel(a):
            i = cuda.grid(1)
            tile = cuda.shared.array(32, PARTICLE)
            own = cuda.local.array(2, PARTICLE)
            tile[i] = a[i]
            tile[i].n += 100
            cuda.syncthreads()
            own[1] = tile[31 - i]
            own[0].v[1] = own[1].v[1]
            a[i] = own[1]
            a[i].v[1] = own[0].v[1] + 1
        """
    before = particles(32)

    done = run(kernel, config(1, 32), {"a": before.copy()}, PARTICLE=kind)

    expected = before[::-1].copy()
    expected["n"] += 100
    expected["v"][:, 1] += 1
    assert done.trace.hazards == ()
    assert np.array_equal(done.arrays["a"], expected)


def test_a_field_that_a_thread_never_wrote_is_found_in_shared_and_local_memory() -> None:
    kernel = """
        def kernel(out):
            i = cuda.grid(1)
            tile = cuda.shared.array(32, POINT)
            own = cuda.local.array(2, POINT)
            tile[i].x = 1
            own[0].y = 1
            out[i] = tile[i].y + own[0].x
        """

    done = run(kernel, config(1, 32), {"out": np.zeros(32)}, POINT=POINT)

    found = {(h.kind, h.array, h.index) for h in done.trace.hazards}
    assert found == {("uninitialized", "tile", (0,)), ("uninitialized", "own", (0,))}


def test_two_threads_may_write_two_fields_of_one_record() -> None:
    kernel = """
        def kernel(a):
            i = cuda.grid(1)
            if i % 2 == 0:
                a[i // 2].x = i
            else:
                a[i // 2].y = i
        """

    done = run(kernel, config(1, 32), {"a": np.zeros(16, POINT)})

    assert done.trace.hazards == ()


def test_two_threads_that_write_one_field_race() -> None:
    kernel = "def kernel(a):\n    i = cuda.grid(1)\n    a[i // 2].x = i\n"

    done = run(kernel, config(1, 32), {"a": np.zeros(16, POINT)})

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.array, hazard.index) == ("race", "a", (0,))
    assert (hazard.thread, hazard.other_thread) == ((0, 0, 0), (1, 0, 0))


def test_a_field_is_part_of_a_record_that_is_copied_whole() -> None:
    kernel = """
        def kernel(a):
            i = cuda.grid(1)
            if i == 0:
                a[1] = a[0]
            else:
                a[1].y = 5
        """

    done = run(kernel, config(1, 2), {"a": np.zeros(2, POINT)})

    assert [(h.kind, h.line, h.other_line) for h in done.trace.hazards] == [("race", 4, 6)]


def test_an_index_outside_is_told_with_the_array_and_its_own_shape() -> None:
    kernel = "def kernel(a):\n    i = cuda.grid(1)\n    a[i + 1].v[i] = 1\n"

    done = run(kernel, config(1, 4), {"a": np.zeros(4, PARTICLE)})

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.array, hazard.index) == ("out-of-bounds", "a", (4, 3))


@pytest.mark.parametrize(
    ("body", "sectors"),
    [
        ("out[i] = a[i].x", 32 * 24 // 32),  # 4 bytes of each 24
        ("out[i] = a[i].z", 32 * 24 // 32),
        ("out[i] = b[i]", 4),
    ],
)
def test_a_field_costs_the_sectors_that_its_records_lie_in(body: str, sectors: int) -> None:
    kind = np.dtype([("x", np.float32), ("y", np.float64), ("z", np.float32)], align=True)
    kernel = f"def kernel(a, b, out):\n    i = cuda.grid(1)\n    {body}\n"
    arguments = {"a": np.zeros(32, kind), "b": np.zeros(32, np.float32), "out": np.zeros(32)}

    counters = run(kernel, config(1, 32), arguments).trace.counters
    assert counters is not None

    assert counters.global_load_requests == 1
    assert counters.global_load_sectors == sectors


def test_records_of_eight_bytes_in_shared_memory_meet_in_the_banks() -> None:
    kernel = """
        def kernel(out):
            i = cuda.grid(1)
            tile = cuda.shared.array(32, POINT)
            tile[i].x = i
            out[i] = tile[i].x
        """

    counters = run(kernel, config(1, 32), {"out": np.zeros(32)}, POINT=POINT).trace.counters
    assert counters is not None

    assert counters.shared_store_wavefronts == counters.shared_load_wavefronts == 2
    assert counters.bank_conflicts == 2


@pytest.mark.slow
def test_numbers_of_sixteen_bytes_in_records_of_twenty_four_are_reached() -> None:
    kind = np.dtype([("n", np.int32), ("z", np.complex128)], align=True)
    text = "def kernel(a):\n    i = cuda.grid(1)\n    a[i].z = a[i].z * 2 + i\n    a[i].n = 3\n"
    values = np.zeros(8, kind)
    values["z"] = np.arange(8) + 1j

    mine, theirs = both(text, 8, {"a": values})

    assert np.array_equal(mine["a"], theirs["a"])


def test_real_and_imaginary_parts_of_an_array_are_arrays() -> None:
    kernel = """
        def kernel(z, m):
            i = cuda.grid(1)
            cuda.atomic.add(z.real, i // 2, 1)
            z.imag[i] = z.real[i] + i
            m[i].imag[1] = 5
        """
    values = np.arange(8) + 1j
    matrix = np.zeros((8, 2), np.complex64)

    done = run(kernel, config(8, 1), {"z": values, "m": matrix})

    assert np.array_equal(values.real, np.arange(8) + np.array([2, 2, 2, 2, 0, 0, 0, 0]))
    assert np.array_equal(matrix[:, 1], np.full(8, 5j, np.complex64))
    assert {hazard.kind for hazard in done.trace.hazards} == {"race"}  # a read beside the atomics


def test_atomics_change_fields() -> None:
    kernel = """
        def kernel(a):
            cuda.atomic.add(a.n, 0, 1)
            cuda.atomic.add(a["mass"], 1, 0.5)
        """

    done = run(kernel, config(2, 32), {"a": np.zeros(2, PARTICLE)})

    assert (done.arrays["a"]["n"][0], done.arrays["a"]["mass"][1]) == (64, 32.0)
    assert done.trace.hazards == ()


def test_a_signature_names_records() -> None:
    @cuda.jit((numba.from_dtype(POINT)[:], numba.from_dtype(POINT)))
    def shift(points: Any, by: Any) -> None:
        i = cuda.grid(1)
        points[i].x += by.x
        if i == 0:
            by.y = 5

    points, by = np.zeros(4, POINT), np.ones(1, POINT)[0]
    shift[1, 4](points, by)

    assert np.array_equal(points["x"], np.ones(4))
    assert by["y"] == 5


def test_a_trace_with_records_is_kept_in_a_file(tmp_path: Any) -> None:
    kernel = "def kernel(a):\n    i = cuda.grid(1)\n    a[i].at.x = i\n"
    trace = run(kernel, config(1, 32), {"a": particles(32)}).trace

    save_trace(trace, tmp_path / "records.gpuviz")
    again = load_trace(tmp_path / "records.gpuviz")

    assert [array.name for array in again.arrays] == ["a", "a.at", "a.at.x"]
    assert np.array_equal(again.outputs["a.at.x"], np.arange(32))
    assert np.array_equal(again.outputs["a"], trace.outputs["a"])


PACKED = np.dtype([("x", np.float64), ("c", np.int8)])
NESTED = np.dtype([("v", np.float32, (2,)), ("at", PACKED), ("m", np.int8)])


def packed(count: int) -> NDArray[Any]:
    made = np.zeros(count, NESTED)
    made["v"] = np.arange(2 * count).reshape(count, 2)
    made["at"]["x"], made["at"]["c"] = np.arange(count) / 4, np.arange(count)
    made["m"] = 7
    return made


@pytest.mark.parametrize(
    "body",
    [
        "out[i] = a[i].at.x + a[i].v[1] + a.m[i] + a[i]['at']['c']",
        "a[i].at.x = out[i]\n    a[i].v[0] += i",
        "a.m[i] = i\n    out[i] = a['v'][i, 1]",
        "if i > 7:\n        a[i] = a[i - 8]",
        "own = cuda.local.array(2, KIND)\n    own[1].at.x = i\n    out[i] = own[1].at.x",
        "all = cuda.shared.array(16, KIND)\n    all[i] = a[i]\n    cuda.syncthreads()\n"
        "    out[i] = all[15 - i].at.x",
        "for j in range(16):\n        out[i] += a[j].at.x",
    ],
)
def test_packed_records_are_read_and_written_as_numpy_has_them(body: str) -> None:
    kernel = f"def kernel(a, out):\n    i = cuda.grid(1)\n    {body}\n"
    arguments = {"a": packed(16), "out": np.ones(16)}

    execution = run(kernel, config(1, 16), arguments, KIND=numba.from_dtype(NESTED))

    a, out = packed(16), np.ones(16)
    for i in range(16):
        if "all[" in body:
            out[i] = a[15 - i]["at"]["x"]
        elif "own" in body:
            out[i] = i
        elif "for j" in body:
            out[i] += a["at"]["x"].sum()
        elif "i - 8" in body:
            a[i] = packed(16)[i - 8] if i > 7 else a[i]
        elif "a.m[i] = i" in body:
            a["m"][i], out[i] = i, a["v"][i, 1]
        elif "+=" in body:
            a["at"]["x"][i] = out[i]
            a["v"][i, 0] += i
        else:
            out[i] = a["at"]["x"][i] + a["v"][i, 1] + 7 + a["at"]["c"][i]
    assert np.array_equal(execution.arrays["out"], out)
    assert np.array_equal(execution.arrays["a"], a)
    assert not execution.trace.hazards


def test_a_race_on_a_field_of_packed_records_is_found_and_its_neighbour_is_left_alone() -> None:
    kernel = "def kernel(a):\n    i = cuda.grid(1)\n    a[0].at.x = i\n    a[i].m = i\n"

    hazards = run(kernel, config(1, 4), {"a": packed(4)}).trace.hazards

    assert [(hazard.kind, hazard.line) for hazard in hazards] == [("race", 3)]


def test_atomics_on_packed_records_are_refused_as_a_gpu_cannot_reach_every_element() -> None:
    kernel = "def kernel(a):\n    cuda.atomic.add(a.x, 1, 1.0)\n"

    with pytest.raises(NotSupportedError, match=r"a\.x lies in packed records"):
        run(kernel, config(1, 1), {"a": np.zeros(4, PACKED)})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("a[i].nothing = 1", "kernel.target"),
        ("x = a[i].nothing", "kernel.attribute"),
        ("x = a[i][9]", "kernel.field"),
        ("x = a[i] + 1", "kernel.array-expression"),
        ("a[i] = 1", "kernel.record-value"),
        ("a[i].v = a[i].m", "kernel.not-in-numba-cuda"),
        ("a[i] = b[i]", "kernel.record-value"),
        ("a[i] += 1", "kernel.part-change"),
        ("a[i].v += 1", "kernel.part-change"),
        ("a.mass = 1", "kernel.target"),
        ("x = packed[i].y", "kernel.unaligned"),
        ("print(a[i])", "kernel.print-item"),
    ],
)
def test_what_records_cannot_do_is_said(body: str, code: str) -> None:
    kernel = f"def kernel(a, b, packed):\n    i = cuda.grid(1)\n    {body}\n"
    packed = np.zeros(4, np.dtype([("x", np.int8), ("y", np.float64)]))
    arguments = {"a": particles(4), "b": np.zeros(4, POINT), "packed": packed}

    with pytest.raises(NotSupportedError) as refused:
        run(kernel, config(1, 4), arguments)

    assert refused.value.message.code == code
    assert refused.value.place is not None
    assert refused.value.place.line == 3


def test_an_array_of_another_shape_does_not_fit_a_field() -> None:
    kernel = "def kernel(a, v):\n    i = cuda.grid(1)\n    a[i]['v'] = v\n"

    with pytest.raises(KernelFailed) as failed:
        run(kernel, config(1, 4), {"a": particles(4), "v": np.zeros(2, np.float32)})

    assert failed.value.message.code == "kernel.part-shape"


def test_fields_that_nobody_wrote_are_found_in_every_schedule() -> None:
    kernel = """
        def kernel(a, out):
            i = cuda.grid(1)
            a[i].x = i
            out[i // 2] = a[i].x + a[i].y
        """
    for schedule in ("lockstep", "warps", "adversarial"):
        fresh = np.ones(32, np.bool_)
        options = ExecutionOptions(schedule=schedule, fresh={"a": fresh})
        arguments = {"a": np.zeros(32, POINT), "out": np.zeros(16)}

        done = run(kernel, config(1, 32), arguments, options)

        found = {(hazard.kind, hazard.array) for hazard in done.trace.hazards}
        assert found == {("uninitialized", "a"), ("race", "out")}, schedule
        assert not fresh.any(), schedule  # a record counts as written where one of its fields was
