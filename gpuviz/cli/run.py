"""`gpuviz run OPERATION`: one launch, and what happened in it."""

from __future__ import annotations

import argparse
from pathlib import Path

from gpuviz.cli.choices import (
    DEFAULT_SCHEDULE,
    chosen_config,
    chosen_engine,
    chosen_schedule,
    chosen_size,
)
from gpuviz.cli.gpu import answer_of
from gpuviz.cli.json_text import print_json
from gpuviz.cli.launch_options import DEVICE, add_engine, add_operation
from gpuviz.cli.parser import new_file, seed_number
from gpuviz.cli.progress import clear_progress, progress_line
from gpuviz.cli.report import RunReport, run_object
from gpuviz.cli.summary import run_summary
from gpuviz.cli.table import print_text
from gpuviz.engines.request import CpuTimes, CpuTimingRequest, LaunchRequest
from gpuviz.launch import check_launch
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.operation import find_operation
from gpuviz.worker import Workers

NUMBER = 1  # of the only launch of this session
OPTIONS = (
    ("--size", "N[,M..]", "problem size; one number stands for all"),
    ("--grid", "X[,Y[,Z]]", "blocks (default: follows from size and block)"),
    ("--block", "X[,Y[,Z]]", "threads of a block"),
    DEVICE,
    ("--trace", "OUT.gpuviz", "keep what happened in a file"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_operation(parser)
    for name, metavar, text in OPTIONS:
        parser.add_argument(name, metavar=metavar, help=text)
    about = f"order of the emulator's steps (default: {DEFAULT_SCHEDULE})"
    parser.add_argument("--schedule", default=DEFAULT_SCHEDULE, metavar="NAME", help=about)
    add_engine(parser)


def run(arguments: argparse.Namespace) -> int:
    """Launches, reports, and gives 0 when the result is right and no hazard was found."""
    trace_file = None if arguments.trace is None else new_file(arguments.trace, ".gpuviz")
    report = _launch(arguments)
    if trace_file is not None:
        _save(report, trace_file)
    if arguments.json:
        print_json(run_object(report))
    else:
        print_text(run_summary(report))
    return 0 if report.good else 1


def _launch(arguments: argparse.Namespace) -> RunReport:
    info = find_operation(arguments.operation)
    size = chosen_size(info, arguments.size)
    config = chosen_config(info, size, arguments)
    schedule, seed = chosen_schedule(arguments.schedule), seed_number(arguments.seed)
    with Workers() as workers:
        engine, device, gpu = chosen_engine(arguments, workers)
        check_launch(config, device)
        request = LaunchRequest(
            NUMBER, info.path, size, config, engine, device, schedule=schedule, seed=seed, gpu=gpu
        )
        result = answer_of(workers.run_compiled(request, progress_line()))
        clear_progress()
        cpu = CpuTimes(NUMBER, None, None, None)
        if not arguments.no_cpu:
            cpu = _time_cpu(workers, request)
    return RunReport(info, request, result, cpu)


def _time_cpu(workers: Workers, request: LaunchRequest) -> CpuTimes:
    """Times of the twins; a launch is worth reporting also when they fail."""
    asked = CpuTimingRequest(NUMBER, request.operation, request.size, request.seed)
    try:
        return answer_of(workers.time_cpu(asked))
    except GpuvizError as error:
        return CpuTimes(NUMBER, None, None, None, (error.message,))


def _save(report: RunReport, path: Path) -> None:
    from gpuviz.trace.file import save_trace

    try:
        save_trace(report.result.trace, path)
    except OSError as error:
        template = "The trace cannot be written to {path} ({reason}): choose another file."
        values = {"path": path, "reason": error.strerror}
        raise RequestRefused(Message("cli.cannot-write", template, values)) from None
