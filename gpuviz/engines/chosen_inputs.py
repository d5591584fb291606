"""Applies what was chosen of a launch's inputs to what the kernel file's `inputs` made.

Shapes stay as the file made them. A sliced array is every second element along its last axis of an
array twice as wide, with zeros in the gaps.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.engines.array_file import Wanted, read_array
from gpuviz.messages import Message, RequestRefused, brief
from gpuviz.model.transfer import holds
from gpuviz.operation.inputs import InputChoice, Inputs, LayoutName, choice_for, in_force

RANDOM_BELOW = 100  # whole numbers; a type that cannot hold them all has those that it holds
MOST_DIMENSIONS = 64  # of an array of NumPy
ROUNDINGS = 8
"""How many roundings of a chosen type of fractions a result may be off: those of a product, of a
short sum, and of storing."""

EVERY_SECOND = (*(slice(None),) * (MOST_DIMENSIONS - 1), slice(None, None, 2))
"""The index of a sliced array: its last entries. Numba's device arrays know no ellipsis."""

Arguments = dict[str, object]


@dataclass(frozen=True, slots=True)
class Made:
    """The arguments of a launch, and what has to be said of them."""

    arguments: Arguments
    notes: tuple[Message, ...] = ()


def changed(
    arguments: Mapping[str, object], inputs: Inputs, seed: int, outputs: Iterable[str] = ()
) -> Made:
    """The arguments with all choices. Raises RequestRefused for what an argument cannot be.

    Values for all arrays are for those that a kernel reads: an output that holds nothing before the
    launch would be copied for nothing.
    """
    found, notes = dict(arguments), list[Message]()
    for_all = choice_for(inputs, None)
    for place, (name, value) in enumerate(arguments.items()):
        choice = in_force(inputs, name)
        own = choice_for(inputs, name)
        if not isinstance(value, np.ndarray):
            _check_no_choice(name, own)
            continue
        if (name in outputs and not holds(value)) or not _takes_common(value, for_all):
            choice = replace(choice, values=own.values, file=own.file)
        dtype = _dtype(name, value, choice, own, arguments.values())
        held = _with_values(name, value, dtype, choice, np.random.default_rng((seed, place)))
        found[name] = _laid_out(name, held, choice.layout, is_own=own.layout is not None)
        if choice.values is None and choice.file is None:
            notes += _lost(name, value, held)
    _check_any_transposed(for_all, arguments)
    return Made(found, tuple(notes))


def for_reference(arguments: Mapping[str, object], inputs: Inputs) -> Arguments:
    """Copies for the twin that says what is right: by rows, and wide where a type was chosen.

    NumPy adds two int8 as int8 and rounds each sum of float16; kernels, by Numba's types, do
    neither. What the twin writes is rounded to the output's own type afterwards.
    """
    return {name: _reference_copy(value, inputs, name) for name, value in arguments.items()}


def tolerance(of_file: float, inputs: Inputs) -> float:
    """How far a result may be off where types of fractions were chosen, at least as the file has
    it.
    """
    names = {one.dtype for one in inputs if one.dtype is not None}
    chosen = [np.dtype(name) for name in names]
    rounding = [float(np.finfo(dtype).eps) for dtype in chosen if dtype.kind == "f"]
    return max([of_file, *(ROUNDINGS * one for one in rounding)])


def memory_of(array: NDArray[Any]) -> NDArray[Any]:
    """What is copied to a GPU for an array: all that lies between its elements too."""
    if array.flags.forc or not isinstance(array.base, np.ndarray):
        return array
    return array.base


def part_of(memory: Any, like: NDArray[Any]) -> Any:
    """The array in a memory, also on the device, that `like` is in its own."""
    return memory if memory_of(like) is like else memory[EVERY_SECOND[-like.ndim :]]


def copied_alike(array: NDArray[Any]) -> NDArray[Any]:
    """A copy that lies in memory as the array does."""
    copy: NDArray[Any] = part_of(memory_of(array).copy(order="K"), array)
    return copy


def _takes_common(array: NDArray[Any], for_all: InputChoice) -> bool:
    """Whether values for all arrays can be those of one: whole numbers have no NaN."""
    return for_all.values != "one-nan" or array.dtype.kind in ("f", "c")


def _check_no_choice(name: str, own: InputChoice) -> None:
    if not own.is_none:
        template = "'{name}' is a single number, and no array: only arrays can be chosen."
        raise RequestRefused(Message("inputs.no-array", template, {"name": name}))


def _dtype(
    name: str,
    array: NDArray[Any],
    choice: InputChoice,
    own: InputChoice,
    all_values: Iterable[object],
) -> np.dtype[Any]:
    """The type that the array is to have."""
    if choice.dtype is None:
        return array.dtype
    dtype = np.dtype(choice.dtype)
    if own.dtype is None:
        others = [value.dtype for value in all_values if isinstance(value, np.ndarray)]
        alike = any(_family(other) == _family(dtype) for other in others)
        if not _takes(array.dtype) or (alike and _family(array.dtype) != _family(dtype)):
            return array.dtype
    if not _takes(array.dtype):
        template = "'{name}' holds {dtype}, for which no other type can be chosen."
        values = {"name": name, "dtype": array.dtype}
        raise RequestRefused(Message("inputs.fixed-type", template, values))
    return dtype


def _family(dtype: np.dtype[Any]) -> str:
    """Whole numbers with and without a sign are of one kind."""
    return "i" if dtype.kind == "u" else dtype.kind


def _takes(dtype: np.dtype[Any]) -> bool:
    return dtype.kind in ("i", "u", "f", "b")


