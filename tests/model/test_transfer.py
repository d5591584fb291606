"""Copies over PCIe, against sums done by hand."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from numpy.typing import DTypeLike

from gpuviz.device import find_device
from gpuviz.model.calibration import Calibration
from gpuviz.model.transfer import copied_bytes, copy_note, copy_range, copy_seconds, holds

PLAIN = Calibration(copy_seconds=5e-6, pageable_share=0.5, pageable_most_gbs=10.0, pinned_share=0.8)
GEN3, GEN5 = (dataclasses.replace(find_device("t4"), pcie_gbs=rate) for rate in (16.0, 64.0))


def test_a_copy_costs_its_start_and_its_bytes() -> None:
    assert copy_seconds(GEN3, 8e9, PLAIN) == pytest.approx(5e-6 + 1)


def test_page_locked_memory_is_copied_faster() -> None:
    assert copy_seconds(GEN3, 12.8e9, PLAIN, pinned=True) == pytest.approx(5e-6 + 1)


def test_ordinary_arrays_go_no_faster_than_the_cpu_copies_them() -> None:
    assert copy_seconds(GEN5, 10e9, PLAIN) == pytest.approx(5e-6 + 1)
    assert copy_seconds(GEN5, 51.2e9, PLAIN, pinned=True) == pytest.approx(5e-6 + 1)


def test_nothing_costs_nothing() -> None:
    assert copy_seconds(GEN3, 0, PLAIN) == 0


def test_memory_that_the_cpu_shares_is_not_copied() -> None:
    assert copy_seconds(find_device("orin_nano_8gb"), 1e9, PLAIN) == 0


def test_how_long_copies_take_is_said_as_a_range() -> None:
    taken = copy_range(GEN3, (5e9, 5e9), PLAIN)  # at most 0.8 of 16 GB/s

    assert taken is not None
    note = copy_note(taken)
    assert "5.0 to 13 GB/s" in note.text
    assert "take 781 ms to 2.0 s" in note.text.replace("\u202f", " ")
    assert taken.around(1.0) == pytest.approx((0.781, 2.0), rel=1e-2)
    assert taken.around(0.5) == pytest.approx((1.0, 4.0), rel=1e-2)


def test_without_a_copy_there_is_no_range() -> None:
    assert copy_range(GEN3, (0, 0), PLAIN) is None
    assert copy_range(find_device("orin_nano_8gb"), (5e9, 5e9), PLAIN) is None


def test_inputs_go_there_outputs_come_back_and_what_is_both_does_both() -> None:
    x, y = np.ones(100, np.float32), np.ones(50, np.float32)
    arguments: dict[str, object] = {"a": 2.0, "x": x, "y": y}

    assert copied_bytes(arguments, ("y",)) == (600, 200)
    assert copied_bytes({**arguments, "y": np.zeros_like(y)}, ("y",)) == (400, 200)


@pytest.mark.parametrize(
    ("dtype", "value"), [(np.float32, 1.0), (np.dtype([("a", np.int8), ("b", np.int8)]), (0, 1))]
)
def test_an_array_of_zeros_need_not_be_copied_also_where_it_holds_records(
    dtype: DTypeLike, value: object
) -> None:
    array = np.zeros(3, dtype)
    before = holds(array)

    array[1] = value

    assert (before, holds(array)) == (False, True)
