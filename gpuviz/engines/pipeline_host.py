"""The host's part of a pipeline: what it is called with, whether what it wrote is right, and how it
may break off.
"""

from __future__ import annotations

import copy
import time
import traceback
from collections.abc import Callable, Mapping, Sized
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.cuda.reel import Reel
from gpuviz.cuda.train import Train
from gpuviz.engines.host import (
    NOTHING_CHECKED,
    NOTHING_CHECKED_IN_C,
    USER_ERRORS,
    LoadedOperation,
    check_outputs,
    error_words,
)
from gpuviz.engines.looks import with_looks
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.messages import (
    EnglishTemplate,
    GpuvizError,
    KernelFailed,
    Message,
    NotSupportedError,
    RequestRefused,
    SourcePlace,
)
from gpuviz.operation import OperationInfo

MOST_GPUS = 16
HALFWAY = 20  # launches


def run_host(
    loaded: LoadedOperation,
    request: LaunchRequest,
    listening: AbstractContextManager[object],
    train: Train,
    launches: Sized,
    host_function: Callable[..., object],
) -> LaunchResult:
    """Calls the host function; all of the result but what its launches and copies were.

    Inside `listening` each launch is begun in `train` and, when it has ended, is one of `launches`.
    Raises RequestRefused where the pipeline cannot begin; what breaks it off is in the result.
    """
    arguments = _arguments(loaded, request)
    expected = loaded.reference(arguments)
    inputs = _arrays(arguments)
    host = {name: value for name, value in arguments.items() if isinstance(value, np.ndarray)}
    seen = {*loaded.info.show, *(loaded.info.outputs if loaded.info.has_look else ())}
    train.reel = Reel(host, seen)
    failure = None
    began = time.perf_counter()
    try:
        with listening:
            host_function(*arguments.values())
    except USER_ERRORS as error:
        failure = broke_off(loaded.info, train, len(launches), error)
    seconds = time.perf_counter() - began
    history, notes = with_looks(loaded, arguments, inputs, train.reel.history())
    outputs = {name: arguments[name] for name in loaded.info.outputs}
    nothing = NOTHING_CHECKED if loaded.info.c_launch is None else NOTHING_CHECKED_IN_C
    correct, largest = (None, None) if failure else check_outputs(loaded, outputs, expected)
    return LaunchResult(
        number=request.number,
        launches=(),
        correct=correct,
        max_abs_error=largest,
        emulation_seconds=seconds,
        messages=(*(() if expected else (nothing,)), *notes),
        whole=(),
        inputs=inputs,
        outputs=outputs,
        failure=failure,
        history=history,
    )


def _arguments(loaded: LoadedOperation, request: LaunchRequest) -> dict[str, Any]:
    """What `inputs` makes, and what was given in its place; raises RequestRefused."""
    arguments: dict[str, Any] = loaded.arguments(request.size, request.seed)
    for name, array in request.given.items():
        _check_given(loaded.info, arguments, name, array)
        arguments[name] = np.array(array, order="C")
    return arguments


def _arrays(arguments: Mapping[str, object]) -> dict[str, NDArray[Any]]:
    """Copies of the arrays among the arguments."""
    return {
        name: copy.copy(value) for name, value in arguments.items() if isinstance(value, np.ndarray)
    }


def gpu_count(info: OperationInfo, size: tuple[int, ...]) -> int:
    """With how many GPUs the pipeline works; raises RequestRefused where that is no number."""
    count = info.device_count(size)
    if 1 <= count <= MOST_GPUS:
        return count
    template = "{name} would work with {count} GPUs at this size: choose from 1 to {most}."
    values = {"name": info.name, "count": count, "most": MOST_GPUS}
    raise RequestRefused(Message("pipeline.gpus", template, values))


def share_done(launches: int) -> float:
    """The progress after so many launches: nobody knows how many will come, so it only nears 1."""
    return launches / (launches + HALFWAY)


