"""Launches as the model of time gets them, made by hand."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gpuviz.model.work import LaunchWork

OF_LAUNCH = ("flops", "longest_queue")
PER_BLOCK = tuple(
    field.name
    for field in dataclasses.fields(LaunchWork)
    if field.name not in (*OF_LAUNCH, "queue_is_float", "assumptions", "stages")
)


def column(values: ArrayLike, blocks: int) -> NDArray[np.float64]:
    return np.broadcast_to(np.asarray(values, np.float64), (1, blocks)).copy()


def work(blocks: int = 1, **given: ArrayLike) -> LaunchWork:
    """Blocks of one phase that do what is given (one number for all, or one for each)."""
    of_launch: dict[str, Any] = {
        name: float(np.asarray(given.pop(name, 0.0))) for name in OF_LAUNCH
    }
    made: dict[str, Any] = {name: column(given.pop(name, 0.0), blocks) for name in PER_BLOCK}
    assert not given, given
    return LaunchWork(**made, **of_launch)


def in_phases(stages: tuple[int, ...], blocks: int, **given: ArrayLike) -> LaunchWork:
    """Equal blocks that do what is given in each phase (one number for each) and nothing else."""
    nothing = np.zeros(len(stages))
    columns: dict[str, Any] = {
        name: np.repeat(np.asarray(given.pop(name, nothing), np.float64)[:, None], blocks, axis=1)
        for name in PER_BLOCK
    }
    assert not given, given
    return LaunchWork(**columns, flops=0.0, longest_queue=0.0, stages=stages)
