"""Machine instructions of statements: against what the machine code of numba-cuda holds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.model.loops import LoopSense, loop_senses
from gpuviz.model.mix import CompiledMix, LineMix, statement_mixes, warp_start
from gpuviz.model.weights import CUDA_C
from gpuviz.trace import Trace
from tests.helpers.launches import emulated
from tests.simt.kernels import config, run

ISSUED, INT32, FP32, FP64, SFU = range(5)


def launched(body: str, **captured: Any) -> Trace:
    source = f"""
def kernel(a, x, out):
    i = cuda.grid(1)
{body}
"""
    arguments = {"a": np.ones(64, np.float32), "x": np.ones(64), "out": np.zeros(64, np.float32)}
    return run(source, config(1, 64), arguments, **captured).trace


def last_mix(body: str) -> list[float]:
    trace = launched(body)
    mixes: list[list[float]] = statement_mixes(trace, loop_senses(trace)).tolist()
    return mixes[-1]


@pytest.mark.parametrize(
    ("body", "fp32", "fp64", "sfu"),
    [
        ("    out[i] = a[i] * a[i] + a[i]", 1, 0, 0),  # fused
        ("    out[i] = a[i] * a[i] * a[i]", 2, 0, 0),
        ("    out[i] = x[i] * x[i] + x[i]", 0, 1, 0),
        ("    out[i] = a[i] / a[i]", 7, 0, 1),
        ("    out[i] = math.sqrt(x[i])", 0, 14, 1),
    ],
)
def test_floats_are_computed_where_they_belong(
    body: str, fp32: float, fp64: float, sfu: float
) -> None:
    mix = last_mix(body)

    assert mix[FP32:] == [fp32, fp64, sfu]


def test_an_element_that_is_read_and_written_is_found_once() -> None:
    once, twice = last_mix("    out[i] += a[i]"), last_mix("    out[i] = a[i] + x[i]")

    assert once[INT32] == 0.75 * 2 * 6.5
    assert twice[INT32] == 0.75 * 3 * 6.5


SASS = {  # instructions of a whole kernel, without the rare cases of divisions: as nvJitLink 13.5
    "vector_add": (33, 42),  # makes them for 7.5 and for 9.0
    "transpose_naive": (49, 58),
    "transpose_tiled": (109, 123),
    "copy_strided": (77, 84),
    "histogram": (20, 25),
    "sum_atomic": (21, 26),
    "sigmoid": (74, 79),
}


@pytest.mark.parametrize("name", SASS)
def test_straight_kernels_take_nearly_as_many_instructions_as_their_machine_code_has(
    name: str,
) -> None:
    trace = emulated(name)
    assert trace.warp_counters is not None
    steps = trace.warp_counters.steps[:, 0]
    mixes = statement_mixes(trace, loop_senses(trace))
    executed = steps @ mixes[:, ISSUED] + warp_start()[ISSUED]

    assert 0.75 <= executed / np.mean(SASS[name]) <= 1.5


def test_a_turn_of_the_naive_product_takes_not_much_more_than_one_of_its_machine_code() -> None:
    """Four turns take 136 instructions for compute capability 7.5, 144 for 9.0."""
    trace = emulated("matmul_naive")
    header, body = (
        next(row for row, s in enumerate(trace.statements) if s.kind == kind)
        for kind in ("For", "AugAssign")
    )
    mixes = statement_mixes(trace, loop_senses(trace))

    turn = mixes[header, ISSUED] + mixes[body, ISSUED]
    assert turn == pytest.approx(np.mean((136 / 4, 144 / 4)), rel=0.1)  # for 7.5 and for 9.0


SASS_OF_C = {  # executed by a warp, as NVRTC 13.3 compiles kernels/cuda for 7.5 and for 9.0
    "vector_add": (15, 20),
    "transpose_naive": (18, 23),
    "sum_shared": (98, 103),
    "matmul_naive": (348, 348),
    "matmul_tiled": (358, 376),
    "matmul_register_tiled": (1959, 1995),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SASS_OF_C)
def test_in_c_kernels_take_nearly_as_many_instructions_as_nvrtc_makes_of_them(name: str) -> None:
    trace = emulated(name)
    assert trace.warp_counters is not None
    mixes = statement_mixes(trace, loop_senses(trace), weights=CUDA_C)
    executed = (trace.warp_counters.steps.T @ mixes[:, ISSUED]).mean()
    executed += warp_start(weights=CUDA_C)[ISSUED]

    assert 0.75 <= executed / np.mean(SASS_OF_C[name]) <= 1.33


def test_in_c_a_turn_of_the_naive_product_is_two_loads_an_addition_and_little_else() -> None:
    """NVRTC 13.3 makes 74 instructions of 16 turns, for compute capability 7.5."""
    trace = emulated("matmul_naive")
    header, body = (
        next(row for row, s in enumerate(trace.statements) if s.kind == kind)
        for kind in ("For", "AugAssign")
    )
    mixes = statement_mixes(trace, loop_senses(trace), weights=CUDA_C)

    turn = mixes[header, ISSUED] + mixes[body, ISSUED]
    assert turn == pytest.approx(74 / 16, rel=0.1)


SHARED = "    s = cuda.shared.array(64, np.float32)\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "sense"),
    [
        ("    for k in range(16):\n        out[i] = a[k]", LoopSense(True, 1)),
        ("    for k in range(16):\n        i += a[k]", LoopSense(True, 8)),
        (f"{SHARED}    for k in range(16):\n        s[k] = a[k]", LoopSense(True, 8)),  # moved up
        (f"{SHARED}    for k in range(16):\n        s[k] += a[k]", LoopSense(True, 1)),
        (f"{SHARED}    for k in range(a.size):\n        s[k] = a[k]", LoopSense(False, 1)),
        ("    for k in range(2, TURNS):\n        i += a[k]", LoopSense(True, 8)),
        ("    for k in range(0):\n        i += a[k]", LoopSense(True, 8)),
        ("    for k in range(1000):\n        i += a[k % 64]", LoopSense(False, 4)),
        ("    for k in range(a.size):\n        i += a[k]", LoopSense(False, 4)),
        ("    for k in range(a.size):\n        cuda.syncthreads()", LoopSense(False, 1)),
        ("    while i < 3:\n        i += a[0]", LoopSense(False, 1)),
        ("    i += a[0]", LoopSense(False, 1)),
    ],
)
def test_loops_are_written_out_and_bring_loads_forward(body: str, sense: LoopSense) -> None:
    assert loop_senses(launched(body, TURNS=12))[-1] == sense


NESTED = """
    for j in range({outer}):
        i += 1
        for k in range({inner}):
            i += a[k]
