"""Which elements of a result are wrong, and what is said of the first one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.engines.comparison import wrong_places
from gpuviz.messages import Message
from gpuviz.trace import Trace

MOST_LISTED = 4096  # elements of an array that are listed; `count` counts them all
MOST_FIGURES = 17  # of a float64: two that differ differ in these

ONE = "{array}{index} is {got} instead of {want}"
MANY = (
    "{count} of {size} elements of {array} differ from NumPy; the first is {array}{index}: {got}"
    " instead of {want}"
)
WRITTEN = ", written by thread {thread} of block {block}."
UNWRITTEN = ", and no thread wrote it."


@dataclass(frozen=True, slots=True, eq=False)
class WrongElements:
    """Where one output differs from the reference; the first wrong element is so in C order."""

    array: str
    shape: tuple[int, ...]
    count: int  # of wrong elements
    elements: NDArray[np.int64]  # flat, ascending; at most MOST_LISTED of them
    held: NDArray[Any]  # [elements] what each of them holds
    wanted: NDArray[Any]  # [elements] what each should hold

    @property
    def got(self) -> float | complex:
        """What the first one holds."""
        return self.values_of(self.first)[0]

    @property
    def want(self) -> float | complex:
        """What the first one should hold."""
        return self.values_of(self.first)[1]

    def values_of(self, element: int) -> tuple[float | complex, float | complex]:
        """What a listed element holds, and what it should hold. Raises ValueError for others."""
        place = self.elements.tolist().index(element)
        return self.held[place].item(), self.wanted[place].item()

    def index_of(self, element: int) -> tuple[int, ...]:
        """The index of a flat element."""
        return tuple(int(n) for n in np.unravel_index(element, self.shape))

    @property
    def first(self) -> int:
        """The first wrong element, flat."""
        return int(self.elements[0])

    @property
    def index(self) -> tuple[int, ...]:
        """The index of the first wrong element."""
        return self.index_of(self.first)


def wrong_elements(
    array: str, got: NDArray[Any], want: NDArray[Any], tolerance: float
) -> WrongElements | None:
    """What is wrong in one output; None where nothing is, or where the shapes differ."""
    if got.shape != want.shape:
        return None
    found = wrong_places(got, want, tolerance)
    if not len(found):
        return None
    listed = found[:MOST_LISTED]
    held, wanted = (np.ravel(values)[listed] for values in (got, want))
    return WrongElements(array, got.shape, len(found), listed, held, wanted)


def writer_of_first(trace: Trace, wrong: WrongElements) -> tuple[int, int] | None:
    """(block, thread) that wrote the first wrong element last; None: nobody did, or unknown."""
    writers = trace.last_writer.get(wrong.array)
    writer = -1 if writers is None else int(np.ravel(writers)[wrong.first])
    return None if writer < 0 else divmod(writer, trace.config.block.size)


def wrong_message(trace: Trace, wrong: WrongElements) -> Message:
    """The first wrong element in a sentence: what it holds, what it should, and who wrote it."""
    got, want = told_apart(wrong.got, wrong.want)
    values: dict[str, object] = {
        "count": wrong.count,
        "size": int(np.prod(wrong.shape, dtype=np.int64)),
        "array": wrong.array,
        "index": str(list(wrong.index)) if wrong.shape else "",
        "got": got,
        "want": want,
    }
    writer = writer_of_first(trace, wrong)
    tail = "."
    if writer is not None:
        config, tail = trace.config, WRITTEN
        values["block"] = str(config.grid.index(writer[0]))
        values["thread"] = str(config.block.index(writer[1]))
    elif wrong.array in trace.last_writer:
        tail = UNWRITTEN
    head = ONE if wrong.count == 1 else MANY
    return Message("result.wrong", head + tail, values)


def told_apart(got: object, want: object) -> tuple[str, str]:
    """Two different values with as few figures as show that they differ, four at least."""
    if not (isinstance(got, float) and isinstance(want, float)):
        return str(got), str(want)
    pairs = ((f"{got:.{n}g}", f"{want:.{n}g}") for n in range(4, MOST_FIGURES + 1))
    return next((pair for pair in pairs if pair[0] != pair[1]), (str(got), str(want)))
