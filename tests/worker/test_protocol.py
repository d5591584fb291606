"""What the two sides of a worker send to each other."""

from __future__ import annotations

import gc
import sys
from multiprocessing import Pipe

import pytest

from gpuviz.worker.protocol import JobProgress, Wire, send


def test_what_is_sent_is_received() -> None:
    near, far = Pipe()
    with near, far:
        send(near, JobProgress(0.5))

        assert far.recv() == JobProgress(0.5)


def test_a_send_that_fails_leaves_nothing_that_python_complains_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    complaints: list[object] = []
    near, far = Pipe()
    far.close()
    with near:
        failed = error_of_sending(near)
        failed.__notes__ = [failed]  # type: ignore[list-item] # collected as a cycle
        with monkeypatch.context() as patch:
            patch.setattr(sys, "unraisablehook", complaints.append)
            del failed
            gc.collect()

    assert complaints == []


def error_of_sending(wire: Wire) -> OSError:
    try:
        send(wire, list(range(1000)))
    except OSError as error:
        return error
    raise AssertionError("it was sent")