"""


@pytest.mark.parametrize(
    ("outer", "inner", "outside", "inside"),
    [
        (3, 4, LoopSense(True, 8), LoopSense(True, 8)),
        (9, 8, LoopSense(False, 4), LoopSense(True, 8)),  # 72 bodies are too many
        ("a.size", 4, LoopSense(False, 4), LoopSense(True, 8)),
        (3, "a.size", LoopSense(), LoopSense(False, 4)),  # only what is innermost is copied
    ],
)
def test_a_loop_around_loops_that_are_written_out_is_an_innermost_one(
    outer: object, inner: object, outside: LoopSense, inside: LoopSense
) -> None:
    trace = launched(NESTED.format(outer=outer, inner=inner))

    assert loop_senses(trace)[1:] == (outside, outside, inside, inside)


def test_what_is_kept_in_a_local_array_keeps_no_loads_apart() -> None:
    body = (
        "    mine = cuda.local.array(4, np.float32)\n"
        "    for k in range(4):\n        mine[k] = a[k]\n    out[i] = mine[0]"
    )
    trace = launched(body)
    mixes = statement_mixes(trace, loop_senses(trace))

    assert loop_senses(trace)[-2] == LoopSense(True, 8)
    assert mixes[-2, ISSUED] == 6.5 + 1  # the load and its address: the array lies in registers


def test_a_loop_that_is_written_out_costs_neither_header_nor_indices() -> None:
    header, body = statement_mixes(
        trace := launched("    for k in range(4):\n        i += x[k]"), loop_senses(trace)
    )[1:]

    assert header.tolist() == [0, 0, 0, 0, 0]
    assert (
        body[INT32] == 0.75 * 6.5
    )  # of the global array: only shared memory lies where it is known


def test_compiled_instructions_of_a_line_count_once_for_all_its_statements() -> None:
    trace = launched("    out[i] = 1; out[i] = 2")
    line = trace.statements[-1].line
    mixes = statement_mixes(trace, loop_senses(trace), CompiledMix({line: LineMix(9, 5, 1, 0, 0)}))

    assert mixes[1:].tolist() == [[9, 5, 1, 0, 0], [0, 0, 0, 0, 0]]


def test_what_is_compiled_has_the_start_of_a_warp_among_its_statements() -> None:
    assert warp_start()[ISSUED] > 0
    assert warp_start(CompiledMix({})).tolist() == [0, 0, 0, 0, 0]
