"""What must hold for a sweep on any engine: the same assertions for a GPU and for the emulator."""

from __future__ import annotations

from typing import Literal

from gpuviz.bench.points import SweepPoint, SweepRequest
from gpuviz.device import Device
from gpuviz.engines.names import EngineName
from gpuviz.launch import Dim3
from gpuviz.operation import find_operation
from gpuviz.worker import Workers
from gpuviz.worker.jobs import outcome_of
from gpuviz.worker.sweeping import Sweeping

SIZES = ((1000,), (1 << 18,))


def request_for(engine: EngineName, device: Device) -> SweepRequest:
    """Two sizes that can be launched, and a block that cannot."""
    return SweepRequest(
        1,
        "sizes",
        find_operation("vector_add").path,
        engine,
        device,
        sizes=(*SIZES, (1000,)),
        blocks=(Dim3(256), Dim3(256), Dim3(4096)),
        cpu_budget_seconds=0.05,
    )


def swept(request: SweepRequest) -> list[SweepPoint]:
    """All that is told, in the order in which it comes."""
    told = []
    with Workers() as workers:
        sweeping = Sweeping(request)
        while (job := sweeping.next_job()) is not None:
            told.append(sweeping.settle(outcome_of(workers.submit(job))))
    return told


def assert_swept(told: list[SweepPoint], source: Literal["measured", "modelled"]) -> None:
    """Each launch comes first with its own times, then again with the CPU's.

    The last point cannot be launched, but has the CPU times of its size.
    """
    assert [point.index for point in told] == [0, 0, 1, 1, 2]
    assert [point.cpu is not None for point in told] == [False, True, False, True, True]
    for point, size in zip(told[:4], (SIZES[0], SIZES[0], SIZES[1], SIZES[1]), strict=True):
        assert point.size == size
        assert point.correct is True
        assert point.times is not None
        assert point.times.source == source
        assert point.times.kernel_s
        assert point.occupancy is not None
    assert told[-1].message is not None
    assert "4096 threads" in told[-1].message.text
