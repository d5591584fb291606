"""Makes the process of a student out of the one that grades."""

from __future__ import annotations

import faulthandler
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from gpuviz.api.apart.wire import (
    Door,
    HandedOver,
    Knocks,
    Listening,
    knocking_by_hand,
    knocking_by_word,
)
from gpuviz.api.job import ScriptJob, read_job
from gpuviz.api.supervisor import STUDENTS_WHERE_FILE
from gpuviz.process_tree.apart import keep_apart
from gpuviz.process_tree.forked_apart import (
    STATUS_BYTES,
    Fenced,
    Prepared,
    become_apart,
    status_of,
)

WORD_FILE = "word.json"
ENDS_S = 5.0  # for a process whose connection is closed
BOOT = (
    "import json, sys; job = json.load(open(sys.argv[1], encoding='utf-8'));"
    " sys.path[:] = job['search'];"
    " from gpuviz.api.apart.split import run_started; run_started(sys.argv.pop(1))"
)
UNFENCED = Fenced(network=False, files=False, permissions=False, processes=False)
Run = Callable[[ScriptJob, Path, Knocks, Fenced], None]


@dataclass(frozen=True, slots=True)
class Started:
    """A student's process: where its connections come in, and what tells how it ended.

    `ended` can be waited for where there is such a thing; `exit_code` is as subprocess gives it.
    """

    door: Door
    ended: int | None
    exit_code: Callable[[], int]


def start(job: ScriptJob, folder: Path, prepared: Prepared, run: Run) -> Started | None:
    """Starts it, and has it run; None in that process itself, when that is done."""
    theirs = replace(job, seconds=None)
    if sys.platform == "linux":
        return _forked(theirs, job.seconds, folder, prepared, run)
    return start_new(theirs, folder)


def _forked(
    job: ScriptJob, seconds: float | None, folder: Path, prepared: Prepared, run: Run
) -> Started | None:
    assert sys.platform == "linux"
    door = HandedOver()
    told, status = os.pipe()
    where = open(folder / STUDENTS_WHERE_FILE, "w", encoding="utf-8")  # noqa: SIM115 - stays
    sys.stdout.flush()
    sys.stderr.flush()
    if os.fork() == 0:
        os.close(told)
        door.close()
        own = [job.folder] if job.folder else []
        fenced = become_apart(prepared, job.search, own, fenced=job.fenced, status=status)
        if job.folder is not None:
            os.chdir(job.folder)  # of which it sees another mount now
        if seconds is not None:
            faulthandler.dump_traceback_later(seconds, file=where)
        run(job, folder, knocking_by_hand(door.theirs), fenced)
        return None
    os.close(status)
    where.close()
    door.theirs.close()

    def exit_code() -> int:
        return os.waitstatus_to_exitcode(status_of(os.read(told, STATUS_BYTES)))

    return Started(door, told, exit_code)


def start_new(job: ScriptJob, folder: Path) -> Started:
    """Starts it as a new process, where one that has threads is better not forked."""
    door = Listening()
    place = folder / "student"
    place.mkdir()
    word = {"port": door.port, "word": door.word.hex()}
    (place / WORD_FILE).write_text(json.dumps(word), encoding="utf-8")
    command = [sys.executable, "-P", "-c", BOOT, str(job.write(place))]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)

    def exit_code() -> int:
        try:
            return process.wait(ENDS_S)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    return Started(door, None, exit_code)


def run_started(job_file: str) -> None:
    """The process that was started for that, from its first line to its last."""
    from gpuviz.api.apart.process import be_student
    from gpuviz.api.script_process import ready_to_run

    path = Path(job_file)
    job = read_job(path)
    word = path.parent / WORD_FILE
    told = json.loads(word.read_text(encoding="utf-8"))
    word.unlink()
    keep_apart(job.search, [job.folder or "."], offline=job.offline, fenced=job.fenced)
    ready_to_run(job)
    knock = knocking_by_word(int(told["port"]), bytes.fromhex(told["word"]))
    be_student(job, path.parent, knock, UNFENCED)
