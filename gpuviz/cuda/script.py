"""Runs a Numba CUDA script unchanged, with the emulator in place of `numba.cuda`."""

from __future__ import annotations

import io
import linecache
import os
import sys
import threading
import tokenize
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from gpuviz.cuda.blame import lies_beside, own_traceback, place_in_script
from gpuviz.cuda.clocks import clocks_watched
from gpuviz.cuda.errors import UnknownModule
from gpuviz.cuda.host_watch import HostNote
from gpuviz.cuda.performance_warnings import unheard_unless_asked_for
from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.cuda.stand_in import standing_in
from gpuviz.messages import GpuvizError, KernelFailed, Message, RequestRefused, reason_of
from gpuviz.source_lines import source_lines
from gpuviz.trace import Trace

ON_GPUS_ONLY = {"cuda", "cupy", "cupyx", "cudf", "cuml", "rmm"}
"""Libraries whose arrays lie on a GPU, which the emulator cannot be."""
GPU_LIBRARY = (
    "the script imports {name}, which is not installed and needs an NVIDIA GPU: make the arrays"
    " with NumPy and cuda.to_device, or run the script on a machine with a GPU."
)


@dataclass(frozen=True, slots=True)
class ScriptOutcome:
    """What a script did.

    `failures` are gpuviz's sentences: what it does not know, refuses, or finds wrong in a kernel.
    `own_failure` is what Python would print for the script's own mistake, None without one.
    `notes` are mistakes of the host. `raised` is what ended it before its last line.
    """

    launches: tuple[Trace, ...]
    failures: tuple[GpuvizError, ...] = ()
    own_failure: str | None = None
    notes: tuple[HostNote, ...] = ()
    raised: BaseException | None = None


def run_script(
    path: Path,
    arguments: list[str],
    recording: Recording,
    text: str | None = None,
    then: Callable[[ModuleType], None] | None = None,
) -> ScriptOutcome:
    """Runs the script as `python SCRIPT.py ARGS` would, with `recording` open.

    With `text` that runs in the place of what stands in the file; `then` is called with the module
    as a last line of it would be. Files of traces are named from the script's folder, unless
    `recording` keeps paths.

    What the script prints goes where it always goes. Afterwards numba.cuda, the working directory,
    sys.argv, sys.path and the modules beside the script are as before.
    Raises RequestRefused for a file that cannot be read.
    """
    source = _source(path) if text is None else text.encode()
    script = Path(os.path.abspath(path))
    recording.runs_script = True
    if recording.folder is not None:
        recording.folder = script.parent
    _remember(source, script)
    with (
        open_recording(recording),
        standing_in(),
        unheard_unless_asked_for(),
        clocks_watched(lambda file: lies_beside(file, script), recording.host.clock_read),
        _as_main(path, script, arguments) as module,
    ):
        raised = _run(source, script, module, then)
    own_failure = None if raised is None else _own_failure(raised, script, recording)
    recording.host.ended()
    for refusal in recording.refused:
        if refusal not in recording.failures:
            template = "a launch was refused, and the script went on: {words}"
            message = Message("note.refused", template, {"words": refusal.message})
            recording.host.note(message, place_in_script(refusal, script))
    for failure in recording.failures:
        failure.place = failure.place or place_in_script(failure, script)
    failures = tuple(dict.fromkeys(recording.failures))
    notes = tuple(recording.host.notes)
    return ScriptOutcome(tuple(recording.launches), failures, own_failure, notes, raised)


def _source(path: Path) -> bytes:
    if not path.is_file():
        template = (
            "There is no file {path}: give the path of a Python script that launches kernels."
        )
        raise RequestRefused(Message("script.missing", template, {"path": str(path)}))
    try:
        return path.read_bytes()
    except OSError as error:
        template = "{path} cannot be read: {reason}."
        values = {"path": str(path), "reason": reason_of(error)}
        raise RequestRefused(Message("script.unreadable", template, values)) from None


def _remember(source: bytes, script: Path) -> None:
    """Keeps the text that runs: kernels are read out of it, and the file may change meanwhile."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        text = io.TextIOWrapper(io.BytesIO(source), encoding).read()
    except (SyntaxError, UnicodeDecodeError):  # Python will say so
        return
    linecache.cache[str(script)] = (len(source), None, source_lines(text), str(script))


def _run(
    source: bytes,
    script: Path,
    module: ModuleType,
    then: Callable[[ModuleType], None] | None,
) -> BaseException | None:
    """Runs the script to its end, and that of its threads; gives what ended it before."""
    threads = set(threading.enumerate())
    try:
        exec(compile(source, str(script), "exec", dont_inherit=True), vars(module))
        if then is not None:
            then(module)
        _join(threads)
    except KeyboardInterrupt:
        raise
    except SystemExit as leaving:
        return None if leaving.code in (None, 0) else leaving
    except BaseException as error:  # the script's own mistake, whatever it is
        return error
    return None


def _own_failure(error: BaseException, script: Path, recording: Recording) -> str | None:
    """What Python would print; None for gpuviz's own sentences, which go to the recording."""
    match error:
        case GpuvizError():
            recording.failures.append(error)
        case ModuleNotFoundError() if error.name in ON_GPUS_ONLY:
            failure = UnknownModule(
                Message("script.gpu-library", GPU_LIBRARY, {"name": error.name})
            )
            recording.failures.append(failure.with_traceback(error.__traceback__))
        case SystemExit():
            return _left(error, recording)
        case _ if isinstance(error.__cause__, KernelFailed):  # which the recording knows already
            return None
        case _:
            return own_traceback(error, script)
    return None


def _left(leaving: SystemExit, recording: Recording) -> str | None:
    """sys.exit as Python takes it: a text is printed."""
    if not isinstance(leaving.code, int):
        return f"{leaving.code}\n"
    template = "The script left with the exit code {code}: it says itself that something is wrong."
    failure = RequestRefused(Message("script.exit-code", template, {"code": leaving.code}))
    recording.failures.append(failure.with_traceback(leaving.__traceback__))
    return None


def _join(before: set[threading.Thread]) -> None:
    """Waits for the script's threads, as Python does at its end."""
    for thread in set(threading.enumerate()) - before:
        if not thread.daemon:
            thread.join()


@contextmanager
def _as_main(given: Path, script: Path, arguments: list[str]) -> Iterator[ModuleType]:
    """A module for the script to run in, and all around it as a script finds it."""
    module = ModuleType("__main__")
    module.__file__ = str(script)
    argv, search, streams = sys.argv, list(sys.path), (sys.stdin, sys.stdout, sys.stderr)
    modules, here = dict(sys.modules), os.getcwd()
    sys.argv, sys.modules["__main__"] = [str(given), *arguments], module
    sys.path.insert(0, str(script.resolve().parent))
    try:
        yield module
    finally:
        sys.argv, sys.path[:] = argv, search
        sys.stdin, sys.stdout, sys.stderr = streams
        os.chdir(here)
        _forget_modules(modules, script)
        sys.modules["__main__"] = modules["__main__"]


def _forget_modules(before: dict[str, ModuleType], script: Path) -> None:
    """Drops the modules beside the script: they hold the stand-in."""
    for name in sys.modules.keys() - before.keys():
        file = getattr(sys.modules[name], "__file__", None)
        if file is not None and lies_beside(file, script):
            del sys.modules[name]
