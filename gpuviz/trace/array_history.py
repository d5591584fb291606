"""Where the arrays of a pipeline lie in device memory, and what its launches wrote into them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.trace.members import DamagedTrace

LARGEST_MEMORY = 1 << 30  # bytes of one piece of device memory whose elements are told apart


@dataclass(frozen=True, slots=True)
class ArrayView:
    """Elements in a piece of memory: where the first one lies, and bytes from one to the next."""

    memory: int  # which piece, counted as they were met
    first: int  # bytes from where the piece begins
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    @property
    def size(self) -> int:
        """Elements."""
        return math.prod(self.shape)

    def positions(self, itemsize: int) -> NDArray[np.int64]:
        """[size] where each element lies, counted in elements, in C order."""
        found = np.full((), self.first, np.int64)
        for count, stride in zip(self.shape, self.strides, strict=True):
            found = found[..., np.newaxis] + np.arange(count, dtype=np.int64) * stride
        return found.ravel() // itemsize


@dataclass(frozen=True, slots=True)
class Argument:
    """An array that a launch was given. `reads`: the launch reads this memory, by any name."""

    launch: int  # row of `LaunchResult.launches`
    parameter: str  # of the kernel
    view: ArrayView
    reads: bool


@dataclass(frozen=True, slots=True)
class HostCopy:
    """A copy between the device and an array that the pipeline was called with.

    Elements go one after another, in C order, from one view to the other; of `host` the memory has
    no meaning, its bytes count from where the array begins.
    """

    kind: Literal["h2d", "d2h"]
    launches: int  # how many had been asked for before
    name: str  # of the pipeline's parameter
    host: ArrayView
    device: ArrayView


@dataclass(frozen=True, slots=True)
class Written:
    """A parameter after a launch that wrote into it, and who did.

    `writer` has its shape: the linear thread that wrote each element last, -1 for none.
    """

    launch: int
    parameter: str
    contents: NDArray[Any]
    writer: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Looked:
    """What a function of the file's own said after so many launches: arrays in the place of those
    that are shown, and single numbers.
    """

    launches: int
    values: Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class ArrayHistory:
    """All arguments and copies of a pipeline; of what was written that which was copied to arrays
    that are shown, in the order in which it happened.
    """

    arguments: tuple[Argument, ...] = ()
    copies: tuple[HostCopy, ...] = ()
    written: tuple[Written, ...] = ()
    looks: tuple[Looked, ...] = ()

    def by_parameter(self) -> dict[tuple[int, str], Argument]:
        """What each launch was given for each parameter."""
        return {(one.launch, one.parameter): one for one in self.arguments}


def check_history(
    history: ArrayHistory, threads: Sequence[int], arrays: Mapping[str, NDArray[Any]]
) -> None:
    """Raises DamagedTrace for a history that is not one of launches of so many threads each, and of
    such host arrays.
    """
    launches = len(threads)
    for argument in history.arguments:
        _check(0 <= argument.launch < launches, "an argument is one of no launch")
        _check_view(argument.view, LARGEST_MEMORY)
    for copy in history.copies:
        _check(copy.name in arrays and 0 <= copy.launches <= launches, "a copy is of no array")
        _check_view(copy.host, arrays[copy.name].nbytes)
        _check_view(copy.device, LARGEST_MEMORY)
        _check(copy.host.size == copy.device.size, "a copy has two sizes")
    by_parameter = history.by_parameter()
    for one in history.written:
        given = by_parameter.get((one.launch, one.parameter))
        _check(given is not None, "what was written is no argument")
        fits = given is not None and one.contents.shape == one.writer.shape == given.view.shape
        _check(fits, "what was written has another shape")
        writer = one.writer
        known = writer.size == 0 or -1 <= writer.min() <= writer.max() < threads[one.launch]
        _check(bool(known), "what was written was written by no thread")
    for look in history.looks:
        _check(0 <= look.launches <= launches, "a look is at no launch")
        for name, value in look.values.items():
            shape = arrays[name].shape if name in arrays and value.ndim else ()
            _check(value.shape == shape and value.dtype.kind in "biuf", "a look is no array")


def _check_view(view: ArrayView, nbytes: int) -> None:
    fits = len(view.shape) == len(view.strides) and min(view.shape, default=1) >= 0
    _check(fits, "an array has no valid shape")
    if view.size == 0:
        return
    reach = [(count - 1) * step for count, step in zip(view.shape, view.strides, strict=True)]
    first = view.first + sum(step for step in reach if step < 0)
    last = view.first + sum(step for step in reach if step > 0)
    _check(0 <= first <= last < nbytes, "an array lies outside of its memory")
    _check(view.size <= nbytes, "an array is larger than its memory")


def _check(holds: bool, otherwise: str) -> None:
    if not holds:
        raise DamagedTrace(otherwise)
