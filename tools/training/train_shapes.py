"""Trains the base of kernels/transfer.py on drawn shapes, with NumPy on one core.

    python -m tools.training.train_shapes

The shapes are strokes in 12 x 12 pixels, moved, turned, stretched and drawn with pens of several
widths. The base learns to tell eight of them apart. Three others, which it never sees, are written
beside its weights: with these kernels/transfer.py learns something new. All goes into
kernels/data/transfer.npz; the same seed gives the same file on the same machine.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Layer = tuple[Floats, Floats]

RESULT = Path(__file__).resolve().parent.parent / "kernels" / "data" / "transfer.npz"
SEED = 1
SIDE = 12
HIDDEN = (48, 32)
BATCH, STEPS, RATE = 96, 2500, 0.003
OF_EACH = 60  # pictures of each new shape


def line(*points: tuple[float, float]) -> Doubles:
    """Straight from point to point, [segments, 2 ends, (x, y)]; the middle is (0, 0)."""
    ends = np.array(points, np.float64)
    return np.stack([ends[:-1], ends[1:]], axis=1)


def ring(corners: int, first: float) -> Doubles:
    """A closed line around the middle; `first` is the direction of a corner in radians."""
    angles = first + 2 * np.pi * np.arange(corners + 1) / corners
    return line(*zip(np.cos(angles), np.sin(angles), strict=True))


BASE_SHAPES = {
    "circle": ring(12, 0),
    "square": ring(4, np.pi / 4),
    "triangle": ring(3, -np.pi / 2),
    "plus": np.concatenate([line((-1, 0), (1, 0)), line((0, -1), (0, 1))]),
    "cross": np.concatenate([line((-0.8, -0.8), (0.8, 0.8)), line((-0.8, 0.8), (0.8, -0.8))]),
    "equals": np.concatenate([line((-0.9, -0.5), (0.9, -0.5)), line((-0.9, 0.5), (0.9, 0.5))]),
    "N": line((-0.7, 0.9), (-0.7, -0.9), (0.7, 0.9), (0.7, -0.9)),
    "C": line((0.8, -0.8), (-0.5, -0.8), (-0.8, 0), (-0.5, 0.8), (0.8, 0.8)),
}
NEW_SHAPES = {
    "L": line((-0.6, -0.9), (-0.6, 0.9), (0.7, 0.9)),
    "T": np.concatenate([line((-0.8, -0.9), (0.8, -0.9)), line((0, -0.9), (0, 0.9))]),
    "V": line((-0.8, -0.9), (0, 0.9), (0.8, -0.9)),
}


def main() -> None:
    """Trains, says how well, and writes the base and pictures of the new shapes."""
    rng = np.random.default_rng(SEED)
    sizes = (SIDE * SIDE, *HIDDEN, len(BASE_SHAPES))
    layers = [beginning(rng, *pair) for pair in pairwise(sizes)]
    flat = [array for layer in layers for array in layer]
    means, squares = ([np.zeros_like(array) for array in flat] for _ in range(2))
    for step in range(1, STEPS + 1):
        pictures, labels = draw(BASE_SHAPES, BATCH, rng)
        loss, gradients = loss_and_gradients(layers, pictures, labels)
        update(flat, gradients, means, squares, step)
        if step % 500 == 0:
            print(f"step {step}: loss {loss:.3f}", flush=True)
    pictures, labels = draw(BASE_SHAPES, 1600, np.random.default_rng(SEED + 1))
    right = forward(layers, pictures)[-1].argmax(axis=1) == labels
    print(f"new pictures of the base's own shapes that are told apart: {right.mean():.3f}")
    write(layers)


def write(layers: list[Layer]) -> None:
    """The base without its last layer, and pictures of the new shapes as bytes."""
    pictures, labels = draw(NEW_SHAPES, OF_EACH * len(NEW_SHAPES), np.random.default_rng(SEED + 2))
    (weights1, bias1), (weights2, bias2), _ = layers
    saved: dict[str, Any] = {
        "pictures": np.round(255 * pictures).astype(np.uint8).reshape(-1, SIDE, SIDE),
        "labels": labels.astype(np.int32),
        "weights1": weights1,
        "bias1": bias1,
        "weights2": weights2,
        "bias2": bias2,
    }
    np.savez_compressed(RESULT, **saved)
    print(f"{RESULT.name}: {RESULT.stat().st_size} bytes")


def beginning(rng: np.random.Generator, inputs: int, neurons: int) -> Layer:
    """Random weights of one layer."""
    weights = rng.standard_normal((neurons, inputs)) * np.sqrt(2 / inputs)
    return weights.astype(np.float32), np.zeros(neurons, np.float32)


def draw(
    shapes: dict[str, Doubles], count: int, rng: np.random.Generator
) -> tuple[Floats, NDArray[np.intp]]:
    """Pictures [count, pixels] from 0 to 1, each shape as often as the others, and which it is."""
    strokes = list(shapes.values())
    labels = np.arange(count) % len(strokes)
    return np.stack([drawn(strokes[label], rng) for label in labels]), labels


def drawn(segments: Doubles, rng: np.random.Generator) -> Floats:
    """One picture: the strokes moved, turned and stretched, with a soft round pen."""
    angle, stretch = rng.uniform(-0.25, 0.25), rng.uniform(2.8, 4.4, 2)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    ends = (segments @ turn) * stretch + SIDE / 2 + rng.uniform(-1, 1, 2)
    across = np.arange(SIDE) + 0.5
    pixels = np.stack(np.meshgrid(across, across), axis=-1).reshape(-1, 1, 2)
    start, along = ends[:, 0], ends[:, 1] - ends[:, 0]
    share = ((pixels - start) * along).sum(axis=2) / (along**2).sum(axis=1)
    nearest = start + np.clip(share, 0, 1)[:, :, None] * along
    distance = np.sqrt(((pixels - nearest) ** 2).sum(axis=2)).min(axis=1)
    picture = np.clip(rng.uniform(0.9, 1.3) - distance, 0, 1) + rng.normal(0, 0.08, len(distance))
    grey: Floats = np.clip(picture, 0, 1).astype(np.float32)
    return grey


def forward(layers: list[Layer], x: Floats) -> list[Floats]:
    """What goes into each layer, and the logits last."""
    values = [x]
    for number, (weights, bias) in enumerate(layers):
        sums = values[-1] @ weights.T + bias
        values.append(sums if number == len(layers) - 1 else np.maximum(sums, 0))
    return values


def loss_and_gradients(
    layers: list[Layer], x: Floats, labels: NDArray[np.intp]
) -> tuple[float, list[Floats]]:
    """Mean cross-entropy, and the gradients of weights and bias of each layer in turn."""
    values, samples = forward(layers, x), np.arange(labels.size)
    e = np.exp(values[-1] - values[-1].max(axis=1, keepdims=True))
    shares = e / e.sum(axis=1, keepdims=True)
    loss = float(-np.log(shares[samples, labels]).mean())
    d = shares / labels.size
    d[samples, labels] -= 1 / labels.size
    gradients: list[Floats] = []
    for (weights, _), value in zip(reversed(layers), reversed(values[:-1]), strict=True):
        gradients[:0] = [d.T @ value, d.sum(axis=0)]
        d = (d @ weights) * (value > 0)
    return loss, gradients


def update(
    arrays: list[Floats],
    gradients: list[Floats],
    means: list[Floats],
    squares: list[Floats],
    step: int,
) -> None:
    """Adam."""
    for array, g, mean, square in zip(arrays, gradients, means, squares, strict=True):
        mean += 0.1 * (g - mean)
        square += 0.001 * (g * g - square)
        array -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)


if __name__ == "__main__":
    main()
