"""What orders the work that a script gives to its streams, as CUDA defines it.

A piece of work, a launch or a copy, is ordered behind what its stream did before, behind what the
host has waited for, and behind the events that its stream waits for. The default stream of a GPU
waits for its other streams, and they for it, but for those that are made to be independent.
The order is kept in vector clocks: of each stream, how many pieces of its work lie before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

DEFAULT = 0  # the number of the default stream of each GPU


class StreamKey(NamedTuple):
    """A stream of a GPU by its number."""

    gpu: int
    number: int


Clock = Mapping[StreamKey, int]
"""By stream the number of its last piece of work that lies before."""

NOTHING: Clock = {}


@dataclass(frozen=True, slots=True)
class Work:
    """A launch or a copy: the `number`-th piece of work of its stream, from 1."""

    stream: StreamKey
    number: int
    before: Clock

    def is_behind(self, stream: StreamKey, number: int) -> bool:
        """Whether that piece of work has ended, in any order, before this one begins."""
        return self.before.get(stream, 0) >= number


@dataclass(eq=False, slots=True)
class StreamOrder:
    """Told of work, events and waiting in the order in which the host asks for them."""

    independent: set[StreamKey] = field(default_factory=set)
    """Streams that do not wait for the default stream, nor it for them."""
    _streams: dict[StreamKey, Clock] = field(default_factory=dict)
    _host: Clock = field(default_factory=dict)
    _marks: dict[int, Clock] = field(default_factory=dict)

    def begins(self, stream: StreamKey) -> Work:
        """The host asks for a piece of work."""
        before = self._behind(stream)
        number = before.get(stream, 0) + 1
        self._streams[stream] = {**before, stream: number}
        return Work(stream, number, before)

    def is_alone(self, stream: StreamKey) -> bool:
        """Whether all work is ordered with that of a stream: it is a GPU's default stream."""
        return stream.number == DEFAULT and not self.independent

    def is_over(self, stream: StreamKey, number: int) -> bool:
        """Whether the host knows that a piece of work has ended: all that comes is behind it."""
        return self._host.get(stream, 0) >= number

    def host_waits(self, stream: StreamKey) -> None:
        """The host waits for a stream."""
        self._host = _joined(self._host, self._behind(stream))

    def host_waits_for_all(self, gpu: int) -> None:
        """The host waits for all streams of a GPU."""
        for stream, clock in list(self._streams.items()):
            if stream.gpu == gpu:
                self._host = _joined(self._host, clock)

    def marked(self, event: int, stream: StreamKey) -> None:
        """An event is recorded in a stream."""
        self._marks[event] = self._behind(stream)

    def host_waits_for_mark(self, event: int) -> None:
        """The host waits for an event; for one that was never recorded nobody waits."""
        self._host = _joined(self._host, self._marks.get(event, NOTHING))

    def waits_for_mark(self, event: int, stream: StreamKey) -> None:
        """A stream waits for an event."""
        self._streams[stream] = _joined(self._behind(stream), self._marks.get(event, NOTHING))

    def _behind(self, stream: StreamKey) -> Clock:
        """What lies before anything that is asked of a stream now."""
        clock = _joined(self._streams.get(stream, NOTHING), self._host)
        if stream in self.independent:
            return clock
        default = StreamKey(stream.gpu, DEFAULT)
        for other, known in list(self._streams.items()):
            waits = other == default or (stream == default and other.gpu == stream.gpu)
            if waits and other not in self.independent:
                clock = _joined(clock, known)
        return clock


def _joined(one: Clock, other: Clock) -> Clock:
    if not other:
        return one
    return {key: max(one.get(key, 0), other.get(key, 0)) for key in one.keys() | other.keys()}
