"""Races on bytes that arrays of different types, views and fields of records have in common."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from tests.simt.kernels import config, run

RECORD = np.dtype([("a", np.float32), ("b", np.float64), ("c", np.int16)], align=True)
PACKED = np.dtype([("tag", np.int32), ("pair", np.float32, 2)])
NUMBERS = np.zeros(64)
Named = tuple[str, tuple[int, ...], int, int]
"""array, index, and the two threads."""

CASES: dict[str, tuple[str, str, dict[str, Any], Named | None]] = {
    "one field of a record": (
        "r[i].b = i",
        "r[63 - i].b",
        {"r": np.zeros(64, RECORD)},
        ("r", (0,), 0, 63),
    ),
    "different fields": ("r[i].a = i", "r[63 - i].b", {"r": np.zeros(64, RECORD)}, None),
    "arrays in records": (
        "r[i].pair[1] = i",
        "r[63 - i].pair[1]",
        {"r": np.zeros(64, PACKED)},
        ("r", (0, 1), 0, 63),
    ),
    "other elements of arrays in records": (
        "r[i].pair[1] = i",
        "r[63 - i].pair[0]",
        {"r": np.zeros(64, PACKED)},
        None,
    ),
    "halves of a number": (
        "x[i] = i",
        "y[(2 * i + 3) % 128]",
        {"x": NUMBERS, "y": NUMBERS.view(np.int32)},
        ("x", (0,), 0, 63),
    ),
    "own halves of a number": (
        "x[i] = i",
        "y[2 * i + 1]",
        {"x": NUMBERS, "y": NUMBERS.view(np.int32)},
        None,
    ),
    "the bytes of a number": (
        "x.view(np.uint8)[i] = i",
        "x[i // 8]",
        {"x": np.zeros(64)},
        ("x", (0,), 0, 1),
    ),
    "bytes of one number, a thread each": (
        "x.view(np.uint8)[i] = i",
        "x.view(np.uint8)[i]",
        {"x": np.zeros(64)},
        None,
    ),
    "a view that begins later": (
        "x[i] = i",
        "y[i] if i < 63 else 0",
        {"x": NUMBERS, "y": NUMBERS[1:]},
        ("x", (1,), 1, 0),
    ),
    "every other element": (
        "y[i // 2] = i",
        "x[i] if i % 2 == 1 else 0",
        {"x": NUMBERS, "y": NUMBERS[::2]},
        None,
    ),
    "parts of complex numbers": (
        "z.real[i] = i",
        "z.imag[63 - i]",
        {"z": np.zeros(64, np.complex64)},
        None,
    ),
}


@pytest.mark.parametrize(("write", "read", "arrays", "expected"), CASES.values(), ids=CASES)
def test_only_threads_that_meet_on_a_byte_race(
    write: str, read: str, arrays: dict[str, Any], expected: Named | None
) -> None:
    if "i // 2" in write:
        write = f"if i % 2 == 0: {write}"
    text = f"""
def kernel({", ".join(arrays)}, out):
    i = cuda.grid(1)
    {write}
    out[i] = {read}
"""

    hazards = run(text, config(1, 64), {**arrays, "out": np.zeros(64)}).trace.hazards

    found = [(h.kind, h.line, h.other_line) for h in hazards]
    named = [(h.array, h.index, h.thread.x, h.other_thread.x) for h in hazards if h.other_thread]
    assert found == ([] if expected is None else [("race", 3, 4)])
    assert named == ([] if expected is None else [expected])


@pytest.mark.parametrize(("place", "races"), [("2 * i + 1", 0), ("(2 * i + 3) % 128", 1)])
def test_dynamic_arrays_of_two_types_race_on_their_bytes(place: str, races: int) -> None:
    text = f"""
def kernel(out):
    narrow = cuda.shared.array(0, np.float32)
    wide = cuda.shared.array(0, np.float64)
    i = cuda.threadIdx.x
    wide[i] = i
    out[cuda.grid(1)] = narrow[{place}]
"""
    launch = dataclasses.replace(config(2, 64), dynamic_shared_bytes=64 * 8)

    hazards = run(text, launch, {"out": np.zeros(128)}).trace.hazards

    assert [(h.array, h.line, h.other_line) for h in hazards] == [("wide", 5, 6)] * races
