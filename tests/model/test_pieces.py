"""Accesses of many bytes, and those that a compiler cuts or joins: requests, tags, bytes."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import DTypeLike, NDArray

from gpuviz.device import find_device
from gpuviz.engines.compiled_kernel import AccessCount, CodeLine
from gpuviz.engines.compiled_mix import compiled_mix
from gpuviz.model.calibration import load_calibration
from gpuviz.model.limits import block_costs
from gpuviz.model.mix import CompiledMix, LineMix
from gpuviz.model.pieces import pieces_of, words_of_access
from gpuviz.model.work import LaunchWork, launch_work
from gpuviz.trace import Trace
from tests.simt.kernels import config, run

T4, H100 = find_device("t4"), find_device("h100_sxm")
POINT = np.dtype([("a", np.float32), ("b", np.float32), ("c", np.float64)], align=True)
COPY = "def kernel(x, y):\n    i = cuda.grid(1)\n    y[i] = x[i]\n"
FIELDS = "def kernel(x, y):\n    i = cuda.grid(1)\n    y[i] = x[i].a + x[i].b\n"


def launched(source: str, read: DTypeLike, written: DTypeLike) -> Trace:
    """A full warp."""
    arrays = {"x": np.zeros(32, read), "y": np.zeros(32, written)}
    return run(source, config(1, 32), arrays).trace


def copied(dtype: DTypeLike) -> Trace:
    return launched(COPY, dtype, dtype)


def one(column: NDArray[np.float64]) -> float:
    """Of the only phase of the only block."""
    [[value]] = column.tolist()
    return float(value)


@pytest.mark.parametrize(
    ("dtype", "pieces", "words"),
    [
        (np.int8, 1, 1),  # a lane gets a register
        (np.float32, 1, 1),
        (np.float64, 1, 2),  # LDG.64
        (np.complex64, 2, 2),  # two numbers: two instructions, as Numba's machine code has them
        (np.complex128, 2, 4),
    ],
)
def test_an_access_is_one_instruction_or_several(
    dtype: DTypeLike, pieces: float, words: float
) -> None:
    trace = copied(dtype)

    found = pieces_of(trace)

    assert found.tolist() == [pieces, pieces]
    assert words_of_access(trace, found).tolist() == [words, words]


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
def test_bytes_are_those_of_the_elements_however_they_are_cut(dtype: DTypeLike) -> None:
    size = np.dtype(dtype).itemsize
    work = launch_work(copied(dtype), T4)

    assert one(work.dram_bytes) == 2 * 32 * size
    assert one(work.dram_written_bytes) == 32 * size


def test_eight_bytes_take_one_request_with_twice_the_sectors() -> None:
    four, eight = (launch_work(copied(dtype), T4) for dtype in (np.float32, np.float64))

    assert one(eight.l1_bytes) == 2 * one(four.l1_bytes)
    assert one(eight.l1_lines) == 2 * one(four.l1_lines)
    assert one(eight.warp_instructions) == one(four.warp_instructions)
    assert one(eight.partial_stores) == 0


def test_handing_eight_bytes_to_each_lane_takes_twice_as_long() -> None:
    """An SM of a T4 hands out 64 bytes a clock: 2 clocks for 32 x 4 bytes, 4 for 32 x 8."""
    four, eight = (
        one(block_costs(launch_work(copied(dtype), T4), T4, load_calibration()).l1)
        for dtype in (np.float32, np.float64)
    )

    assert (four, eight) == (2 * 2, 2 * 4)


def test_each_half_of_a_complex_number_touches_all_sectors() -> None:
    """A read and a store of 256 bytes: 8 sectors each, and each of two instructions asks them."""
    work = launch_work(copied(np.complex64), H100)
    whole = launch_work(copied(np.float64), H100)

    assert one(work.l1_bytes) == 2 * one(whole.l1_bytes)
    assert one(work.l1_lines) == 2 * one(whole.l1_lines)
    assert one(work.warp_instructions) == one(whole.warp_instructions) + 2
    assert one(work.partial_stores) == 2 * 8
    assert one(work.l2_bytes) == one(whole.l2_bytes) + 32 * 8  # the store goes on twice


def mix_of(trace: Trace, *accesses: AccessCount) -> CompiledMix:
    line = trace.statements[-1].line
    code = CodeLine(line, (), LineMix(10, 0, 1, 0, 0), accesses)
    mix = compiled_mix((code,), trace)
    assert mix is not None
    return mix


def test_fields_of_a_record_that_are_loaded_together_ask_l1_once() -> None:
    """Numba's machine code has one LDG.64 for two fields of 4 bytes side by side."""
    trace = launched(FIELDS, POINT, np.float32)
    store = AccessCount("global", "write", 1, 4)
    joined = mix_of(trace, AccessCount("global", "read", 1, 8), store)
    apart = mix_of(trace, AccessCount("global", "read", 2, 8), store)

    together, each = (launch_work(trace, T4, mix) for mix in (joined, apart))

    assert apart.global_bytes == {}
    assert pieces_of(trace, joined.global_bytes).tolist() == [0.5, 0.5, 1]
    assert one(together.l1_lines) - 1 == (one(each.l1_lines) - 1) / 2  # a line is the store's
    assert one(together.l1_bytes) < one(each.l1_bytes)
    assert one(together.l1_requests) == one(each.l1_requests)  # as many words for the lanes
    assert one(together.dram_bytes) == one(each.dram_bytes)
    assert one(together.l2_bytes) == one(each.l2_bytes)


