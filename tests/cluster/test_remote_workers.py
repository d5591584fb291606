"""Jobs on the workers of a real Dask cluster, whose processes are all of their own."""

from __future__ import annotations

import os
import queue
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.gpu.remote import cluster
from gpuviz.cluster.link import Event
from gpuviz.cluster.remote_workers import RemoteWorkers
from gpuviz.device import find_device
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.launch import LaunchConfig
from gpuviz.messages import GpuvizError, RequestRefused
from gpuviz.operation import describe
from gpuviz.operation.inputs import InputChoice
from gpuviz.trace.file import load_trace, save_trace
from gpuviz.worker import Workers
from gpuviz.worker.jobs import CompileAndRun, Job, RunOperation
from tests.cluster.own_kernel import STAYS_ONCE, TELLS_AND_STAYS, write_kernel

psutil: Any = pytest.importorskip("psutil", reason="the extra cluster is not installed")
pytest.importorskip("distributed", reason="the extra cluster is not installed")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="these tests wait at named pipes"),
]
PATIENCE_S = 120.0


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with cluster(workers=2) as found:
        yield found


@pytest.fixture
def events() -> queue.Queue[Event]:
    return queue.Queue()


@pytest.fixture
def remote(address: str, events: queue.Queue[Event]) -> Iterator[RemoteWorkers]:
    with started(address, events) as workers:
        workers.connected()
        yield workers


def started(address: str, events: queue.Queue[Event] | None = None) -> RemoteWorkers:
    workers = RemoteWorkers(address, lambda event: events.put(event) if events else None)
    workers.start()
    return workers


def request_for(path: Path, **changes: Any) -> LaunchRequest:
    info = describe(path)
    config = LaunchConfig(info.grid(info.default_size, info.default_block), info.default_block)
    request = LaunchRequest(
        7,
        path,
        info.default_size,
        None if info.is_pipeline else config,
        "emulator",
        find_device("t4"),
    )
    return replace(request, **changes)


def gallery(name: str) -> Path:
    from gpuviz.operation import find_operation

    return find_operation(name).path


def here(job: Job[Any]) -> Any:
    with Workers() as workers:
        return workers.submit(job).result(PATIENCE_S)


def process_told(fifo: Path) -> Any:
    """The process that writes its number into a pipe."""
    return psutil.Process(int(fifo.read_text()))


def test_it_is_known_who_is_there(remote: RemoteWorkers) -> None:
    survey = remote.connected()

    assert len(survey.able) == 2
    says = survey.able[0].says
    assert says is not None
    assert says.machine == os.uname().nodename
    assert says.offers_gpu
    assert says.python == sys.version.split()[0]


@pytest.mark.parametrize("name", ["vector_add", "broken_sum_shared", "transfer"])
def test_a_launch_gives_there_what_it_gives_here(
    remote: RemoteWorkers, name: str, tmp_path: Path
) -> None:
    job = RunOperation(request_for(gallery(name)))

    there, known = remote.submit(job).result(PATIENCE_S), here(job)

    assert (there.number, there.correct, len(there.launches)) == (
        7,
        known.correct,
        len(known.launches),
    )
    for one, other in zip(there.launches, known.launches, strict=True):
        assert one.machine == os.uname().nodename
        assert saved(replace(one, machine=""), tmp_path) == saved(other, tmp_path)


def saved(trace: Any, folder: Path) -> bytes:
    save_trace(trace, folder / "one.gpuviz")
    return (folder / "one.gpuviz").read_bytes()


def test_a_recording_of_it_names_the_machine(remote: RemoteWorkers, tmp_path: Path) -> None:
    result = remote.submit(RunOperation(request_for(gallery("vector_add")))).result(PATIENCE_S)

    save_trace(result.trace, tmp_path / "there.gpuviz")

    assert load_trace(tmp_path / "there.gpuviz").machine == os.uname().nodename


def test_a_file_of_ones_own_travels_with_what_it_imports_and_with_its_numbers(
    remote: RemoteWorkers, tmp_path: Path
) -> None:
    kernel = write_kernel(tmp_path)
    np.save(tmp_path / "numbers.npy", np.full(100, 2, np.float32))
    inputs = (InputChoice("a", file=tmp_path / "numbers.npy"),)

    result = remote.submit(CompileAndRun(request_for(kernel, inputs=inputs))).result(PATIENCE_S)

    assert result.correct
    assert (result.trace.outputs["out"] == 6).all()
    assert result.trace.functions[0].file == str(kernel)


def test_what_was_edited_runs_as_it_stands_now(remote: RemoteWorkers, tmp_path: Path) -> None:
    kernel = write_kernel(tmp_path)
    before = remote.submit(RunOperation(request_for(kernel))).result(PATIENCE_S)
    kernel.write_text(kernel.read_text().replace("helper.FACTOR * a[i]", "2 * a[i]"))

    after = remote.submit(RunOperation(request_for(kernel))).result(PATIENCE_S)

    assert (before.correct, after.correct) == (True, False)


