"""A thread that waits for the next job holds nothing of the last one."""

from __future__ import annotations

import threading
import weakref

import numpy as np

from gpuviz.worker import WorkerExecutor
from tests.worker import fake_jobs
from tests.worker.fake_jobs import call

PATIENCE_S = 60.0  # a job that is held fails the test instead of hanging it


def test_what_a_job_got_and_gave_is_let_go() -> None:
    with WorkerExecutor("emulator") as executor:
        given_is_gone, answer_is_gone = threading.Event(), threading.Event()
        given = np.zeros(1000)
        answer = executor.submit(call(fake_jobs.echo, given)).result(PATIENCE_S)
        weakref.finalize(given, given_is_gone.set)
        weakref.finalize(answer, answer_is_gone.set)

        del given, answer

        assert given_is_gone.wait(PATIENCE_S)
        assert answer_is_gone.wait(PATIENCE_S)
