"""What threads do that is no hazard, but has to be said: where, how many did, and who first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import LaunchConfig
from gpuviz.messages import Message, SourcePlace
from gpuviz.simt.execution.thread_group import ThreadGroup
from gpuviz.simt.hazards.messages import LineNames


@dataclass(slots=True)
class _Told:
    first: int  # thread of the launch
    count: int  # of threads, each as often as it did so


@dataclass(slots=True)
class NoteLog:
    """The notes of one launch, as they are found: one for each message and place."""

    _found: dict[tuple[SourcePlace, str], tuple[Message, _Told]] = field(default_factory=dict)

    def add(
        self, note: Message, place: SourcePlace, lanes: NDArray[np.bool_], group: ThreadGroup
    ) -> None:
        """Some lanes of which a note tells; it gets line, thread, block and count as values."""
        first = group.first_linear(lanes)
        count = int(np.count_nonzero(np.broadcast_to(lanes, group.launch_threads.shape)))
        _, told = self._found.setdefault((place, note.code), (note, _Told(first, 0)))
        told.first = min(told.first, first)
        told.count += count

    def messages(
        self, config: LaunchConfig, line_names: Callable[[Collection[str]], LineNames]
    ) -> Iterator[Message]:
        """The notes in the order of their places; `line_names` is HazardLog.line_names."""
        for (place, code), (note, told) in sorted(self._found.items(), key=_where):
            block, thread = divmod(told.first, config.block.size)
            at = {
                "line": line_names([place.file])(place.file, place.line),
                "block": str(config.grid.index(block)),
                "thread": str(config.block.index(thread)),
                "count": told.count,
            }
            yield Message(code, note.template, {**note.values, **at})


def _where(entry: tuple[tuple[SourcePlace, str], object]) -> tuple[str, int, int]:
    place, _ = entry[0]
    return place.file, place.line, place.column
