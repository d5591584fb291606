"""Trains the network of kernels/cnn_digits.py on digits drawn from strokes. In the project's root:

    python -m tools.training.train_digits              # about ten minutes of one core
    python -m tools.training.train_digits --steps 200  # a first look

It writes kernels/data/cnn_digits.npz, the weights, and kernels/data/digits.npz, digits that the
pipeline shows and that training has not seen, and prints how many digits are recognised. The same
seed gives the same digits in the same order.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gpuviz.engines.host import load_operation
from gpuviz.operation import find_operation
from tools.training.strokes import draw_digits, draw_nothing

Floats = NDArray[np.float32]
Integers = NDArray[np.integer[Any]]
Weights = dict[str, Floats]
Telling = Callable[[int, float, Weights], None]

NETWORK: Any = load_operation(find_operation("cnn_digits").path).module
DATA = find_operation("cnn_digits").path.parent / "data"
OTHERWISE_MADE = Path(__file__).parent / "data"  # digits of fonts, see font_digits.py
SEED, HELD_BACK_SEED, SHOWN_SEED = 1, 2, 3
BATCH = 64
NOTHINGS = 2  # pictures of no digit in each batch
RATE = 2e-3
FADING = 0.999  # of the running mean of the weights, which is what is stored


def main() -> None:
    """Trains, says how good it is, writes the weights."""
    parser = argparse.ArgumentParser(description="Trains the network of kernels/cnn_digits.py.")
    parser.add_argument("--steps", type=int, default=3500)
    parser.add_argument("--out", type=Path, default=DATA)
    chosen = parser.parse_args()
    began = time.perf_counter()

    def tell(step: int, loss: float, weights: Weights) -> None:
        if step % 250 == 0 or step == chosen.steps:
            shares = ", ".join(f"{name} {share:.2%}" for name, share in accuracies(weights).items())
            seconds = time.perf_counter() - began
            print(f"step {step}, {seconds:.0f} s: loss {loss:.4f}, {shares}", flush=True)

    weights = train(chosen.steps, tell)
    chosen.out.mkdir(exist_ok=True)
    stored: dict[str, Any] = {name: array.astype(np.float16) for name, array in weights.items()}
    np.savez_compressed(chosen.out / "cnn_digits.npz", **stored)
    pictures, digits = digits_to_show()
    np.savez_compressed(chosen.out / "digits.npz", pictures=pictures, digits=digits)


def train(steps: int, tell: Telling) -> Weights:
    """The weights after so many batches, as a running mean; `tell` hears of each."""
    rng = np.random.default_rng(SEED)
    weights = first_weights(rng)
    moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in weights.items()}
    smooth = {name: array.copy() for name, array in weights.items()}
    for step in range(1, steps + 1):
        pictures, targets = batch_of_digits(rng)
        loss, gradients = loss_and_gradients(weights, pictures, targets)
        rate = RATE * min(1, step / 100) * max(1 - step / steps, 0.02)
        fading = min(FADING, step / (step + 10))
        for name, gradient in gradients.items():
            adam(weights[name], gradient, moments[name], rate, step)
            smooth[name] += np.float32(1 - fading) * (weights[name] - smooth[name])
        tell(step, loss, smooth)
    return smooth


def accuracies(weights: Weights) -> dict[str, float]:
    """The shares that are recognised of digits that training never saw, by how they were made."""
    held_back = draw_digits(2000, np.random.default_rng(HELD_BACK_SEED))
    found = {"strokes": accuracy(weights, *held_back)}
    for name in ("printed", "written"):
        with np.load(OTHERWISE_MADE / f"{name}.npz") as data:
            pictures = data["pictures"].astype(np.float32) / np.float32(255)
            found[name] = accuracy(weights, pictures, data["digits"])
    return found


def batch_of_digits(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Pictures, and the probabilities that the network shall give: 0.1 each where no digit is."""
    pictures, digits = draw_digits(BATCH, rng)
    targets = np.eye(10, dtype=np.float32)[digits]
    for i in range(NOTHINGS):
        pictures[i] = draw_nothing(rng)
        targets[i] = 0.1
    return pictures, targets


