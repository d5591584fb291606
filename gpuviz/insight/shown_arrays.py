"""What the arrays of a result hold after any of its launches, and which thread wrote an element.

Of a pipeline this is read off its history: an array that is copied back at the end is told from
what lies in the device memory that the copy comes from.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.element_making import read_by
from gpuviz.trace.array_history import Argument, ArrayHistory, ArrayView, HostCopy, Written

if TYPE_CHECKING:
    from gpuviz.trace import Trace

Part = Callable[[str], tuple[NDArray[Any], NDArray[np.bool_]] | None]
"""(values, which of them were written) of a parameter of the launch that is under way, flat."""
MOST_HOPS = 4  # launches that are looked through
Elements = NDArray[np.int64]
"""Flat C-order elements of an array."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The thread that wrote an element, as an element of the kernel's own parameter.

    `thread` is linear in the launch: block * block size + thread. `in_place`: the launch read the
    same memory, so somebody had written it before.
    """

    launch: int
    parameter: str
    element: int
    thread: int
    in_place: bool


class ShownArrays:
    """The arrays of a pipeline by the names of its parameters, at any launch.

    `inputs` are those before it ran. `launches` counts those that have ended: 0 is before the
    first.
    """

    def __init__(self, inputs: Mapping[str, NDArray[Any]], history: ArrayHistory) -> None:
        self._inputs, self._history = inputs, history
        self._arguments = self._history.by_parameter()
        self._written: dict[int, list[tuple[Written, Argument]]] = {}
        for one in self._history.written:
            argument = self._arguments[one.launch, one.parameter]
            self._written.setdefault(argument.view.memory, []).append((one, argument))
        self._positions = functools.lru_cache(256)(_positions)
        self._orders = functools.lru_cache(64)(_order)
        self._spans = self._find_spans()
        self._changes_of = functools.lru_cache(256)(self.changes)
        self._held_after = functools.lru_cache(64)(self._held)

    @property
    def films(self) -> tuple[str, ...]:
        """Arrays of which more is known than what they hold at the end."""
        return tuple(name for name in self._spans if self.changes(name))

    def changes(self, name: str) -> tuple[int, ...]:
        """The launches after which the array may hold something else than before."""
        rows = {
            one.launch + 1
            for span in self._spans_of(name)
            for one, _ in self._of(span.copy.device.memory, span.since, span.copy.launches)
        }
        return tuple(sorted(rows))

    def contents(
        self, name: str, launches: int, part: Part | None = None
    ) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """What the array holds after so many launches, and which elements one of them has written.

        Both are read-only. `part` gives what the next launch has written of a parameter so far.
        Raises KeyError for an array that the pipeline was not called with.
        """
        if part is not None:
            return self._held(name, launches, part)
        before = [row for row in self._changes_of(name) if row <= launches]
        return self._held_after(name, before[-1] if before else 0)

    def _held(
        self, name: str, launches: int, part: Part | None = None
    ) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        before = self._inputs[name]
        held, written = before.ravel().copy(), np.zeros(before.size, np.bool_)
        for span in self._spans_of(name):
            if launches + (part is not None) <= span.since:
                continue
            values, known = self._memory(span, min(launches, span.copy.launches), before.dtype)
            if part is not None and launches < span.copy.launches:
                self._add_unfinished(span, launches, part, values, known)
            host = self._positions(span.copy.host, before.itemsize)
            held[host[known]], written[host[known]] = values[known], True
        held.flags.writeable = written.flags.writeable = False
        return held.reshape(before.shape), written.reshape(before.shape)

    def origins(self, name: str, element: int, launches: int) -> tuple[Origin, ...]:
        """Who wrote an element as it is after so many launches: the last one first, then those
        whose value it went on with.
        """
        if name not in self._inputs:
            return ()
        itemsize = self._inputs[name].itemsize
        for span in reversed(self._spans_of(name)):
            where = np.flatnonzero(self._positions(span.copy.host, itemsize) == element)
            if len(where) and launches > span.since:
                place = self._positions(span.copy.device, itemsize)[where[0]]
                until = min(launches, span.copy.launches)
                found = tuple(self._writers(span, int(place), until, itemsize))
                if found:
                    return found
        return ()

    def host_elements(self, launch: int, parameter: str, elements: Elements) -> dict[str, Elements]:
        """Where elements of a launch's argument are seen in arrays of the pipeline's own."""
        argument = self._arguments.get((launch, parameter))
        if argument is None:
            return {}
        found: dict[str, Elements] = {}
        for copy in self._seen_as(argument):
            itemsize = self._inputs[copy.name].itemsize
            places = self._positions(argument.view, itemsize)[elements]
            device = self._positions(copy.device, itemsize)
            hit = np.flatnonzero(np.isin(device, places))
            if len(hit) and copy.name not in found:
                found[copy.name] = self._positions(copy.host, itemsize)[hit]
        return found

    def looked_through(
        self, traces: Sequence[Trace], launch: int, parameter: str, elements: Elements
    ) -> dict[str, Elements]:
        """Where elements of a launch's argument are seen in arrays of the pipeline's own; else
        where those are that they were made of, through as many launches as kept all of their steps.
        """
        for _ in range(MOST_HOPS):
            found = self.host_elements(launch, parameter, elements)
            before = None if found else self._made_of(traces, launch, parameter, elements)
            if before is None:
                return found
            launch, parameter, elements = before
        return {}

    def _made_of(
        self, traces: Sequence[Trace], launch: int, parameter: str, elements: Elements
    ) -> tuple[int, str, Elements] | None:
        """The launch that wrote elements, and the one array that its threads read for them."""
        argument = self._arguments.get((launch, parameter))
        before = [] if argument is None else self._before(argument)
        for earlier in before:
            trace = traces[earlier.launch]
            writer = trace.last_writer.get(earlier.parameter)
            itemsize = next((a.dtype.itemsize for a in trace.arrays if a.name == parameter), None)
            itemsize = itemsize or next((a.dtype.itemsize for a in trace.arrays), 1)
            if writer is None or argument is None or writer.shape != earlier.view.shape:
                continue
            places = self._positions(argument.view, itemsize)[elements]
            theirs = np.isin(self._positions(earlier.view, itemsize), places)
            threads = np.unique(writer.ravel()[theirs])
            read = read_by(trace, threads[threads >= 0])
            others = {name: found for name, found in read.items() if name != earlier.parameter}
            if len(others) == 1:
                name, found = others.popitem()
                return earlier.launch, name, found
        return None

    def _before(self, argument: Argument) -> list[Argument]:
        """Arguments of earlier launches on the same memory, the last one first."""
        memory = argument.view.memory
        mine = [a for a in self._history.arguments if a.view.memory == memory]
        return [one for one in reversed(mine) if one.launch < argument.launch]

    def arguments_on(self, launch: int, name: str) -> tuple[str, ...]:
        """The parameters of a launch that lie where an array comes from or goes to."""
        memories = {copy.device.memory for copy in self._history.copies if copy.name == name}
        mine = (one for one in self._history.arguments if one.launch == launch)
        return tuple(one.parameter for one in mine if one.view.memory in memories)

    def copied_in(self, name: str, launches: int) -> Elements | None:
        """The elements of an array that were copied to the device last, before the launch that is
        under way; None where none was, or all of them at once.
        """
        copies = [c for c in self._history.copies if (c.kind, c.name) == ("h2d", name)]
        copies = [copy for copy in copies if copy.launches < max(launches, 1)]
        if not copies or copies[-1].host.size == self._inputs[name].size:
            return None
        return self._positions(copies[-1].host, self._inputs[name].itemsize)

    def _seen_as(self, argument: Argument) -> Iterable[HostCopy]:
        """Copies of the memory as the launch had it: the last one in, the first one out."""
        mine = [c for c in self._history.copies if c.device.memory == argument.view.memory]
        into = [c for c in mine if c.kind == "h2d" and c.launches <= argument.launch]
        out = [c for c in mine if c.kind == "d2h" and c.launches > argument.launch]
        return (*reversed(into), *out)

    def _spans_of(self, name: str) -> tuple[_Span, ...]:
        return self._spans.get(name, ())

    def _find_spans(self) -> dict[str, tuple[_Span, ...]]:
        """Of each array: from when on the memory of each copy holds what is going to be copied."""
        found: dict[str, list[_Span]] = {}
        since: dict[tuple[str, int], int] = {}
        for copy in self._history.copies:
            if copy.kind == "d2h":
                key = copy.name, copy.device.memory
                found.setdefault(copy.name, []).append(_Span(copy, since.get(key, 0)))
                since[key] = copy.launches
        return {name: tuple(spans) for name, spans in found.items()}

    def _of(self, memory: int, since: int, until: int) -> list[tuple[Written, Argument]]:
        """What launches wrote there that ended after `since`, up to `until`."""
        return [pair for pair in self._written.get(memory, ()) if since <= pair[0].launch < until]

    def _memory(
        self, span: _Span, until: int, dtype: np.dtype[Any]
    ) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """(values, known) of the elements that are copied."""
        size = span.copy.device.size
        values, known = np.zeros(size, dtype), np.zeros(size, np.bool_)
        for one, argument in self._of(span.copy.device.memory, span.since, until):
            if one.contents.dtype == dtype:
                wrote = one.writer.ravel() >= 0
                self._lay(span, argument.view, one.contents.ravel(), wrote, values, known)
        return values, known

    def _add_unfinished(
        self,
        span: _Span,
        launch: int,
        part: Part,
        values: NDArray[Any],
        known: NDArray[np.bool_],
    ) -> None:
        """What a launch has written so far, over what was there."""
        for argument in self._history.arguments:
            if (argument.launch, argument.view.memory) != (launch, span.copy.device.memory):
                continue
            found = part(argument.parameter)
            if found is not None and found[0].dtype == values.dtype:
                self._lay(span, argument.view, *found, values, known)

    def _lay(
        self,
        span: _Span,
        view: ArrayView,
        contents: NDArray[Any],
        wrote: NDArray[np.bool_],
        values: NDArray[Any],
        known: NDArray[np.bool_],
    ) -> None:
        """Elements of a view over those of the span's copy, where they lie in the same place."""
        itemsize = values.dtype.itemsize
        places = self._positions(span.copy.device, itemsize)
        order = self._orders(span.copy.device, itemsize)
        there = self._positions(view, itemsize)[wrote]
        at = np.searchsorted(places, there, sorter=order)
        inside = at < len(places)
        rows = order[at[inside]]
        same = places[rows] == there[inside]
        values[rows[same]] = contents[wrote][inside][same]
        known[rows[same]] = True

    def _writers(self, span: _Span, place: int, until: int, itemsize: int) -> Iterable[Origin]:
        told = -1
        for one, argument in reversed(self._of(span.copy.device.memory, span.since, until)):
            if one.launch == told:  # the same memory under another name
                continue
            at = np.flatnonzero(self._positions(argument.view, itemsize) == place)
            thread = int(one.writer.ravel()[at[0]]) if len(at) else -1
            if thread < 0:
                continue
            told = one.launch
            yield Origin(one.launch, one.parameter, int(at[0]), thread, argument.reads)
            if not argument.reads:
                return


@dataclass(frozen=True, slots=True)
class _Span:
    """A copy to the host, and after how many launches its memory begins to be about it."""

    copy: HostCopy
    since: int


def kernel_origin(trace: Trace, name: str, element: int) -> Origin | None:
    """Who wrote an element of a kernel that was launched by itself."""
    writer: Mapping[str, NDArray[np.int64]] = trace.last_writer
    if name not in writer or not 0 <= element < writer[name].size:
        return None
    thread = int(writer[name].ravel()[element])
    return None if thread < 0 else Origin(0, name, element, thread, False)


def _order(view: ArrayView, itemsize: int) -> NDArray[np.intp]:
    return np.argsort(view.positions(itemsize), kind="stable")


def _positions(view: ArrayView, itemsize: int) -> Elements:
    return view.positions(itemsize)
