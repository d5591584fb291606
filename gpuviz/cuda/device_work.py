"""What the host asks of its streams, told to those who look for races between launches."""

from __future__ import annotations

import warnings
import weakref
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.cuda.blame import users_frame
from gpuviz.cuda.launch_races import DeviceWork, LaunchRaces, PendingWrite, all_of, owner_of
from gpuviz.cuda.recording import Recording, host_watch, launch_races
from gpuviz.cuda.stream_order import StreamKey, Work
from gpuviz.cuda.streams import called
from gpuviz.messages import Message, SourcePlace
from gpuviz.trace.followable import without_record
from gpuviz.trace.source import AccessKind
from gpuviz.trace.trace import Hazard, Trace

if TYPE_CHECKING:
    from gpuviz.cuda.arguments import KernelArguments
    from gpuviz.simt.execute import Execution

TOO_MUCH = (
    "The launches on streams touch too much memory to compare all of them with each other: races"
    " between two of them may be missed. Use smaller arrays to find them."
)
READ_TOO_EARLY = (
    "the host reads memory that {kernel} may still write: a launch only starts the kernel. Wait for"
    " it before, with cuda.synchronize() or synchronize() of its stream."
)
COPY_READ_TOO_EARLY = (
    "the host reads a page-locked array into which a copy may still be on its way: the copy only"
    " waits in its stream. Call synchronize() of that stream before."
)
_pinned: list[weakref.ref[NDArray[Any]]] = []


class Touched(NamedTuple):
    """An array, and what a copy does with all of its elements."""

    array: NDArray[Any]
    kind: AccessKind


class HazardWarning(UserWarning):
    """A launch that nobody records has a hazard."""


def copied(
    touched: Iterable[Touched],
    gpu: int,
    stream: int,
    waits: bool,
    place: SourcePlace | None = None,
    host: object = None,
) -> None:
    """The host asks for a copy in device memory, and `waits` for its end.

    `place` is where; None: the line of a user's function in Python. `host` is what it writes into.
    """
    races, key = launch_races(), StreamKey(gpu, stream)
    work = races.order.begins(key)
    if not races.order.is_alone(key):
        parts = [(array, all_of(array, kind)) for array, kind in touched]
        piece = DeviceWork(
            work,
            called(stream),
            tuple(cells for _, cells in parts if cells is not None),
            tuple(weakref.ref(owner_of(array)) for array, _ in parts),
            place or place_of_host(),
        )
        _took_place(races, piece)
    if waits:
        races.order.host_waits(key)
    elif isinstance(host, np.ndarray):
        _will_be_written(work, host, "")


def _will_be_written(
    work: Work, host: NDArray[Any], kernel: str, writer: NDArray[np.int64] | None = None
) -> None:
    """Memory of the host is written in a stream, by a launch where `writer` is not below 0."""
    cells = all_of(np.asarray(host), "write")
    if cells is None:
        return
    if writer is not None and host.flags.c_contiguous and writer.shape == host.shape:
        cells = replace(cells, cells=writer.reshape(-1))
    owner = weakref.ref(owner_of(host))
    launch_races().pending.append(PendingWrite(work, cells, owner, kernel))


def host_reads(part: NDArray[Any]) -> None:
    """The host reads memory of its own: a note if a stream may still write it."""
    found = launch_races().writer_of(part)
    if found is not None:
        template = READ_TOO_EARLY if found.kernel else COPY_READ_TOO_EARLY
        code = "note.read-too-early" if found.kernel else "note.copy-read-too-early"
        host_watch().note(Message(code, template, {"kernel": found.kernel}), place_of_host())


def pin(array: NDArray[Any]) -> None:
    """A host array is page-locked from now on: copies in a stream go on behind the host's back."""
    unpin(array)
    _pinned.append(weakref.ref(array))


def unpin(array: NDArray[Any]) -> None:
    """It is not any longer."""
    _pinned[:] = [known for known in _pinned if known() is not None and known() is not array]


def waits_for_copy(host: object, stream: object) -> bool:
    """Whether the host goes on only when a copy into a host array is done."""
    if not stream or not isinstance(host, np.ndarray):
        return True
    known = (ref() for ref in _pinned)
    return not any(one is not None and np.may_share_memory(host, one) for one in known)


def place_of_host() -> SourcePlace | None:
    """The line of the user's that runs."""
    frame = users_frame()
    return None if frame is None else SourcePlace(frame.f_code.co_filename, frame.f_lineno)


def with_races(
    work: Work,
    bound: KernelArguments,
    execution: Execution,
    told: list[tuple[Recording, int]],
    name_of: Callable[[str], str],
) -> Trace:
    """The trace of a launch, with the races with what was asked for before it on other streams.

    `told` are the recordings that have the launch, and in which row, as soon as they have it.
    """
    trace, touched = execution.trace, execution.touched
    for name, memory in bound.memories.items():
        if memory.of_host and name in trace.outputs:
            writer = trace.last_writer.get(name)
            _will_be_written(work, bound.on_device[name], trace.kernel, writer)
    if touched is None:
        return trace
    races = launch_races()
    piece = DeviceWork(
        work,
        called(work.stream.number),
        tuple(cells for cells in touched.touched() if cells.parameter in bound.on_device),
        tuple(weakref.ref(owner_of(array)) for array in bound.on_device.values()),
        trace=replace(without_record(trace), inputs={}),
        number=races.launches + 1,
        tell=lambda hazard: _tell_late(hazard, told),
        name_of=name_of,
    )
    found = _took_place(races, piece)
    if touched.left_out:
        host_watch().note(Message("note.streams-not-compared", TOO_MUCH))
    return replace(trace, hazards=(*trace.hazards, *found))


def _tell_late(hazard: Hazard, told: list[tuple[Recording, int]]) -> None:
    for recording, row in told:
        recording.amend(row, hazard)
    if not told:
        warnings.warn(HazardWarning(hazard.message.text), stacklevel=6)


def _took_place(races: LaunchRaces, piece: DeviceWork) -> list[Hazard]:
    """Tells launches of before of their races; gives those of the piece itself."""
    found, is_whole = races.took_place(piece)
    if not is_whole:
        host_watch().note(Message("note.streams-not-compared", TOO_MUCH))
    for one, hazard in found:
        if one is not piece and one.tell is not None:
            one.tell(hazard)
    return [hazard for one, hazard in found if one is piece]
