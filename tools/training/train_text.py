"""Trains the network of kernels/lstm_text.py on tools/training/text.txt, with NumPy on one core.

    python -m tools.training.train_text

Each step takes 64 pieces of the text, feeds them letter by letter into an LSTM that starts with an
empty memory, and asks for the next letter each time. The gradients come from going back through
all letters ("backpropagation through time"); Adam makes the steps. The result is written to
kernels/data/lstm_text.npz. The same seed gives the same file on the same machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Weights = dict[str, Floats]

HERE = Path(__file__).parent
TEXT = HERE / "text.txt"
RESULT = HERE.parent / "kernels" / "data" / "lstm_text.npz"
SEED = 1
WIDTH, HIDDEN = 12, 48  # numbers that stand for a letter; numbers that the network remembers
BATCH, LENGTH = 64, 40
BLIND = 5  # the first letters of a piece cannot be told from so little, and are not asked for
STEPS, RATE = 6000, 0.01


@dataclass(frozen=True, slots=True)
class Seen:
    """What one step of the LSTM keeps for the way back."""

    joined: Floats  # the letter's numbers and what is remembered
    gates: Floats  # input, forget, cell, output, after their activations
    cell_before: Floats
    cell: Floats


def main() -> None:
    """Trains, says how well, and writes the weights."""
    codes, tokens = np.unique(np.frombuffer(TEXT.read_bytes(), np.uint8), return_inverse=True)
    rng = np.random.default_rng(SEED)
    weights = beginning(len(codes), rng)
    means = {name: np.zeros_like(value) for name, value in weights.items()}
    squares = {name: np.zeros_like(value) for name, value in weights.items()}
    for step in range(1, STEPS + 1):
        pieces = draw(tokens, rng)
        loss, gradients = loss_and_gradients(weights, pieces)
        rate = RATE * 0.5 * (1 + np.cos(np.pi * step / STEPS))
        update(weights, gradients, means, squares, rate, step)
        if step % 500 == 0:
            print(f"step {step}: loss {loss:.4f}", flush=True)
    print(f"next letters that are right: {share_right(weights, tokens):.4f}")
    RESULT.parent.mkdir(exist_ok=True)
    saved: dict[str, Any] = {"codes": codes, "tokens": tokens.astype(np.int32), **weights}
    np.savez(RESULT, **saved)
    print(f"{RESULT.name}: {RESULT.stat().st_size} bytes")


def beginning(letters: int, rng: np.random.Generator) -> Weights:
    """Random weights; the forget gates begin half open, so that early steps remember."""
    inner = WIDTH + HIDDEN
    bias = np.zeros(4 * HIDDEN)
    bias[HIDDEN : 2 * HIDDEN] = 1
    made = {
        "table": rng.standard_normal((letters, WIDTH)),
        "weights": rng.standard_normal((4 * HIDDEN, inner)) / np.sqrt(inner),
        "bias": bias,
        "out_weights": rng.standard_normal((letters, HIDDEN)) / np.sqrt(HIDDEN),
        "out_bias": np.zeros(letters),
    }
    return {name: value.astype(np.float32) for name, value in made.items()}


def draw(tokens: NDArray[np.intp], rng: np.random.Generator) -> NDArray[np.intp]:
    """Pieces of the text, [LENGTH + 1, BATCH]; the text is a ring, so every letter has a next."""
    starts = rng.integers(0, tokens.size, BATCH)
    pieces: NDArray[np.intp] = tokens[(starts + np.arange(LENGTH + 1)[:, None]) % tokens.size]
    return pieces


def lstm_step(weights: Weights, letters: NDArray[np.intp], h: Floats, c: Floats) -> Seen:
    """One letter for each piece of the batch."""
    joined = np.concatenate([weights["table"][letters], h], axis=1)
    sums = joined @ weights["weights"].T + weights["bias"]
    gates = 1 / (1 + np.exp(-sums))
    cell = slice(2 * HIDDEN, 3 * HIDDEN)
    gates[:, cell] = np.tanh(sums[:, cell])
    i, f, g, _ = np.split(gates, 4, axis=1)
    return Seen(joined, gates, c, f * c + i * g)


def remembered(seen: Seen) -> Floats:
    """What the output gate lets out of the cell."""
    out: Floats = seen.gates[:, 3 * HIDDEN :] * np.tanh(seen.cell)
    return out


def probabilities(weights: Weights, h: Floats) -> Floats:
    """Of each letter to come next."""
    logits = h @ weights["out_weights"].T + weights["out_bias"]
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Floats = e / e.sum(axis=-1, keepdims=True)
    return shares


def forward(weights: Weights, pieces: NDArray[np.intp]) -> tuple[list[Seen], Floats]:
    """All steps, and what is remembered after each, [letters, batch, HIDDEN]."""
    h = c = np.zeros((pieces.shape[1], HIDDEN), np.float32)
    steps, memories = [], []
    for letters in pieces:
        seen = lstm_step(weights, letters, h, c)
        h, c = remembered(seen), seen.cell
        steps.append(seen)
        memories.append(h)
    return steps, np.stack(memories)


def loss_and_gradients(weights: Weights, pieces: NDArray[np.intp]) -> tuple[float, Weights]:
    """Mean of -log(probability of the letter that comes next), and its gradients."""
    steps, memories = forward(weights, pieces[:-1])
    shares, wanted = probabilities(weights, memories), pieces[1:, :, None]
    asked = np.arange(len(steps)) >= BLIND
    count = asked.sum() * pieces.shape[1]
    right = np.take_along_axis(shares, wanted, axis=2)[asked]
    d_logits = shares
    np.put_along_axis(d_logits, wanted, np.take_along_axis(shares, wanted, axis=2) - 1, axis=2)
    d_logits *= asked[:, None, None] / count
    gradients = backward(weights, steps, d_logits @ weights["out_weights"], pieces)
    flat = d_logits.reshape(-1, d_logits.shape[2])
    gradients["out_weights"] = flat.T @ memories.reshape(-1, HIDDEN)
    gradients["out_bias"] = flat.sum(axis=0)
    return float(-np.log(right).mean()), gradients


def backward(
    weights: Weights, steps: list[Seen], d_memories: Floats, pieces: NDArray[np.intp]
) -> Weights:
    """The way back through time: gradients of the LSTM's weights and of the table."""
    gradients = {name: np.zeros_like(weights[name]) for name in ("table", "weights", "bias")}
    d_h = d_c = np.zeros_like(steps[0].cell)
    for seen, letters, d_memory in zip(
        reversed(steps), pieces[-2::-1], reversed(d_memories), strict=True
    ):
        d_sums, d_c = back_through_cell(seen, d_memory + d_h, d_c)
        gradients["weights"] += d_sums.T @ seen.joined
        gradients["bias"] += d_sums.sum(axis=0)
        d_joined = d_sums @ weights["weights"]
        np.add.at(gradients["table"], letters, d_joined[:, :WIDTH])
        d_h = d_joined[:, WIDTH:]
    return gradients


