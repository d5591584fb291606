"""What travels to another machine, and how what comes back is read."""

from __future__ import annotations

import pickle
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpuviz.cluster.parcel import (
    Delivery,
    Parcel,
    RemoteJob,
    delivery_bytes,
    opened,
    pack_parcel,
    placed,
    travels,
)
from gpuviz.device import find_device
from gpuviz.engines.request import CpuTimingRequest, LaunchRequest, LaunchResult
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.operation import find_operation
from gpuviz.operation.inputs import InputChoice
from gpuviz.trace.members import DamagedTrace
from gpuviz.worker.foreign import Outcome, outcome_of, plain_error
from gpuviz.worker.frames import Garbage
from gpuviz.worker.jobs import RunOperation, TimeCpu
from gpuviz.worker.protocol import JobFailure
from tests.cluster.own_kernel import write_kernel
from tests.helpers import traces

CONFIG = LaunchConfig(Dim3(1, 1, 1), Dim3(32, 1, 1))
GALLERY = find_operation("vector_add").path


def job_for(path: Path, **changes: object) -> RunOperation:
    request = LaunchRequest(3, path, (100,), CONFIG, "emulator", find_device("t4"))
    return RunOperation(replace(request, **changes))  # type: ignore[arg-type]


def parcel_of(job: RemoteJob) -> Parcel:
    parcel = pickle.loads(pack_parcel(job))
    assert isinstance(parcel, Parcel)
    return parcel


def test_launches_travel_and_cpu_times_do_not() -> None:
    assert travels(job_for(GALLERY))
    assert not travels(TimeCpu(CpuTimingRequest(1, GALLERY, (100,))))


def test_a_file_of_ones_own_is_laid_down_with_all_that_it_needs(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    numbers = tmp_path / "numbers.npy"
    np.save(numbers, np.arange(3))
    kernel = write_kernel(tmp_path / "here")
    job = job_for(kernel, inputs=(InputChoice("a", file=numbers),))

    done = placed(parcel_of(job), tmp_path / "there")

    assert done.request.operation == tmp_path / "there" / "triple.py"
    assert done.request.operation.read_bytes() == kernel.read_bytes()
    assert (tmp_path / "there" / "helper.py").is_file()
    (choice,) = done.request.inputs
    assert choice.file is not None
    assert choice.file.name == "numbers.npy"
    assert choice.file.read_bytes() == numbers.read_bytes()


def test_a_file_of_the_gallery_stays_where_the_other_machine_has_it(tmp_path: Path) -> None:
    assert placed(parcel_of(job_for(GALLERY)), tmp_path).request.operation == GALLERY


def test_a_gallery_that_differs_there_gives_way_to_the_one_that_travels(tmp_path: Path) -> None:
    parcel = replace(parcel_of(job_for(GALLERY)), gallery_digest="0" * 64)

    assert placed(parcel, tmp_path).request.operation == tmp_path / "vector_add.py"


def delivered(answer: object, machine: str = "server") -> bytes:
    return delivery_bytes(Delivery(machine, "tcp://server:1", outcome_of(answer)))


def test_an_answer_names_the_machine_and_the_files_of_this_one(tmp_path: Path) -> None:
    kernel = write_kernel(tmp_path)
    trace = traces.vector_add()
    job = job_for(kernel, config=trace.config)
    there = replace(trace.functions[0], file="C:\\Temp\\gpuviz\\triple.py")
    trace = replace(trace, functions=(there, *trace.functions[1:]))

    answer, machine = opened(delivered(LaunchResult(3, (trace,), True, 0.0, 0.1)), job)

    assert isinstance(answer, LaunchResult)
    assert machine == answer.trace.machine == "server"
    assert answer.trace.functions[0].file == str(kernel)


def test_a_failure_is_told_of_the_file_here(tmp_path: Path) -> None:
    kernel = write_kernel(tmp_path)
    failed = KernelFailed(Message("a", "It failed."), SourcePlace("/elsewhere/triple.py", 4))
    outcome = Outcome(error=plain_error(JobFailure(failed)))
    delivery = Delivery("server", "tcp://server:1", outcome)

    answer, _ = opened(delivery_bytes(delivery), job_for(kernel))

    assert isinstance(answer, JobFailure)
    assert isinstance(answer.error, KernelFailed)
    assert answer.error.place == SourcePlace(str(kernel), 4)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no zlib at all",
        zlib.compress(b"short"),
        zlib.compress(b"x" * 1000),
        pickle.dumps(print),
        zlib.compress(pickle.dumps(print)),
    ],
)
def test_what_is_no_answer_is_refused(content: bytes) -> None:
    with pytest.raises((Garbage, DamagedTrace)):
        opened(content, job_for(GALLERY))


@pytest.mark.parametrize("machine", ["", "a\nb", "x" * 101])
def test_a_machine_has_a_name_that_can_be_shown(machine: str) -> None:
    with pytest.raises(Garbage):
        opened(delivered(Message("a", "Hello."), machine), job_for(GALLERY))


def test_an_answer_to_something_else_is_refused() -> None:
    with pytest.raises(DamagedTrace):
        opened(delivered(Message("a", "Hello.")), job_for(GALLERY))
