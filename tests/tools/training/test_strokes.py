"""Digits drawn from strokes: the same for a seed, and ink where the strokes are."""

from __future__ import annotations

import numpy as np
import pytest

from tools.training.strokes import (
    SIDE,
    STYLES,
    draw_digit,
    draw_digits,
    draw_nothing,
    draw_segments,
)

ALL_STYLES = [
    pytest.param(style, id=style.__name__) for styles in STYLES for style, _share in styles
]


@pytest.mark.slow
def test_the_same_seed_draws_the_same_digits_and_another_seed_others() -> None:
    first, again, other = (draw_digits(20, np.random.default_rng(seed)) for seed in (3, 3, 4))

    assert np.array_equal(first[0], again[0])
    assert np.array_equal(first[1], again[1])
    assert not np.array_equal(first[0], other[0])


@pytest.mark.slow
def test_a_picture_of_a_digit_has_ink_and_numbers_from_0_to_1() -> None:
    pictures, digits = draw_digits(200, np.random.default_rng(0))

    assert pictures.shape == (200, SIDE, SIDE)
    assert pictures.dtype == np.float32
    assert pictures.min() == 0
    assert pictures.max() <= 1
    assert (pictures.max(axis=(1, 2)) > 0.1).all()
    assert set(digits) == set(range(10))


@pytest.mark.parametrize("style", ALL_STYLES)
def test_the_strokes_of_a_style_lie_in_their_box(style: object) -> None:
    assert callable(style)
    for seed in range(20):
        points = np.concatenate(style(np.random.default_rng(seed)))

        assert points.min() > -0.35
        assert points.max() < 1.35
        assert 0.75 < np.ptp(points[:, 1]) < 1.5, "a digit is as high as its box"


def test_the_shares_of_a_digits_styles_make_a_whole() -> None:
    assert [round(sum(share for _, share in styles), 9) for styles in STYLES] == [1] * 10


@pytest.mark.slow
def test_a_pen_paints_what_is_near_its_line_and_nothing_else() -> None:
    picture = np.zeros((SIDE, SIDE), np.float32)

    draw_segments(np.array([[5.0, 10.5, 20.0, 10.5]]), 1.0, 1.0, picture)

    assert (picture[10, 6:19] == 1).all()
    assert (picture[9, 6:19] == 0.5).all()  # a pixel's middle on the edge of the ink
    assert (picture[[8, 12], :] == 0).all()
    assert (picture[:, [2, 23]] == 0).all()


def test_ink_is_where_the_distance_to_the_line_says() -> None:
    rng = np.random.default_rng(1)
    picture = np.zeros((SIDE, SIDE), np.float32)
    begin, end = rng.uniform(-2, SIDE + 2, (2, 2))  # a line may leave the picture

    draw_segments(np.array([[*begin, *end]]), 2.0, 1.3, picture)

    y, x = np.mgrid[:SIDE, :SIDE] + 0.5
    along = np.linspace(0, 1, 4001)
    points = begin + along[:, None] * (end - begin)
    nearest = np.full((SIDE, SIDE), np.inf)
    for point in points:
        nearest = np.minimum(nearest, np.hypot(x - point[0], y - point[1]))
    assert np.allclose(picture, np.clip((2.0 - nearest) / 1.3 + 0.5, 0, 1), atol=0.01)


@pytest.mark.slow
def test_where_no_digit_is_drawn_there_is_nothing_or_a_dot_or_two() -> None:
    inked = [draw_nothing(np.random.default_rng(seed)).sum() for seed in range(30)]

    assert min(inked) == 0
    assert 0 < max(inked) < draw_digit(8, np.random.default_rng(0)).size / 20
