"""RemoteWorkers: a JobRunner over the workers of a Dask cluster, behind a process that links it."""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from multiprocessing.connection import Pipe
from typing import Any, TypeVar

from gpuviz import process_tree
from gpuviz.cluster.link import Ask, Event
from gpuviz.cluster.machines import RemoteGpu, Survey
from gpuviz.cluster.parcel import RemoteJob, opened, pack_parcel
from gpuviz.engines.request import LaunchResult, LongLoop, Progress
from gpuviz.messages import GpuvizError, Message, RequestRefused, reason_of
from gpuviz.trace import Trace
from gpuviz.trace.members import LARGEST_FILE, DamagedTrace
from gpuviz.worker.frames import Garbage, of_bytes
from gpuviz.worker.jobs import Job, unheard
from gpuviz.worker.process import inheriting
from gpuviz.worker.protocol import JobFailure, send

T = TypeVar("T")
log = logging.getLogger(__name__)
PATIENCE_S = 5.0  # for a link that was asked to end: it ends what runs for it first
LONGEST_EVENT = 8 << 20
AT_ONCE = 2  # workers of a trial on this machine


class RemoteFuture(Future[T]):
    """The future of one job there; cancelling it ends the process that does it."""

    def __init__(self, workers: RemoteWorkers, number: int, job: RemoteJob, told: Progress) -> None:
        super().__init__()
        self._workers = workers
        self.number, self.job, self.told = number, job, told
        self.moved_to = ""  # the machine that tried it again, after a worker was lost

    def cancel(self) -> bool:
        """Cancels the job unless it is done; True when it is cancelled."""
        cancelled = super().cancel()
        if cancelled:
            self._workers.forget(self.number)
        return cancelled


