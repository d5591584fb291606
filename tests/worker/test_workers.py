"""Workers: launches, CPU timing and the probe in processes of their own."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.engines.names import EngineName
from gpuviz.engines.probe import NO_COMPILER, probe
from gpuviz.engines.request import CpuTimingRequest, LaunchRequest
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import KernelFailed, RequestRefused
from gpuviz.operation import find_operation
from gpuviz.trace import Element, bare
from gpuviz.worker import Workers
from gpuviz.worker.jobs import (
    CompileLaunch,
    FollowBlocks,
    ProbeGpu,
    RunOperation,
    TimeCpu,
    WatchElement,
)
from tests.helpers import traces

PATIENCE_S = 120.0
VECTOR_ADD = find_operation("vector_add").path


@pytest.fixture
def workers() -> Iterator[Workers]:
    with Workers() as started:
        yield started


def a_request(engine: EngineName = "emulator", size: int = 100) -> LaunchRequest:
    config = LaunchConfig(Dim3(-(-size // 32)), Dim3(32))
    return LaunchRequest(7, VECTOR_ADD, (size,), config, engine, find_device("t4"))


@pytest.mark.parametrize("engine", ["emulator", "numba-simulator"])
def test_a_launch_comes_back_with_its_number_and_its_result(
    workers: Workers, engine: EngineName
) -> None:
    result = workers.submit(RunOperation(a_request(engine))).result(PATIENCE_S)

    assert result.number == 7
    assert result.correct is True
    outputs, inputs = result.trace.outputs, result.trace.inputs
    if inputs:
        np.testing.assert_array_equal(outputs["c"], inputs["a"] + inputs["b"])


@pytest.mark.slow
def test_the_arrays_of_a_large_launch_arrive_read_only(workers: Workers) -> None:
    result = workers.submit(RunOperation(a_request(size=1 << 19))).result(PATIENCE_S)

    assert result.trace.outputs["c"].nbytes > 1 << 20
    assert not result.trace.outputs["c"].flags.writeable


@pytest.mark.slow
def test_cpu_timing_comes_back_with_its_number(workers: Workers) -> None:
    asked = CpuTimingRequest(9, VECTOR_ADD, (100,), budget_seconds=0.05)

    times = workers.submit(TimeCpu(asked)).result(PATIENCE_S)

    assert times.number == 9
    assert times.numpy_s is not None
    assert times.numpy_s > 0


@pytest.mark.slow
def test_the_probe_in_its_worker_says_what_it_says_here(workers: Workers) -> None:
    assert workers.submit(ProbeGpu()).result(PATIENCE_S).usable == probe().usable


@pytest.mark.slow
def test_a_size_that_no_machine_holds_is_refused_before_arrays_are_made(workers: Workers) -> None:
    request = a_request()
    huge = LaunchRequest(1, VECTOR_ADD, (1 << 40,), request.config, request.engine, request.device)

    with pytest.raises(RequestRefused, match="smaller size"):
        workers.submit(RunOperation(huge)).result(PATIENCE_S)


def test_shutdown_leaves_no_thread_and_no_process_behind() -> None:
    threads = set(threading.enumerate())

    with Workers() as workers:
        workers.submit(RunOperation(a_request()))
        workers.submit(ProbeGpu())

    assert set(threading.enumerate()) == threads
    assert multiprocessing.active_children() == []


@pytest.mark.slow
def test_a_launch_is_followed_again_while_a_cpu_timing_runs(
    workers: Workers, tmp_path: Path
) -> None:
    trace = workers.submit(RunOperation(a_request(size=320_000))).result(PATIENCE_S).trace
    endless = tmp_path / "endless.py"
    endless.write_text(
        VECTOR_ADD.read_text(encoding="utf-8").replace(
            "    np.add(a, b, out=c)", "    while True:\n        np.add(a, b, out=c)"
        ),
        encoding="utf-8",
    )
    timing = workers.submit(TimeCpu(CpuTimingRequest(9, endless, (320_000,))))
    shares: list[Any] = []

    again = workers.submit(FollowBlocks(bare(trace), (7,)), shares.append).result(PATIENCE_S)

    assert not timing.done()
    timing.cancel()
    assert 7 in again.followed
    assert again.counters == trace.counters
    assert shares[-1] == 1.0


@pytest.mark.slow
def test_an_element_is_watched_with_the_sites_of_the_trace_that_was_sent(workers: Workers) -> None:
    trace = workers.submit(RunOperation(a_request())).result(PATIENCE_S).trace

    touches = workers.submit(WatchElement(bare(trace), Element("c", (70,)))).result(PATIENCE_S)

    assert touches.thread.tolist() == [70]
    assert [trace.sites[row].array for row in touches.site.tolist()] == ["c"]
    value = trace.outputs["c"][70:71].view(np.uint32)
    assert touches.bits.tolist() == value.tolist()


@pytest.mark.slow
def test_what_cannot_be_replayed_is_refused_in_a_sentence(workers: Workers) -> None:
    trace = workers.submit(RunOperation(a_request())).result(PATIENCE_S).trace

    with pytest.raises(RequestRefused, match=r"no element c\[100\]"):
        workers.submit(WatchElement(bare(trace), Element("c", (100,)))).result(PATIENCE_S)


@pytest.mark.slow
def test_a_kernel_that_waits_for_nobody_fails_in_its_own_words(
    workers: Workers, tmp_path: Path
) -> None:
    endless = tmp_path / "endless.py"
    text = VECTOR_ADD.read_text(encoding="utf-8")
    waits = "i = cuda.grid(1)\n    while c[0] == 0:\n        pass"
    endless.write_text(text.replace("i = cuda.grid(1)", waits), encoding="utf-8")

    failed = workers.submit(RunOperation(replace(a_request(), operation=endless)))

    with pytest.raises(KernelFailed, match="No progress"):
        failed.result(PATIENCE_S)


def test_without_a_compiler_no_process_is_started_to_say_so(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpuviz.worker.jobs.why_no_compiler", lambda: NO_COMPILER)

    answer = workers.submit(CompileLaunch(a_request(), traces.vector_add(100, 32)))

    assert answer.done()  # at once: a process would still be starting
    assert answer.result() is NO_COMPILER
