"""The CPU twins of an operation, timed for a report."""

from __future__ import annotations

from pathlib import Path

from gpuviz.cli.gpu import answer_of
from gpuviz.engines.request import CpuTimes, CpuTimingRequest
from gpuviz.messages import GpuvizError
from gpuviz.worker import Workers


def twins_timed(
    workers: Workers, number: int, operation: Path, size: tuple[int, ...], seed: int
) -> CpuTimes:
    """Times of the twins; what ran on the device is worth reporting also when they fail."""
    try:
        return answer_of(workers.time_cpu(CpuTimingRequest(number, operation, size, seed)))
    except GpuvizError as error:
        return CpuTimes(number, None, None, None, (error.message,))
