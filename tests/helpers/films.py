"""Pipelines of the gallery on the emulator, with what is told of their arrays."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import find_device
from gpuviz.engines.pipeline_emulator import run_pipeline
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.insight.shown_arrays import ShownArrays
from gpuviz.operation import OperationInfo, find_operation
from tests.helpers.gallery_pipelines import loaded


@dataclass(frozen=True, slots=True)
class Film:
    """A result, and its arrays at any launch."""

    info: OperationInfo
    result: LaunchResult
    arrays: ShownArrays

    @property
    def launches(self) -> int:
        """How many there are."""
        return len(self.result.launches)

    @property
    def module(self) -> ModuleType:
        """The file itself."""
        return loaded(self.info.name).module

    def kernels(self, name: str) -> list[int]:
        """After how many launches one of a kernel has just ended."""
        return [n + 1 for n, trace in enumerate(self.result.launches) if trace.kernel == name]

    def twin(self, **given: NDArray[Any]) -> dict[str, Any]:
        """What NumPy makes of the same inputs, some of them others."""
        arguments = {name: array.copy() for name, array in self.result.inputs.items()}
        arguments |= {name: array.copy() for name, array in given.items()}
        self.module.numpy_twin(*(arguments[name] for name in self.info.parameters))
        return arguments


@functools.cache
def film(name: str, size: tuple[int, ...] | None = None) -> Film:
    """Runs it once."""
    info = find_operation(name)
    device = find_device("t4")
    request = LaunchRequest(1, info.path, size or info.default_size, None, "emulator", device)
    result = run_pipeline(request, lambda told: None)
    assert result.history is not None
    return Film(info, result, ShownArrays(result.inputs, result.history))


def flat(array: NDArray[Any], *index: int) -> int:
    """The number of an element in C order."""
    return int(np.ravel_multi_index(index, array.shape))
