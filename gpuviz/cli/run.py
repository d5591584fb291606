"""`gpuviz run OPERATION`: one launch and what happened in it; of a pipeline, all of them."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gpuviz.cli.choices import (
    DEFAULT_SCHEDULE,
    chosen_config,
    chosen_engine,
    chosen_schedule,
    chosen_size,
    known_devices,
)
from gpuviz.cli.cluster import workers_for
from gpuviz.cli.gpu import answer_of
from gpuviz.cli.json_text import print_json
from gpuviz.cli.launch_options import DEVICE, DEVICE_FILE, add_engine, add_operation, device_words
from gpuviz.cli.parser import in_words, new_file, option_text, seed_number
from gpuviz.cli.progress import share_bar
from gpuviz.cli.report import RunReport, run_object
from gpuviz.cli.summary import run_summary
from gpuviz.cli.table import print_text
from gpuviz.engines.request import CpuTimes, CpuTimingRequest, LaunchRequest, LaunchResult
from gpuviz.messages import (
    GpuvizError,
    KernelFailed,
    Message,
    RequestRefused,
    reason_of,
    shortened,
    tidy,
)
from gpuviz.operation import OperationInfo, check_launch, find_operation
from gpuviz.operation.inputs import read_inputs
from gpuviz.repair.asked import launch_faults, nothing_repaired
from gpuviz.repair.search import Repairs
from gpuviz.texts import tr
from gpuviz.whole_number import read_whole_number
from gpuviz.worker import JobRunner
from gpuviz.worker.jobs import CompileAndRun, TimeCpu, TryRepairs

if TYPE_CHECKING:
    from gpuviz.cli.what_if import Asked

NUMBER = 1  # of the only run of this session
WHAT_IF = option_text(
    "also model the launch with registers=N a thread, block=X[xY[xZ]], shared=BYTES a block,"
    " device=ID or l2=warm, without emulating it again; can be given several times"
)
OPTIONS = (
    ("--size", "N[,M..]", option_text("problem size; one number stands for all; or NAME=N, ..")),
    ("--grid", "X[,Y[,Z]]", option_text("blocks (default: follows from size and block)")),
    ("--block", "X[,Y[,Z]]", option_text("threads of a block")),
    DEVICE,
    DEVICE_FILE,
    ("--trace", "OUT.gpuviz", option_text("keep what happened in a file")),
    ("--launch", "N", option_text("which launch of a pipeline --trace keeps, from 1")),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_operation(parser)
    for name, metavar, text in OPTIONS:
        parser.add_argument(name, metavar=metavar, help=device_words(text))
    about = tr("order of the emulator's steps (default: {schedule})")
    about = about.format(schedule=DEFAULT_SCHEDULE)
    parser.add_argument("--schedule", default=DEFAULT_SCHEDULE, metavar="NAME", help=about)
    about = in_words(WHAT_IF)
    parser.add_argument("--what-if", action="append", metavar="KEY=VALUE[,..]", help=about)
    about = tr("try repairs of each hazard in the emulator, and print the one that helps")
    parser.add_argument("--repair", action="store_true", help=about)
    add_engine(parser)


def run(arguments: argparse.Namespace) -> int:
    """Launches and reports.

    0: the result is right and no launch has a hazard; 1: not so, or a kernel failed; 2: something
    else broke a pipeline off, which stderr says.
    """
    info = find_operation(arguments.operation)
    _check_options(info, arguments)
    file = None if arguments.trace is None else new_file(arguments.trace, ".gpuviz")
    row = 0 if arguments.launch is None else _launch_row(arguments.launch)
    report = _report(info, arguments, whole=None if arguments.launch is None else (row,))
    if file is not None:
        _save(report.result, row, file)
    if arguments.json:
        print_json(run_object(report))
    else:
        print_text(run_summary(report))
    return _exit_code(report)


def _check_options(info: OperationInfo, arguments: argparse.Namespace) -> None:
    """Raises RequestRefused for an option that means nothing here."""
    if info.is_pipeline:
        _check_pipeline_options(info, arguments)
    elif arguments.launch is not None:
        template = (
            "--launch chooses one of a pipeline's launches, and {name} is one kernel: leave it out."
        )
        raise RequestRefused(Message("cli.one-launch", template, {"name": arguments.operation}))


def _check_pipeline_options(info: OperationInfo, arguments: argparse.Namespace) -> None:
    for option in ("--grid", "--block"):
        if getattr(arguments, option.removeprefix("--")) is not None:
            template = (
                "{name} is a pipeline, and each of its launches has a grid and a block of its own:"
                " leave out {option}, or change it in the file."
            )
            values = {"name": info.name, "option": option}
            raise RequestRefused(Message("cli.pipeline-shape", template, values))
    if (arguments.trace is None) != (arguments.launch is None):
        template = (
            "--trace keeps one launch of a pipeline, and --launch says which: give both, as in"
            " --trace OUT.gpuviz --launch 2, or leave out both."
        )
        raise RequestRefused(Message("cli.pipeline-trace", template))


def _launch_row(text: str) -> int:
    number = read_whole_number(text)
    if number is not None and 1 <= number <= 10**6:
        return number - 1
    template = "--launch {text} is no launch: they are counted from 1."
    raise RequestRefused(Message("cli.launch-number", template, {"text": shortened(text)}))


def _report(
    info: OperationInfo, arguments: argparse.Namespace, whole: tuple[int, ...] | None
) -> RunReport:
    asked: tuple[Asked, ...] = ()
    if arguments.what_if:
        from gpuviz.cli.what_if import answered, read_what_ifs

        asked = read_what_ifs(info, arguments, lambda: known_devices(arguments.device_file))
    inputs = read_inputs(info, arguments.input or ())
    size = chosen_size(info, arguments.size)
    config = None if info.is_pipeline else chosen_config(info, size, arguments)
    schedule, seed = chosen_schedule(arguments.schedule), seed_number(arguments.seed)
    if info.is_pipeline and arguments.engine is None and arguments.device is None:
        arguments = argparse.Namespace(**{**vars(arguments), "engine": "emulator"})
    with workers_for(arguments) as workers:
        engine, device, gpu = chosen_engine(arguments, workers)
        check_launch(info, size, config, device)
        request = LaunchRequest(
            NUMBER, info.path, size, config, engine, device, schedule, seed,
            gpu=gpu, whole=whole, inputs=inputs,
        )  # fmt: skip
        with share_bar() as bar:
            result = answer_of(workers.submit(CompileAndRun(request), bar), bar.go_on)
        answers = answered(asked, request, result.launches[0], workers) if asked else ()
        repairs = _repairs(workers, request, result) if arguments.repair else None
        cpu = CpuTimes(NUMBER, None, None, None)
        if not arguments.no_cpu:
            cpu = _twins_timed(workers, request)
    what_ifs = tuple(zip(asked, answers, strict=True))
    return RunReport(info, request, result, cpu, what_ifs, repairs)


def _repairs(workers: JobRunner, request: LaunchRequest, result: LaunchResult) -> Repairs:
    """What repairs the hazards; the emulator tries it, whoever has found them."""
    asked = launch_faults(result.launches, result.correct, request.operation)
    if not asked.faults:
        return nothing_repaired(())
    emulated = replace(request, engine="emulator", whole=())
    return answer_of(workers.submit(TryRepairs(emulated, asked)))


def _twins_timed(workers: JobRunner, request: LaunchRequest) -> CpuTimes:
    """Times of the twins; what ran on the device is worth reporting also when they fail."""
    asked = CpuTimingRequest(
        NUMBER, request.operation, request.size, request.seed, inputs=request.inputs
    )
    try:
        return answer_of(workers.submit(TimeCpu(asked)))
    except GpuvizError as error:
        return CpuTimes(NUMBER, None, None, None, (error.message,))


def _save(result: LaunchResult, row: int, file: Path) -> None:
    """Keeps a launch. Raises RequestRefused where there is none, or no file can be written."""
    from gpuviz.trace.file import save_trace

    if row not in result.whole:
        template = "There is no launch {number} to be kept: the pipeline made {count}."
        values = {"number": row + 1, "count": len(result.launches)}
        raise RequestRefused(Message("cli.no-launch", template, values))
    try:
        save_trace(result.launches[row], file)
    except OSError as error:
        template = "The trace cannot be written to {path} ({reason}): choose another file."
        reason = {"path": str(file), "reason": reason_of(error)}
        raise RequestRefused(Message("cli.cannot-write", template, reason)) from None


def _exit_code(report: RunReport) -> int:
    failure = report.result.failure
    if failure is not None:
        print("gpuviz:", tidy(str(failure)), file=sys.stderr)
    if not report.good or isinstance(failure, KernelFailed):
        return 1
    return 0 if failure is None else 2
