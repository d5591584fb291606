"""What a process that runs a script is told, as a JSON file: nothing in it is code."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

import gpuviz
from gpuviz.device import Device, from_values, to_values

EXPECTED = ("text", "modules")
JOB_FILE, EXPECTED_FILE = "job.json", "expected.json"
GO_FILE = "go"
"""In the folder of a job: the process that is ready for it waits for this file."""


@dataclass(frozen=True, slots=True)
class ScriptJob:
    """One script to be run.

    `script` is its absolute path, `given` the path as the user wrote it (sys.argv[0]). With `keep`
    each launch is recorded whole, in a file of that folder; with `offers` each kernel is written to
    one of that folder, to be offered to a compiler. `seconds` is how long the script may
    take; None: as long as it likes. With `text` that runs in the place of what stands in the file.
    `search` is where Python finds modules. It runs in `folder` (None: in the caller's), may write
    `file_bytes` into one file and `folder_bytes` into that folder; `most_processes` of it run at
    once. With `offline` it has no network, and with `fenced` no files but those of its folder, of
    Python and the system, where the system allows that. With `submission` the script is a
    teacher's: that file is the module of that name, and its functions `test_..` are run behind it.
    `modules` are names and texts of what it imports.
    """

    script: str
    given: str
    device: Device
    arguments: tuple[str, ...] = ()
    schedule: str = "lockstep"
    seed: int = 0
    text: str | None = None
    seconds: float | None = None
    keep: str | None = None
    offers: str | None = None
    search: tuple[str, ...] = ()
    folder: str | None = None
    file_bytes: int | None = None
    folder_bytes: int | None = None
    most_processes: int | None = None
    offline: bool = False
    fenced: bool = False
    submission: str | None = None
    modules: tuple[tuple[str, str], ...] = ()
    language: str = "en"  # of what is told

    def write(self, folder: Path) -> Path:
        """Writes it into a folder of its own; a teacher's texts into a file of their own, which is
        read when what was handed in has a process of its own.
        """
        path, values = folder / JOB_FILE, asdict(self) | {"device": to_values(self.device)}
        if self.submission is not None:
            expected = {name: values[name] for name in EXPECTED}
            (folder / EXPECTED_FILE).write_text(json.dumps(expected), encoding="utf-8")
            values |= {"text": None, "modules": ()}
        path.write_text(json.dumps(values), encoding="utf-8")
        return path


def read_job(path: Path) -> ScriptJob:
    """Reads what `ScriptJob.write` wrote, and takes it away: it is nothing for the script."""
    found = json.loads(path.read_text(encoding="utf-8"))
    path.unlink()
    values = {one.name: found[one.name] for one in fields(ScriptJob)}
    values |= {name: tuple(values[name]) for name in ("arguments", "search")}
    values["modules"] = tuple((name, text) for name, text in values["modules"])
    return ScriptJob(**{**values, "device": from_values(found["device"])})


def with_expected(job: ScriptJob, folder: Path) -> ScriptJob:
    """The job with the texts of a teacher, whose file is taken away."""
    path = folder / EXPECTED_FILE
    found = json.loads(path.read_text(encoding="utf-8"))
    path.unlink()
    modules = tuple((name, text) for name, text in found["modules"])
    return replace(job, text=found["text"], modules=modules)


def search_path() -> tuple[str, ...]:
    """Where this Python finds modules; gpuviz itself is among them, the current folder is not,
    which `python -m gpuviz` puts there.
    """
    own = str(Path(gpuviz.__file__).parent.parent)
    asked_for = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    here = {"", os.getcwd()} - {own, *asked_for}
    found = tuple(path for path in sys.path if path not in here)
    return found if own in found else (*found, own)
