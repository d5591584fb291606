"""After an error that a process cannot recover from, the next launch has a new one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gpuviz.engines.request import CONTEXT_LOST, GPU_LOST
from gpuviz.messages import KernelFailed
from gpuviz.worker import WorkerExecutor
from tests.worker import fake_jobs
from tests.worker.fake_jobs import call

PATIENCE_S = 60.0


@pytest.fixture
def executor() -> Iterator[WorkerExecutor]:
    with WorkerExecutor("cuda") as started:
        yield started


@pytest.mark.slow
@pytest.mark.parametrize("code", [CONTEXT_LOST, GPU_LOST])
def test_a_process_that_lost_the_gpu_is_replaced(executor: WorkerExecutor, code: str) -> None:
    pid = executor.submit(call(fake_jobs.process_id)).result(PATIENCE_S)
    lost = executor.submit(call(fake_jobs.lose_the_gpu, code))
    waiting = executor.submit(call(fake_jobs.process_id))

    with pytest.raises(KernelFailed, match="The GPU stopped it"):
        lost.result(PATIENCE_S)

    assert waiting.result(PATIENCE_S) != pid


def test_any_other_failure_leaves_the_process(executor: WorkerExecutor) -> None:
    pid = executor.submit(call(fake_jobs.process_id)).result(PATIENCE_S)

    with pytest.raises(KernelFailed):
        executor.submit(call(fake_jobs.refuse, "kernel failed")).result(PATIENCE_S)

    assert executor.submit(call(fake_jobs.process_id)).result(PATIENCE_S) == pid