def back_through_cell(seen: Seen, d_h: Floats, d_c: Floats) -> tuple[Floats, Floats]:
    """Gradients of the sums of all gates, and of the cell one letter before."""
    i, f, g, o = np.split(seen.gates, 4, axis=1)
    t = np.tanh(seen.cell)
    d_cell = d_c + d_h * o * (1 - t * t)
    parts = (
        d_cell * g * i * (1 - i),
        d_cell * seen.cell_before * f * (1 - f),
        d_cell * i * (1 - g * g),
        d_h * t * o * (1 - o),
    )
    return np.concatenate(parts, axis=1), d_cell * f


def update(
    weights: Weights, gradients: Weights, means: Weights, squares: Weights, rate: float, step: int
) -> None:
    """Adam, with gradients kept below a length of 1."""
    length = np.sqrt(sum(float((g * g).sum()) for g in gradients.values()))
    for name, gradient in gradients.items():
        g = gradient / max(1.0, length)
        means[name] = (0.9 * means[name] + 0.1 * g).astype(np.float32)
        squares[name] = (0.999 * squares[name] + 0.001 * g * g).astype(np.float32)
        mean = means[name] / (1 - 0.9**step)
        square = squares[name] / (1 - 0.999**step)
        weights[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def share_right(weights: Weights, tokens: NDArray[np.intp]) -> float:
    """Of all pieces of the text: how often the likeliest letter is the next one."""
    starts = np.arange(tokens.size)
    pieces = tokens[(starts + np.arange(LENGTH + 1)[:, None]) % tokens.size]
    _, memories = forward(weights, pieces[:-1])
    told = probabilities(weights, memories[BLIND:]).argmax(axis=2)
    return float((told == pieces[1 + BLIND :]).mean())


if __name__ == "__main__":
    main()
