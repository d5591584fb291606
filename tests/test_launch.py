"""Grid and block: how threads are numbered, and what is refused with which words."""

from __future__ import annotations

import contextlib
import dataclasses
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.device import Device, find_device
from gpuviz.launch import (
    Dim3,
    LaunchConfig,
    ceil_divide,
    check_launch,
    covering_grid,
    parse_dim3,
    refusals,
)
from gpuviz.messages import RequestRefused, shortened

GRID_X_LIMIT = 2**31 - 1

small_shapes = st.builds(Dim3, *[st.integers(1, 9)] * 3)
whole = st.integers(-(2**40), 2**40)


@pytest.fixture(scope="module")
def device() -> Device:
    return find_device("t4")


def config(grid: tuple[object, ...], block: tuple[object, ...], shared: int = 0) -> LaunchConfig:
    """A configuration from values that a user typed: they need not be whole numbers."""
    return LaunchConfig(Dim3(*grid), Dim3(*block), shared)  # type: ignore[arg-type]


@given(small_shapes)
def test_linear_numbers_and_indices_of_a_shape_match_one_to_one(shape: Dim3) -> None:
    indices = [shape.index(linear) for linear in range(shape.size)]

    assert [shape.linear(index) for index in indices] == list(range(shape.size))
    assert len(set(indices)) == shape.size
    assert all(0 <= i < n for index in indices for i, n in zip(index, shape, strict=True))


@given(small_shapes)
def test_threads_are_numbered_x_fastest_as_numpy_numbers_a_zyx_array(shape: Dim3) -> None:
    expected = np.stack(np.unravel_index(np.arange(shape.size), shape[::-1]))[::-1].T

    numbered = [shape.index(linear) for linear in range(shape.size)]

    assert numbered == [tuple(row) for row in expected.tolist()]


@pytest.mark.parametrize(
    ("block", "warps"),
    [((1,), 1), ((31,), 1), ((32,), 1), ((33,), 2), ((7, 5), 2), ((8, 8, 4), 8), ((1024,), 32)],
)
def test_a_warp_never_spans_blocks(block: tuple[int, ...], warps: int) -> None:
    launch = config((3, 2), block)

    assert launch.warps_per_block == warps
    assert launch.warps == 6 * warps


def test_a_launch_counts_blocks_and_threads_over_all_axes() -> None:
    launch = config((4, 3, 2), (8, 2, 2))

    assert (launch.blocks, launch.threads) == (24, 768)


@given(st.lists(st.integers(1, 2**70), min_size=1, max_size=3), small_shapes)
def test_a_covering_grid_covers_and_one_block_less_would_not(needed: list[int], b: Dim3) -> None:
    grid = covering_grid(needed, b)

    wanted = (*needed, 1, 1)[:3]
    assert all(g * n >= w for g, n, w in zip(grid, b, wanted, strict=True))
    assert all((g - 1) * n < w for g, n, w in zip(grid, b, wanted, strict=True))


@given(st.integers(0, 2**50), st.integers(1, 2**20))
def test_ceil_divide_rounds_up_as_exact_fractions_do(number: int, divisor: int) -> None:
    assert ceil_divide(number, divisor) == math.ceil(Fraction(number, divisor))


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("256", (256, 1, 1)),
        ("16,16", (16, 16, 1)),
        ("8,8,4", (8, 8, 4)),
        ("16x16", (16, 16, 1)),
        (" 32 , 4 ", (32, 4, 1)),
        ("0", (0, 1, 1)),
        ("-5", (-5, 1, 1)),
    ],
)
def test_a_shape_is_read_from_one_to_three_numbers(text: str, shape: tuple[int, ...]) -> None:
    assert parse_dim3(text, "--block") == shape


@pytest.mark.parametrize(
    "text", ["", "abc", "1.5", "1,2,3,4", "16,", ",16", "16;16", "1e-3", "nan", "9" * 5000, "½"]
)
def test_what_is_not_a_shape_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(RequestRefused, match="for example 256 or 16,16") as refused:
        parse_dim3(text, "--block")

    assert refused.value.message.text.startswith(f"--block '{shortened(text)}' is not a shape")


@given(st.text())
def test_no_text_makes_anything_but_a_shape_or_a_refusal(text: str) -> None:
    with contextlib.suppress(RequestRefused):
        assert all(isinstance(number, int) for number in parse_dim3(text, "--grid"))


@given(st.lists(whole, min_size=1, max_size=3))
def test_a_shape_that_is_written_out_is_read_back(numbers: list[int]) -> None:
    text = ",".join(str(number) for number in numbers)

    assert parse_dim3(text, "--grid") == Dim3(*numbers)


@pytest.mark.parametrize(
    ("grid", "block"),
    [
        ((1,), (1,)),
        ((GRID_X_LIMIT, 65535, 65535), (1024,)),
        ((1,), (1024, 1, 1)),
        ((1,), (1, 1024, 1)),
        ((1,), (16, 1, 64)),
        ((1,), (8, 8, 16)),
        ((np.int64(4),), (np.int32(256),)),
    ],
)
def test_a_launch_up_to_the_limits_is_accepted(
    grid: tuple[int, ...], block: tuple[int, ...], device: Device
) -> None:
    assert refusals(config(grid, block), device) == ()