def _with_values(
    name: str,
    array: NDArray[Any],
    dtype: np.dtype[Any],
    choice: InputChoice,
    rng: np.random.Generator,
) -> NDArray[Any]:
    """The array's shape filled as was chosen, by rows."""
    if choice.file is not None:
        return read_array(choice.file, Wanted(name, array.shape, dtype))
    if choice.values is None:
        return array if dtype == array.dtype else _cast(array, dtype)
    if dtype.names is not None:
        template = "'{name}' holds records, for which no values can be chosen."
        raise RequestRefused(Message("inputs.records", template, {"name": name}))
    if choice.values in ("zeros", "ones"):
        return np.full(array.shape, int(choice.values == "ones"), dtype)
    if choice.values == "ramp":
        numbers = np.arange(array.size) % (_most_counted(dtype) + 1)
        return numbers.astype(dtype).reshape(array.shape)
    found = _random(array.shape, dtype, rng)
    if choice.values == "one-nan" and array.size:
        if dtype.kind not in ("f", "c"):
            template = "'{name}' holds {dtype}, and there is no NaN among whole numbers."
            raise RequestRefused(Message("inputs.no-nan", template, {"name": name, "dtype": dtype}))
        found.reshape(-1)[rng.integers(array.size)] = np.nan
    return found


def _most_counted(dtype: np.dtype[Any]) -> int:
    """Up to where a type holds every whole number."""
    if dtype.kind == "b":
        return 1
    if dtype.kind in ("i", "u"):
        return min(int(np.iinfo(dtype).max), 2**62)
    exact: int = 2 ** (int(np.finfo(dtype).nmant) + 1)
    return exact


def _random(shape: tuple[int, ...], dtype: np.dtype[Any], rng: np.random.Generator) -> NDArray[Any]:
    if dtype.kind in ("f", "c"):
        found: NDArray[Any] = rng.random(shape).astype(dtype)
        if dtype.kind == "c":
            found += 1j * rng.random(shape).astype(dtype)
        return found
    below = min(RANDOM_BELOW, _most_counted(dtype) + 1)
    whole: NDArray[Any] = rng.integers(0, below, shape).astype(dtype)
    return whole


def _cast(array: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    """To whole numbers fractions are cut off, and what is out of range becomes the nearest."""
    with np.errstate(over="ignore", invalid="ignore"):
        if dtype.kind not in ("i", "u"):
            return array.astype(dtype)
        limits = np.iinfo(dtype)
        if array.dtype.kind == "f":
            array = np.nan_to_num(np.trunc(array.astype(np.float64)))
            above, below = array >= float(limits.max), array <= float(limits.min)
            found = np.where(above | below, 0, array).astype(dtype)
            found[above], found[below] = limits.max, limits.min
            return found
        if array.dtype.kind == "b":
            return array.astype(dtype)
        return _clipped(array, limits).astype(dtype)


def _clipped(array: NDArray[Any], limits: Any) -> NDArray[Any]:
    own = np.iinfo(array.dtype)
    least, most = max(limits.min, own.min), min(limits.max, own.max)
    clipped: NDArray[Any] = np.clip(array, array.dtype.type(least), array.dtype.type(most))
    return clipped


def _laid_out(
    name: str, array: NDArray[Any], layout: LayoutName | None, *, is_own: bool
) -> NDArray[Any]:
    if layout == "sliced" and array.ndim:
        memory = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), array.dtype)
        part: NDArray[Any] = memory[EVERY_SECOND[-array.ndim :]]
        part[...] = array
        return part
    if layout != "transposed":
        return array
    if array.ndim < 2 and is_own:
        template = "'{name}' has one dimension: there is nothing to transpose. Choose sliced."
        raise RequestRefused(Message("inputs.one-dimension", template, {"name": name}))
    return np.asfortranarray(array)


def _check_any_transposed(for_all: InputChoice, arguments: Mapping[str, object]) -> None:
    arrays = [value for value in arguments.values() if isinstance(value, np.ndarray)]
    if for_all.layout == "transposed" and all(array.ndim < 2 for array in arrays):
        template = "All arrays have one dimension: there is nothing to transpose. Choose sliced."
        raise RequestRefused(Message("inputs.all-one-dimension", template))


def _lost(name: str, before: NDArray[Any], after: NDArray[Any]) -> list[Message]:
    """What a type has made of the file's own values, where that is more than rounding."""
    if before.dtype == after.dtype or not before.size:
        return []
    with np.errstate(invalid="ignore"):
        if after.dtype.kind in ("i", "u"):
            lost = before != after
        else:
            lost = np.isfinite(before) & ~np.isfinite(after)
    if not lost.any():
        return []
    place = tuple(int(axis) for axis in np.argwhere(lost)[0])
    template = (
        "{count} of {size} values of '{name}' do not fit into {dtype} and were changed: {before}"
        " became {after}."
    )
    values = {
        "count": int(np.count_nonzero(lost)),
        "size": math.prod(before.shape),
        "name": name,
        "dtype": after.dtype,
        "before": brief(before[place].item()),
        "after": brief(after[place].item()),
    }
    return [Message("inputs.lost", template, values)]


def _reference_copy(value: object, inputs: Inputs, name: str) -> object:
    if not isinstance(value, np.ndarray):
        return value
    dtype = value.dtype
    if in_force(inputs, name).dtype is not None:
        dtype = _wide(dtype)
    return np.array(value, dtype, order="C")


def _wide(dtype: np.dtype[Any]) -> np.dtype[Any]:
    if dtype.kind == "f":
        return np.dtype(np.float64)
    if dtype.kind == "i":
        return np.dtype(np.int64)
    return np.promote_types(dtype, np.uint32) if dtype.kind == "u" else dtype
