"""Shared arrays of size 0: the launch says how many bytes they have, and they are one memory."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuviz import cuda
from gpuviz.messages import RequestRefused
from tests.simt.kernels import config, run

REVERSED = """
def kernel(out):
    s = cuda.shared.array(0, dtype=np.float32)
    i = cuda.threadIdx.x
    s[i] = i
    cuda.syncthreads()
    out[cuda.grid(1)] = s[s.size - 1 - i]
"""


def test_the_launch_gives_a_dynamic_array_its_size() -> None:
    out = np.zeros(100)

    trace = run(REVERSED, replace(config(2, 50), dynamic_shared_bytes=200), {"out": out}).trace

    assert out.tolist() == [*range(49, -1, -1)] * 2
    assert trace.hazards == ()
    assert [(a.name, a.shape) for a in trace.arrays] == [("out", (100,)), ("s", (50,))]
    assert trace.shared_bytes == 0


def test_elements_behind_what_the_launch_asked_for_are_out_of_bounds() -> None:
    launch = replace(config(1, 50), dynamic_shared_bytes=199)

    hazards = run(REVERSED, launch, {"out": np.zeros(50)}).trace.hazards

    assert {(h.kind, h.array, h.index) for h in hazards} >= {("out-of-bounds", "s", (49,))}


def test_a_launch_that_asks_for_nothing_has_a_dynamic_array_without_elements() -> None:
    hazards = run(REVERSED, config(1, 8), {"out": np.zeros(8)}).trace.hazards

    assert {(h.kind, h.array, h.line) for h in hazards} == {
        ("out-of-bounds", "s", 4),
        ("out-of-bounds", "s", 6),
    }


def test_dynamic_arrays_are_one_memory_and_static_ones_are_not() -> None:
    text = """
        def kernel(out):
            fixed = cuda.shared.array(4, np.int32)
            words = cuda.shared.array(0, np.int32)
            bits = cuda.shared.array(0, np.uint32)
            same = cuda.shared.array(0, np.int32)
            fixed[0] = 7
            words[0] = -1
            out[0] = bits[0]
            out[1] = same[0]
            out[2] = fixed[0]
        """
    out = np.zeros(3, np.int64)

    trace = run(text, replace(config(1, 1), dynamic_shared_bytes=16), {"out": out}).trace

    assert out.tolist() == [2**32 - 1, -1, 7]
    assert (trace.hazards, trace.shared_bytes) == ((), 16)


@cuda.jit
def reverse(out):  # type: ignore[no-untyped-def]
    s = cuda.shared.array(0, np.float32)
    i = cuda.threadIdx.x
    s[i] = i
    cuda.syncthreads()
    out[i] = s[s.size - 1 - i]


def test_the_bytes_stand_fourth_in_the_brackets_of_a_launch() -> None:
    out = np.zeros(32)

    reverse[1, 32, 0, 128](out)

    assert out.tolist() == list(range(31, -1, -1))


@pytest.mark.parametrize("given", [-4, 1.5, "128", True])
def test_what_is_no_number_of_bytes_is_refused(given: object) -> None:
    with pytest.raises(RequestRefused, match="no number of bytes"):
        reverse[1, 32, 0, given]


def test_more_than_a_block_may_have_is_refused() -> None:
    with pytest.raises(RequestRefused, match="bytes of dynamic shared memory are more than"):
        reverse[1, 32, 0, 1 << 20](np.zeros(32))


def test_what_one_type_wrote_only_in_part_is_uninitialised_for_another() -> None:
    text = """
        def kernel(out):
            words = cuda.shared.array(0, np.int32)
            bytes_ = cuda.shared.array(0, np.uint8)
            bytes_[0] = bytes_[1] = bytes_[2] = bytes_[3] = 1
            bytes_[4] = bytes_[5] = 1
            out[0] = words[0]
            out[1] = words[1]
    """
    launch = replace(config(1, 1), dynamic_shared_bytes=8)

    hazards = run(text, launch, {"out": np.zeros(2)}).trace.hazards

    assert [(h.kind, h.line) for h in hazards] == [("uninitialized", 7)]
