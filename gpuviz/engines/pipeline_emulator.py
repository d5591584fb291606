"""A pipeline on the emulator: its host function runs, and each launch and copy is written down."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.cuda.stand_in import standing_in
from gpuviz.cuda.train import Train
from gpuviz.engines.host import (
    NOTHING_CHECKED,
    USER_ERRORS,
    LoadedOperation,
    check_outputs,
    load_operation,
)
from gpuviz.engines.modelled import with_modelled_times
from gpuviz.engines.pipeline_budget import KeptLaunches
from gpuviz.engines.pipeline_host import (
    arrays_of,
    failed_host,
    failed_launch,
    gpu_count,
    pipeline_arguments,
    share_done,
)
from gpuviz.engines.pipeline_times import modelled_events
from gpuviz.engines.printed import PrintedLines
from gpuviz.engines.request import Progress, Request, Result
from gpuviz.messages import GpuvizError, Message
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Trace


def run_pipeline(request: Request, progress: Progress) -> Result:
    """Runs the pipeline once, and checks what it wrote against its reference.

    Raises RequestRefused where it cannot begin; what breaks it off afterwards is in the result.
    """
    with standing_in():
        loaded = load_operation(request.operation, "emulated")
        arguments = pipeline_arguments(loaded, request)
        expected = loaded.reference(arguments)
        inputs = arrays_of(arguments)
        run = _Run(loaded, request, progress)
        failure = run.call(arguments)
    outputs = {name: arguments[name] for name in loaded.info.outputs}
    checked = (None, None) if failure else check_outputs(loaded, outputs, expected)
    return run.result(inputs, outputs, checked, failure)


class _Run:
    """One call of the host function, with all that hears of its launches and copies."""

    def __init__(self, loaded: LoadedOperation, request: Request, progress: Progress):
        self._loaded, self._request, self._progress = loaded, request, progress
        self._printed = PrintedLines()
        self._kept = KeptLaunches(request, self._finished)
        self._train = Train(str(loaded.info.path))
        self._seconds = 0.0
        schedule, seed, printed = request.schedule, request.seed, self._printed.add
        self._recording = Recording(
            request.device,
            ExecutionOptions(schedule=schedule, seed=seed, print_line=printed),
            keep=self._kept.keep,
            folder=None,
            train=self._train,
            gpus=gpu_count(loaded.info, request.size),
        )

    def call(self, arguments: Mapping[str, Any]) -> GpuvizError | None:
        """Runs the host function to its end, or to what breaks it off."""
        began = time.perf_counter()
        try:
            with open_recording(self._recording):
                self._loaded.kernel(*arguments.values())
        except USER_ERRORS as error:
            return self._failure(error)
        finally:
            self._seconds = time.perf_counter() - began
        return None

    def result(
        self,
        inputs: Mapping[str, NDArray[Any]],
        outputs: Mapping[str, NDArray[Any]],
        checked: tuple[bool | None, float | None],
        failure: GpuvizError | None,
    ) -> Result:
        """All that is known of it; `checked` is what the outputs were found to be."""
        launches, request = tuple(self._recording.launches), self._request
        seconds = [(trace.times and trace.times.kernel_s) or 0.0 for trace in launches]
        return Result(
            number=request.number,
            launches=launches,
            whole=tuple(self._kept.whole),
            events=modelled_events(self._train.asked, seconds, request.device),
            source="modelled",
            correct=checked[0],
            max_abs_error=checked[1],
            emulation_seconds=self._seconds,
            inputs=inputs,
            outputs=outputs,
            messages=(*self._messages(checked[0]), *self._printed.messages()),
            failure=failure,
        )

    def _finished(self, trace: Trace) -> Trace:
        """A launch has ended: it gets its times, and the share that is done grows."""
        count = len(self._recording.launches) + 1
        self._progress(share_done(count))
        return with_modelled_times(trace, self._request.device, None)

    def _failure(self, error: BaseException) -> GpuvizError:
        info, begun, launches = self._loaded.info, self._train.begun, len(self._recording.launches)
        if begun is None or self._train.broke is not error:
            return failed_host(info, launches, error)
        return failed_launch(info, begun, launches if begun.launch is None else begun.launch, error)

    def _messages(self, correct: bool | None) -> tuple[Message, ...]:
        """Why nothing was checked; of a wrong result, what the host forgot."""
        if correct is None:
            return () if self._loaded.twin("numpy_twin") else (NOTHING_CHECKED,)
        self._recording.host.ended()
        return () if correct else tuple(note.message for note in self._recording.host.notes)
