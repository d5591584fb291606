"""Functions of the libraries of C and C++ that a launch may depend on: random numbers, fills."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_arithmetic import NUMBERS
from gpuviz.cuda_c.host_places import place_of, pointed_to
from gpuviz.cuda_c.host_shapes import called_in
from gpuviz.cuda_c.host_state import Walk
from gpuviz.cuda_c.host_syntax import Lambda
from gpuviz.cuda_c.host_values import (
    UNKNOWN,
    HostPointer,
    Memory,
    between,
    bytes_of,
    count_of,
    data_of,
    elements,
    fresh,
    is_vector,
    moved,
)
from gpuviz.cuda_c.types import VECTORS, Struct

RAND_MAX = 2**31 - 1

CallHandler = Callable[[Walk, syntax.Call], Any]


def _random(walk: Walk, node: syntax.Call) -> Any:
    """Random numbers are for what loops fill: a single one is not known."""
    if walk.lanes:
        return walk.rng.integers(0, RAND_MAX, walk.lanes)
    return int(walk.rng.integers(0, RAND_MAX)) if walk.notes.depth else UNKNOWN


def _uniform(walk: Walk, node: syntax.Call) -> Any:
    if walk.lanes:
        return walk.rng.random(walk.lanes)
    return float(walk.rng.random()) if walk.notes.depth else UNKNOWN


def _iterators(walk: Walk, node: syntax.Call) -> tuple[Any, int] | None:
    """The elements from one iterator to another."""
    values = walk.values(node.arguments[:2])
    if len(values) < 2 or not all(isinstance(value, HostPointer) for value in values):
        return None
    first, last = values
    row = elements(first)
    width = None if first.to is None else bytes_of(first.to)
    if row is None or not width or first.memory is not last.memory:
        first.memory.forget()
        return None
    first.memory.write()
    return row, (last.offset - first.offset) // width


def _fill(walk: Walk, node: syntax.Call) -> Any:
    """std::fill(begin, end, value)."""
    return _fill_with(walk, node, lambda value, count: value)


def _count_up(walk: Walk, node: syntax.Call) -> Any:
    """std::iota(begin, end, value)."""
    return _fill_with(walk, node, lambda value, count: value + np.arange(count))


def _fill_with(walk: Walk, node: syntax.Call, made: Callable[[Any, int], Any]) -> Any:
    """Fills elements with what is made of the last argument and their number."""
    found = _iterators(walk, node)
    value = walk.value(node.arguments[2]) if len(node.arguments) > 2 else UNKNOWN
    if found is not None and isinstance(value, (int, float)) and found[0].dtype.names is None:
        found[0][: found[1]] = made(value, found[1])
    else:
        _lose(walk, node)
    return UNKNOWN


def _copy(walk: Walk, node: syntax.Call) -> Any:
    """std::copy(begin, end, to)."""
    values = walk.values(node.arguments)
    given = between(*values[:2]) if len(values) == 3 else None
    to = values[2] if len(values) == 3 and isinstance(values[2], HostPointer) else None
    row = None if to is None else elements(to)
    if to is None:
        return UNKNOWN
    walk.notes.write(to.memory)
    if row is None or given is None or len(given) > len(row):
        to.memory.forget()
    else:
        row[: len(given)] = given
        to.memory.write()
    return UNKNOWN


def _swap(walk: Walk, node: syntax.Call) -> Any:
    """std::swap(a, b)."""
    places = [place_of(walk, part) for part in node.arguments[:2]]
    one, other = (*places, None, None)[:2]
    if one is not None and other is not None:
        held = one.get()
        one.put(other.get())
        other.put(held)
    return UNKNOWN


def _generate(walk: Walk, node: syntax.Call) -> Any:
    """std::generate(begin, end, [] { return ..; })."""
    found = _iterators(walk, node)
    made = node.arguments[2] if len(node.arguments) > 2 else None
    outer = walk.lanes
    value: Any = UNKNOWN
    if found is not None and found[1] > 0:
        walk.lanes = found[1]
        try:
            if isinstance(made, Lambda) and made.value is not None:
                value = walk.value(made.value)
            elif isinstance(made, syntax.Name) and made.id == "rand":
                value = _random(walk, node)
        finally:
            walk.lanes = outer
    if found is not None and isinstance(value, NUMBERS) and found[0].dtype.names is None:
        found[0][: found[1]] = value
    else:
        _lose(walk, node)
    return UNKNOWN


def _lose(walk: Walk, node: syntax.Call) -> None:
    pointer = walk.value(node.arguments[0]) if node.arguments else UNKNOWN
    if isinstance(pointer, HostPointer):
        walk.notes.lose(pointer.memory)


def _read_number(walk: Walk, node: syntax.Call) -> Any:
    """atoi(argv[1]) and its like."""
    text = walk.value(node.arguments[0]) if node.arguments else UNKNOWN
    try:
        number = float(text) if isinstance(text, str) else None
    except ValueError:
        return 0
    if number is None or not np.isfinite(number):
        return UNKNOWN
    return number if called_in(node) in REAL else int(number)


def _passed(walk: Walk, node: syntax.Call) -> Any:
    """What stands in brackets: of macros whose header is not read, raw_pointer_cast."""
    values = walk.values(node.arguments)
    return values[0] if values else UNKNOWN


def _of_device(walk: Walk, node: syntax.Call) -> Any:
    """thrust::raw_pointer_cast(v.data()): the memory of a device_vector."""
    pointer = pointed_to(_passed(walk, node))
    if pointer is not None:
        pointer.memory.on_device = True
    return UNKNOWN if pointer is None else pointer


def _begin(walk: Walk, node: syntax.Call) -> Any:
    pointer = pointed_to(walk.value(node.arguments[0])) if node.arguments else None
    return UNKNOWN if pointer is None else pointer


def _end(walk: Walk, node: syntax.Call) -> Any:
    value: Any = walk.value(node.arguments[0]) if node.arguments else UNKNOWN
    return moved(data_of(value), count_of(value)) if is_vector(value) else UNKNOWN


def _made_vector(kind: Struct) -> CallHandler:
    """make_float4(1, 2, 3, 4)."""

    def make(walk: Walk, node: syntax.Call) -> Any:
        made = fresh(kind)
        for (name, _), part in zip(kind.members, node.arguments, strict=False):
            made.members[name].put(walk.value(part))
        return made

    return make


def _time(walk: Walk, node: syntax.Call) -> Any:
    """time(NULL), clock(): for a kernel one is as good as another; a size of it is not known."""
    walk.values(node.arguments)
    return 0 if walk.launches else UNKNOWN


def _quiet(walk: Walk, node: syntax.Call) -> Any:
    """A function that gives nothing: what it is called with counts."""
    for part in node.arguments:
        walk.value(part)
    return 0


REAL = ("atof", "stof", "stod", "strtof", "strtod")
LIBRARY: dict[str, CallHandler] = {
    **dict.fromkeys(("rand", "random", "lrand48"), _random),
    "drand48": _uniform,
    "fopen": lambda walk, node: HostPointer(Memory(None, False, True)),
    **dict.fromkeys(("atoi", "atol", "atoll", "stoi", "stol", "strtol", "strtoul"), _read_number),
    **dict.fromkeys(REAL, _read_number),
    "fill": _fill,
    "iota": _count_up,
    "copy": _copy,
    "swap": _swap,
    "generate": _generate,
    "move": _passed,
    "raw_pointer_cast": _of_device,
    **{f"make_{name}": _made_vector(kind) for name, kind in VECTORS.items()},
    "__builtin_inff": lambda walk, node: math.inf,
    "__builtin_nanf": lambda walk, node: math.nan,
    "begin": _begin,
    "end": _end,
    **dict.fromkeys(("srand", "srand48"), _quiet),
    **dict.fromkeys(("time", "clock"), _time),
}
