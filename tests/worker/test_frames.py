"""Frames from a process that may say anything: values come back, and garbage is called so."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, Pipe
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.engines.request import LongLoop
from gpuviz.worker import frames
from gpuviz.worker.frames import Garbage, frames_of, progress_frame, receive


@dataclass(frozen=True)
class Thing:
    """A value with what values have."""

    name: str = "a"
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class Arrays:
    """Arrays by name."""

    first: NDArray[Any]
    second: NDArray[Any]


@pytest.fixture
def ends() -> Iterator[tuple[Any, Any]]:
    ours, theirs = Pipe()
    with ours, theirs:
        yield ours, theirs


def sent(ends: tuple[Any, Any], frames: list[bytes], kind: type = Arrays) -> Any:
    ours, theirs = ends
    for frame in frames:
        theirs.send_bytes(frame)
    theirs.close()
    return receive(ours, kind, lambda _: None)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(12.0).reshape(3, 4),
        np.asfortranarray(np.arange(12.0).reshape(3, 4)),
        np.arange(24)[::2],
        np.array(3, np.int8),
        np.zeros((0, 4)),
        np.array([(1, 2.0)], [("a", "<i4"), ("b", "<f8")]),
        np.array([True, False]),
        np.array([1 + 2j]),
    ],
)
def test_an_array_comes_back_as_it_was(ends: tuple[Any, Any], array: NDArray[Any]) -> None:
    found = sent(ends, list(frames_of(Arrays(array, array))))

    np.testing.assert_array_equal(found.first, array)
    np.testing.assert_array_equal(found.second, array)
    assert (found.first.dtype, found.first.shape) == (array.dtype, array.shape)
    assert not found.first.flags.writeable
    assert not found.second.flags.writeable


def test_progress_comes_before_the_value(ends: tuple[Any, Any]) -> None:
    ours, theirs = ends
    told: list[float | LongLoop] = []
    progress: list[float | LongLoop] = [0.5, LongLoop(7, 1 << 40)]
    value = Arrays(np.ones(3), np.ones(3))

    for frame in (*map(progress_frame, progress), *frames_of(value)):
        theirs.send_bytes(frame)
    receive(ours, Arrays, told.append)

    assert told == [0.5, LongLoop(7, 1 << 40)]


def manifest(**changed: Any) -> list[bytes]:
    """A value whose first array is described otherwise than it is."""
    header = {"dtype": "<f8", "shape": [2], "order": "C", "at": 0, **changed}
    value = {"first": {"npy": "0"}, "second": {"npy": "0"}}
    text = json.dumps({"value": value, "arrays": [header]}).encode()
    padded = text + bytes(-len(text) % frames.ALIGNMENT)
    return [b"c" + padded, b"c" + bytes(16), b"v" + frames.LENGTH.pack(len(text))]


def test_an_array_that_is_described_as_it_is_comes_back(ends: tuple[Any, Any]) -> None:
    assert sent(ends, manifest()).first.tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    "words",
    [
        [b""],
        [b"x"],
        [pickle.dumps(Thing())],
        [b"r"],
        [b"r" + frames.SHARE.pack(float("nan"))],
        [b"r" + frames.SHARE.pack(2.0)],
        [b"l" + frames.SHARE.pack(2.0)],
        [b"v" + frames.LENGTH.pack(0)],
        [b"v" + frames.LENGTH.pack(1 << 63)],
        [b"c{}", b"v" + frames.LENGTH.pack(2)],
        [b"c" + b"[" * 100_000, b"v" + frames.LENGTH.pack(100_000)],
        [b"c\xff\xff", b"v" + frames.LENGTH.pack(2)],
        manifest(shape=[3]),
        manifest(shape=[-1]),
        manifest(shape=[1 << 62, 1 << 62]),
        manifest(shape="ab"),
        manifest(shape=[1.5]),
        manifest(at=-8),
        manifest(at=1 << 40),
        manifest(dtype="|O"),
        manifest(dtype="<V0"),
        manifest(dtype={"a": 1}),
    ],
)
def test_garbage_is_called_so(ends: tuple[Any, Any], words: list[bytes]) -> None:
    with pytest.raises(Garbage):
        sent(ends, words)


def test_a_frame_that_says_it_is_huge_is_not_waited_for(ends: tuple[Connection, Any]) -> None:
    ours, theirs = ends
    frame = b"c" * (frames.LONGEST_FRAME + 1)
    import threading

    sender = threading.Thread(target=_send, args=(theirs, frame))
    sender.start()

    with pytest.raises(Garbage):
        receive(ours, Arrays, lambda _: None)

    ours.close()
    sender.join()


def _send(theirs: Any, frame: bytes) -> None:
    try:
        theirs.send_bytes(frame)
    except OSError:  # the reader has closed it
        return


def test_a_value_over_budget_is_garbage(
    ends: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "LARGEST_FILE", 100)

    with pytest.raises(Garbage):
        sent(ends, [b"c" + bytes(60), b"c" + bytes(60)])


def test_the_end_of_the_other_side_is_its_end(ends: tuple[Any, Any]) -> None:
    with pytest.raises(EOFError):
        sent(ends, [b"c{"])
