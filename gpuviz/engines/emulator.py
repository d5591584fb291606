"""The emulator as an engine: a kernel on the CPU, in lockstep, with every access checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from gpuviz.cuda.dispatcher import Kernel
from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.device import Device
from gpuviz.engines.as_compiled import modelled_as_compiled
from gpuviz.engines.bare_trace import with_inputs_told
from gpuviz.engines.compiled_kernel import CompiledKernel
from gpuviz.engines.host import (
    LoadedOperation,
    Loader,
    check_outputs,
    load_operation,
    wrong_outputs,
)
from gpuviz.engines.printed import PrintedLines
from gpuviz.engines.request import LaunchRequest, LaunchResult, LongLoop, Progress
from gpuviz.launch import LaunchConfig
from gpuviz.messages import Message, RequestRefused
from gpuviz.model.transfer import copied_bytes
from gpuviz.operation import OperationInfo, check_launch, describe_runnable
from gpuviz.operation.inputs import check_inputs
from gpuviz.simt.capture import python_function
from gpuviz.simt.execute import ExecutionOptions

SCHEDULES = ("lockstep", "warps", "adversarial")
"""The schedules that this emulator can run, the default first."""

Compiler = Callable[
    [LoadedOperation, Mapping[str, object], Device], CompiledKernel | Message | None
]
"""Compiles an operation for the types of its arguments, or says why it does not."""


def compiles_nothing(*_: object) -> None:
    """The Compiler of those who do not want to wait for one."""


@dataclass(frozen=True, slots=True)
class EmulatorEngine:
    """Runs a request in this process; needs no GPU (Numba comes in with the kernel file).

    `compiler` is asked where the request of a kernel does not have it compiled; `load` gives the
    file, or what is to run in its place.
    """

    compiler: Compiler = compiles_nothing
    load: Loader = load_operation

    def run(self, request: LaunchRequest, progress: Progress) -> LaunchResult:
        """Runs the operation once and checks its result against the reference."""
        _check_schedule(request.schedule)
        info = describe_runnable(request.operation)
        check_launch(info, request.size, request.config, request.device)
        check_inputs(info, request.inputs)
        if request.config is None:
            from gpuviz.engines.pipeline_emulator import run_pipeline

            return run_pipeline(request, progress, self.load)
        return self._launched(request, request.config, progress)

    def _launched(
        self, request: LaunchRequest, config: LaunchConfig, progress: Progress
    ) -> LaunchResult:
        """A kernel, launched once."""
        loaded = self.load(request.operation, "emulated").with_inputs(request.inputs)
        made = loaded.made(request.size, request.seed)
        arguments: dict[str, Any] = made.arguments
        expected, unchecked = loaded.expectation(arguments)
        copied = copied_bytes(arguments, loaded.info.outputs)
        compiled = request.compiled or self.compiler(loaded, arguments, request.device)
        printed = PrintedLines()
        options = replace(_options(request, progress), print_line=printed.add)
        # nobody else has the arrays, so the trace need not copy what the kernel only reads
        recording = Recording(request.device, options, keep=lambda trace: trace, folder=None)
        _emulate(loaded, config, arguments, recording)
        correct, error = check_outputs(loaded, arguments, expected)
        wrong = wrong_outputs(loaded, arguments, expected)
        not_compiled = (compiled,) if isinstance(compiled, Message) else ()
        of_c = () if loaded.info.c_launch is None else _notes_of_c(loaded.info)
        messages = (*unchecked, *made.notes, *of_c, *not_compiled, *printed.messages())
        launched = with_inputs_told(recording.launches[0], request.inputs)
        modelled = modelled_as_compiled(launched, request.device, copied, compiled)
        trace = replace(modelled, size=request.own_size)
        return LaunchResult(
            request.number, (trace,), correct, error, recording.seconds, messages, wrong
        )


def _notes_of_c(info: OperationInfo) -> tuple[Message, ...]:
    """What of a file of CUDA C is not launched, and what its arrays hold that nobody told."""
    from gpuviz.engines.c_kernel import contents_made_up, kernels_left_out

    return (*kernels_left_out(info), *contents_made_up(info))


def _emulate(
    loaded: LoadedOperation,
    config: LaunchConfig,
    arguments: Mapping[str, object],
    recording: Recording,
) -> None:
    """Launches an operation's kernel as a script would; `recording` hears of it.

    Raises the sentence of what the kernel raises.
    """
    if loaded.info.c_launch is not None:
        from gpuviz.engines.c_kernel import launch_c

        with open_recording(recording):
            launch_c(loaded.info, config, arguments)
        return
    kernel = Kernel(python_function(loaded.kernel))
    try:
        with open_recording(recording):
            launched = kernel[config.grid, config.block, 0, config.dynamic_shared_bytes]
            launched.launch(*arguments.values())
    except Exception as error:  # of the script's own kind, because of what the emulator says
        raise (error.__cause__ or error) from None


def _check_schedule(schedule: str) -> None:
    """Raises RequestRefused for a schedule that the emulator does not know."""
    if schedule not in SCHEDULES:
        template = "The emulator does not know the schedule {schedule}: it runs in {known}."
        values = {"schedule": schedule, "known": ", ".join(SCHEDULES)}
        raise RequestRefused(Message("emulator.schedule", template, values))


def _options(request: LaunchRequest, progress: Progress) -> ExecutionOptions:
    return ExecutionOptions(
        schedule=request.schedule,
        seed=request.seed,
        follow=request.follow,
        progress=progress,
        in_loop=lambda place, rounds: progress(LongLoop(place.line, rounds)),
    )
