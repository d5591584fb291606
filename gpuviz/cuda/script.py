"""Runs a Numba CUDA script unchanged, with the emulator in place of `numba.cuda`."""

from __future__ import annotations

import contextlib
import runpy
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.cuda.stand_in import standing_in
from gpuviz.device import Device
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.trace import Trace


@dataclass(frozen=True, slots=True)
class ScriptOutcome:
    """What a script did: its launches, and how it failed if it did (`failure` for gpuviz's own refusals,
    `script_traceback` for the script's own exception or exit code)."""

    launches: tuple[Trace, ...]
    failure: GpuvizError | None = None
    script_traceback: str | None = None


def run_script(path: Path, arguments: list[str], device: Device, seed: int = 0) -> ScriptOutcome:
    """Runs the script as `python SCRIPT.py ARGS` would, recording each launch.

    Raises RequestRefused for a file that is not there. What the script prints goes where it always goes.
    """
    if not path.is_file():
        template = "There is no file {path}: give the path of a Python script that launches kernels."
        raise RequestRefused(Message("script.missing", template, {"path": path}))
    with open_recording(device, seed=seed) as recording, standing_in(), _as_main(path, arguments):
        return _run(path, recording)


def _run(path: Path, recording: Recording) -> ScriptOutcome:
    failure, own = None, None
    try:
        runpy.run_path(str(path), run_name="__main__")
    except GpuvizError as error:
        failure = error
    except SystemExit as leaving:
        if leaving.code not in (None, 0):
            own = f"The script left with {leaving.code!r}.\n"
    except Exception as error:  # the script's own mistake, whatever it is: shown as Python shows it
        own = _own_traceback(error, path)
    return ScriptOutcome(tuple(recording.launches), failure, own)


def _own_traceback(error: BaseException, path: Path) -> str:
    """The traceback from the script's first line on."""
    frames = traceback.extract_tb(error.__traceback__)
    first = next((n for n, f in enumerate(frames) if f.filename == str(path)), len(frames))
    lines = ["Traceback (most recent call last):\n"] if first < len(frames) else []
    lines += traceback.format_list(frames[first:])
    return "".join([*lines, *traceback.format_exception_only(error)])


@contextlib.contextmanager
def _as_main(path: Path, arguments: list[str]) -> Iterator[None]:
    """sys.argv and sys.path as a script finds them."""
    argv, search = sys.argv, list(sys.path)
    sys.argv = [str(path), *arguments]
    sys.path.insert(0, str(path.resolve().parent))
    try:
        yield
    finally:
        sys.argv, sys.path[:] = argv, search
