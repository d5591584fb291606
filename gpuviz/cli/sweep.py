"""`gpuviz sweep OPERATION`: one launch for each of many sizes or blocks, and the CPU beside it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from gpuviz.bench.points import SweepKind, SweepPoint, SweepRequest
from gpuviz.bench.sweep_plan import check_launchable
from gpuviz.bench.sweep_ranges import (
    Size,
    check_device_memory,
    check_positive,
    parse_blocks,
    parse_sizes,
)
from gpuviz.bench.sweep_table import csv_text
from gpuviz.cli.choices import chosen_engine, chosen_size
from gpuviz.cli.cluster import ClusterRunner, workers_for
from gpuviz.cli.gpu import answered
from gpuviz.cli.json_text import print_json
from gpuviz.cli.launch_options import DEVICE, DEVICE_FILE, add_engine, add_operation, device_words
from gpuviz.cli.parser import new_file, option_text, seed_number
from gpuviz.cli.progress import share_bar
from gpuviz.cli.sweep_lines import SweepLines, closing_text
from gpuviz.cli.sweep_report import SweepReport, sweep_object
from gpuviz.cli.table import print_text
from gpuviz.engines.names import EngineName
from gpuviz.launch import Dim3, parse_dim3
from gpuviz.messages import EnglishTemplate, EnglishText, Message, RequestRefused
from gpuviz.new_file import whole_file
from gpuviz.operation import OperationInfo, find_operation
from gpuviz.operation.inputs import read_inputs
from gpuviz.texts import tr
from gpuviz.web.languages import spoken
from gpuviz.worker import JobRunner
from gpuviz.worker.jobs import SweepCpu, SweepLaunch, outcome_of
from gpuviz.worker.sweeping import Sweeping

NUMBER = 1  # of the only sweep of this session
SOURCES: dict[EngineName, EnglishText] = {
    "cuda": "its times are measured",
    "emulator": "its times are modelled",
    "numba-simulator": "Numba's simulator knows no times of it",
}
OPTIONS = (
    ("--size", "N[,M..]", option_text("problem size of a sweep over blocks")),
    ("--block", "X[,Y[,Z]]", option_text("threads of a block in a sweep over sizes")),
    DEVICE,
    DEVICE_FILE,
    ("--csv", "F.csv", option_text("write the points as a table")),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_operation(parser)
    over = parser.add_mutually_exclusive_group(required=True)
    about = tr("the sizes A, 2A, 4A and so on that are not above B; or a list: 100,200,400")
    over.add_argument("--sizes", metavar="A:B", help=about)
    about = tr("the blocks of a list: 32,64,128 or 8x8,16x16")
    over.add_argument("--blocks", metavar="LIST", help=about)
    for name, metavar, text in OPTIONS:
        parser.add_argument(name, metavar=metavar, help=device_words(text))
    add_engine(parser)


def run(arguments: argparse.Namespace) -> int:
    """Launches point after point, and gives 0 when every result is right and without hazards.

    Raises RequestRefused where no point could be launched.
    """
    info = find_operation(arguments.operation)
    info.check_one_launch()
    file = None if arguments.csv is None else new_file(arguments.csv, ".csv")
    with workers_for(arguments) as workers:
        request = _request(info, arguments, workers)
        sweeping = Sweeping(request)
        check_launchable(sweeping.points)
        lines = None if arguments.json else SweepLines(info, request)
        report = SweepReport(info, request, _points(sweeping, workers, lines))
    if report.good:
        check_launchable(report.points)  # a file whose host code fails is found out only now
    if file is not None:
        _write(report, file)
    if arguments.json:
        print_json(sweep_object(report))
    else:
        print_text(closing_text(report))
    return 0 if report.good else 1


def _request(
    info: OperationInfo, arguments: argparse.Namespace, workers: JobRunner
) -> SweepRequest:
    """What was asked; raises RequestRefused before anything is launched."""
    seed, inputs = seed_number(arguments.seed), read_inputs(info, arguments.input or ())
    sizes, blocks = _pairs(info, arguments)
    engine, device, gpu = chosen_engine(arguments, workers)
    for size in sizes:
        check_device_memory(info, size, device)
    kind: SweepKind = "blocks" if arguments.sizes is None else "sizes"
    return SweepRequest(
        NUMBER,
        kind,
        info.path,
        engine,
        device,
        sizes,
        blocks,
        seed=seed,
        times_cpu=kind == "sizes" and not arguments.no_cpu,
        gpu=gpu,
        inputs=inputs,
    )


def _pairs(
    info: OperationInfo, arguments: argparse.Namespace
) -> tuple[tuple[Size, ...], tuple[Dim3, ...]]:
    """The size and the block of each point."""
    if arguments.sizes is None:
        why = "--block says one block, but --blocks gives the blocks: leave one of them out."
        _refuse(arguments.block, why)
        blocks = parse_blocks(arguments.blocks)
        return (chosen_size(info, arguments.size),) * len(blocks), blocks
    why = "--size says one size, but --sizes gives the sizes: leave one of them out."
    _refuse(arguments.size, why)
    sizes = parse_sizes(info, arguments.sizes)
    block = info.default_block if arguments.block is None else _one_block(arguments.block)
    return sizes, (block,) * len(sizes)


def _refuse(given: str | None, why: EnglishTemplate) -> None:
    if given is not None:
        raise RequestRefused(Message("cli.sweep-of-one", why))


def _one_block(text: str) -> Dim3:
    block = parse_dim3(text, "block")
    check_positive(block)
    return block


def _points(
    sweeping: Sweeping, workers: JobRunner, lines: SweepLines | None
) -> tuple[SweepPoint, ...]:
    """All points; each is told as soon as there is something new about it."""
    if lines is None:
        for _ in _updates(sweeping, workers):
            pass
        return sweeping.points
    lines.begin(_headline(sweeping.request))
    try:
        for point in _updates(sweeping, workers):
            lines.show(point)
    finally:
        lines.close()
    return sweeping.points


def _updates(sweeping: Sweeping, workers: JobRunner) -> Iterator[SweepPoint]:
    ahead = _ahead(sweeping, workers)
    while (job := sweeping.next_job()) is not None:
        if isinstance(job, SweepCpu):
            for launch in ahead.values():  # its workers may be on this machine
                answered(launch)
        known = ahead.get(job.index) if isinstance(job, SweepLaunch) else None
        with share_bar() as bar:
            done: Future[Any] = known or workers.submit(job, bar)
            point = sweeping.settle(outcome_of(answered(done, bar.go_on)))
        yield point


def _ahead(sweeping: Sweeping, workers: JobRunner) -> dict[int, Future[SweepPoint]]:
    """Of a cluster all launches are asked for at once: its workers do them side by side."""
    if not isinstance(workers, ClusterRunner):
        return {}
    return {job.index: workers.submit(job) for job in sweeping.launches()}


def _headline(request: SweepRequest) -> str:
    template = (
        tr("{operation} on the {device}: {source}; the CPU's are measured here")
        if request.times_cpu
        else tr("{operation} on the {device}: {source}")
    )
    return template.format(
        operation=request.operation.stem,
        device=request.device.name,
        source=tr(SOURCES[request.engine]),
    )


def _write(report: SweepReport, file: Path) -> None:
    with spoken("en"):  # programs read it
        text = csv_text(report.info.size_names, report.points)
    with whole_file(file) as part:
        part.write_text(text, encoding="utf-8")
