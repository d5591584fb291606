"""Numbers of a file of CUDA C that are chosen instead of its own, or would make it smaller."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gpuviz.cuda_c.comments import WORDS, with_comments
from gpuviz.cuda_c.types import Pointer
from gpuviz.cuda_c.unit import Unit, passed_to, read_unit
from gpuviz.messages import Message, NotSupportedError, RequestRefused, SourcePlace, listed
from gpuviz.operation.c_headers import with_headers
from gpuviz.operation.c_launch import MOST_ELEMENTS, Described, launch_of

SMALLER = (4096, 1024, 64)
"""What a number that makes an array too large is tried at."""
MOST_TRIED = 12
MOST_NAMED = 12  # names in a sentence


def text_with_sizes(path: Path, text: str, sizes: Mapping[str, int]) -> str:
    """A file that has these numbers. Raises RequestRefused for a name that it does not have."""
    text = with_headers(text, path)
    unit = read_unit(text, str(path))
    known = _names(unit)
    words = {word.text for word in unit.host_words if word.kind == "name"}
    unknown = [name for name in sizes if name not in known and name not in words - {*WORDS}]
    if unknown:
        template = "{file} has no number {name}; those that it has: {known}."
        if not known:
            template = "{file} has no number {name}, and none that can be chosen."
        values = {"file": path.name, "name": unknown[0], "known": listed(known[:MOST_NAMED])}
        raise RequestRefused(Message("cuda-c.no-size", template, values), SourcePlace(str(path), 1))
    return with_comments(text, {name: str(value) for name, value in sizes.items()})


def _names(unit: Unit) -> list[str]:
    """The numbers that a file gives names, and those that its kernels take."""
    found = list(unit.numbers)
    for kernel in unit.kernels:
        found += [one.name for one in kernel.templates if not one.is_type]
        try:
            if not any(one.is_type for one in kernel.templates):
                passed = passed_to(unit.function(kernel, (1,) * len(kernel.templates)))
                found += [one.name for one in passed if not isinstance(one.kind, Pointer)]
        except NotSupportedError:
            continue
    return list(dict.fromkeys(found))


def smaller_sizes(unit: Unit, kernel: str) -> dict[str, int]:
    """The fewest numbers of a file that bring the arrays of a kernel into the emulator's limits.

    They are found by trying; nothing where none of them does.
    """
    numbers = {name: one.value for name, one in unit.numbers.items() if one.value > SMALLER[-1]}
    names = sorted(numbers, key=lambda name: -numbers[name])[:MOST_TRIED]
    chosen: dict[str, int] = {}
    largest = _largest(unit, kernel, chosen)
    for name in names:
        for value in SMALLER:
            trial = {**chosen, name: value}
            count = _largest(unit, kernel, trial)
            if value < numbers[name] and 0 < count < largest:
                chosen, largest = trial, count
            if 0 < largest <= MOST_ELEMENTS:
                return chosen
    return {}


def _largest(unit: Unit, kernel: str, sizes: Mapping[str, int]) -> int:
    """The elements of the largest array or grid of a launch; 0 where it is not known."""
    text = with_comments(unit.text, {name: str(value) for name, value in sizes.items()})
    try:
        described: Described = launch_of(read_unit(text, unit.file), kernel)
        given = dict(described.sizes)
        counts = [1]
        for array in described.launch.arrays:
            count = 1
            for side in array.shape:
                count *= side.evaluate(given)
            counts.append(count)
    except (RequestRefused, NotSupportedError):
        return 0
    return max(counts)