def test_a_record_that_is_copied_byte_by_byte_takes_a_request_for_each() -> None:
    """Numba's machine code has 16 loads and 16 stores of a byte."""
    trace = copied(POINT)
    bytes_ = AccessCount("global", "read", 16, 16), AccessCount("global", "write", 16, 16)

    mix = mix_of(trace, *bytes_)

    assert pieces_of(trace, mix.global_bytes).tolist() == 2 * [4, 4, 8]
    assert one(launch_work(trace, T4, mix).l1_requests) == 2 * 16


def test_machine_code_decides_where_it_is_known() -> None:
    trace = copied(np.complex64)
    wide = mix_of(trace, AccessCount("global", "read", 1, 8), AccessCount("global", "write", 1, 8))
    cut = mix_of(trace, AccessCount("global", "read", 2, 8), AccessCount("global", "write", 2, 8))

    assert pieces_of(trace, wide.global_bytes).tolist() == [1, 1]
    assert pieces_of(trace, cut.global_bytes).tolist() == [2, 2]


def test_loads_of_a_float32_and_a_float64_on_one_line_stay_as_they_are() -> None:
    source = "def kernel(x, z, y):\n    i = cuda.grid(1)\n    y[i] = x[i] + z[i]\n"
    arrays = {
        "x": np.zeros(32, np.float32),
        "z": np.zeros(32, np.float64),
        "y": np.zeros(32, np.float64),
    }
    trace = run(source, config(1, 32), arrays).trace

    mix = mix_of(trace, AccessCount("global", "read", 2, 12), AccessCount("global", "write", 1, 8))

    assert pieces_of(trace, mix.global_bytes).tolist() == [1, 1, 1]


def moved(work: LaunchWork) -> tuple[float, ...]:
    columns = work.l1_requests, work.l1_turns, work.l1_lines, work.l1_bytes, work.l2_bytes
    return tuple(map(one, columns))


def test_four_bytes_are_modelled_with_machine_code_as_without() -> None:
    trace = copied(np.float32)
    mix = mix_of(trace, AccessCount("global", "read", 1, 4), AccessCount("global", "write", 1, 4))

    assert moved(launch_work(trace, T4, mix)) == moved(launch_work(trace, T4))
