"""A pipeline on Numba's own simulator: a second opinion on what it computes, without times."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numba.cuda.simulator.kernel as simulator
import numpy as np

from gpuviz.cuda.train import Train
from gpuviz.engines.host import (
    NOTHING_CHECKED,
    USER_ERRORS,
    LoadedOperation,
    check_outputs,
    load_operation,
)
from gpuviz.engines.numba_simulator_threads import (
    BARRIER_THREAD_SECONDS,
    THREAD_SECONDS,
    launch_failure,
)
from gpuviz.engines.pipeline_host import (
    arrays_of,
    failed_host,
    failed_launch,
    pipeline_arguments,
    share_done,
)
from gpuviz.engines.request import Progress, Request, Result
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


def simulate_pipeline(request: Request, progress: Progress) -> Result:
    """Runs the pipeline once, and checks what it wrote; there are no events.

    Raises RequestRefused where it cannot begin; what breaks it off afterwards is in the result.
    """
    loaded = load_operation(request.operation)
    arguments = pipeline_arguments(loaded, request)
    expected = loaded.reference(arguments)
    inputs = arrays_of(arguments)
    launches = _Launches(loaded, request, progress)
    began = time.perf_counter()
    failure = launches.run(arguments)
    seconds = time.perf_counter() - began
    outputs = {name: arguments[name] for name in loaded.info.outputs}
    checked = (None, None) if failure else check_outputs(loaded, outputs, expected)
    return Result(
        number=request.number,
        launches=tuple(launches.traces),
        whole=(),
        events=(),
        source="modelled",
        correct=checked[0],
        max_abs_error=checked[1],
        emulation_seconds=seconds,
        inputs=inputs,
        outputs=outputs,
        messages=(NO_TIMES,) if expected else (NO_TIMES, NOTHING_CHECKED),
        failure=failure,
    )


class _Launches:
    """Hears of each launch of the simulator, and ends those that would take too long."""

    def __init__(self, loaded: LoadedOperation, request: Request, progress: Progress):
        self._loaded, self._request, self._progress = loaded, request, progress
        self._train = Train(str(loaded.info.path))
        self._seconds = 0.0
        self.traces: list[Trace] = []

    def run(self, arguments: Mapping[str, Any]) -> GpuvizError | None:
        """Calls the host function; gives what broke it off."""
        info = self._loaded.info
        try:
            with _launching_by(self._launch), np.errstate(all="ignore"):
                self._loaded.kernel(*arguments.values())
        except USER_ERRORS as error:
            begun, count = self._train.begun, len(self.traces)
            if begun is None or self._train.broke is not error:
                return failed_host(info, count, error)
            return failed_launch(info, begun, count, error)
        return None

    def _launch(self, kernel: Any, launched: Callable[[], object]) -> None:
        self._train.begins(kernel.__name__, 0, 0)
        try:
            trace = self._trace(kernel)
            self._check_time(trace)
            launched()
        except GpuvizError as error:
            self._train.broke = error
            raise
        except Exception as error:
            self._train.broke = launch_failure(kernel.__name__, error)
            raise self._train.broke from error
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
        yield
    finally:
        simulator.FakeCUDAKernel.__call__ = launches
