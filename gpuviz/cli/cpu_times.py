"""The CPU twins of an operation, timed for a report."""

from __future__ import annotations

from pathlib import Path

from gpuviz.cli.gpu import answer_of
from gpuviz.engines.request import CpuTimes, CpuTimingRequest
from gpuviz.messages import GpuvizError
from gpuviz.worker import Workers
from gpuviz.worker.jobs import TimeCpu


def twins_timed(
    workers: Workers, number: int, operation: Path, size: tuple[int, ...], seed: int
) -> CpuTimes:
    """Times of the twins; what ran on the device is worth reporting also when they fail."""
    try:
        timing = TimeCpu(CpuTimingRequest(number, operation, size, seed))
        return answer_of(workers.submit(timing))
    except GpuvizError as error:
        return CpuTimes(number, None, None, None, (error.message,))