def test_what_fails_there_fails_here_in_the_same_words(
    remote: RemoteWorkers, tmp_path: Path
) -> None:
    kernel = write_kernel(tmp_path)
    kernel.write_text(kernel.read_text().replace("helper.FACTOR * a[i]", "a[i] // zero"))
    kernel.write_text(kernel.read_text().replace("import helper", "zero = print"))
    job = RunOperation(request_for(kernel))

    there, known = remote.submit(job).exception(PATIENCE_S), None
    with Workers() as workers:
        known = workers.submit(job).exception(PATIENCE_S)

    assert isinstance(there, GpuvizError)
    assert isinstance(known, GpuvizError)
    assert (type(there), str(there)) == (type(known), str(known))


def test_a_job_without_a_worker_that_can_do_it_is_refused_by_its_engine(
    remote: RemoteWorkers,
) -> None:
    failed = remote.submit(RunOperation(request_for(gallery("vector_add"), engine="cuda")))

    error = failed.exception(PATIENCE_S)

    assert isinstance(error, RequestRefused)
    assert "driver" in str(error) or "GPU" in str(error)


def test_cancelling_ends_the_process_there(remote: RemoteWorkers, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    begin = TELLS_AND_STAYS.format(fifo=str(tmp_path / "fifo"))
    future = remote.submit(RunOperation(request_for(write_kernel(tmp_path, begin))))
    process = process_told(tmp_path / "fifo")

    assert future.cancel()

    process.wait(PATIENCE_S)
    with pytest.raises(CancelledError):
        future.result()
    done = remote.submit(RunOperation(request_for(gallery("vector_add"))))
    assert done.result(PATIENCE_S).correct


def test_who_leaves_takes_what_runs_along(address: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    begin = TELLS_AND_STAYS.format(fifo=str(tmp_path / "fifo"))
    workers = started(address)
    workers.connected()
    workers.submit(RunOperation(request_for(write_kernel(tmp_path, begin))))
    process = process_told(tmp_path / "fifo")

    workers.shutdown()

    process.wait(PATIENCE_S)


def test_a_lost_worker_costs_one_launch_which_is_tried_again(
    remote: RemoteWorkers, events: queue.Queue[Event], tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "fifo")
    begin = STAYS_ONCE.format(fifo=str(tmp_path / "fifo"), mark=str(tmp_path / "mark"))
    future = remote.submit(RunOperation(request_for(write_kernel(tmp_path, begin))))

    dask_worker_of(process_told(tmp_path / "fifo")).kill()

    result = future.result(PATIENCE_S)
    assert result.correct
    assert "cluster.tried-again" in [message.code for message in result.messages]
    told = [events.get(timeout=PATIENCE_S)]
    while told[-1].kind != "moved":
        told.append(events.get(timeout=PATIENCE_S))


def test_a_launch_that_costs_two_workers_is_given_up(remote: RemoteWorkers, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    begin = TELLS_AND_STAYS.format(fifo=str(tmp_path / "fifo"))
    future = remote.submit(RunOperation(request_for(write_kernel(tmp_path, begin))))

    for _ in range(2):
        dask_worker_of(process_told(tmp_path / "fifo")).kill()

    error = future.exception(PATIENCE_S)
    assert isinstance(error, GpuvizError)
    assert error.message.code == "cluster.lost-twice"


def dask_worker_of(process: Any) -> Any:
    """The Dask worker above a process of gpuviz; above it is its nanny, which starts another."""
    return next(one for one in process.parents() if "multiprocessing" in " ".join(one.cmdline()))


def test_a_cluster_that_ends_fails_what_runs_in_a_sentence(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    begin = TELLS_AND_STAYS.format(fifo=str(tmp_path / "fifo"))
    events: queue.Queue[Event] = queue.Queue()
    with cluster() as address:
        workers = started(address, events)
        workers.connected()
        future = workers.submit(RunOperation(request_for(write_kernel(tmp_path, begin))))
        process = process_told(tmp_path / "fifo")

    error = future.exception(PATIENCE_S)
    assert isinstance(error, GpuvizError)
    assert error.message.code == "cluster.lost"
    process.wait(PATIENCE_S)
    workers.shutdown()


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("tcp://127.0.0.1:1", "cluster.nobody"),
        ("nonsense", "cluster.nobody"),
        ("nonsense://127.0.0.1:8786", "cluster.nobody"),
        ("tcp://127.0.0.1:notaport", "cluster.nobody"),
        ("tls://127.0.0.1:1", "cluster.nobody"),
    ],
)
def test_an_address_where_nobody_is_is_refused_in_a_sentence(address: str, code: str) -> None:
    with started(address) as workers, pytest.raises(RequestRefused) as refused:
        workers.connected()

    assert refused.value.message.code == code


def test_a_scheduler_without_workers_is_told_apart() -> None:
    with (
        cluster(workers=0) as address,
        started(address) as workers,
        pytest.raises(RequestRefused) as refused,
    ):
        workers.connected()

    assert refused.value.message.code == "cluster.no-workers"


def test_a_trial_needs_no_cluster() -> None:
    with started("local") as workers:
        survey = workers.connected()
        result: LaunchResult = workers.submit(
            RunOperation(request_for(gallery("vector_add")))
        ).result(PATIENCE_S)

    assert len(survey.able) == 2
    assert result.correct
