"""What a pipeline's arrays would look like by now, as a function of its file's own says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.engines.host import USER_ERRORS, LoadedOperation, error_words
from gpuviz.insight.shown_arrays import ShownArrays
from gpuviz.messages import Message
from gpuviz.operation.reader import LOOK
from gpuviz.trace.array_history import ArrayHistory, Looked

MOST_LOOKS = 48


def with_looks(
    loaded: LoadedOperation,
    arguments: Mapping[str, Any],
    inputs: Mapping[str, NDArray[Any]],
    history: ArrayHistory,
) -> tuple[ArrayHistory, tuple[Message, ...]]:
    """The history with what `look` says after launches that changed an output, and what went wrong.

    `arguments` are those of the pipeline, `inputs` its arrays before it ran.
    """
    if not loaded.info.has_look:
        return history, ()
    arrays = ShownArrays(inputs, history)
    changes = {0, *(row for name in loaded.info.outputs for row in arrays.changes(name))}
    looks: list[Looked] = []
    for launches in _some_of(sorted(changes)):
        by_now = {
            name: arrays.contents(name, launches)[0].copy() if name in inputs else value
            for name, value in arguments.items()
        }
        try:
            said = getattr(loaded.module, LOOK)(**by_now)
            looks.append(Looked(launches, _values(said, inputs)))
        except USER_ERRORS as error:
            template = "look() of {file} stopped: {words}. The pictures do without it."
            words = error_words(error) or type(error).__name__
            values = {"file": loaded.info.path.name, "words": words}
            return history, (Message("pipeline.look", template, values),)
    return replace(history, looks=tuple(looks)), ()


def _some_of(launches: list[int]) -> list[int]:
    """The first, the last, and as many between as there is room for."""
    places = np.linspace(0, len(launches) - 1, min(MOST_LOOKS, len(launches)))
    return [launches[at] for at in sorted({int(place) for place in places})]


def _values(said: Any, inputs: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Arrays as those that they stand for, and numbers. Raises ValueError for anything else."""
    if not isinstance(said, Mapping):
        raise ValueError("it has to return a dictionary of arrays and numbers")
    found: dict[str, NDArray[Any]] = {}
    for name, value in said.items():
        array = np.asarray(value)
        fits = array.ndim == 0 or (name in inputs and array.shape == inputs[name].shape)
        if not fits or array.dtype.kind not in "biuf":
            raise ValueError(f"{name} is neither a number nor an array with the shape of that")
        stands_for = array.ndim > 0
        found[str(name)] = array.astype(inputs[name].dtype) if stands_for else array
    return found
