"""Runs a kernel file of the gallery's form at its default size, and compares its result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gpuviz.cuda.blame import own_traceback, place_in_script
from gpuviz.cuda.host_watch import HostNote
from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.cuda.script import ScriptOutcome
from gpuviz.cuda.stand_in import standing_in
from gpuviz.cuda_c.names import said_of_c
from gpuviz.engines.c_check import CheckedProgram
from gpuviz.engines.c_kernel import launch_c
from gpuviz.engines.host import (
    NOTHING_CHECKED_IN_C,
    USER_ERRORS,
    check_outputs,
    load_described,
    wrong_outputs,
)
from gpuviz.engines.pipeline_host import gpu_count
from gpuviz.engines.wrong_elements import wrong_message
from gpuviz.launch import LaunchConfig
from gpuviz.messages import GpuvizError, KernelFailed, Message
from gpuviz.operation import OperationInfo, check_size

NOT_COMPARED = Message(
    "operation.not-compared",
    "The result was compared with nothing: the file has no numpy_twin that says what is right.",
)


@dataclass(frozen=True, slots=True)
class OperationOutcome:
    """What the operation did; `correct` is None where nothing compares the result."""

    outcome: ScriptOutcome
    correct: bool | None
    wrong: tuple[Message, ...] = ()  # a sentence for each output that differs
    unchecked: tuple[Message, ...] = ()


def run_operation(
    info: OperationInfo, recording: Recording, seed: int, program: CheckedProgram | None = None
) -> OperationOutcome:
    """Launches it once, with `recording` open; numba.cuda is the emulator meanwhile.

    Of a `program` in CUDA C all launches of its main are run.
    """
    recording.folder = info.path.parent
    own_failure, correct = None, None
    wrong: tuple[Message, ...] = ()
    unchecked: tuple[Message, ...] = ()
    try:
        with open_recording(recording), standing_in():
            if program is not None:
                program.run(seed)
            else:
                correct, wrong = _launch(info, recording, seed)
        is_c = info.c_launch is not None
        not_compared = NOTHING_CHECKED_IN_C if is_c else NOT_COMPARED
        unchecked = () if correct is not None else (not_compared,)
    except GpuvizError as error:
        if error not in recording.failures:
            recording.fails(error)
    except USER_ERRORS as error:
        if not isinstance(error.__cause__, KernelFailed):  # which the recording knows already
            own_failure = own_traceback(error, info.path)
    recording.host.ended()
    if info.c_launch is not None:
        notes = recording.host.notes
        notes[:] = [_of_c(note, info.path) for note in notes]
    for failure in recording.failures:
        failure.place = failure.place or place_in_script(failure, info.path)
    outcome = ScriptOutcome(
        tuple(recording.launches),
        tuple(dict.fromkeys(recording.failures)),
        own_failure,
        tuple(recording.host.notes),
    )
    return OperationOutcome(outcome, correct, wrong, unchecked)


def _of_c(note: HostNote, path: Path) -> HostNote:
    """A note with the names of CUDA C, at the file by its name alone."""
    place = note.place
    if place is not None and place.file == str(path):
        place = replace(place, file=path.name)
    return replace(note, message=said_of_c(note.message), place=place)


def _launch(
    info: OperationInfo, recording: Recording, seed: int
) -> tuple[bool | None, tuple[Message, ...]]:
    loaded = load_described(info, "emulated")
    size = check_size(info, info.default_size)
    arguments: dict[str, Any] = loaded.arguments(size, seed)
    expected = loaded.reference(arguments)
    recording.gpus = gpu_count(info, size)
    if info.is_pipeline:
        loaded.host_function(*arguments.values())
    else:
        block = info.default_block
        config = LaunchConfig(info.grid(size, block), block, info.shared_bytes(size))
        if info.c_launch is not None:
            launch_c(info, config, arguments)
        else:
            loaded.kernel[config.grid, config.block](*arguments.values())
    correct, _ = check_outputs(loaded, arguments, expected)
    found = wrong_outputs(loaded, arguments, expected)
    return correct, tuple(wrong_message(recording.launches[-1], one) for one in found)
