"""`gpuviz run` of a pipeline: its whole train of launches, once."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from gpuviz.cli.choices import chosen_engine, chosen_schedule, chosen_size
from gpuviz.cli.cpu_times import twins_timed
from gpuviz.cli.gpu import answer_of
from gpuviz.cli.json_text import print_json
from gpuviz.cli.parser import new_file, seed_number
from gpuviz.cli.pipeline_report import PipelineReport, pipeline_object
from gpuviz.cli.pipeline_summary import pipeline_summary
from gpuviz.cli.progress import clear_progress, progress_line
from gpuviz.cli.table import print_text
from gpuviz.cli.trace_output import write_trace
from gpuviz.engines.pipeline_request import PipelineRequest, PipelineResult
from gpuviz.engines.request import CpuTimes
from gpuviz.messages import KernelFailed, Message, RequestRefused, shortened
from gpuviz.operation import OperationInfo
from gpuviz.whole_number import read_whole_number
from gpuviz.worker import Workers
from gpuviz.worker.jobs import RunPipeline

NUMBER = 1  # of the only run of this session


def run_whole(info: OperationInfo, arguments: argparse.Namespace) -> int:
    """Runs a pipeline and reports.

    0: its result is right and no launch has a hazard; 1: not so, or a kernel failed; 2: something
    else broke it off, which stderr says.
    """
    _check_options(info, arguments)
    file = None if arguments.trace is None else new_file(arguments.trace, ".gpuviz")
    whole = None if arguments.launch is None else (_launch_row(arguments.launch),)
    report = _report(info, arguments, whole)
    if file is not None and whole is not None:
        _save(report.result, whole[0], file)
    if arguments.json:
        print_json(pipeline_object(report))
    else:
        print_text(pipeline_summary(report))
    return _exit_code(report)


def _report(
    info: OperationInfo, arguments: argparse.Namespace, whole: tuple[int, ...] | None
) -> PipelineReport:
    size = chosen_size(info, arguments.size)
    schedule, seed = chosen_schedule(arguments.schedule), seed_number(arguments.seed)
    with Workers() as workers:
        if arguments.engine is None and arguments.device is None:
            arguments = argparse.Namespace(**{**vars(arguments), "engine": "emulator"})
        engine, device, gpu = chosen_engine(arguments, workers)
        request = PipelineRequest(
            NUMBER, info.path, size, engine, device, schedule, seed, gpu, whole=whole
        )
        result = answer_of(workers.submit(RunPipeline(request), progress_line()))
        clear_progress()
        cpu = CpuTimes(NUMBER, None, None, None)
        if not arguments.no_cpu:
            cpu = twins_timed(workers, NUMBER, info.path, size, seed)
    return PipelineReport(info, request, result, cpu)


def _exit_code(report: PipelineReport) -> int:
    failure = report.result.failure
    if failure is not None:
        print("gpuviz:", " ".join(str(failure).split()), file=sys.stderr)
    if not report.good or isinstance(failure, KernelFailed):
        return 1
    return 0 if failure is None else 2


def _check_options(info: OperationInfo, arguments: argparse.Namespace) -> None:
    """Raises RequestRefused for an option that means nothing here."""
    for option in ("grid", "block"):
        if getattr(arguments, option) is not None:
            template = (
                "{name} is a pipeline, and each of its launches has a grid and a block of its own:"
                " leave out --{option}, or change it in the file."
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


def _save(result: PipelineResult, row: int, file: Path) -> None:
    if row not in result.whole:
        template = "There is no launch {number} to be kept: the pipeline made {count}."
        values = {"number": row + 1, "count": len(result.launches)}
        raise RequestRefused(Message("cli.no-launch", template, values))
    write_trace(result.launches[row], file)
