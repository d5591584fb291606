"""Recordings read by a worker: what they ask for is refused there, or ends with the process."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest

from gpuviz.messages import GpuvizError, RequestRefused
from gpuviz.trace.file import save_trace
from gpuviz.worker import Workers
from gpuviz.worker.executor import WorkerExecutor
from gpuviz.worker.jobs import OpenRecording
from gpuviz.worker.memory import limit_memory
from tests.helpers.traces import vector_add
from tests.trace.sameness import differences
from tests.worker.fake_jobs import call, reporting
from tools.fuzzing.recordings import case

PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers() as started:
        yield started


def test_a_recording_comes_whole_from_the_worker(workers: Workers, tmp_path: Path) -> None:
    trace, shares = vector_add(n=100, block=64), list[Any]()
    save_trace(trace, tmp_path / "a.gpuviz")

    opened = workers.submit(OpenRecording(tmp_path / "a.gpuviz"), shares.append).result(PATIENCE_S)

    assert differences(trace, opened) == []
    assert shares[-1] == 1.0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["doubling messages", "many notes", "large arrays", "cut off"])
def test_a_greedy_recording_is_refused_by_the_worker(
    name: str, workers: Workers, tmp_path: Path
) -> None:
    (tmp_path / "bad.gpuviz").write_bytes(case(name, 1))

    with pytest.raises(RequestRefused, match="cannot be opened"):
        workers.submit(OpenRecording(tmp_path / "bad.gpuviz")).result(PATIENCE_S)


def endless(progress: object) -> None:
    """Reads without end."""
    assert callable(progress)
    progress(1.0)
    threading.Event().wait()


@pytest.mark.slow
def test_reading_without_end_can_be_cancelled() -> None:
    started, executor = threading.Event(), WorkerExecutor("emulator")
    reading = executor.submit(reporting(endless), lambda share: started.set())
    assert started.wait(PATIENCE_S)

    reading.cancel()

    with pytest.raises(CancelledError):
        reading.result(PATIENCE_S)
    executor.shutdown()


def take_memory(limit: int) -> int:
    """Takes more than the limit."""
    limit_memory(limit)
    return len(bytearray(2 * limit))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits what a process writes to")
def test_a_job_over_its_memory_is_refused_and_the_next_one_is_not() -> None:
    executor = WorkerExecutor("emulator")

    with pytest.raises(GpuvizError, match="memory"):
        executor.submit(call(take_memory, 100 << 20)).result(PATIENCE_S)
    assert executor.submit(call(len, "abc")).result(PATIENCE_S) == 3
    executor.shutdown()
