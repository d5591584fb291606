"""Launches and copies on streams: what orders them, and what races where nothing does."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import gpuviz
from gpuviz import cuda
from gpuviz.cuda.launching import HazardWarning
from gpuviz.cuda.recording import launch_races
from gpuviz.insight.hazard_moments import hazard_parties
from gpuviz.trace.validate import faults

N = 64


@cuda.jit
def write(a: Any) -> None:
    i = cuda.grid(1)
    a[i] = 1


@cuda.jit
def read(a: Any, o: Any) -> None:
    i = cuda.grid(1)
    o[i] = a[i]


@cuda.jit
def add(a: Any) -> None:
    i = cuda.grid(1)
    cuda.atomic.add(a, i, 1)


@cuda.jit
def write_from(a: Any, first: int) -> None:
    i = cuda.grid(1)
    a[first + i] = 1


@cuda.jit
def write_last(a: Any) -> None:
    if cuda.grid(1) == 40:
        a[40] = 1


@cuda.jit
def write_after_reading(a: Any) -> None:
    i = cuda.grid(1)
    before = a[i]
    a[i] = before + 1


@cuda.jit
def loop_alone(a: Any) -> None:
    if cuda.grid(1) == 0:
        k = 0
        while k < 5000:
            a[k % 64] = k
            k += 1


RIGHT = {
    "one stream": "write[2, 32, s](a); read[2, 32, s](a, o)",
    "the default stream alone": "write[2, 32](a); read[2, 32](a, o); a.copy_to_host()",
    "the default stream waits for streams": "write[2, 32, s](a); read[2, 32](a, o)",
    "streams wait for the default stream": "write[2, 32](a); read[2, 32, s](a, o)",
    "through the default stream": "write[2, 32, s](a); write[2, 32](b); read[2, 32, t](a, o)",
    "a copy without a stream": "write[2, 32, s](a); a.copy_to_host(); read[2, 32, t](a, o)",
    "stream.synchronize": "write[2, 32, s](a); s.synchronize(); read[2, 32, t](a, o)",
    "cuda.synchronize": "write[2, 32, s](a); cuda.synchronize(); read[2, 32, t](a, o)",
    "the context's": "write[2, 32, s](a); cuda.current_context().synchronize(); write[2, 32, t](a)",
    "auto_synchronize": "with s.auto_synchronize(): write[2, 32, s](a)\nread[2, 32, t](a, o)",
    "an event": "write[2, 32, s](a); e.record(s); e.wait(t); read[2, 32, t](a, o)",
    "an event of the host": "write[2, 32, s](a); e.record(s); e.synchronize(); write[2, 32, t](a)",
    "an event asked for": "write[2, 32, s](a); e.record(s)\nwhile not e.query(): pass\n"
    "write[2, 32, t](a)",
    "events in a chain": "write[2, 32, s](a); e.record(s); e.wait(t); f.record(t); f.wait(u)\n"
    "read[2, 32, u](a, o)",
    "an event of the default stream": "write[2, 32, s](a); e.record(); e.wait(t)\n"
    "read[2, 32, t](a, o)",
    "a fork and a join": "write[2, 32, s](a); e.record(s); e.wait(t)\n"
    "read[2, 32, s](a, o); read[2, 32, t](a, p)\nf.record(t); f.wait(s); write[2, 32, s](a)",
    "two that read": "read[2, 32, s](a, o); read[2, 32, t](a, p)",
    "two that change atomically": "add[2, 32, s](a); add[2, 32, t](a)",
    "parts of an array": "write[1, 32, s](a[:32]); write[1, 32, t](a[32:])",
    "parts by an offset": "write_from[1, 32, s](a, 0); write_from[1, 32, t](a, 32)",
    "every second element": "write[1, 32, s](a[::2]); write[1, 32, t](a[1::2])",
    "columns": "write[1, 8, s](m[:, 0]); write[1, 8, t](m[:, 1])",
    "one element that is not shared": "write_last[2, 32, s](a); write[1, 40, t](a)",
    "bytes of other types": "write[1, 32, s](a[:32].view(np.uint8)); write[1, 32, t](a[32:])",
    "a copy in the launch's stream": "write[2, 32, s](a); a.copy_to_host(stream=s)",
    "a copy to ordinary memory blocks": "write[2, 32, s](a); a.copy_to_host(stream=s)\n"
    "write[2, 32, t](a)",
    "an array that is bound": "d = cuda.to_device(h, stream=s); write[2, 32, s](d)\n"
    "d.copy_to_host()",
    "a copy in, and the default stream": "d = cuda.to_device(h, stream=s); write[2, 32](d)",
    "host arrays are copied": "g = h.copy(); write[2, 32, s](g); write[2, 32, t](g)",
    "other copies": "d = a.copy_to_host(); a.copy_to_device(h); write[2, 32, s](a)",
    "one element and the launch's stream": "write[2, 32, s](a); a.getitem(3, stream=s)",
    "an element that is not written": "write_last[2, 32, s](a); a.getitem(3, stream=t)",
    "set in the default stream": "a[3] = 5; write[2, 32, s](a); a[4] = 5; write[2, 32, t](a)",
    "chunks": "for k, q in enumerate((s, t, u, v)):\n"
    "    part = slice(16 * k, 16 * k + 16)\n"
    "    d = cuda.to_device(h[part], stream=q); write[1, 16, q](d); write[1, 16, q](a[part])\n"
    "    d.copy_to_host(pinned[part], stream=q)\ncuda.synchronize()",
    "memory that is given back": "for q in (s, t, u, v):\n"
    "    d = cuda.device_array(1000, np.float32); write[2, 32, q](d); del d",
    "the thread's default stream": "q = cuda.per_thread_default_stream(); write[2, 32, q](a)\n"
    "q.synchronize(); write[2, 32, s](a)",
    "its default stream and the GPU's": "q = cuda.per_thread_default_stream()\n"
    "write[2, 32, q](a); write[2, 32](a)",
    "the same stream by its address": "q = cuda.external_stream(s.handle)\n"
    "write[2, 32, s](a); write[2, 32, q](a)",
    "the legacy default stream": "q = cuda.legacy_default_stream(); write[2, 32, s](a)\n"
    "write[2, 32, q](a); write[2, 32, t](a)",
    "a callback": "done = threading.Event(); write[2, 32, s](a)\n"
    "s.add_callback(lambda *_: done.set()); done.wait(); write[2, 32, t](a)",
    "mapped memory": "d = cuda.mapped_array(64, np.float32); write[2, 32, s](d); s.synchronize()\n"
    "write[2, 32, t](d)",
    "a copy on the device": "b.copy_to_device(a, stream=s); write[2, 32, s](a)",
    "set in the stream": "a.gpu_data.memset(0, stream=s); write[2, 32, s](a)",
}
"""Scripts in which all that touches an element is ordered."""

WRONG: dict[str, tuple[str, int, str, int, int | None]] = {
    "read after write": ("write[2, 32, s](a); read[2, 32, t](a, o)", 2, "a", 0, 1),
    "write after read": ("read[2, 32, s](a, o); write[2, 32, t](a)", 2, "a", 0, 1),
    "two that write": ("write[2, 32, s](a); write[2, 32, t](a)", 2, "a", 0, 1),
    "the third launch": (
        "write[2, 32, s](a); write[2, 32, u](b); read[2, 32, t](a, o)",
        3,
        "a",
        0,
        1,
    ),
    "atomic and plain": ("add[2, 32, s](a); read[2, 32, t](a, o)", 2, "a", 0, 1),
    "parts that overlap": ("write[1, 32, s](a[:32]); write[1, 32, t](a[31:])", 2, "a", 0, 1),
    "parts by an offset": (
        "write_from[1, 32, s](a, 0); write_from[1, 32, t](a, 20)",
        2,
        "a",
        20,
        1,
    ),
    "one element": ("write_last[2, 32, s](a); read[2, 32, t](a, o)", 2, "a", 40, 1),
    "bytes of other types": (
        "write[1, 32, s](a.view(np.uint8)[100:]); write[2, 32, t](a)",
        2,
        "a",
        25,
        1,
    ),
    "an event of another stream": (
        "write[2, 32, s](a); e.record(u); e.wait(t); read[2, 32, t](a, o)",
        2,
        "a",
        0,
        1,
    ),
    "an event that nobody waits for": (
        "write[2, 32, s](a); e.record(s); read[2, 32, t](a, o)",
        2,
        "a",
        0,
        1,
    ),
    "an event that is recorded too early": (
        "e.record(s); write[2, 32, s](a); e.wait(t); read[2, 32, t](a, o)",
        2,
        "a",
        0,
        1,
    ),
    "the wrong stream waits": (
        "write[2, 32, s](a); e.record(s); e.wait(u); read[2, 32, t](a, o)",
        2,
        "a",
        0,
        1,
    ),
    "the wrong stream is waited for": (
        "write[2, 32, s](a); t.synchronize(); read[2, 32, t](a, o)",
        2,
        "a",
        0,
        1,
    ),
    "a join that is missing": (
        "write[2, 32, s](a); e.record(s); e.wait(t); read[2, 32, t](a, o); write[2, 32, s](a)",
        3,
        "a",
        0,
        2,
    ),
    "a copy to the host": ("write[2, 32, s](a); a.copy_to_host(stream=t)", 1, "a", 0, None),
    "a copy to page-locked memory": (
        "write[2, 32, s](a); e.record(s); e.wait(t); a.copy_to_host(pinned, stream=s)\n"
        "write[2, 32, t](a)",
        2,
        "a",
        0,
        None,
    ),
    "a copy that is still on its way out": (
        "a.copy_to_host(pinned, stream=s); write[2, 32, t](a)",
        1,
        "a",
        0,
        None,
    ),
    "a copy from the host": (
        "d = cuda.to_device(h, stream=s); read[2, 32, t](d, o)",
        1,
        "a",
        0,
        None,
    ),
    "another copy from the host": (
        "a.copy_to_device(h, stream=s); read[2, 32, t](a, o)",
        1,
        "a",
        0,
        None,
    ),
    "a copy on the device": (
        "b.copy_to_device(a, stream=s); write[2, 32, t](a)",
        1,
        "a",
        0,
        None,
    ),
    "one element is looked at": ("write[2, 32, s](a); a.getitem(7, stream=t)", 1, "a", 7, None),
    "one element is set": ("write[2, 32, s](a); a.setitem(7, 1, stream=t)", 1, "a", 7, None),
    "bytes are set": ("a.gpu_data.memset(0, stream=s); read[2, 32, t](a, o)", 1, "a", 0, None),
    "the thread's default stream": (
        "write[2, 32, cuda.per_thread_default_stream()](a); write[2, 32, s](a)",
        2,
        "a",
        0,
        1,
    ),
    "an array of a bound stream": (
        "d = cuda.to_device(h, stream=s); cuda.synchronize(); write[2, 32, t](d)\nd.copy_to_host()",
        1,
        "a",
        0,
        None,
    ),
    "mapped memory": (
        "d = cuda.mapped_array(64, np.float32); write[2, 32, s](d); write[2, 32, t](d)",
        2,
        "a",
        0,
        1,
    ),
    "an array that is held in a tuple": (
        "write[2, 32, s](a); write[2, 32, u](b); cuda.synchronize(); write[2, 32, s](a)\n"
        "write[2, 32, t](a)",
        4,
        "a",
        0,
        3,
    ),
    "a loop of one thread": ("loop_alone[1, 32, s](a); read[2, 32, t](a, o)", 2, "a", 0, 1),
    "columns that overlap": ("write[1, 8, s](m[:, 1]); write[1, 8, t](m[0])", 2, "a", 1, 1),
}
"""Scripts, and of their race: launch, array, element, other launch (None: a copy)."""


def _run(script: str) -> gpuviz.Launches:
    streams = dict(zip("stuv", [cuda.stream() for _ in range(4)], strict=True))
    arrays = {name: cuda.to_device(np.zeros(N, np.float32)) for name in "abop"}
    names: dict[str, Any] = {
        **globals(),
        "threading": threading,
        **streams,
        **arrays,
        "m": cuda.to_device(np.zeros((8, 8), np.float32)),
        "h": np.zeros(N, np.float32),
        "pinned": cuda.pinned_array(N, np.float32),
        "e": cuda.event(),
        "f": cuda.event(),
    }
    with gpuviz.recording() as launches:
        exec(script, names)
    return launches


@pytest.mark.slow
@pytest.mark.parametrize("script", RIGHT.values(), ids=list(RIGHT))
def test_what_is_ordered_is_no_race(script: str) -> None:
    launches = _run(script)

    assert launches.hazards == ()


@pytest.mark.slow
@pytest.mark.parametrize(("script", "launch", "array", "index", "other"), WRONG.values(), ids=WRONG)
def test_what_nothing_orders_races(
    script: str, launch: int, array: str, index: int, other: int | None
) -> None:
    launches = _run(script)

    found = [(row, one) for row, trace in enumerate(launches, 1) for one in trace.hazards]
    assert [(row, one.kind, one.array, one.index[-1]) for row, one in found] == [
        (launch, "race", array, index)
    ]
    assert [one.other_launch for _, one in found] == [other]
    assert all((one.other_thread is None) is (other is None) for _, one in found)


EARLY = {
    "an element of mapped memory": "d = cuda.mapped_array(64); write[2, 32, s](d); d[3]",
    "all of managed memory": "d = cuda.managed_array(64); write[2, 32](d); d.sum()",
    "with a function": "d = cuda.managed_array(64); write[2, 32, s](d); np.array_equal(d, h)",
    "another stream is waited for": "d = cuda.mapped_array(64); write[2, 32, s](d)\n"
    "t.synchronize(); d + 1",
    "a copy on its way": "a.copy_to_host(pinned, stream=s); pinned[:3].max()",
    "a copy into a part": "a[:8].copy_to_host(pinned[:8], stream=s); pinned.tolist()",
}
IN_TIME = {
    "a synchronise": "d = cuda.managed_array(64); write[2, 32](d); cuda.synchronize(); d.sum()",
    "its stream": "d = cuda.mapped_array(64); write[2, 32, s](d); s.synchronize(); d[3]",
    "its event": "d = cuda.mapped_array(64); write[2, 32, s](d); e.record(s)\n"
    "e.synchronize(); d[3]",
    "before": "d = cuda.mapped_array(64); d[:] = 2; d.sum(); write[2, 32, s](d)",
    "another part": "d = cuda.mapped_array(64); write[1, 32, s](d[:32]); d[32:].sum()",
    "elements that are not written": "d = cuda.mapped_array(64); write_last[2, 32, s](d); d[3]",
    "only read": "d = cuda.mapped_array(64, np.float32); read[2, 32, s](d, o); d[3]",
    "a copy that blocks": "a.copy_to_host(pinned); pinned.sum()",
    "a copy to ordinary memory": "a.copy_to_host(h, stream=s); h.sum()",
    "a copy that is waited for": "a.copy_to_host(pinned, stream=s); s.synchronize(); pinned.sum()",
    "another part of the copy": "a[:8].copy_to_host(pinned[:8], stream=s); pinned[8:].sum()",
    "copied again": "d = cuda.mapped_array(64, np.float32); write[2, 32](d); d.copy_to_host()[0]",
}
TOO_EARLY = {"note.read-too-early", "note.copy-read-too-early"}


@pytest.mark.slow
@pytest.mark.parametrize("script", EARLY.values(), ids=list(EARLY))
def test_a_read_of_what_a_stream_may_still_write_is_a_note(script: str) -> None:
    notes = _codes(script)

    assert len(notes & TOO_EARLY) == 1


@pytest.mark.slow
@pytest.mark.parametrize("script", IN_TIME.values(), ids=list(IN_TIME))
def test_a_read_of_what_was_waited_for_is_none(script: str) -> None:
    notes = _codes(script)

    assert not notes & TOO_EARLY


def _codes(script: str) -> set[str]:
    return {note.message.code for note in _run(script)._recording.host.notes}


@pytest.mark.slow
def test_a_race_between_launches_says_who_and_where() -> None:
    launches = _run("write[2, 32, s](a)\nread[2, 32, t](a, o)")

    (race,) = launches[1].hazards
    assert race.message.text.startswith(
        f"Line {race.line}: thread (0, 0, 0) of block (0, 0, 0) reads a[0] on the stream t, and"
        f" launch 1 (write) writes it in line {race.other_line} on the stream s."
    )
    assert race.count == N
    assert race.file == race.other_file
    assert race.file is not None
    assert (race.access, race.other_access) == ("read", "write")


def test_streams_are_called_by_their_place_in_a_list() -> None:
    launches = _run("queues = [s, t]\ndel s, t\nfor q in queues:\n    write[2, 32, q](a)")

    (race,) = launches[1].hazards
    assert "on the stream queues[1], and" in race.message.text
    assert "on the stream queues[0]." in race.message.text


def test_a_race_of_a_launch_in_a_recording_opens_in_a_window() -> None:
    launches = _run("write[4, 16, s](a); write_last[1, 64, t](a)")

    (race,) = launches[1].hazards
    assert (tuple(race.other_block or ()), tuple(race.other_thread or ())) == ((2, 0, 0), (8, 0, 0))
    assert list(faults(launches[1].trace)) == []
    assert len(hazard_parties(launches[1].trace, race)) == 1


def test_nobody_looks_for_races_where_all_work_is_in_the_default_stream() -> None:
    _run("write[2, 32](a); write[2, 32, cuda.legacy_default_stream()](a)")

    assert launch_races()._kept == []


def test_a_race_that_nobody_records_is_a_warning() -> None:
    s, t, a = cuda.stream(), cuda.stream(), cuda.to_device(np.zeros(N, np.float32))
    write[2, 32, s](a)

    with pytest.warns(HazardWarning, match="Nothing orders the two streams"):
        write[2, 32, t](a)
    with pytest.warns(HazardWarning, match="the host's copy in line"):
        a.copy_to_host(stream=s)

    cuda.synchronize()
