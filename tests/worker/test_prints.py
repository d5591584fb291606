"""What host code prints is seen, wherever the output goes."""

from __future__ import annotations

import os
import subprocess
import sys


def test_what_a_job_prints_comes_out_though_nobody_looks_at_a_terminal() -> None:
    script = (
        "from gpuviz.worker import WorkerExecutor\n"
        "from tests.worker import fake_jobs\n"
        "with WorkerExecutor('emulator') as executor:\n"
        "    executor.submit(fake_jobs.call(fake_jobs.say_and_leave, 'a line')).result()\n"
        "    endless = executor.submit(\n"
        "        fake_jobs.reporting(fake_jobs.says_and_loops), lambda _: executor.cancel()\n"
        "    )\n"
        "    while not endless.done(): pass\n"
    )

    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment
    )

    assert done.stderr.replace("\n", " ").split(" - ") == ["a line a line", "before the loop "]
