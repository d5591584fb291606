"""What the memory view advises: only what the pattern of the addresses makes certain."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.insight.memory_diagnosis import diagnosis
from gpuviz.launch import Dim3
from tests.insight.memory_accesses import LANES, access

ROW, WIDE, TALL = Dim3(256), Dim3(16, 16), Dim3(1, 256)
SCATTERED = LANES * LANES * 7 % 4001


def said(block: Dim3 = ROW, **of: Any) -> str:
    found = diagnosis(access(**of), block)
    return "" if found is None else found.text


@pytest.mark.parametrize(
    ("of", "sentence"),
    [
        ({"elements": LANES}, "read neighbouring elements: nothing is moved in vain"),
        ({"elements": 31 - LANES}, "nothing is moved in vain"),
        ({"elements": LANES, "kind": "write"}, "write neighbouring elements"),
        ({"elements": LANES[:9]}, "neighbouring elements: as few sectors as possible"),
        ({"elements": LANES * 0}, "read the same element: one sector serves them all"),
        ({"elements": LANES, "address": 4}, "first lies 4 B behind the start of a sector"),
        ({"elements": LANES * 2}, "read elements 2 apart: what lies between moves in vain"),
        ({"elements": LANES // 16 * 64}, "The 32 lanes read only 2 different elements"),
        ({"elements": SCATTERED}, "follow no fixed step"),
        ({"elements": [3]}, "Only one lane takes part"),
        ({"elements": LANES, "strides": (12,), "part_of": "p"}, "records that lie 12 B apart"),
    ],
)
def test_global_accesses(of: dict[str, Any], sentence: str) -> None:
    assert sentence in said(**of)


@pytest.mark.parametrize(
    ("block", "advice"),
    [
        (ROW, "elements 64 apart, one below the other: let threadIdx.x run along the last index"),
        (TALL, "the blocks are 1 thread wide"),
    ],
)
def test_a_warp_that_walks_down_a_column(block: Dim3, advice: str) -> None:
    assert advice in said(block, elements=LANES * 64, shape=(64, 64))


def test_in_an_array_of_one_dimension_no_last_index_is_spoken_of() -> None:
    assert "last index" not in said(elements=LANES * 64)


def test_rows_of_a_narrow_block_leave_part_of_each_sector_unused() -> None:
    elements = LANES // 4 * 64 + LANES % 4

    assert "8 in x would fill a sector" in said(Dim3(4, 64), elements=elements, shape=(64, 64))
    assert "8 in x" not in said(Dim3(256), elements=elements, shape=(64, 64))


def test_rows_of_half_a_warp_fill_whole_sectors() -> None:
    elements = LANES // 16 * 64 + LANES % 16

    assert said(WIDE, elements=elements, shape=(64, 64)) == "Every byte that moves is needed."


@pytest.mark.parametrize(
    ("of", "sentence"),
    [
        ({"elements": LANES}, "No conflict: no bank"),
        ({"elements": LANES // 2}, "lanes that read the same word are served together"),
        ({"elements": LANES * 32, "shape": (32, 32)}, "pad the row by one, (32, 33)"),
        ({"elements": LANES % 16 * 16, "shape": (16, 16)}, "pad the row by one, (16, 17)"),
        ({"elements": LANES * 2}, "elements 2 apart: 2 of them meet in one bank. An odd step"),
        ({"elements": SCATTERED}, ""),
    ],
)
def test_shared_accesses(of: dict[str, Any], sentence: str) -> None:
    found = said(space="shared", **of)

    assert sentence in found
    assert bool(found) == bool(sentence)


def test_padding_is_not_advised_where_it_would_not_help() -> None:
    assert "pad" not in said(space="shared", elements=LANES * 64, shape=(2, 1024))


@pytest.mark.parametrize(
    ("elements", "sentence"),
    [
        (LANES * 0, "All 32 lanes change one element: combine"),
        (LANES, "Every lane changes an element of its own"),
        (LANES // 2, ""),
        ([9], "no other lane waits"),
    ],
)
def test_atomic_accesses(elements: Any, sentence: str) -> None:
    found = said(kind="atomic", elements=elements)

    assert sentence in found
    assert bool(found) == bool(sentence)


def test_constant_memory_gives_one_element_at_a_time() -> None:
    assert "gives it to all at once" in said(space="constant", elements=LANES * 0)
    assert "32 different elements" in said(space="constant", elements=LANES)


def test_nothing_is_said_of_lanes_that_touch_nothing_or_only_what_is_theirs() -> None:
    assert said(elements=np.zeros(0, np.int64)) == ""
    assert said(space="local", elements=LANES * 0) == ""