def digits_to_show() -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Twenty of each digit that training has not seen, as bytes."""
    pictures, digits = draw_digits(400, np.random.default_rng(SHOWN_SEED))
    rows = np.concatenate([np.flatnonzero(digits == digit)[:20] for digit in range(10)])
    rows = np.random.default_rng(SHOWN_SEED).permutation(rows)
    return np.round(pictures[rows] * 255).astype(np.uint8), digits[rows]


def first_weights(rng: np.random.Generator) -> Weights:
    """Random weights that keep the sums of each layer of one size (He's rule); biases are 0."""
    weights: Weights = {}
    for name, shape in NETWORK.SHAPES.items():
        deviation = np.sqrt(2 / np.prod(shape[1:])) if len(shape) > 1 else 0
        weights[name] = (rng.standard_normal(shape) * deviation).astype(np.float32)
    return weights


def recognised(weights: Weights, pictures: Floats) -> Floats:
    """The probabilities of the pipeline's own twin in NumPy."""
    batch = len(pictures)
    shapes = ((batch, 32, 26, 26), (batch, 64, 11, 11), (batch, 64, 3, 3), (batch, 10))
    outputs = [np.zeros(shape, np.float32) for shape in shapes]
    NETWORK.numpy_twin(pictures, *(weights[name] for name in NETWORK.SHAPES), *outputs)
    return outputs[-1]


def accuracy(weights: Weights, pictures: Floats, digits: Integers) -> float:
    """The share of pictures whose most probable digit is the right one."""
    parts = range(0, len(pictures), 200)
    found = [recognised(weights, pictures[i : i + 200]).argmax(axis=1) for i in parts]
    return float(np.mean(np.concatenate(found) == digits))


def loss_and_gradients(
    weights: Weights, pictures: Floats, targets: Floats
) -> tuple[float, Weights]:
    """The mean cross-entropy, and its derivative by each weight.

    Forward with the layers of the pipeline's twin in NumPy; backward by the chain rule.
    """
    w = weights
    x0 = pictures[:, None]
    y1 = NETWORK.rectified(NETWORK.convolved(x0, w["w1"], w["b1"]))
    x1 = NETWORK.pooled(y1)
    y2 = NETWORK.rectified(NETWORK.convolved(x1, w["w2"], w["b2"]))
    x2 = NETWORK.pooled(y2)
    y3 = NETWORK.rectified(NETWORK.convolved(x2, w["w3"], w["b3"]))
    x3 = y3.reshape(-1, 576)
    x4 = NETWORK.rectified(x3 @ w["w4"].T + w["b4"])
    sums = x4 @ w["w5"].T + w["b5"]
    logarithms = sums - sums.max(axis=1, keepdims=True)
    logarithms -= np.log(np.exp(logarithms).sum(axis=1, keepdims=True))
    loss = float(-(targets * logarithms).sum() / len(pictures))

    gradients: Weights = {}
    d = (np.exp(logarithms) - targets) / np.float32(len(pictures))
    gradients["w5"], gradients["b5"] = d.T @ x4, d.sum(axis=0)
    d = d @ w["w5"] * (x4 > 0)
    gradients["w4"], gradients["b4"] = d.T @ x3, d.sum(axis=0)
    d = (d @ w["w4"]).reshape(y3.shape) * (y3 > 0)
    gradients["w3"], gradients["b3"] = convolution_gradients(x2, d)
    d = pooling_backward(y2, convolution_backward(w["w3"], d)) * (y2 > 0)
    gradients["w2"], gradients["b2"] = convolution_gradients(x1, d)
    d = pooling_backward(y1, convolution_backward(w["w2"], d)) * (y1 > 0)
    gradients["w1"], gradients["b1"] = convolution_gradients(x0, d)
    return loss, gradients


def convolution_gradients(x: Floats, dy: Floats) -> tuple[Floats, Floats]:
    """By the weights [filters, channels, 3, 3] and by the biases."""
    flat = dy.swapaxes(0, 1).reshape(dy.shape[1], -1)
    by_weights = flat @ NETWORK.unfolded(x).T
    return by_weights.reshape(-1, x.shape[1], 3, 3), flat.sum(axis=1)


def convolution_backward(weights: Floats, dy: Floats) -> Floats:
    """By the pictures that went in: each window gives back to the pixels that it saw."""
    batch, filters, height, width = dy.shape
    channels = weights.shape[1]
    flat = dy.swapaxes(0, 1).reshape(filters, -1)
    windows = (weights.reshape(filters, -1).T @ flat).reshape(channels, 3, 3, batch, height, width)
    dx = np.zeros((channels, batch, height + 2, width + 2), dy.dtype)
    for row in range(3):
        for column in range(3):
            dx[:, :, row : row + height, column : column + width] += windows[:, row, column]
    return dx.swapaxes(0, 1)


@njit
def pooling_backward(x: Floats, dy: Floats) -> Floats:
    """Only the largest of each 2 x 2 had a say; of equal ones the first."""
    dx = np.zeros_like(x)
    for sample in range(dy.shape[0]):
        for one in range(dy.shape[1]):
            for row in range(dy.shape[2]):
                for column in range(dy.shape[3]):
                    i, j = 2 * row, 2 * column
                    for k in range(1, 4):
                        y, z = 2 * row + k // 2, 2 * column + k % 2
                        if x[sample, one, y, z] > x[sample, one, i, j]:
                            i, j = y, z
                    dx[sample, one, i, j] = dy[sample, one, row, column]
    return dx


def adam(
    weights: Floats, gradient: Floats, moments: tuple[Floats, Floats], rate: float, step: int
) -> None:
    """One step of Adam, in place, as kernels/adam_step.py does it."""
    mean, square = moments
    mean += np.float32(0.1) * (gradient - mean)
    square += np.float32(0.001) * (gradient * gradient - square)
    corrected = mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    weights -= (rate * corrected).astype(np.float32)


if __name__ == "__main__":
    main()
