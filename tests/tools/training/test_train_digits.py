"""Training of the network for digits: its gradients, its steps, and how good the weights are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tools.training.train_digits import (
    DATA,
    NETWORK,
    SHOWN_SEED,
    Floats,
    Weights,
    accuracies,
    accuracy,
    batch_of_digits,
    digits_to_show,
    first_weights,
    loss_and_gradients,
    recognised,
    train,
)

ROOT = Path(__file__).parents[3]
STEP = 1e-6


@pytest.fixture(scope="module")
def weights() -> Weights:
    trained: Weights = NETWORK.trained_weights(str(DATA / "cnn_digits.npz"))
    return trained


def in_float64(arrays: Weights) -> Weights:
    return {name: array.astype(np.float64) for name, array in arrays.items()}


def trained() -> tuple[Weights, list[float]]:
    """The weights after twenty steps, and the loss of each."""
    losses: list[float] = []
    return train(20, lambda step, loss, weights: losses.append(loss)), losses


@pytest.mark.slow
@pytest.mark.parametrize("name", NETWORK.SHAPES)
def test_a_gradient_is_the_slope_of_the_loss(name: str) -> None:
    rng = np.random.default_rng(4)
    pictures, targets = (array[:4].astype(np.float64) for array in batch_of_digits(rng))
    weights = in_float64(first_weights(rng))
    weights[name] += 0.01 * rng.standard_normal(weights[name].shape)  # biases are not 0

    gradient = loss_and_gradients(weights, pictures, targets)[1][name]  # type: ignore[arg-type]

    for index in rng.choice(weights[name].size, 4, replace=False):
        losses = []
        for sign in (1, -1):
            moved = {**weights, name: weights[name].copy()}
            moved[name].flat[index] += sign * STEP
            losses.append(loss_and_gradients(moved, pictures, targets)[0])  # type: ignore[arg-type]
        slope = (losses[0] - losses[1]) / (2 * STEP)
        assert gradient.flat[index] == pytest.approx(slope, rel=1e-4, abs=1e-8)


@pytest.mark.slow
def test_twenty_steps_make_the_loss_smaller_and_are_the_same_each_time() -> None:
    first, told = trained()
    again, told_again = trained()

    assert told == told_again
    assert np.mean(told[-5:]) < np.mean(told[:5])
    assert all(np.array_equal(first[name], again[name]) for name in first)


@pytest.mark.slow
def test_the_stored_weights_recognise_digits_that_training_never_saw(weights: Weights) -> None:
    found = accuracies(weights)

    assert found["strokes"] > 0.99
    assert found["printed"] > 0.985
    assert found["written"] > 0.90
    readme = (ROOT / "tools" / "training" / "README.md").read_text(encoding="utf-8")
    for how, share in (("from strokes", "strokes"), ("printed", "printed"), ("written", "written")):
        row = next(line for line in readme.splitlines() if line.startswith(f"| {how}"))
        stated = float(row.split("|")[-2].removesuffix(" % "))
        assert stated == pytest.approx(100 * found[share], abs=0.3)


def test_the_digits_that_the_pipeline_shows_are_recognised(weights: Weights) -> None:
    with np.load(DATA / "digits.npz") as data:
        pictures, digits = data["pictures"], data["digits"]

    assert np.bincount(digits).tolist() == [20] * 10
    assert accuracy(weights, pictures.astype(np.float32) / np.float32(255), digits) > 0.985


@pytest.mark.slow
def test_the_digits_that_the_pipeline_shows_come_from_their_seed() -> None:
    pictures, digits = digits_to_show()

    with np.load(DATA / "digits.npz") as data:
        assert np.array_equal(data["digits"], digits), f"seed {SHOWN_SEED}"
        assert np.abs(data["pictures"].astype(int) - pictures).max() <= 1


def test_an_empty_picture_is_no_digit_for_the_network(weights: Weights) -> None:
    empty: Floats = np.zeros((1, 28, 28), np.float32)

    probabilities = recognised(weights, empty)

    assert probabilities.max() < 0.2


def test_data_and_weights_are_small() -> None:
    assert (DATA / "cnn_digits.npz").stat().st_size < 400_000
    assert (DATA / "digits.npz").stat().st_size < 100_000