@pytest.mark.parametrize(
    ("grid", "block", "code", "value", "limit", "repair"),
    [
        ((1,), (1025,), "launch.too-many-threads", 1025, 1024, "use more blocks"),
        ((1,), (33, 32), "launch.too-many-threads", 1056, 1024, "use more blocks"),
        ((1,), (500000,), "launch.too-many-threads", 500000, 1024, "a grid of 1954"),
        ((1,), (1, 1025), "launch.axis-too-large", 1025, 1024, "use a smaller block"),
        ((1,), (1, 1, 65), "launch.axis-too-large", 65, 64, "use a smaller block"),
        ((2**31,), (1,), "launch.axis-too-large", 2**31, GRID_X_LIMIT, "use larger blocks"),
        ((1, 65536), (1,), "launch.axis-too-large", 65536, 65535, "use larger blocks"),
        ((1, 1, 65536), (1,), "launch.axis-too-large", 65536, 65535, "use larger blocks"),
        ((0,), (1,), "launch.below-one", 0, GRID_X_LIMIT, "give 1 to 2147483647"),
        ((1, 0), (1,), "launch.below-one", 0, 65535, "give 1 to 65535"),
        ((1,), (0,), "launch.below-one", 0, 1024, "give 1 to 1024"),
        ((1,), (1, 1, 0), "launch.below-one", 0, 64, "give 1 to 64"),
        ((-3,), (1,), "launch.below-one", -3, GRID_X_LIMIT, "give 1 to"),
        ((1,), (-8, -8), "launch.below-one", -8, 1024, "give 1 to"),
        ((1,), (2.5,), "launch.not-whole", 2.5, 1024, "give 1 to 1024"),
        ((1,), (256.0,), "launch.not-whole", 256.0, 1024, "give 1 to 1024"),
        ((True,), (1,), "launch.not-whole", True, GRID_X_LIMIT, "give 1 to"),
        ((1,), ("256",), "launch.not-whole", 256, 1024, "give 1 to 1024"),
        ((1,), (None,), "launch.not-whole", None, 1024, "give 1 to 1024"),
        ((1,), (math.nan,), "launch.not-whole", math.nan, 1024, "give 1 to 1024"),
        (("a",), (2000,), "launch.not-whole", "a", GRID_X_LIMIT, "give 1 to"),
    ],
)
def test_a_broken_limit_is_refused_with_limit_value_and_repair(
    grid: tuple[object, ...],
    block: tuple[object, ...],
    code: str,
    value: object,
    limit: int,
    repair: str,
    device: Device,
) -> None:
    found = {message.code: message for message in refusals(config(grid, block), device)}

    assert code in found
    text = found[code].text
    assert str(value) in text
    assert str(limit) in text
    assert repair in text


def test_the_sentence_of_an_axis_names_shape_and_axis(device: Device) -> None:
    (message,) = refusals(config((1, 1, 65536), (1,)), device)

    assert message.text == (
        "grid.z is 65536, more than the limit of 65535:"
        " use larger blocks, or let each thread do more."
    )


def test_the_suggested_launch_covers_the_threads_and_is_accepted(device: Device) -> None:
    refused = config((7,), (5000,))

    values = refusals(refused, device)[0].values

    suggested = config((values["grid"],), (values["block"],))
    assert suggested.threads >= refused.threads
    assert refusals(suggested, device) == ()


def test_every_broken_limit_is_named_the_most_telling_first(device: Device) -> None:
    found = refusals(config((0, 65536), (32, 64, 65)), device)

    assert [message.code for message in found] == [
        "launch.too-many-threads",
        "launch.below-one",
        "launch.axis-too-large",
        "launch.axis-too-large",
    ]


def test_check_launch_raises_the_first_refusal(device: Device) -> None:
    launch = config((1,), (500000,))

    with pytest.raises(RequestRefused) as refused:
        check_launch(launch, device)

    assert refused.value.message == refusals(launch, device)[0]


def test_check_launch_lets_a_good_launch_pass(device: Device) -> None:
    check_launch(config((4,), (256,)), device)


def test_shared_memory_up_to_the_opt_in_size_is_accepted(device: Device) -> None:
    assert refusals(config((1,), (1,), 65536), device) == ()


def test_more_shared_memory_than_a_block_may_use_is_refused(device: Device) -> None:
    (message,) = refusals(config((1,), (1,), 65537), device)

    assert message.text == (
        "65537 bytes of dynamic shared memory are more than the 65536 a block of the Tesla T4"
        " may use: ask for less, or use a smaller tile."
    )


def test_the_limits_are_those_of_the_device(device: Device) -> None:
    tiny = dataclasses.replace(device, name="Tiny", max_threads_per_block=64)

    (message,) = refusals(config((1,), (65,)), tiny)

    assert "65 threads is more than the 64" in message.text
    assert "Tiny" in message.text


near_a_limit = st.one_of(
    st.integers(-2, 66), st.integers(1022, 1026), st.sampled_from([65535, 65536, 2**31 - 1, 2**31])
)


@given(*[st.tuples(near_a_limit, near_a_limit, near_a_limit)] * 2)
def test_a_launch_is_accepted_exactly_when_cuda_accepts_it(
    grid: tuple[int, int, int], block: tuple[int, int, int]
) -> None:
    within_grid = all(1 <= g <= n for g, n in zip(grid, (2**31 - 1, 65535, 65535), strict=True))
    within_block = all(1 <= b <= n for b, n in zip(block, (1024, 1024, 64), strict=True))

    accepted = not refusals(config(grid, block), find_device("t4"))

    assert accepted == (within_grid and within_block and math.prod(block) <= 1024)


@pytest.mark.parametrize("huge", [10**400, -(10**400)])
def test_a_number_beyond_every_float_is_refused_like_any_other(huge: int, device: Device) -> None:
    found = refusals(config((huge,), (huge, 1, 1)), device)

    assert {"launch.axis-too-large", "launch.below-one"} & {message.code for message in found}
