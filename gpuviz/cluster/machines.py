"""What is known of the workers of a cluster: what they have, and whether they fit this gpuviz."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gpuviz.device import Device
from gpuviz.engines.probe import Probe
from gpuviz.messages import Message
from gpuviz.trace.whose_device import on_machine

GPU_RESOURCE = "GPU"
"""What a worker is started with where it has a GPU: `dask worker .. --resources GPU=1`."""


@dataclass(frozen=True, slots=True)
class WorkerSays:
    """What one worker of a cluster says of itself; versions are "" where a package is missing."""

    machine: str  # the name of the computer
    gpuviz: str
    python: str
    numba: str
    gpus: tuple[Device, ...]  # that the cuda engine can use there
    gpu_message: Message  # what the search for them has found
    offers_gpu: bool  # it was started with the resource GPU
    threads: int


@dataclass(frozen=True, slots=True)
class ClusterWorker:
    """One worker, by its address. `says` is None where gpuviz is missing there; `why` tells."""

    address: str
    says: WorkerSays | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Survey:
    """Who is there: all workers of a cluster, by address; `scheduler_lacks_gpuviz` says why not."""

    address: str
    workers: tuple[ClusterWorker, ...]
    scheduler_why: str = ""  # why the scheduler cannot pass gpuviz's jobs on; "" where it can

    @property
    def able(self) -> tuple[ClusterWorker, ...]:
        """Those that have gpuviz."""
        return tuple(worker for worker in self.workers if worker.says is not None)

    @property
    def machines(self) -> tuple[str, ...]:
        """The names of the computers, each once."""
        return tuple(dict.fromkeys(w.says.machine for w in self.workers if w.says is not None))

    @property
    def gpus(self) -> tuple[RemoteGpu, ...]:
        """The GPUs of workers that offer one, each kind of each machine once."""
        found: dict[tuple[str, str], RemoteGpu] = {}
        for worker in self.able:
            says = worker.says
            if says is not None and says.offers_gpu and says.gpus:
                gpu = says.gpus[0]  # one Dask worker a GPU: the first that it sees is its own
                key = (says.machine, gpu.name)
                known = found.get(key, RemoteGpu(says.machine, gpu, ()))
                found[key] = RemoteGpu(says.machine, gpu, (*known.workers, worker.address))
        return tuple(found.values())


@dataclass(frozen=True, slots=True)
class RemoteGpu:
    """A GPU of another machine, and the addresses of the workers that have one of its kind."""

    machine: str
    device: Device
    workers: tuple[str, ...]

    @property
    def hosts(self) -> tuple[str, ...]:
        """Where they listen: a worker that starts again has another port there."""
        found = (address.rpartition("://")[2].rpartition(":")[0] for address in self.workers)
        return tuple(dict.fromkeys(found))

    @property
    def shown(self) -> Device:
        """The device as it is named here: with its machine."""
        name = on_machine(self.device.name, self.machine)
        return replace(self.device, id=f"{self.device.id}@{self.machine}", name=name)


def probe_of(survey: Survey) -> Probe:
    """What a search for GPUs has found there, as if they were this machine's."""
    gpus = [one.shown for one in survey.gpus]
    if gpus:
        message = Message("probe.usable", "Running on the {gpu}.", {"gpu": gpus[0].name})
        return Probe(True, gpus[0], message, tuple(gpus[1:]))
    return Probe(False, None, _no_gpu(survey))


def _no_gpu(survey: Survey) -> Message:
    """Why nobody there runs the cuda engine."""
    offering = [one.says for one in survey.able if one.says is not None and one.says.offers_gpu]
    if offering:
        template = "The GPU of {machine} cannot be used there: {why}"
        values = {"machine": offering[0].machine, "why": offering[0].gpu_message}
        return Message("cluster.gpu-unusable", template, values)
    template = (
        "No worker there offers a GPU: the emulator is used. One that has a GPU is started with"
        " `dask worker {address} --resources GPU=1`."
    )
    return Message("cluster.no-gpu", template, {"address": survey.address})


def place_name(machines: Sequence[str]) -> str:
    """How the place is called: by its machines, or by how many there are."""
    return ", ".join(machines[:2]) + (f" +{len(machines) - 2}" if len(machines) > 2 else "")


def why_unfit(survey: Survey, version: str) -> Message | None:
    """Why nothing can be launched there, in one sentence; None where something can."""
    if survey.scheduler_why:
        return _lacks("cluster.scheduler-lacks", survey.address, survey.scheduler_why)
    if not survey.workers:
        template = (
            "The scheduler at {address} answers, but it has no workers: start one beside it with"
            " `dask worker {address}`."
        )
        return Message("cluster.no-workers", template, {"address": survey.address})
    if not survey.able:
        return _lacks("cluster.workers-lack", survey.address, survey.workers[0].why)
    others = sorted(_versions(survey.able) - {version})
    if others:
        template = (
            "The workers at {address} have gpuviz {theirs}, and here it is {ours}: install the same"
            " on both."
        )
        values = {"address": survey.address, "theirs": ", ".join(others), "ours": version}
        return Message("cluster.other-version", template, values)
    return None


def _lacks(code: str, address: str, why: str) -> Message:
    if code == "cluster.scheduler-lacks":
        template = (
            "The scheduler at {address} cannot pass on jobs of gpuviz ({why}): install the"
            " same gpuviz as here where `dask scheduler` runs."
        )
    else:
        template = (
            "The workers at {address} cannot run jobs of gpuviz ({why}): install the same"
            " gpuviz as here where `dask worker` runs."
        )
    return Message(code, template, {"address": address, "why": why})


def _versions(workers: Iterable[ClusterWorker]) -> set[str]:
    return {worker.says.gpuviz for worker in workers if worker.says is not None}
