"""What a thread touches in the whole launch, and how many elements are told in few words."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.insight.element_ranges import element_ranges
from gpuviz.insight.thread_totals import thread_totals
from tests.helpers import traces
from tests.helpers.launches import emulated


def test_a_thread_of_a_product_reads_a_row_and_a_column() -> None:
    trace = emulated("matmul_naive")

    totals = thread_totals(trace, 0, 17 * 16 + 3 - 256)  # thread (3, 1)

    told = [(total.kind, total.times, total.text) for total in totals]
    assert told == [
        ("read", 64, "a[1, 0–63]"),
        ("read", 64, "b[0–63, 3]"),
        ("write", 1, "c[1, 3]"),
    ]


def test_an_element_that_is_read_again_counts_each_time() -> None:
    totals = thread_totals(emulated("sum_shared"), 0, 0)

    part = [total for total in totals if "part" in total.text and total.kind == "read"]
    assert part[0].times > part[0].elements


def test_a_block_that_was_not_followed_has_no_totals() -> None:
    assert thread_totals(traces.vector_add(1000, 256, (0, 3)), 1, 0) == ()


@pytest.mark.parametrize(
    ("shape", "elements", "words"),
    [
        ((1000,), [785], "x[785]"),
        ((1000,), [3, 4, 5, 6], "x[3–6]"),
        ((1000,), [3, 9], "x[{3, 9}]"),
        ((1000,), range(0, 1000, 32), "x[{0, 32, …, 992}]"),
        ((64, 64), range(3 * 64, 4 * 64), "x[3, 0–63]"),
        ((64, 64), range(5, 64 * 64, 64), "x[0–63, 5]"),
        ((4, 4), [0, 1, 4, 5], "x[{0, 1}, {0, 1}]"),
        ((4, 4), [0, 5, 10], "x[0, 0], x[1, 1], x[2, 2]"),
        ((9, 9), range(0, 81, 10), "x[0, 0], x[1, 1], x[2, 2], x[3, 3], …"),
    ],
)
def test_many_elements_are_told_as_ranges(
    shape: tuple[int, ...], elements: list[int], words: str
) -> None:
    assert element_ranges("x", shape, np.array(list(elements), np.int64)) == words