def broke_off(
    info: OperationInfo,
    train: Train,
    launches: int,
    error: BaseException,
    said: GpuvizError | None = None,
) -> GpuvizError:
    """What is said where a launch did not end (which one, asked for where, and why), or the host
    code broke off between launches.

    `said` is what gpuviz says of it where the error does not.
    """
    begun, known = train.begun, _known(error) or said
    if begun is None or train.broke is not error:
        return _host_failure(info, launches, error, known)
    row = launches if begun.launch is None else begun.launch
    template = "Launch {number} of {name}, {kernel} in line {line}, broke off: {words}"
    values = {
        "number": row + 1,
        "name": info.name,
        "kernel": begun.name,
        "line": begun.line or info.kernel_line,
        "words": known.message.text if known else _words(error),
    }
    place = _own_place(info, known) or SourcePlace(str(info.path), begun.line or info.kernel_line)
    return _kind(known)(Message("pipeline.launch-failed", template, values), place)


def _host_failure(
    info: OperationInfo, launches: int, error: BaseException, known: GpuvizError | None
) -> GpuvizError:
    if info.c_launch is not None and known is not None and known.place is not None:
        return known  # it says line and column of the program
    template: EnglishTemplate = (
        "pipeline of {name} broke off in line {line}, after {count} of its launches: {words}"
    )
    if info.is_script:
        template = "{name} broke off in line {line}, after {count} launches: {words}"
        if not launches:
            template = "{name} broke off in line {line}, before its first launch: {words}"
    line = _line(info, error)
    values = {
        "name": info.name,
        "line": line,
        "count": launches,
        "words": known.message.text if known else _words(error),
    }
    place = _own_place(info, known) or SourcePlace(str(info.path), line)
    return _kind(known)(Message("pipeline.host-failed", template, values), place)


def _own_place(info: OperationInfo, known: GpuvizError | None) -> SourcePlace | None:
    """The line of a script, which has its kernels in it, that a sentence is about."""
    if not info.is_script or known is None or known.place is None:
        return None
    return known.place if known.place.file == str(info.path) else None


def _known(error: BaseException) -> GpuvizError | None:
    """Our own sentence in an error; a kernel's own exception has it as its cause."""
    found = error if isinstance(error, GpuvizError) else error.__cause__
    return found if isinstance(found, GpuvizError) else None


def _kind(known: GpuvizError | None) -> type[GpuvizError]:
    for kind in (KernelFailed, NotSupportedError):
        if isinstance(known, kind):
            return kind
    return RequestRefused


def _words(error: BaseException) -> str:
    words = error_words(error)
    return f"{type(error).__name__}: {words}." if words else f"{type(error).__name__}."


def _line(info: OperationInfo, error: BaseException) -> int:
    frames = traceback.walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == str(info.path)]
    return lines[-1] if lines else info.kernel_line


def _check_given(
    info: OperationInfo, arguments: Mapping[str, object], name: str, array: NDArray[Any]
) -> None:
    """Raises RequestRefused for an array that cannot stand for what `inputs` makes."""
    wanted = arguments.get(name)
    if not isinstance(wanted, np.ndarray):
        arrays = [key for key, value in arguments.items() if isinstance(value, np.ndarray)]
        template = "{operation} has no array '{name}' that could be given: it has {arrays}."
        known = {"operation": info.name, "name": name, "arrays": ", ".join(arrays)}
        raise RequestRefused(Message("pipeline.given-name", template, known))
    if array.shape == wanted.shape and array.dtype == wanted.dtype:
        return
    template = (
        "'{name}' of {operation} has to be an array of {dtype} with the shape {shape}, and one of"
        " {given_dtype} with the shape {given_shape} was given."
    )
    values: dict[str, object] = {
        "name": name,
        "operation": info.name,
        "dtype": wanted.dtype,
        "shape": wanted.shape,
        "given_dtype": array.dtype,
        "given_shape": array.shape,
    }
    raise RequestRefused(Message("pipeline.given-shape", template, values))
