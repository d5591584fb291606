"""A pipeline on the emulator: its host function runs, or a script as a whole, and each launch and
copy is written down.
"""

from __future__ import annotations

from dataclasses import replace

from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.cuda.stand_in import standing_in
from gpuviz.cuda.train import Train
from gpuviz.engines.host import Loader, load_operation
from gpuviz.engines.modelled import with_modelled_times
from gpuviz.engines.pipeline_budget import KeptLaunches
from gpuviz.engines.pipeline_host import gpu_count, run_host, share_done
from gpuviz.engines.pipeline_script import asked_for_listed, listed, run_as_script
from gpuviz.engines.pipeline_times import modelled_events, seconds_as_graph
from gpuviz.engines.printed import PrintedLines
from gpuviz.engines.request import LaunchRequest, LaunchResult, LongLoop, Progress
from gpuviz.messages import Message
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Trace

SHARED_NOT_TIMED = Message(
    "pipeline.shared-not-timed",
    "Host and GPU share memory here (managed or mapped arrays). What it takes to move it between"
    " them is not modelled: it is in none of these times.",
)


def run_pipeline(
    request: LaunchRequest, progress: Progress, load: Loader = load_operation
) -> LaunchResult:
    """Runs the pipeline once, and checks what it wrote against its reference.

    Raises RequestRefused where it cannot begin; what breaks it off afterwards is in the result.
    """

    def finished(trace: Trace) -> Trace:
        """A launch has ended: the share that is done grows, and it gets its times."""
        progress(share_done(len(recording.launches) + 1))
        return with_modelled_times(trace, request.device, None)

    with standing_in():
        loaded = load(request.operation, "emulated")
        printed, kept = PrintedLines(), KeptLaunches(request, finished)
        train = Train(str(loaded.info.path))
        options = ExecutionOptions(
            request.schedule,
            request.seed,
            in_loop=lambda place, rounds: progress(LongLoop(place.line, rounds)),
            print_line=printed.add,
        )
        if loaded.info.is_script:
            options = replace(options, print_line=print)  # in turn with what the script prints
        recording = Recording(
            request.device,
            options,
            keep=kept.keep,
            folder=None,
            train=train,
            gpus=gpu_count(loaded.info, request.size),
        )
        if loaded.info.is_script:
            ran = run_as_script(loaded.info, request, recording, train)
            train.asked[:] = asked_for_listed(train.asked)
        else:
            ran = run_host(
                loaded,
                request,
                open_recording(recording),
                train,
                recording.launches,
                loaded.host_function,
            )
    predictions = [trace.prediction for trace in recording.launches]
    seconds = [(trace.times and trace.times.kernel_s) or 0.0 for trace in recording.launches]
    result = replace(
        ran,
        launches=tuple(recording.launches),
        whole=tuple(kept.whole),
        events=modelled_events(train.asked, seconds, request.device),
        as_graph_s=seconds_as_graph(train.asked, predictions, request.device)
        if ran.failure is None
        else None,
        messages=(
            *ran.messages,
            *((SHARED_NOT_TIMED,) if train.shares else ()),
            *_host_mistakes(ran, recording),
            *printed.messages(),
        ),
    )
    return listed(result) if loaded.info.is_script else result


def _host_mistakes(ran: LaunchResult, recording: Recording) -> tuple[Message, ...]:
    """Of a wrong result, what the host forgot."""
    if ran.correct is not False:
        return ()
    recording.host.ended()
    return tuple(note.message for note in recording.host.notes)