class RemoteWorkers:
    """Has jobs done by a cluster; `start` connects, and `on_event` is told on another thread.

    It hears of `survey` (who is there, at first and whenever that changes), `refused` (why there is
    no connection), `lost` and `moved`. Futures raise GpuvizError only.
    """

    def __init__(
        self,
        address: str,
        on_event: Callable[[Event], None] = lambda event: None,
        at_once: int = AT_ONCE,
    ) -> None:
        self.address = address
        self._on_event = on_event
        self._at_once = at_once
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._futures: dict[int, RemoteFuture[Any]] = {}
        self._survey: Survey | None = None
        self._ended: Message | None = None
        self._known = threading.Event()

    @property
    def survey(self) -> Survey | None:
        """Who is there, as far as it is known."""
        return self._survey

    @property
    def pid(self) -> int | None:
        """The number of the process that links it."""
        return self._tree.pid

    def start(self) -> None:
        """Begins to connect. Raises OSError where no process can be started."""
        self._connection, theirs = Pipe()
        try:
            handle = theirs.fileno()
            self._tree = process_tree.start(
                [
                    *(sys.executable, "-P", "-m", "gpuviz.cluster"),
                    *(str(handle), self.address, str(self._at_once)),
                ],
                env=_environment(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                **inheriting(handle),
            )
        except OSError:
            self._connection.close()
            raise
        finally:
            theirs.close()
        self._thread = threading.Thread(target=self._listen, name="gpuviz-cluster", daemon=True)
        self._thread.start()

    def connected(self) -> Survey:
        """Waits until it is known who is there. Raises RequestRefused where nobody is."""
        while not self._known.wait(0.2):  # Ctrl-C does not interrupt an endless wait on Windows
            pass
        if self._survey is None or self._ended is not None:
            raise RequestRefused(self._ended or _link_ended())
        return self._survey

    def submit(self, job: Job[T], on_progress: Progress = unheard) -> Future[T]:
        """Begins a job that travels (`parcel.travels`), or lets it wait its turn there."""
        remote: Any = job
        number, gpu = next(self._numbers), self._gpu_of(remote)
        if gpu is not None:
            request = replace(remote.request, device=gpu.device, gpu=0)
            remote = replace(remote, request=request)
        future: RemoteFuture[T] = RemoteFuture(self, number, remote, on_progress)
        try:
            parcel = pack_parcel(remote)
        except OSError as error:
            future.set_exception(_unreadable(error))
            return future
        with self._lock:
            ended = self._ended
            if ended is None:
                self._futures[number] = future
        if ended is not None:
            future.set_exception(GpuvizError(ended))
            return future
        hosts = () if gpu is None else gpu.hosts
        self._ask(Ask(number, parcel, remote.request.engine == "cuda", hosts))
        return future

    def forget(self, number: int) -> None:
        """The job is not wanted any more."""
        with self._lock:
            self._futures.pop(number, None)
        self._ask(Ask(number))

    def shutdown(self) -> None:
        """Ends what runs there for it, and the connection."""
        self._fail_all(_link_ended())
        with contextlib.suppress(OSError):
            send(self._connection, None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._tree.process.wait(PATIENCE_S)
        self._tree.kill()
        self._tree.end()
        self._thread.join()
        self._connection.close()

    def __enter__(self) -> RemoteWorkers:
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()

    def _ask(self, ask: Ask) -> None:
        with self._lock, contextlib.suppress(OSError):  # who listens hears of the end by itself
            send(self._connection, ask)

    def _listen(self) -> None:
        """Hears the link until it ends; of what it passes on, nothing is unpickled."""
        try:
            while True:
                event = of_bytes(self._connection.recv_bytes(LONGEST_EVENT), Event)
                assert isinstance(event, Event)
                content = b""
                if event.kind == "answer":
                    content = self._connection.recv_bytes(LARGEST_FILE)
                self._hear(event, content)
        except (EOFError, OSError, Garbage, DamagedTrace) as error:
            if isinstance(error, (Garbage, DamagedTrace)):
                log.error("the link to a cluster said what it never says: %r", error)
                self._tree.kill()
        finally:
            ended = self._ended or _link_ended()
            if self._survey is not None and self._ended is None:
                self._on_event(Event("lost", message=ended))
            self._fail_all(ended)
            self._known.set()

    def _hear(self, event: Event, content: bytes) -> None:
        if event.kind in ("survey", "refused", "lost"):
            self._hear_of_cluster(event)
            return
        with self._lock:
            future = self._futures.get(event.number)
        if future is None:
            return
        match event.kind:
            case "share":
                _tell(future, event.share)
            case "loop":
                _tell(future, LongLoop(event.line, event.rounds))
            case "moved":
                future.moved_to = event.machine
                self._on_event(event)
            case "failed":
                assert event.message is not None
                self._settle(event.number, future, GpuvizError(event.message))
            case "answer":
                self._settle(event.number, future, *_read(content, future, self._survey))

    def _hear_of_cluster(self, event: Event) -> None:
        if event.survey is not None:
            self._survey = event.survey
        if event.kind != "survey":
            self._ended = event.message
            self._fail_all(event.message or _link_ended())
        self._known.set()
        self._on_event(event)

    def _settle(
        self,
        number: int,
        future: RemoteFuture[Any],
        error: GpuvizError | None,
        answer: object = None,
    ) -> None:
        with self._lock:
            self._futures.pop(number, None)
        if not future.set_running_or_notify_cancel():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(answer)

    def _fail_all(self, why: Message) -> None:
        with self._lock:
            self._ended = why
            left = list(self._futures.items())
        for number, future in left:
            self._settle(number, future, GpuvizError(why))

    def _gpu_of(self, job: Any) -> RemoteGpu | None:
        """The GPU that a launch is meant for; None for an engine that needs none."""
        if job.request.engine != "cuda" or self._survey is None or not self._survey.gpus:
            return None
        gpus = self._survey.gpus
        return next((one for one in gpus if one.shown == job.request.device), gpus[0])


def _tell(future: RemoteFuture[Any], told: float | LongLoop) -> None:
    try:
        future.told(told)
    except Exception:
        log.exception("a listener to the progress of a job failed")


def _read(
    content: bytes, future: RemoteFuture[Any], survey: Survey | None
) -> tuple[GpuvizError | None, object]:
    """What came of a job: why there is no answer, or the answer."""
    try:
        answer, machine = opened(content, future.job)
    except (Garbage, DamagedTrace, MemoryError) as error:
        log.error("a cluster answered what gpuviz does not understand: %r", error)
        return GpuvizError(_garbage()), None
    if isinstance(answer, JobFailure):
        if answer.log:
            log.error("on %s: %s", machine, answer.log)
        return answer.error, None
    if isinstance(answer, LaunchResult):
        answer = _described(answer, survey)
        if future.moved_to:
            answer = replace(answer, messages=(*answer.messages, tried_again(machine)))
    return None, answer


def _described(result: LaunchResult, survey: Survey | None) -> LaunchResult:
    """The result, whose traces say which GPU there it was: here its id alone says nothing."""
    gpus = () if survey is None else survey.gpus
    known = {(gpu.machine, gpu.device.id): gpu.device for gpu in gpus}

    def told(trace: Trace) -> Trace:
        device = known.get((trace.machine, trace.device_id))
        is_there = trace.engine == "cuda" and trace.device is None and device is not None
        return replace(trace, device=device) if is_there else trace

    return replace(result, launches=tuple(map(told, result.launches)))


def tried_again(machine: str) -> Message:
    """That a worker was lost on the way."""
    template = "A worker of the cluster was lost: the launch was tried again, on {machine}."
    return Message("cluster.tried-again", template, {"machine": machine})


def _garbage() -> Message:
    template = (
        "The cluster answered with what gpuviz does not understand: nothing of the answer was used."
        " Do its workers have the same gpuviz?"
    )
    return Message("cluster.garbage", template)


def _link_ended() -> Message:
    template = "The connection to the cluster has ended."
    return Message("cluster.ended", template)


def _unreadable(error: OSError) -> RequestRefused:
    template = "{file} cannot be read ({reason}), so it cannot be sent to the cluster."
    values = {"file": str(error.filename), "reason": reason_of(error)}
    return RequestRefused(Message("cluster.unreadable", template, values))


def _environment() -> dict[str, str]:
    """The link finds modules where its starter does, and nowhere else."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
    }
