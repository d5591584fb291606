"""A pipeline on Numba's own simulator: a second opinion on what it computes, without times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numba.cuda.simulator.kernel as simulator
import numpy as np

from gpuviz.cuda.train import Train
from gpuviz.engines.host import load_operation
from gpuviz.engines.numba_simulator_threads import (
    BARRIER_THREAD_SECONDS,
    THREAD_SECONDS,
    launch_failure,
)
from gpuviz.engines.pipeline_host import run_host, share_done
from gpuviz.engines.request import LaunchRequest, LaunchResult, Progress
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.simt.source.text import source_text
from gpuviz.trace import FunctionSource, Trace

MOST_SECONDS = 60.0  # that all launches may take, as far as that is known before
NO_TIMES = Message(
    "numba-simulator.no-times",
    "Numba's simulator says what a pipeline computes, but neither how long it takes nor what it"
    " copies.",
)


def simulate_pipeline(request: LaunchRequest, progress: Progress) -> LaunchResult:
    """Runs the pipeline once, and checks what it wrote; there are no events.

    Raises RequestRefused where it cannot begin; what breaks it off afterwards is in the result.
    """
    loaded = load_operation(request.operation)
    heard = _Launches(Train(str(loaded.info.path)), request, progress)
    ran = run_host(
        loaded, request, _launching_by(heard.launch), heard.train, heard.traces, loaded.kernel
    )
    return replace(ran, launches=tuple(heard.traces), messages=(NO_TIMES, *ran.messages))


class _Launches:
    """Hears of each launch of the simulator, and ends those that would take too long."""

    def __init__(self, train: Train, request: LaunchRequest, progress: Progress):
        self._request, self._progress = request, progress
        self._seconds = 0.0
        self.train = train
        self.traces: list[Trace] = []

    def launch(self, kernel: Any, launched: Callable[[], object]) -> None:
        """Has a kernel launched; raises what breaks it off."""
        self.train.begins(kernel.__name__, 0, 0)
        try:
            trace = self._trace(kernel)
            self._check_time(trace)
            launched()
        except GpuvizError as error:
            self.train.broke = error
            raise
        except Exception as error:
            self.train.broke = launch_failure(kernel.__name__, error)
            raise self.train.broke from error
        self.traces.append(trace)
        self._progress(share_done(len(self.traces)))

    def _trace(self, kernel: Any) -> Trace:
        request, function = self._request, kernel.py_func
        text, first_line = source_text(function)
        file = function.__code__.co_filename
        source = FunctionSource(kernel.__name__, file, first_line, text, True, {})
        shape = (Dim3(*map(int, kernel.grid_dim)), Dim3(*map(int, kernel.block_dim)))
        config = LaunchConfig(*shape, int(kernel.dynshared_size))
        about = (request.schedule, request.seed, request.device.id)
        return Trace(kernel.__name__, request.engine, *about, config, (source,))

    def _check_time(self, trace: Trace) -> None:
        barriers = "syncthreads" in trace.functions[0].text
        each = BARRIER_THREAD_SECONDS if barriers else THREAD_SECONDS
        self._seconds += trace.config.threads * each
        if self._seconds <= MOST_SECONDS:
            return
        template = (
            "with its {threads} threads Numba's simulator, which starts a thread of Python for"
            " each, would need more than {most} seconds in all: choose a smaller size, or the"
            " engine emulator."
        )
        values = {"threads": trace.config.threads, "most": round(MOST_SECONDS)}
        raise RequestRefused(Message("numba-simulator.pipeline-too-large", template, values))


@contextmanager
def _launching_by(launch: Callable[[Any, Callable[[], object]], object]) -> Iterator[None]:
    """Inside the `with`, `launch` is called with each kernel and what launches it."""
    launches = simulator.FakeCUDAKernel.__call__

    def heard(kernel: Any, *arguments: Any) -> Any:
        if kernel._device:
            return launches(kernel, *arguments)
        return launch(kernel, lambda: launches(kernel, *arguments))

    simulator.FakeCUDAKernel.__call__ = heard
    try:
        with np.errstate(all="ignore"):  # overflow is no error on a GPU
            yield
    finally:
        simulator.FakeCUDAKernel.__call__ = launches
