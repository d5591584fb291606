"""The cuda engine on a fake GPU: vector_add with 2 blocks of 64 threads."""

from __future__ import annotations

import dataclasses
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.device import find_device
from gpuviz.engines.cuda_gpu import CudaEngine, arrays, clocks, engine, launching, loading
from gpuviz.engines.host import LoadedOperation, load_operation
from gpuviz.engines.probe import Probe
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.engines.thread_records import TIMED_FIELDS
from gpuviz.messages import Message
from tests.gpu.launch_checks import request_for, run
from tests.helpers.fake_cuda import (
    FakeCuda,
    FakeGpu,
    FakeKernel,
    clock_kernel,
    holding_kernel,
    user_kernel,
)

CASE = ("vector_add", (100,), (64,))
T4 = find_device("t4")
PROBE = Probe(True, T4, Message("probe.usable", "Running."), (find_device("l4"),))
RECORDED_SECONDS = 120e-6


def add(a: NDArray[Any], b: NDArray[Any], c: NDArray[Any]) -> None:
    """What the kernel computes."""
    c[...] = a + b


def records() -> NDArray[np.int64]:
    """What 2 blocks of 64 threads record when block b runs on SM b: [fields, threads]."""
    linear = np.arange(128)
    block, thread = linear // 64, linear % 64
    columns = {
        "block_x": block,
        "thread_x": thread,
        "linear": linear,
        "lane": thread % 32,
        "sm": block,
        "start_clock": 1000 + block,
        "end_clock": 5000 + block,
        "start_ns": 10**18 + block,
        "end_ns": 10**18 + 2000 + block,
    }
    values = np.zeros((len(TIMED_FIELDS), 128), np.int64)
    for row, name in enumerate(TIMED_FIELDS):
        values[row] = columns.get(name, 0)
    return values


def recorder(gpu: FakeGpu) -> FakeKernel:
    """The recording copy of the kernel."""

    def record(*arguments: NDArray[Any]) -> None:
        add(*arguments[:3])
        arguments[3][...] = records()

    return FakeKernel(gpu, record, lambda: RECORDED_SECONDS)


def operation(gpu: FakeGpu) -> LoadedOperation:
    """vector_add with a kernel of the fake GPU."""
    loaded = load_operation(request_for(CASE, "cuda").operation)
    module = ModuleType("on_a_fake_gpu")
    module.__dict__.update(loaded.module.__dict__)
    setattr(module, loaded.info.kernel, user_kernel(gpu, add))
    return dataclasses.replace(loaded, module=module)


def install(monkeypatch: pytest.MonkeyPatch, gpu: FakeGpu, probe: Probe = PROBE) -> None:
    """From now on the cuda engine runs on `gpu`, without waiting for it to get warm."""
    loaded = operation(gpu)
    for module in (arrays, clocks, engine, launching, loading):
        monkeypatch.setattr(module, "cuda", FakeCuda(gpu))
    for name in ("WARM_UP_SECONDS", "LONGEST_WARM_UP_SECONDS", "ROUND_SECONDS", "SPARE_SECONDS"):
        monkeypatch.setattr(clocks, name, 0.0)
    monkeypatch.setattr(clocks, "hold_kernel", lambda: holding_kernel(gpu))
    monkeypatch.setattr(clocks, "clock_rate_kernel", lambda: clock_kernel(gpu))
    monkeypatch.setattr(launching, "recording_wrapper", lambda *_: recorder(gpu))
    monkeypatch.setattr(engine, "probe", lambda: probe)
    monkeypatch.setattr(engine, "load_operation", lambda _path: loaded)


def request() -> LaunchRequest:
    """The launch of all these tests."""
    return request_for(CASE, "cuda", T4)


def launched(monkeypatch: pytest.MonkeyPatch, gpu: FakeGpu, number: int = 0) -> LaunchResult:
    """What the engine answers on `gpu`, which the request calls by that number."""
    install(monkeypatch, gpu)
    return run(CudaEngine(), dataclasses.replace(request(), gpu=number))
