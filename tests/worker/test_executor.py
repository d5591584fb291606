"""The executor over one worker process: answers, reports, failures, and the process's end."""

from __future__ import annotations

import logging
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, as_completed, wait
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.messages import (
    GpuvizError,
    KernelFailed,
    NotSupportedError,
    RequestRefused,
)
from gpuviz.worker import WorkerExecutor
from tests.worker import fake_jobs
from tests.worker.fake_jobs import HurriedCall, PatientCall, call, reporting

PATIENCE_S = 60.0  # a broken worker fails a test instead of hanging it
posix_only = pytest.mark.skipif(os.name != "posix", reason="signals end processes on POSIX only")


@pytest.fixture
def executor() -> Iterator[WorkerExecutor]:
    with WorkerExecutor("emulator") as started:
        yield started
        started.cancel()


def start_endless(executor: WorkerExecutor) -> Future[None]:
    begun = threading.Event()
    future = executor.submit(reporting(fake_jobs.never_ends), lambda _: begun.set())
    assert begun.wait(PATIENCE_S)
    return future


def error_of(future: Future[Any]) -> GpuvizError:
    error = future.exception(PATIENCE_S)
    assert isinstance(error, GpuvizError)
    return error


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
def test_a_job_runs_in_another_process_and_the_next_job_in_the_same_one(
    executor: WorkerExecutor,
) -> None:
    first, second = (
        executor.submit(call(fake_jobs.process_id)),
        executor.submit(call(fake_jobs.process_id)),
    )

    assert first.result(PATIENCE_S) == second.result(PATIENCE_S) == executor.pid != os.getpid()


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 1, 1000, (1 << 17) - 1, 1 << 17, 1 << 21])
def test_an_array_of_any_size_comes_back_as_it_was(executor: WorkerExecutor, count: int) -> None:
    array = np.arange(count, dtype=np.float64)

    answer = executor.submit(call(fake_jobs.echo, array)).result(PATIENCE_S)

    np.testing.assert_array_equal(answer, array)
    assert not answer.flags.writeable


@pytest.mark.slow
def test_a_job_may_write_to_its_arrays_and_the_callers_stay_as_they_are(
    executor: WorkerExecutor,
) -> None:
    array = np.zeros(1 << 18)

    total = executor.submit(call(fake_jobs.write_and_sum, array)).result(PATIENCE_S)

    assert total == 1.0
    assert array.sum() == 0.0


@pytest.mark.slow
def test_jobs_are_answered_in_the_order_in_which_they_were_given(executor: WorkerExecutor) -> None:
    finished: list[int] = []
    futures = [executor.submit(call(fake_jobs.echo, number)) for number in range(20)]
    for future in futures:
        future.add_done_callback(lambda done: finished.append(done.result()))

    wait(futures, PATIENCE_S)
    executor.shutdown()

    assert finished == list(range(20))


@pytest.mark.slow
def test_reports_of_progress_arrive_in_order_before_the_answer(executor: WorkerExecutor) -> None:
    shares: list[Any] = []

    result = executor.submit(reporting(fake_jobs.count_up, 4), shares.append).result(PATIENCE_S)

    assert result == 4
    assert shares == [0.25, 0.5, 0.75, 1.0]


@pytest.mark.slow
def test_a_job_that_reports_too_often_is_thinned_out_to_a_hundred_reports(
    executor: WorkerExecutor,
) -> None:
    shares: list[Any] = []

    executor.submit(reporting(fake_jobs.count_up, 5000), shares.append).result(PATIENCE_S)

    assert shares == sorted(shares)
    assert 50 < len(shares) <= 101
    assert shares[-1] == 1.0


@pytest.mark.slow
def test_a_listener_that_fails_does_not_fail_the_job(
    executor: WorkerExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(told: object) -> None:
        raise ValueError(told)

    assert executor.submit(reporting(fake_jobs.count_up, 1), fail).result(PATIENCE_S) == 1
    assert "listener" in caplog.text
    caplog.clear()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("refused", RequestRefused),
        ("not supported", NotSupportedError),
        ("kernel failed", KernelFailed),
    ],
)
def test_a_message_of_gpuviz_travels_as_it_is(
    executor: WorkerExecutor, kind: str, expected: type[GpuvizError]
) -> None:
    error = error_of(executor.submit(call(fake_jobs.refuse, kind)))

    assert type(error) is expected
    assert error.message.code == "test.code"
    assert str(error) == "k.py:7:3: this is wrong"


