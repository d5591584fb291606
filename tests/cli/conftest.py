"""Worker processes that the launches of a file of tests share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import TypeVar

import pytest

from gpuviz import worker
from gpuviz.worker import Workers
from gpuviz.worker.executor import WorkerExecutor
from gpuviz.worker.jobs import Job

T = TypeVar("T")


class KeptWorkers(Workers):
    """Those of the command line, but they stay for the next command, and run files of the user's
    own too: to start a process takes longer than most launches. That such a file has a process of
    its own is tested with the workers.
    """

    def _executor_for(self, job: Job[T]) -> WorkerExecutor:
        return self._own[job.lane, job.kind]

    def __exit__(self, *_: object) -> None:
        """Goes on."""


@pytest.fixture(scope="module")
def kept_workers() -> Iterator[None]:
    """One set of workers for all commands."""
    workers = KeptWorkers()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "Workers", lambda: workers)
        yield
    workers.shutdown()


@pytest.fixture(autouse=True)
def no_compiler_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """`check` offers no kernel to a compiler that may be there: each would cost seconds."""
    monkeypatch.setattr("gpuviz.cli.check.kernel_offers", lambda device: nullcontext(None))
