"""Device arrays that a kernel knows from its module: it works on them where they lie."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz import cuda
from gpuviz.cuda.launching import HazardWarning
from gpuviz.cuda.recording import open_recording
from gpuviz.trace.file import load_trace, save_trace

TABLE = cuda.to_device(np.arange(8.0))
SUMS = cuda.device_array(8)
COUNT = cuda.to_device(np.zeros(1, np.int64))
ROWS = cuda.to_device(np.arange(12.0).reshape(3, 4))
MAPPED = cuda.mapped_array(4, np.int32)
MIDDLE = slice(2, 6)


@cuda.jit(device=True)
def looked_up(i: Any) -> Any:
    return TABLE[i] + ROWS[i % 3, 1]


@cuda.jit
def summed(out: Any) -> None:
    i = cuda.grid(1)
    SUMS[i] = looked_up(i) + TABLE[MIDDLE].sum()
    out[i] = SUMS[i] + ROWS.shape[1] + len(TABLE)
    cuda.atomic.add(COUNT, 0, 1)


def expected(table: Any) -> Any:
    rows = np.arange(12.0).reshape(3, 4)
    return table + rows[np.arange(8) % 3, 1] + table[MIDDLE].sum() + 4 + 8


def test_a_kernel_reads_and_writes_them_and_sees_what_the_host_changes() -> None:
    table, out = np.arange(8.0), np.zeros(8)
    TABLE.copy_to_device(table)
    before = int(COUNT.copy_to_host()[0])

    summed[1, 8](out)

    assert out.tolist() == expected(table).tolist()
    assert SUMS.copy_to_host().tolist() == (expected(table) - 12).tolist()
    assert COUNT.copy_to_host()[0] == before + 8

    table[3] = 100
    TABLE.copy_to_device(table)
    summed[1, 8](out)

    assert out.tolist() == expected(table).tolist()


def test_mapped_memory_is_known_where_it_lies_too() -> None:
    @cuda.jit
    def fill() -> None:
        MAPPED[cuda.grid(1)] = cuda.grid(1) + 1

    fill[1, 4]()

    assert MAPPED.tolist() == [1, 2, 3, 4]


def test_a_host_array_of_the_module_stays_as_it_was_at_the_first_launch() -> None:
    numbers = np.arange(4)

    @cuda.jit
    def kernel(out: Any) -> None:
        out[cuda.grid(1)] = numbers[cuda.grid(1)]

    out = np.zeros(4)
    kernel[1, 4](out)
    numbers[0] = 9
    kernel[1, 4](out)

    assert out.tolist() == [0, 1, 2, 3]


def test_races_and_bounds_are_found_in_them() -> None:
    total = cuda.to_device(np.zeros(2))

    @cuda.jit
    def lost(out: Any) -> None:
        total[0] += 1
        out[0] = total[cuda.grid(1)]

    with pytest.warns(HazardWarning) as told:
        lost[1, 4](np.zeros(1))

    assert any("race" in str(w.message) or "orders the two" in str(w.message) for w in told)
    assert any("total[2]" in str(w.message) for w in told)


def test_a_parameter_of_the_same_name_hides_it() -> None:
    @cuda.jit(device=True)
    def from_outside(i: Any) -> Any:
        return TABLE[i]

    @cuda.jit
    def kernel(TABLE: Any, out: Any) -> None:
        out[cuda.grid(1)] = TABLE[0] + from_outside(cuda.grid(1))

    TABLE.copy_to_device(np.arange(8.0))
    out = np.zeros(4)
    kernel[1, 4](np.full(1, 50.0), out)

    assert out.tolist() == [50, 51, 52, 53]


def test_a_recording_has_them_as_arrays_of_the_launch(tmp_path: Path) -> None:
    with open_recording() as recording:
        summed[1, 8](np.zeros(8))

    (trace,) = recording.launches
    save_trace(trace, tmp_path / "launch.gpuviz")
    again = load_trace(tmp_path / "launch.gpuviz")

    assert {"out", "TABLE", "SUMS", "COUNT", "ROWS"} <= {array.name for array in again.arrays}
    assert again.outputs.keys() == {"out", "SUMS", "COUNT"}
    assert again.functions[0].captured["MIDDLE"].value == (2, 6, None)


PAIR = (np.array([1.0, 2.0]), np.array([3.0, 4.0]))
MIXED = (np.array([1.0, 2.0]), 5, (6, b"ab"))


@cuda.jit(device=True)
def second_of(items: Any) -> Any:
    return items[0][1] + items[1]


@cuda.jit
def of_tuples(out: Any) -> None:
    i = cuda.grid(1)
    for array in PAIR:
        out[i] += array[i]
    first, number, (other, text) = MIXED
    out[i] += 100 * (first[i] + number + other + text[1] + len(MIXED))
    out[i] += 100000 * (second_of(MIXED) + PAIR[i][0])


def test_a_tuple_of_arrays_and_of_other_things_is_known_from_the_module(tmp_path: Path) -> None:
    out = np.zeros(2)

    with open_recording() as recording:
        of_tuples[1, 2](out)
    save_trace(recording.launches[0], tmp_path / "tuples.gpuviz")

    sums = [1 + 3, 2 + 4]
    mixed = [1 + 5 + 6 + 98 + 3, 2 + 5 + 6 + 98 + 3]
    last = [2 + 5 + 1, 2 + 5 + 3]
    assert out.tolist() == [
        a + 100 * b + 100000 * c for a, b, c in zip(sums, mixed, last, strict=True)
    ]
    again = load_trace(tmp_path / "tuples.gpuviz")
    assert again.functions[0].captured["PAIR[1]"].value.tolist() == [3, 4]  # type: ignore[attr-defined]
