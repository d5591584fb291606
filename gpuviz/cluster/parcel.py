"""A job with all files that it needs, for a machine that has none of them; and what comes back.

There: a pickle, as Dask itself sends code: a worker does whatever its clients ask. Back: packed
bytes of `gpuviz.worker.frames`, which hold numbers, names and arrays, and no code.
"""

from __future__ import annotations

import ast
import copyreg
import hashlib
import io
import pickle
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PureWindowsPath
from typing import Any

from gpuviz.cuda_c.headers import split
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.messages import GpuvizError
from gpuviz.operation.c_headers import with_headers
from gpuviz.ordinary_file import CUDA_C_SUFFIX
from gpuviz.places import resource_dir
from gpuviz.trace import Trace
from gpuviz.trace.members import LARGEST_FILE, DamagedTrace
from gpuviz.worker.foreign import Outcome, is_foreign, result_of
from gpuviz.worker.frames import Garbage, as_bytes, of_bytes
from gpuviz.worker.jobs import CompileAndRun, Job, RunOperation, SweepLaunch
from gpuviz.worker.packing import DISPATCH
from gpuviz.worker.protocol import JobFailure

TRAVELS = (RunOperation, CompileAndRun, SweepLaunch)
"""What is done there. CPU times are those of the machine before which somebody sits."""
PACKING_LEVEL = 1
LONGEST_NAME = 100  # letters of a machine's name
RemoteJob = RunOperation | SweepLaunch


@dataclass(frozen=True, slots=True)
class Parcel:
    """A job whose files are named without folders; `files` have their contents.

    A file of the gallery travels too, as a digest: the other machine has it, or is told the rest.
    """

    job: RemoteJob
    files: Mapping[str, bytes]  # the kernel's, what it imports beside it, chosen inputs
    gallery_digest: str | None  # of the kernel's file where it is of the gallery


@dataclass(frozen=True, slots=True)
class Delivery:
    """What came of a parcel, and on which machine."""

    machine: str
    worker: str
    outcome: Outcome


def travels(job: Job[Any]) -> bool:
    """Whether a cluster can do it."""
    return isinstance(job, TRAVELS)


def pack_parcel(job: RemoteJob) -> bytes:
    """The job for the way. Raises OSError where a file that it needs cannot be read."""
    request, gallery = job.request, not is_foreign(job.request.operation)
    text = request.text
    kernel = request.operation.read_bytes() if text is None else text.encode()
    beside = {} if gallery else dict(files_beside(request.operation, kernel))
    files = {request.operation.name: kernel, **beside}
    inputs: list[Any] = []
    for number, choice in enumerate(request.inputs):
        if choice.file is not None:
            name = Path(f"input{number}", choice.file.name)
            files[name.as_posix()] = choice.file.read_bytes()
            choice = replace(choice, file=name)
        inputs.append(choice)
    there = replace(request, operation=Path(request.operation.name), inputs=tuple(inputs))
    digest = hashlib.sha256(kernel).hexdigest() if gallery else None
    return _pickled(Parcel(replace(job, request=there), files, digest))


def placed(parcel: Parcel, folder: Path) -> RemoteJob:
    """The job with its files in `folder`; a file of the gallery stays where this machine has it.

    Raises OSError.
    """
    request = parcel.job.request
    operation = resource_dir("kernels") / request.operation.name
    if parcel.gallery_digest is None or _digest(operation) != parcel.gallery_digest:
        operation = folder / request.operation.name
    for name, content in parcel.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
    inputs = tuple(
        choice if choice.file is None else replace(choice, file=folder / choice.file)
        for choice in request.inputs
    )
    return replace(parcel.job, request=replace(request, operation=operation, inputs=inputs))


def delivery_bytes(delivery: Delivery) -> bytes:
    """What comes back, packed."""
    return zlib.compress(as_bytes(delivery), PACKING_LEVEL)


def opened(content: bytes, job: RemoteJob) -> tuple[object, str]:
    """The answer to a job, or the JobFailure that it raised, and the machine that gave it.

    Everything is checked as a recording of a stranger is. Raises Garbage and DamagedTrace.
    """
    delivery = of_bytes(_unpacked(content), Delivery)
    assert isinstance(delivery, Delivery)
    machine = delivery.machine
    if not machine.isprintable() or not 0 < len(machine) <= LONGEST_NAME:
        raise Garbage("its machine has no name")
    local = _Local(job.request, machine)
    answer = result_of(delivery.outcome, job)
    return local.told(answer), machine


def _unpacked(content: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    try:
        value = unpacking.decompress(content, LARGEST_FILE)
    except zlib.error as error:
        raise Garbage(str(error)) from None
    if not unpacking.eof:
        raise DamagedTrace("it is not whole, or too large")
    return value


@dataclass(frozen=True, slots=True)
class _Local:
    """Says what came back in terms of this machine: its paths, and who ran it."""

    request: LaunchRequest
    machine: str

    def told(self, answer: object) -> object:
        match answer:
            case LaunchResult():
                launches = tuple(map(self._trace, answer.launches))
                failure = None if answer.failure is None else self._error(answer.failure)
                return replace(answer, launches=launches, failure=failure)
            case JobFailure():
                return JobFailure(self._error(answer.error), answer.log)
        return answer

    def _trace(self, trace: Trace) -> Trace:
        return replace(trace.with_files(self._path), machine=self.machine)

    def _error(self, error: GpuvizError) -> GpuvizError:
        place = error.place
        if place is None:
            return error
        return type(error)(error.message, replace(place, file=self._path(place.file)))

    def _path(self, theirs: str) -> str:
        """Where the file lies here; what is no file of ours stays as it is."""
        name = PureWindowsPath(theirs).name  # either slash ends a folder
        here = self.request.operation.parent / name
        return str(here) if here.is_file() else theirs


def _pickled(parcel: Parcel) -> bytes:
    stream = io.BytesIO()
    pickler = pickle.Pickler(stream, 5)
    pickler.dispatch_table = {**copyreg.dispatch_table, **DISPATCH, type(Path()): _reduce_path}
    pickler.dump(parcel)
    return stream.getvalue()


def _reduce_path(path: Path) -> tuple[Any, ...]:
    """A path as the other system writes it: those of Windows and Linux do not read each other."""
    return Path, (path.as_posix(),)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def files_beside(path: Path, source: bytes) -> Iterator[tuple[str, bytes]]:
    """The Python files in its folder that a file imports, and those that they import.

    Of a program in CUDA C its headers.
    """
    if path.suffix == CUDA_C_SUFFIX:
        text = with_headers(source.decode(errors="replace"), path)
        yield from ((name, header.encode()) for name, header in split(text)[1].items())
        return
    waiting, seen = [source], {path.name}
    while waiting:
        for name in _imported(waiting.pop()):
            file = path.parent / f"{name}.py"
            if file.name not in seen and file.is_file():
                seen.add(file.name)
                content = file.read_bytes()
                waiting.append(content)
                yield file.name, content


def _imported(source: bytes) -> Iterator[str]:
    """The first names of all modules that a text imports anywhere."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):  # whoever runs it says so
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]
