"""Hand-made pipelines: a file, and the result of running it, written down without an engine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from gpuviz.engines.request import (
    EventKind,
    LaunchRequest,
    LaunchResult,
    PipelineEvent,
)
from gpuviz.messages import KernelFailed, Message
from gpuviz.operation import OperationInfo, describe
from gpuviz.trace import Trace
from tests.helpers import traces

DIGITS = '''"""Digits: a small train of launches that tells which digit was drawn."""

import numpy as np
from numba import cuda

SIZES = {"batch": 1}
OUTPUTS = ("maps", "chances")
SHOW = {"image": "draw", "maps": "pictures", "chances": "bars"}


@cuda.jit
def conv2d(x, y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = x[i]


def pipeline(image, maps, chances):
    on_device = cuda.to_device(image)
    conv2d[4, 256](on_device, on_device)
    on_device.copy_to_host(chances)


def inputs(batch, seed):
    image = np.zeros((batch, 1, 28, 28), np.float32)
    return {"image": image, "maps": np.zeros((1, 6, 13, 13), np.float32),
            "chances": np.zeros((1, 10), np.float32)}
'''
STREAM = DIGITS.replace("OUTPUTS =", 'FRAMES = "batch"\nDEADLINE_MS = 0.016\nOUTPUTS =')
KERNELS = ("conv2d", "max_pool", "conv2d", "dense", "softmax")
LENGTHS_US = (8.0, 2.0, 16.0, 4.0, 2.0)
KEPT = (0, 2)
FAILED = Message(
    "test.failed", "Launch 2 of digits, max_pool in line 20, broke off: y has 4 elements."
)


def described(folder: Path, source: str = DIGITS) -> OperationInfo:
    """The file of the pipeline, read."""
    path = folder / "digits.py"
    path.write_text(source, encoding="utf-8")
    return describe(path)


def digits(request: LaunchRequest) -> LaunchResult:
    """Five launches between a copy in and a copy out; the first and the third are whole."""
    whole = KEPT if request.whole is None else request.whole
    events = [_event("h2d", "image", 0.0, 4.0, nbytes=3136)]
    now = 4.0
    for row, (kernel, length) in enumerate(zip(KERNELS, LENGTHS_US, strict=True)):
        events.append(_event("kernel", kernel, now, now + length, launch=row))
        now += length
    events.append(_event("d2h", "chances", now, now + 4.0, nbytes=40))
    image = np.zeros((1, 1, 28, 28), np.float32)
    image[0, 0, 4:24, 13:15] = 1
    image = np.asarray(request.given.get("image", image))
    return LaunchResult(
        request.number,
        tuple(_trace(kernel, row in whole) for row, kernel in enumerate(KERNELS)),
        True,
        1e-7,
        2e-3,
        whole=whole,
        events=tuple(events),
        inputs={"image": image},
        outputs={"maps": _maps(), "chances": chances(7)},
    )


def broken(request: LaunchRequest) -> LaunchResult:
    """The same, whose second launch fails."""
    good = digits(request)
    failing = replace(good.launches[1], failure=FAILED)
    return replace(
        good,
        launches=(good.launches[0], failing),
        whole=(0, 1),
        events=good.events[:3],
        correct=None,
        outputs={},
        failure=KernelFailed(FAILED),
    )


def on_two_devices(request: LaunchRequest) -> LaunchResult:
    """Two launches at the same time on two devices, then a copy from one to the other."""
    good = digits(request)
    events = (
        _event("h2d", "image", 0.0, 4.0, nbytes=3136),
        _event("h2d", "image", 0.0, 4.0, nbytes=3136, device=1),
        _event("kernel", "conv2d", 4.0, 12.0, launch=0),
        _event("kernel", "conv2d", 4.0, 10.0, launch=1, device=1),
        _event("d2d", "maps", 14.0, 16.0, nbytes=400),
    )
    return replace(good, launches=good.launches[:2], whole=(0, 1), events=events)


def chances(digit: int) -> np.ndarray:
    """[1, 10] probabilities, one of them large."""
    found = np.full((1, 10), 0.02 / 9, np.float32)
    found[0, digit] = 0.98
    return found


def _event(
    kind: EventKind,
    name: str,
    start_us: float,
    end_us: float,
    *,
    nbytes: int = 0,
    launch: int | None = None,
    device: int = 0,
) -> PipelineEvent:
    times = start_us * 1e-6, end_us * 1e-6
    return PipelineEvent(kind, name, nbytes, launch, device, 18, *times)


def _trace(kernel: str, whole: bool) -> Trace:
    trace = replace(traces.vector_add(1000, 256), kernel=kernel)
    if whole:
        return trace
    return replace(
        trace, steps=None, accesses=None, values=None, followed=(), inputs={}, outputs={}
    )


def _maps() -> np.ndarray:
    rows, columns = np.mgrid[0:13, 0:13]
    waves = [np.sin(rows * (n + 1) / 4) * np.cos(columns * (6 - n) / 6) for n in range(6)]
    return np.array([waves], np.float32)
