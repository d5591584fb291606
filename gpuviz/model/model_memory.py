"""The memory of a neural network on a GPU: what is kept for each weight, and for each sample.

Bytes for each weight as frameworks keep them. In mixed precision with Adam: a weight and its
gradient in 16 bits, the weight in float32, two means (Micikevicius et al., arXiv 1710.03740;
Rajbhandari et al., arXiv 1910.02054, count the same 16 bytes). Not counted: the context of CUDA,
room for libraries to work in, fragments between arrays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

Use = Literal["answer", "answer_4bit", "train_sgd", "train_adam"]
USES: tuple[Use, ...] = get_args(Use)

BYTES_OF_A_WEIGHT: Mapping[str, Mapping[Use, float]] = {
    "weights": {
        "answer": 2,
        "answer_4bit": 0.5,
        "train_sgd": 4,
        "train_adam": 2,
    },
    "gradients": {"train_sgd": 4, "train_adam": 2},
    "weights_float32": {"train_adam": 4},
    "adam_means": {"train_adam": 8},
}
"""Bytes for each weight by what is kept; answers are in 16 bits, SGD in float32, Adam is mixed."""
BYTES_OF_AN_ACTIVATION: Mapping[Use, float] = {"train_sgd": 4, "train_adam": 2}
"""Of each number that a layer keeps until the way back. Who answers keeps none."""


@dataclass(frozen=True, slots=True)
class ModelSize:
    """A network by its weights, and what the layers keep of each sample of a batch."""

    weights: int
    batch: int = 1
    kept: int = 0  # numbers that the layers keep of one sample until the way back


def bytes_of(model: ModelSize, use: Use) -> dict[str, float]:
    """Bytes by what they are for; what a use does not need is left out."""
    found = {
        part: model.weights * by_use[use]
        for part, by_use in BYTES_OF_A_WEIGHT.items()
        if use in by_use
    }
    kept = model.batch * model.kept
    if kept and use in BYTES_OF_AN_ACTIVATION:
        found["activations"] = kept * BYTES_OF_AN_ACTIVATION[use]
    return found


def least_gpus(needed_bytes: float, memory_bytes: int) -> int:
    """How many GPUs have room for all of it, if it were shared out evenly."""
    return max(1, -int(-needed_bytes // memory_bytes))
