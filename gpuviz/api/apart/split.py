"""Makes the process of a student out of the one that grades."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from gpuviz.api.apart.wire import ENDS_S, Listening, Run, Started, knocking_by_word
from gpuviz.api.job import ScriptJob, read_job
from gpuviz.process_tree.fences import UNFENCED, Prepared

WORD_FILE = "word.json"
BOOT = (
    "import json, sys; job = json.load(open(sys.argv[1], encoding='utf-8'));"
    " sys.path[:] = job['search'];"
    " from gpuviz.api.apart.split import run_started; run_started(sys.argv.pop(1))"
)


def start(job: ScriptJob, folder: Path, prepared: Prepared, run: Run) -> Started | None:
    """Starts it, and has it run; None in that process itself, when that is done."""
    if sys.platform == "linux":
        from gpuviz.api.apart.forking import forked

        return forked(job, folder, prepared, run)
    return start_new(job, folder)


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
    ready_to_run(job)
    knock = knocking_by_word(int(told["port"]), bytes.fromhex(told["word"]))
    be_student(job, path.parent, knock, UNFENCED, lambda seconds: None)
