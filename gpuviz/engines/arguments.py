"""Checks that what a kernel file's `inputs` returned is what its kernel takes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import Message, RequestRefused, SourcePlace, word
from gpuviz.operation import OperationInfo
from gpuviz.simt.memory.records import is_known
from gpuviz.simt.types import is_text


def checked_arguments(info: OperationInfo, made: object, place: SourcePlace) -> dict[str, object]:
    """`made` in the order of the kernel's parameters.

    Raises RequestRefused at `place` for a missing or extra name, and for a value no kernel takes.
    """
    if not isinstance(made, dict):
        raise RequestRefused(_not_a_dict(info, made), place)
    if set(made) != set(info.parameters):
        raise RequestRefused(_other_names(info, made), place)
    for name in info.parameters:
        message = _value_refusal(info, name, made[name])
        if message:
            raise RequestRefused(message, place)
    return {name: made[name] for name in info.parameters}


def _not_a_dict(info: OperationInfo, made: object) -> Message:
    form = "{" + ", ".join(f'"{name}": {name}' for name in info.parameters) + "}"
    template = "inputs of {operation} returned {kind}, not a dictionary: return {form}."
    values = {"operation": info.name, "kind": _kind(made), "form": form}
    return Message("host.not-a-dict", template, values)


def _other_names(info: OperationInfo, made: dict[object, object]) -> Message:
    missing = [name for name in info.parameters if name not in made]
    extra = [str(name) for name in made if name not in info.parameters]
    template = (
        "inputs of {operation} has to give exactly the kernel's parameters ({wanted})."
        " Missing: {missing}. Too many: {extra}."
    )
    values = {
        "operation": info.name,
        "wanted": ", ".join(info.parameters),
        "missing": ", ".join(missing) or word("none"),
        "extra": ", ".join(extra) or word("none"),
    }
    return Message("host.other-names", template, values)


def _value_refusal(info: OperationInfo, name: str, value: object) -> Message | None:
    if isinstance(value, np.ndarray):
        return _array_refusal(info, name, value)
    if name in info.outputs:
        template = "'{name}' is {kind}, but {kernel} writes it: make it a NumPy array in inputs."
    elif not isinstance(value, int | float | complex | np.number | np.bool_):
        template = "'{name}' is {kind}: make it a NumPy array or a number in inputs."
    else:
        return None
    values = {"name": name, "kind": _kind(value), "kernel": info.kernel}
    return Message("host.no-array", template, values)


def _array_refusal(info: OperationInfo, name: str, array: NDArray[Any]) -> Message | None:
    values = {"name": name, "dtype": array.dtype, "kernel": info.kernel}
    if not is_known(array.dtype) or is_text(array.dtype):
        template = (
            "'{name}' holds {dtype}, which no kernel can use: choose a type of numbers in inputs,"
            " such as np.float32."
        )
        return Message("host.bad-dtype", template, values)
    if not array.flags.c_contiguous:
        template = (
            "'{name}' does not lie in memory row by row without gaps: return"
            " np.ascontiguousarray({name}) from inputs."
        )
        return Message("host.not-contiguous", template, values)
    if name in info.outputs and not array.flags.writeable:
        template = (
            "'{name}' is read-only, but {kernel} writes it: return {name}.copy() from inputs."
        )
        return Message("host.read-only", template, values)
    return None


def _kind(value: object) -> str:
    return type(value).__name__
