"""`gpuviz.check`: one script in a process of its own, and what is wrong with its kernels."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gpuviz.api.job import ScriptJob
from gpuviz.api.no_script import why_no_script
from gpuviz.api.printed import Listener, nobody_listens
from gpuviz.api.report import Report
from gpuviz.api.supervisor import Limits, run_supervised
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.messages import Message, RequestRefused, reason_of
from gpuviz.own_folder import own_folder

DEFAULT_TIMEOUT_S = 60.0
SCHEDULES = ("lockstep", "warps", "adversarial")
TEXT_FILE = "source.py"
MOST_SEED = 1 << 32


def check(
    source: str | os.PathLike[str],
    *,
    arguments: Sequence[str] = (),
    timeout: float | None = DEFAULT_TIMEOUT_S,
    memory: int | None = None,
    schedule: str = "lockstep",
    device: str = DEFAULT_DEVICE,
    seed: int = 0,
    on_output: Listener = nobody_listens,
) -> Report:
    """Runs a Numba CUDA script, unchanged, on the emulator, and reports what is wrong in it.

    `source` is the path of a script or an operation, or the text of one: a str that has more than
    one line is a text. It runs in a process of its own, in the current folder and with empty input,
    for `timeout` seconds at most (None: without a limit) and with `memory` bytes at most; then it
    and all that it started is ended. An operation (see kernels/README.md) is launched at its
    default size, and its result compared with its NumPy twin.

    May be called by several threads and processes at a time; nothing here is changed by a script.
    `on_output("stdout" | "stderr", text)` hears what it prints, on a thread of its own. Raises
    RequestRefused where nothing can be run: no such file, device or schedule, or a limit that is
    none.
    """
    _check_request(timeout, memory, schedule, seed)
    modelled = find_device(device)
    limits = Limits(timeout, memory)
    with own_folder() as folder:
        path, given = _script(source, folder)
        job = ScriptJob(
            script=os.path.abspath(path),
            given=given,
            device=modelled,
            arguments=tuple(map(str, arguments)),
            schedule=schedule,
            seed=seed,
        )
        return _without_folder(run_supervised(job, limits, on_output), str(folder))


def readable(path: Path) -> Path:
    """The path; raises RequestRefused for what is not there, cannot be read or is no script."""
    if os.path.isdir(path):
        template = "{path} is a folder, and one script is asked for: name a file in it."
        raise RequestRefused(Message("script.folder", template, {"path": str(path)}))
    if not os.path.isfile(path):
        template = (
            "There is no file {path}: give the path of a Python script that launches kernels."
        )
        raise RequestRefused(Message("script.missing", template, {"path": str(path)}))
    try:
        reason = why_no_script(path)
    except OSError as error:
        template = "{path} cannot be read: {reason}."
        values = {"path": str(path), "reason": reason_of(error)}
        raise RequestRefused(Message("script.unreadable", template, values)) from None
    if reason is not None:
        raise RequestRefused(reason)
    return path


def _script(source: str | os.PathLike[str], folder: Path) -> tuple[Path, str]:
    """The file to run, and its name for the report."""
    if isinstance(source, str) and "\n" in source:
        path = folder / TEXT_FILE
        path.write_text(source, encoding="utf-8")
        return path, str(path)
    path = readable(Path(source))
    return path, str(path)


def _without_folder(report: Report, folder: str) -> Report:
    """The report on a text, whose file nobody will find."""
    before = os.path.join(folder, "")

    def named(text: str) -> str:
        return text.replace(before, "")

    return replace(
        report,
        file=named(report.file),
        failures=tuple(replace(one, text=named(one.text)) for one in report.failures),
        own_failure=None if report.own_failure is None else named(report.own_failure),
        notes=tuple(map(named, report.notes)),
    )


def _check_request(timeout: float | None, memory: int | None, schedule: str, seed: int) -> None:
    if timeout is not None and not 0 < timeout < math.inf:
        template = "The timeout is {value}, and has to be a number of seconds above 0, or None."
        raise RequestRefused(Message("check.timeout", template, {"value": timeout}))
    if memory is not None and memory < 1:
        template = "The memory is {value}, and has to be a number of bytes above 0, or None."
        raise RequestRefused(Message("check.memory", template, {"value": memory}))
    if schedule not in SCHEDULES:
        template = "There is no schedule '{name}': choose one of {known}."
        values = {"name": schedule, "known": ", ".join(SCHEDULES)}
        raise RequestRefused(Message("cli.unknown-schedule", template, values))
    if not 0 <= seed < MOST_SEED:
        template = "seed '{text}' is not a whole number from 0 to 4294967295."
        raise RequestRefused(Message("cli.bad-seed", template, {"text": seed}))
