"""`gpuviz run OPERATION`: one launch and what happened in it; of a pipeline, all of them."""

from __future__ import annotations

import argparse

from gpuviz.cli.choices import (
    DEFAULT_SCHEDULE,
    chosen_config,
    chosen_engine,
    chosen_schedule,
    chosen_size,
)
from gpuviz.cli.cpu_times import twins_timed
from gpuviz.cli.gpu import answer_of
from gpuviz.cli.json_text import print_json
from gpuviz.cli.launch_options import DEVICE, add_engine, add_operation
from gpuviz.cli.parser import new_file, seed_number
from gpuviz.cli.pipeline_run import run_whole
from gpuviz.cli.progress import clear_progress, progress_line
from gpuviz.cli.report import RunReport, run_object
from gpuviz.cli.summary import run_summary
from gpuviz.cli.table import print_text
from gpuviz.cli.trace_output import write_trace
from gpuviz.engines.request import CpuTimes, LaunchRequest
from gpuviz.messages import Message, RequestRefused
from gpuviz.operation import OperationInfo, check_kernel, find_operation
from gpuviz.worker import Workers
from gpuviz.worker.jobs import CompileAndLaunch

NUMBER = 1  # of the only launch of this session
OPTIONS = (
    ("--size", "N[,M..]", "problem size; one number stands for all"),
    ("--grid", "X[,Y[,Z]]", "blocks (default: follows from size and block)"),
    ("--block", "X[,Y[,Z]]", "threads of a block"),
    DEVICE,
    ("--trace", "OUT.gpuviz", "keep what happened in a file"),
    ("--launch", "N", "which launch of a pipeline --trace keeps, from 1"),
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
    info = find_operation(arguments.operation)
    if info.is_pipeline:
        return run_whole(info, arguments)
    _check_no_launch(arguments)
    trace_file = None if arguments.trace is None else new_file(arguments.trace, ".gpuviz")
    report = _launch(info, arguments)
    if trace_file is not None:
        write_trace(report.result.trace, trace_file)
    if arguments.json:
        print_json(run_object(report))
    else:
        print_text(run_summary(report))
    return 0 if report.good else 1


def _check_no_launch(arguments: argparse.Namespace) -> None:
    if arguments.launch is not None:
        template = (
            "--launch chooses one of a pipeline's launches, and {name} is one kernel: leave it out."
        )
        raise RequestRefused(Message("cli.one-launch", template, {"name": arguments.operation}))


def _launch(info: OperationInfo, arguments: argparse.Namespace) -> RunReport:
    size = chosen_size(info, arguments.size)
    config = chosen_config(info, size, arguments)
    schedule, seed = chosen_schedule(arguments.schedule), seed_number(arguments.seed)
    with Workers() as workers:
        engine, device, gpu = chosen_engine(arguments, workers)
        check_kernel(info, size, config, device)
        request = LaunchRequest(
            NUMBER, info.path, size, config, engine, device, schedule=schedule, seed=seed, gpu=gpu
        )
        result = answer_of(workers.submit(CompileAndLaunch(request), progress_line()))
        clear_progress()
        cpu = CpuTimes(NUMBER, None, None, None)
        if not arguments.no_cpu:
            cpu = twins_timed(workers, NUMBER, info.path, size, seed)
    return RunReport(info, request, result, cpu)
