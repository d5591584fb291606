"""Digits drawn with the window's own pen are recognised, wherever and however large they are."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.engines.host import load_operation
from gpuviz.operation import find_operation
from gpuviz.scene.pictures.digits import BY_HAND, SIDE
from gpuviz.scene.pictures.strokes import Drawing, Stroke
from tests.helpers.pipelines import ran


def drawn(digit: int, scale: float = 1, right: float = 0, down: float = 0) -> Drawing:
    middle = SIDE / 2
    drawing = Drawing(SIDE, SIDE)
    for line in BY_HAND[digit]:
        points = tuple(
            (middle + right + scale * (x - middle), middle + down + scale * (y - middle))
            for x, y in line
        )
        drawing = drawing.drawn(Stroke(points))
    return drawing


def recognised(pictures: NDArray[np.float32]) -> list[int]:
    """What the pipeline's NumPy twin, which the kernels equal, finds most probable."""
    loaded = load_operation(find_operation("cnn_digits").path)
    arguments = {**loaded.arguments((len(pictures),), seed=0), "image": pictures}
    found: list[int] = loaded.reference(arguments)["probabilities"].argmax(axis=1).tolist()
    return found


@pytest.mark.parametrize("scale", [1.15, 1, 0.8])
def test_each_digit_is_recognised(scale: float) -> None:
    pictures = np.stack([drawn(digit, scale).pixels() for digit in BY_HAND])

    assert recognised(pictures) == list(BY_HAND)


@pytest.mark.parametrize(("right", "down"), [(0, 0), (6, -6), (-6, 6), (6, 6), (-6, -6)])
def test_nine_of_ten_small_digits_are_recognised_in_the_middle_and_in_corners(
    right: float, down: float
) -> None:
    pictures = np.stack([drawn(digit, 0.6, right, down).pixels() for digit in BY_HAND])

    found = recognised(pictures)

    assert sum(one == digit for one, digit in zip(found, BY_HAND, strict=True)) >= 9, found


@pytest.mark.slow
def test_the_kernels_recognise_a_drawn_digit() -> None:
    result = ran(find_operation("cnn_digits").path, given={"image": drawn(7).pixels()[None]})

    assert result.correct is True
    assert result.outputs["probabilities"].argmax() == 7
