"""Pipelines of the gallery in tests: run on the emulator, or by their NumPy twin."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import gpuviz
from gpuviz.engines.host import LoadedOperation, check_outputs, load_operation
from gpuviz.operation import find_operation
from gpuviz.trace import Trace

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Ran:
    """What a pipeline left in its arguments, and the launches it made."""

    arguments: Arrays
    launches: tuple[Trace, ...]
    correct: bool | None
    error: float | None

    @property
    def counts(self) -> Counter[str]:
        """Launches of each kernel."""
        return Counter(trace.kernel for trace in self.launches)


def loaded(name: str) -> LoadedOperation:
    """A pipeline's file, whose top level has run."""
    return load_operation(find_operation(name).path)


def inputs_of(name: str, size: tuple[int, ...] | None = None, seed: int = 0) -> Arrays:
    """What the file makes of a size, its own unless told."""
    file = loaded(name)
    made = file.arguments(size or file.info.default_size, seed)
    return {key: np.asarray(value) for key, value in made.items()}


def by_numpy(name: str, arguments: Arrays) -> Arrays:
    """All arguments after the NumPy twin; those given stay as they are."""
    changed = copy.deepcopy(arguments)
    twin = loaded(name).twin("numpy_twin")
    assert twin is not None
    twin(*changed.values())
    return changed


def on_emulator(name: str, arguments: Arrays) -> Ran:
    """The pipeline, launch by launch, held against its NumPy twin; without a hazard."""
    file, changed = loaded(name), copy.deepcopy(arguments)
    with gpuviz.recording() as launches:
        file.module.pipeline(*changed.values())
    assert (launches.hazards, launches.failures) == ((), ())
    wanted = by_numpy(name, arguments)
    outputs = file.info.outputs
    correct, error = check_outputs(
        file, {key: changed[key] for key in outputs}, {key: wanted[key] for key in outputs}
    )
    return Ran(changed, tuple(launch.trace for launch in launches), correct, error)
