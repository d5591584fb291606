"""On which axes of the grid the gallery's sites depend: known from reading the kernels."""

from __future__ import annotations

import pytest

from gpuviz.launch import Dim3
from gpuviz.model.axes import Axes, axes_of, groups, period
from gpuviz.model.sample import sample_of
from tests.helpers.launches import emulated

X, Y, XY, NONE = (True, False, False), (False, True, False), (True, True, False), (False,) * 3


def axes_by_array(name: str, size: tuple[int, ...]) -> dict[tuple[str, str], Axes | None]:
    trace = emulated(name, size)
    sample = sample_of(trace)
    assert sample is not None
    return {
        (site.array, site.kind): axes_of(sample, row, trace.config)
        for row, site in enumerate(trace.sites)
        if site.space == "global"
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "expected"),
    [
        ("vector_add", (1000,), {("a", "read"): X, ("b", "read"): X, ("c", "write"): X}),
        (
            "matmul_naive",
            (64, 64, 64),
            {("a", "read"): Y, ("b", "read"): X, ("c", "write"): XY},
        ),
        (
            "matmul_tiled",
            (128, 128, 128),  # not all blocks are followed any more
            {("a", "read"): Y, ("b", "read"): X, ("c", "write"): XY},
        ),
        ("transpose_naive", (64, 96), {("a", "read"): XY, ("b", "write"): XY}),
        ("transpose_tiled", (96, 64), {("a", "read"): XY, ("b", "write"): XY}),
        ("sum_atomic", (1000,), {("x", "read"): X, ("total", "atomic"): NONE}),
        ("histogram", (1000,), {("values", "read"): X, ("bins", "atomic"): None}),
    ],
)
def test_blocks_share_what_the_kernel_lets_them_share(
    name: str, size: tuple[int, ...], expected: dict[tuple[str, str], Axes | None]
) -> None:
    assert axes_by_array(name, size) == expected


def test_matmul_tiled_is_not_followed_whole() -> None:
    assert not emulated("matmul_tiled", (128, 128, 128)).all_followed


@pytest.mark.parametrize("axes", [NONE, X, Y, XY, (True, False, True), (True, True, True)])
@pytest.mark.parametrize(("count", "stride"), [(1, 1), (5, 1), (17, 1), (24, 1), (4, 5)])
def test_groups_are_counted_as_sets_of_indices(axes: Axes, count: int, stride: int) -> None:
    grid = Dim3(4, 3, 2)
    places = [grid.index(block * stride % grid.size) for block in range(count)]
    keys = {tuple(at for at, along in zip(place, axes, strict=True) if along) for place in places}

    assert groups(count, axes, grid, stride) == len(keys)


def test_elements_come_again_after_a_row_or_a_layer_of_blocks() -> None:
    grid = Dim3(4, 3, 2)

    assert period(Y, grid) == 1
    assert period(X, grid) == 4
    assert period(XY, grid) == 12
    assert period((True, True, True), grid) == 0
    assert period(X, Dim3(9)) == 0


def test_a_site_that_goes_where_the_data_say_has_no_axes() -> None:
    assert axes_by_array("histogram", (4096,))["bins", "atomic"] is None