@pytest.mark.slow
def test_a_mistake_in_gpuviz_is_one_sentence_for_the_user_and_a_traceback_for_the_log(
    executor: WorkerExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    error = error_of(executor.submit(call(fake_jobs.make_a_mistake)))

    assert "ZeroDivisionError: one over nothing" in str(error)
    assert "Traceback" not in str(error)
    assert "in make_a_mistake" in caplog.text
    caplog.clear()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("job", "words"),
    [
        (fake_jobs.unpicklable, "lock"),
        (fake_jobs.refuse_with_what_cannot_travel, "lock"),
        (fake_jobs.run_out_of_memory, "smaller size"),
    ],
)
def test_a_job_that_cannot_answer_fails_alone(
    executor: WorkerExecutor, caplog: pytest.LogCaptureFixture, job: object, words: str
) -> None:
    assert callable(job)

    failed, good = executor.submit(call(job)), executor.submit(call(fake_jobs.echo, 1))

    assert words in str(error_of(failed))
    assert good.result(PATIENCE_S) == 1
    caplog.clear()


@pytest.mark.slow
def test_a_function_that_has_no_name_in_a_module_is_refused(
    executor: WorkerExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    error = error_of(executor.submit(call(lambda: 1)))

    assert "lambda" in str(error)
    caplog.clear()


@pytest.mark.slow
@pytest.mark.parametrize("exit_code", [0, 1, 77])
def test_a_job_that_leaves_the_process_fails_alone(
    executor: WorkerExecutor, exit_code: int
) -> None:
    gone, good = (
        executor.submit(call(fake_jobs.leave, exit_code)),
        executor.submit(call(fake_jobs.echo, 1)),
    )

    assert f"exit code {exit_code}" in str(error_of(gone))
    assert good.result(PATIENCE_S) == 1


@pytest.mark.slow
def test_a_script_that_exits_fails_alone(executor: WorkerExecutor) -> None:
    assert "exit code 3" in str(error_of(executor.submit(call(fake_jobs.leave_by_exit))))


@pytest.mark.slow
@posix_only
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_a_killed_process_is_named_and_replaced(executor: WorkerExecutor, number: int) -> None:
    error = error_of(executor.submit(call(fake_jobs.signal_itself, int(number))))

    assert f"signal {int(number)}" in str(error)
    assert "Run again" in str(error)
    assert executor.submit(call(fake_jobs.echo, 1)).result(PATIENCE_S) == 1


@pytest.mark.slow
@posix_only
def test_a_process_that_died_between_two_jobs_costs_nothing(executor: WorkerExecutor) -> None:
    pid = executor.submit(call(fake_jobs.process_id)).result(PATIENCE_S)
    process = executor._process
    assert process is not None
    os.kill(pid, signal.SIGKILL)
    process._tree.process.wait(PATIENCE_S)

    assert executor.submit(call(fake_jobs.process_id)).result(PATIENCE_S) != pid


@pytest.mark.slow
@pytest.mark.parametrize("job", [fake_jobs.never_ends, fake_jobs.waits_for_ever])
def test_cancel_ends_an_endless_job_and_its_process(executor: WorkerExecutor, job: object) -> None:
    begun = threading.Event()
    assert callable(job)
    endless = executor.submit(reporting(job), lambda _: begun.set())
    assert begun.wait(PATIENCE_S)
    pid = executor.pid

    executor.cancel()

    assert endless.cancelled()
    assert executor.submit(call(fake_jobs.process_id)).result(PATIENCE_S) != pid


@pytest.mark.slow
def test_a_job_that_takes_too_long_is_ended_and_the_next_one_runs(executor: WorkerExecutor) -> None:
    endless = executor.submit(HurriedCall(fake_jobs.loop_for_ever))

    assert error_of(endless).message == fake_jobs.TOO_SLOW
    assert executor.submit(call(fake_jobs.echo, 3)).result(PATIENCE_S) == 3


@pytest.mark.slow
def test_a_job_within_its_limit_is_answered(executor: WorkerExecutor) -> None:
    assert executor.submit(PatientCall(fake_jobs.echo, (3,))).result(PATIENCE_S) == 3


@pytest.mark.slow
def test_cancel_drops_the_jobs_that_wait(executor: WorkerExecutor) -> None:
    running = start_endless(executor)
    waiting = executor.submit(call(fake_jobs.echo, 1))

    executor.cancel()

    assert set(as_completed([running, waiting], PATIENCE_S)) == {running, waiting}
    with pytest.raises(CancelledError):
        waiting.result()


@pytest.mark.slow
def test_cancelling_a_waiting_job_leaves_the_running_one_alone(executor: WorkerExecutor) -> None:
    running = start_endless(executor)
    waiting = executor.submit(call(fake_jobs.echo, 1))

    assert waiting.cancel()

    assert not running.done()


@pytest.mark.slow
def test_cancel_right_after_submit_leaves_the_next_job_alone(executor: WorkerExecutor) -> None:
    for number in range(5):
        executor.submit(call(fake_jobs.echo, number)).cancel()

    assert executor.submit(call(fake_jobs.echo, 5)).result(PATIENCE_S) == 5


@pytest.mark.slow
def test_cancel_without_a_job_keeps_the_process(executor: WorkerExecutor) -> None:
    pid = executor.submit(call(fake_jobs.process_id)).result(PATIENCE_S)

    executor.cancel()

    assert executor.submit(call(fake_jobs.process_id)).result(PATIENCE_S) == pid


@pytest.mark.slow
@posix_only
def test_shutdown_leaves_no_process_thread_or_file_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    threads = set(threading.enumerate())
    executor = WorkerExecutor("emulator")
    array = executor.submit(call(fake_jobs.echo, np.ones(1 << 18))).result(PATIENCE_S)
    pid = executor.pid
    assert pid is not None

    executor.shutdown()

    assert not is_running(pid)
    assert set(threading.enumerate()) == threads
    assert list(tmp_path.iterdir()) == []
    assert array.sum() == 1 << 18


def test_nothing_can_be_given_to_an_executor_that_was_shut_down() -> None:
    executor = WorkerExecutor("emulator")
    executor.shutdown()

    with pytest.raises(RuntimeError, match="shutdown"):
        executor.submit(call(fake_jobs.echo, 1))


@pytest.mark.slow
def test_what_a_job_prints_does_not_come_out_of_the_starters_stdout() -> None:
    script = (
        "from gpuviz.worker import WorkerExecutor\n"
        "from tests.worker import fake_jobs\n"
        "with WorkerExecutor('emulator') as executor:\n"
        "    executor.submit(fake_jobs.call(fake_jobs.say, 'a line')).result()\n"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert done.returncode == 0
    assert done.stdout == ""
    assert done.stderr.strip() == "a line"


@posix_only
def test_a_worker_dies_with_its_starter(tmp_path: Path) -> None:
    script = (
        "import os, tempfile\n"
        f"tempfile.tempdir = {str(tmp_path)!r}\n"
        "from gpuviz.worker import WorkerExecutor\n"
        "from tests.worker import fake_jobs\n"
        "executor = WorkerExecutor('emulator')\n"
        "endless = fake_jobs.reporting(fake_jobs.waits_for_ever)\n"
        "executor.submit(endless, lambda _: os.kill(os.getpid(), 9))\n"
        "__import__('threading').Event().wait()\n"
    )
    reading, writing = os.pipe()
    # The worker inherits nothing but stderr: the pipe ends when starter and worker are gone.
    starter = subprocess.Popen([sys.executable, "-c", script], stderr=writing)
    os.close(writing)

    with os.fdopen(reading) as pipe:
        output = pipe.read()

    assert starter.wait() == -signal.SIGKILL
    assert output == ""
    deadline = time.monotonic() + PATIENCE_S
    while list(tmp_path.iterdir()):  # removed once all is gone that may write there
        assert time.monotonic() < deadline
        threading.Event().wait(0.01)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "simulator"),
    [("emulator", None), ("numba-simulator", "1"), ("cuda", None)],
)
def test_only_the_simulators_process_is_told_to_simulate(
    monkeypatch: pytest.MonkeyPatch, kind: str, simulator: str | None
) -> None:
    monkeypatch.setenv("NUMBA_ENABLE_CUDASIM", "0" if simulator else "1")
    names = ("NUMBA_ENABLE_CUDASIM", "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS")

    with WorkerExecutor(kind) as executor:  # type: ignore[arg-type]
        found = executor.submit(call(fake_jobs.variables, names)).result(PATIENCE_S)

    assert found == (simulator, "0")


@pytest.mark.slow
def test_a_callback_may_give_the_next_job(executor: WorkerExecutor) -> None:
    answers: queue.SimpleQueue[int] = queue.SimpleQueue()

    def go_on(done: Future[int]) -> None:
        executor.submit(call(fake_jobs.echo, done.result() + 1)).add_done_callback(
            lambda last: answers.put(last.result())
        )

    executor.submit(call(fake_jobs.echo, 1)).add_done_callback(go_on)

    assert answers.get(timeout=PATIENCE_S) == 2


@pytest.mark.slow
def test_nothing_is_logged_when_all_goes_well(
    executor: WorkerExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        executor.submit(call(fake_jobs.echo, 1)).result(PATIENCE_S)

    assert caplog.records == []
