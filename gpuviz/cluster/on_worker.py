"""What runs in a worker of a Dask cluster: jobs, each in a process of gpuviz's own.

A Dask worker cannot end what its threads do. So a job runs in a worker process of gpuviz, exactly
as it does below a window: it can be ended at any moment, keeps its CUDA context and its compiled
kernels for the next job of the same file, and harms neither the Dask worker nor another job.
"""

from __future__ import annotations

import atexit
import hashlib
import pickle
import platform
import shutil
import tempfile
import threading
import time
from concurrent.futures import CancelledError, Future, TimeoutError
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gpuviz
from gpuviz.cluster.machines import GPU_RESOURCE, WorkerSays
from gpuviz.cluster.parcel import Delivery, Parcel, delivery_bytes, placed
from gpuviz.engines.probe import probe
from gpuviz.engines.request import LongLoop
from gpuviz.messages import GpuvizError
from gpuviz.worker.failures import failure_of
from gpuviz.worker.foreign import Outcome, outcome_of, plain_error
from gpuviz.worker.frames import as_bytes
from gpuviz.worker.protocol import JobFailure
from gpuviz.worker.workers import Workers

if TYPE_CHECKING:
    from distributed import Worker

POLL_S = 1.0
FORGOTTEN_S = 60.0  # of a client that was not heard of: what runs for it is ended
STOPPED = b""  # the answer of a job that was cancelled: nobody waits for it


class _Jobs:
    """What runs in this Dask worker, by topic (one client) and number, and who was heard when."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: dict[tuple[str, int], Future[Any]] = {}
        self._stopped: set[tuple[str, int]] = set()
        self._heard: dict[str, float] = {}

    def begin(self, key: tuple[str, int], future: Future[Any]) -> None:
        """A job runs from now on; one that was stopped before it began is ended at once."""
        with self._lock:
            self._running[key] = future
            self._heard[key[0]] = time.monotonic()
            stopped = key in self._stopped
        if stopped:
            future.cancel()

    def end(self, key: tuple[str, int]) -> None:
        """It is over."""
        with self._lock:
            self._running.pop(key, None)

    def stop(self, key: tuple[str, int]) -> None:
        """It is not wanted any more, whether it runs here, will begin here or is elsewhere."""
        with self._lock:
            self._stopped.add(key)
            future = self._running.get(key)
        if future is not None:
            future.cancel()

    def hear(self, topic: str) -> None:
        """This client is there."""
        with self._lock:
            self._heard[topic] = time.monotonic()

    def is_forgotten(self, topic: str) -> bool:
        """Whether nobody waits any more for what runs for this client."""
        with self._lock:
            return time.monotonic() - self._heard.get(topic, 0.0) > FORGOTTEN_S


JOBS = _Jobs()


def run_parcel(packed: bytes, topic: str, number: int) -> bytes:
    """Does the job in a parcel; the bytes of a Delivery.

    Tells the client of `topic` when it begins and how far it is. Whatever goes wrong with the job
    is in the delivery.
    """
    from distributed import get_worker

    worker = get_worker()
    address, machine = worker.address, platform.node() or worker.address

    def tell(told: float | LongLoop) -> None:
        what: dict[str, float] = (
            {"line": told.line, "rounds": told.rounds}
            if isinstance(told, LongLoop)
            else {"share": float(told)}
        )
        worker.log_event(topic, {"number": number, **what})

    worker.log_event(topic, {"number": number, "began": address, "machine": machine})
    outcome = _outcome(packed, (topic, number), tell)
    return STOPPED if outcome is None else delivery_bytes(Delivery(machine, address, outcome))


def stop_parcel(topic: str, number: int) -> None:
    """Ends a job with its process; where it is not here, it will not begin here."""
    JOBS.stop((topic, number))


def keep_alive(topic: str) -> None:
    """The client of `topic` is there: what runs for it goes on."""
    JOBS.hear(topic)


def describe(dask_worker: Worker) -> bytes:
    """The bytes of what this worker says of itself."""
    found = probe()
    return as_bytes(
        WorkerSays(
            platform.node() or dask_worker.address,
            gpuviz.__version__,
            platform.python_version(),
            _version("numba"),
            found.devices if found.usable else (),
            found.message,
            GPU_RESOURCE in dask_worker.state.total_resources,
            dask_worker.state.nthreads,
        )
    )


def has_gpuviz() -> bool:
    """Said by a scheduler that can read this function: so it can pass on jobs."""
    return True


def _outcome(packed: bytes, key: tuple[str, int], tell: Any) -> Outcome | None:
    """What came of the job; None where it was stopped."""
    try:
        parcel: Parcel = pickle.loads(packed)
        job = placed(parcel, _folder_for(packed))
        future = _workers().submit(job, tell)
        JOBS.begin(key, future)
        try:
            return outcome_of(_waited(future, key[0]))
        finally:
            JOBS.end(key)
    except CancelledError:
        return None
    except GpuvizError as error:
        return Outcome(error=plain_error(JobFailure(error)))
    except Exception as error:
        return Outcome(error=plain_error(failure_of(error)))


def _waited(future: Future[Any], topic: str) -> object:
    """The result of a job, which is ended where its client has been silent for long."""
    while True:
        try:
            return future.result(POLL_S)
        except TimeoutError:
            if future.done():
                raise
            if JOBS.is_forgotten(topic):
                future.cancel()


def _folder_for(packed: bytes) -> Path:
    """Equal files lie in the same place: a process that has run them is kept for the next job."""
    parcel: Parcel = pickle.loads(packed)
    digest = hashlib.sha256()
    for name, content in sorted(parcel.files.items()):
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    folder = _folder() / digest.hexdigest()[:16]
    folder.mkdir(exist_ok=True)
    return folder


@cache
def _workers() -> Workers:
    """The processes of this Dask worker, which end with it."""
    made = Workers()
    atexit.register(made.shutdown)
    return made


@cache
def _folder() -> Path:
    made = Path(tempfile.mkdtemp(prefix="gpuviz-cluster-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
