"""What was typed as the sizes and blocks of a sweep."""

from __future__ import annotations

import dataclasses

import pytest

from gpuviz.bench.sweep_ranges import (
    MOST_POINTS,
    check_device_memory,
    parse_blocks,
    parse_sizes,
)
from gpuviz.device import find_device
from gpuviz.launch import Dim3
from gpuviz.messages import RequestRefused
from gpuviz.operation import find_operation

VECTOR_ADD = find_operation("vector_add")
MATMUL = find_operation("matmul_tiled")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1024:8192", [1024, 2048, 4096, 8192]),
        ("1000:5000", [1000, 2000, 4000]),
        ("7:7", [7]),
        ("1:2", [1, 2]),
        ("100,400,200", [100, 400, 200]),
        ("100:400,1000, 200", [100, 200, 400, 1000]),
        (" 5 : 10 ", [5, 10]),
    ],
)
def test_a_range_doubles_as_long_as_it_reaches_its_end_and_each_size_is_there_once(
    text: str, expected: list[int]
) -> None:
    assert [size for (size,) in parse_sizes(VECTOR_ADD, text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("16:64", [(16, 16, 16), (32, 32, 32), (64, 64, 64)]),
        ("8x4x2:16x8x4", [(8, 4, 2), (16, 8, 4)]),
        ("8x100x2:32x100x8", [(8, 100, 2), (16, 100, 4), (32, 100, 8)]),
        ("8x4x2", [(8, 4, 2)]),
    ],
)
def test_one_number_stands_for_all_sizes_and_shapes_grow_where_they_end_larger(
    text: str, expected: list[tuple[int, ...]]
) -> None:
    assert list(parse_sizes(MATMUL, text)) == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "sweep.empty"),
        ("  ", "sweep.empty"),
        ("8:4", "sweep.reversed"),
        ("1:2:3", "sweep.not-a-range"),
        (":4", "sweep.not-a-range"),
        ("4:", "sweep.not-a-range"),
        (":", "sweep.not-a-range"),
        ("0:4", "size.below-one"),
        ("-8:-4", "size.below-one"),
        ("1:many", "size.not-a-number"),
        ("1,,2", "size.not-a-number"),
        ("1.5:3", "size.not-a-number"),
        ("1x2:4x8", "size.wrong-count"),
        ("1:" + "9" * 400, "size.too-large"),
        ("1:" + "9" * 5000, "size.not-a-number"),
        ("1024:999999999999", "size.beyond-memory"),
        (",".join(map(str, range(1, MOST_POINTS + 2))), "sweep.too-many"),
        ("1," * 1_000_000, "sweep.too-many"),
    ],
)
def test_sizes_that_cannot_be_meant_are_refused_in_a_sentence(text: str, code: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        parse_sizes(VECTOR_ADD, text)

    assert refused.value.message.code == code
    assert len(refused.value.message.text) < 250


def test_a_reversed_range_is_shown_the_right_way_round() -> None:
    with pytest.raises(RequestRefused, match="write it as 64:4096"):
        parse_sizes(MATMUL, "4096:64")


def test_as_many_sizes_as_a_sweep_has_points_are_taken() -> None:
    sizes = parse_sizes(VECTOR_ADD, ",".join(map(str, range(1, MOST_POINTS + 1))))

    assert len(sizes) == MOST_POINTS


def test_blocks_have_one_to_three_sides_and_each_is_there_once() -> None:
    found = parse_blocks("32, 64,8x8,32,4x4x4")

    assert found == (Dim3(32), Dim3(64), Dim3(8, 8), Dim3(4, 4, 4))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "sweep.empty"),
        ("32,0", "sweep.empty-block"),
        ("-32", "sweep.empty-block"),
        ("8x8x8x8", "launch.not-a-shape"),
        ("32,,64", "launch.not-a-shape"),
        ("many", "launch.not-a-shape"),
    ],
)
def test_blocks_that_cannot_be_meant_are_refused_in_a_sentence(text: str, code: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        parse_blocks(text)

    assert refused.value.message.code == code


def test_arrays_may_fill_the_memory_of_a_device_and_no_more() -> None:
    device = dataclasses.replace(find_device("t4"), mem_bytes=12 * 1000)

    check_device_memory(VECTOR_ADD, (1000,), device)
    with pytest.raises(RequestRefused, match="of size 1001 needs"):
        check_device_memory(VECTOR_ADD, (1001,), device)
