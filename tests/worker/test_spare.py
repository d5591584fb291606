"""A spare process: who edits a file does not wait for the next version's process to start."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gpuviz.device import find_device
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.operation import find_operation
from gpuviz.worker import Workers
from gpuviz.worker.executor import WorkerExecutor
from gpuviz.worker.jobs import PrepareVersions, RunOperation

PATIENCE_S = 120.0
SOURCE = find_operation("vector_add").source
posix_only = pytest.mark.skipif(os.name != "posix", reason="processes are asked for by number")
HARMS_THE_NEXT = "\nimport numpy as np\nnp.zeros = np.full = None\n"


@pytest.fixture
def executor() -> Iterator[WorkerExecutor]:
    with WorkerExecutor("emulator", foreign=True) as started:
        yield started


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline
        threading.Event().wait(0.01)


def version(folder: Path, more: str) -> RunOperation:
    """A launch of the file with some more text in it."""
    path = folder / "mine.py"
    path.write_text(SOURCE + more, encoding="utf-8")
    config = LaunchConfig(Dim3(4), Dim3(32))
    return RunOperation(LaunchRequest(7, path, (100,), config, "emulator", find_device("t4")))


def ran(executor: WorkerExecutor, job: RunOperation) -> LaunchResult:
    return executor.submit(job).result(PATIENCE_S)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def spare_of(executor: WorkerExecutor) -> int:
    """The number of the spare process, once there is one."""
    until(lambda: executor.spare_pid is not None)
    assert executor.spare_pid is not None
    return executor.spare_pid


@pytest.mark.slow
def test_nobody_has_a_spare_who_did_not_ask_for_one(
    executor: WorkerExecutor, tmp_path: Path
) -> None:
    ran(executor, version(tmp_path, ""))
    ran(executor, version(tmp_path, "# another\n"))

    assert executor.spare_pid is None


@pytest.mark.slow
def test_the_next_version_runs_in_the_process_that_stood_ready(
    executor: WorkerExecutor, tmp_path: Path
) -> None:
    executor.keep_spare()
    ready = spare_of(executor)

    assert ran(executor, version(tmp_path, "")).correct is True

    assert executor.pid == ready
    assert spare_of(executor) != ready


@pytest.mark.slow
def test_each_version_has_a_process_of_its_own_and_the_same_one_keeps_its_own(
    executor: WorkerExecutor, tmp_path: Path
) -> None:
    executor.keep_spare()
    processes = []
    for number in range(3):
        spare_of(executor)
        ran(executor, version(tmp_path, f"# {number}\n"))
        processes.append(executor.pid)
        ran(executor, version(tmp_path, f"# {number}\n"))
        assert executor.pid == processes[-1]

    assert len(set(processes)) == 3


@pytest.mark.slow
def test_what_a_version_spoils_the_next_one_does_not_meet(
    executor: WorkerExecutor, tmp_path: Path
) -> None:
    executor.keep_spare()
    spare_of(executor)
    executor.submit(version(tmp_path, HARMS_THE_NEXT)).exception(PATIENCE_S)
    spare_of(executor)

    assert ran(executor, version(tmp_path, "# harmless\n")).correct is True


@pytest.mark.slow
@posix_only
def test_a_spare_that_has_died_costs_nothing(executor: WorkerExecutor, tmp_path: Path) -> None:
    executor.keep_spare()
    ready = spare_of(executor)
    os.kill(ready, signal.SIGKILL)
    until(lambda: executor._spare is not None and not executor._spare.is_alive())

    assert ran(executor, version(tmp_path, "")).correct is True
    assert executor.pid != ready


@pytest.mark.slow
@posix_only
def test_only_one_process_waits_and_none_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    threads = set(threading.enumerate())
    executor = WorkerExecutor("emulator", foreign=True)
    executor.keep_spare()
    executor.keep_spare()
    spare_of(executor)
    ran(executor, version(tmp_path, ""))
    processes = [executor.pid, spare_of(executor)]
    assert len(list(folder.iterdir())) == 2  # a folder for each process

    executor.shutdown()

    assert not any(is_running(pid) for pid in processes if pid is not None)
    assert list(folder.iterdir()) == []
    assert set(threading.enumerate()) == threads


@posix_only
def test_a_spare_that_nobody_used_ends_with_the_workers() -> None:
    with Workers() as workers:
        workers.submit(PrepareVersions()).result(PATIENCE_S)
        pid = spare_of(workers._foreign["launches", "emulator"])
        assert is_running(pid)

    assert not is_running(pid)


@pytest.mark.slow
def test_cancelling_a_version_leaves_the_spare(executor: WorkerExecutor, tmp_path: Path) -> None:
    executor.keep_spare()
    spare_of(executor)
    endless = "\nwhile True: pass\n"
    future = executor.submit(version(tmp_path, endless))
    until(lambda: executor.pid is not None)

    assert future.cancel()

    ready = spare_of(executor)
    assert ran(executor, version(tmp_path, "# ends\n")).correct is True
    assert executor.pid == ready
