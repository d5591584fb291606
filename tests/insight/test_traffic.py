"""Memory traffic by site."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuviz.insight.traffic import site_text, site_traffic
from gpuviz.trace import NO_ELEMENT
from tests.helpers import traces


def test_contiguous_loads_use_every_byte_they_move() -> None:
    traffic = site_traffic(traces.vector_add(1000, 256))

    assert [one.text for one in traffic] == ["a[i]", "b[i]", "c[i]"]
    assert [one.units for one in traffic] == [125, 125, 125]
    assert [one.used_share for one in traffic] == [1.0, 1.0, 1.0]


def test_lanes_that_share_an_element_need_its_bytes_once() -> None:
    trace = traces.vector_add(32, 32)
    assert trace.accesses is not None
    element = trace.accesses.element.copy()
    element[0] = np.r_[[7] * 16, [NO_ELEMENT] * 8, [3] * 8]  # two elements, out of order
    shared = replace(trace, accesses=replace(trace.accesses, element=element))

    share = site_traffic(shared)[0].used_share

    assert share == 2 * 4 / (4 * 32)


def test_where_not_every_block_is_followed_no_share_is_claimed() -> None:
    traffic = site_traffic(traces.vector_add(1000, 256, followed=(0, 3)))

    assert [one.used_share for one in traffic] == [None, None, None]


def test_two_accesses_to_one_array_on_a_line_are_told_apart_by_their_column() -> None:
    trace = traces.vector_add(32, 32)
    text = trace.functions[0].text.replace("a[i] + b[i]", "a[i] + a[i - 1]")
    function = replace(trace.functions[0], text=text)
    two = replace(trace, functions=(function,))
    column = text.splitlines()[-1].index("a[i - 1]") + 1

    assert site_text(two, replace(trace.sites[0], column=column)) == "a[i - 1]"


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("cuda.atomic.add(a, i, 1)", "a[i]"),
        ("old = cuda.atomic.max(a, f(i), 1)", "a[f(i)]"),
        ("cuda.atomic.add(a, (i, i + 1), 1)", "a[i, i + 1]"),
        ("cuda.atomic.add(a, i, cuda.atomic.add(a, 0, 1))", "a"),
        ("change(a, i)", "a"),
    ],
)
def test_an_atomic_is_told_by_the_element_that_it_changes(statement: str, text: str) -> None:
    trace = traces.vector_add(32, 32)
    source = trace.functions[0].text.replace("c[i] = a[i] + b[i]", statement)
    function = replace(trace.functions[0], text=source)
    atomic = replace(trace, functions=(function,))

    assert site_text(atomic, replace(trace.sites[0], kind="atomic")) == text
