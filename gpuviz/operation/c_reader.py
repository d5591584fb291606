"""Reads a file of CUDA C into an OperationInfo, without running anything of it."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gpuviz.cuda_c.host_sites import launch_sites
from gpuviz.cuda_c.host_walk import Main, main_of
from gpuviz.cuda_c.unit import FunctionText, Unit, passed_to, read_unit
from gpuviz.launch import Dim3
from gpuviz.messages import (
    EnglishTemplate,
    Message,
    NotSupportedError,
    RequestRefused,
    SourcePlace,
    listed,
)
from gpuviz.operation.c_headers import with_headers
from gpuviz.operation.c_launch import (
    DEFAULT_BLOCK,
    CLaunch,
    launch_of,
    launched_kernels,
    tells_a_launch,
    twin_numbers,
)
from gpuviz.operation.info import OperationInfo
from gpuviz.operation.module import titled_parts
from gpuviz.ordinary_file import CUDA_C_SUFFIX

TWIN_OF = re.compile(r"^// Twin of (\w+)\.py", re.MULTILINE)
SEED = "seed"  # the last parameter of a program: of its random numbers
TIE = re.compile(r"\s*// <- ")
"""Before what ties a line of a twin to one in Python: for programs, not for readers."""
COMMENT = re.compile(r"\A(?:\s*//[^\n]*\n|\s*/\*.*?\*/)", re.DOTALL)


def describe_c(path: Path, source: str) -> OperationInfo:
    """What a file of CUDA C is. Raises RequestRefused, with the line, for what is wrong in it."""
    source = with_headers(source, path)
    twin = _twin(path, source)
    if twin is not None:
        source = "\n".join(TIE.split(row)[0] for row in source.split("\n"))
    try:
        return replace(_described_once(path, source, twin), path=path.absolute())
    except NotSupportedError as error:
        raise RequestRefused(error.message, error.place) from None


def _twin(path: Path, source: str) -> Path | None:
    """The kernel file in Python whose inputs a twin takes; None where there is none."""
    named = TWIN_OF.search(source)
    name = f"{named[1] if named else path.stem}.py"
    places = (path.with_name(name), path.parent.parent / name)
    if named is None and path.parent.name != "cuda":
        return None
    return next((place for place in places if place.is_file()), None)


def other_kernels(info: OperationInfo) -> tuple[list[OperationInfo], list[Message]]:
    """The other kernels that the host code of a file launches; of those that cannot be launched
    alone, why.
    """
    if info.c_launch is None or info.c_launch.has_twin:
        return [], []
    unit = read_unit(info.source, str(info.path))
    return kernels_alone(info.path, unit, [k for k in launched_kernels(unit) if k != info.kernel])


def kernels_alone(
    path: Path, unit: Unit, names: Sequence[str]
) -> tuple[list[OperationInfo], list[Message]]:
    """Kernels of a file, each to be launched by itself; of those that cannot be, why."""
    found, left = list[OperationInfo](), list[Message]()
    for name in names:
        try:
            found.append(_alone(path, unit, name))
        except (RequestRefused, NotSupportedError) as error:
            template = "{kernel} was not launched, and is not checked: {reason}"
            values = {"kernel": name, "reason": error.message}
            left.append(Message("check.not-launched", template, values))
    return found, left


def program_in(path: Path, source: str) -> OperationInfo | None:
    """The program that a file is, whose main launches kernels.

    None where comments say how a kernel is launched, and for a twin of the gallery.
    """
    try:
        source = with_headers(source, path)
        if _twin(path, source) is not None or tells_a_launch(source):
            return None
        unit = read_unit(source, str(path))
        main = main_of(unit)
    except (RequestRefused, NotSupportedError):
        return None
    if main is None or not launch_sites(unit):
        return None
    title, summary = _title(path, unit.text)
    info = _of_main(path.absolute(), unit, main)
    return replace(info, title=title, summary=summary)


@functools.lru_cache(64)
def _described_once(path: Path, source: str, twin: Path | None) -> OperationInfo:
    unit = read_unit(source, str(path))
    return _alone(path, unit) if twin is None else _of_twin(path, unit, twin)


def _of_twin(path: Path, unit: Unit, twin: Path) -> OperationInfo:
    """The twin of a kernel in Python, whose inputs, sizes and check are its own."""
    from gpuviz.operation.reader import describe

    info = describe(twin)
    if info.is_pipeline:
        return _program(path, unit, info)
    kernel = next((one for one in unit.kernels if one.name == info.kernel), None)
    if kernel is None:
        template = "{file} has no kernel {name}, which {python} has: give it that name."
        values = {"file": path.name, "name": info.kernel, "python": twin.name}
        raise RequestRefused(Message("cuda-c.no-twin", template, values), SourcePlace(str(path), 1))
    launch = CLaunch(kernel.name, (), (), twin_numbers(unit.text), has_twin=True)
    return replace(_placed(info, unit, kernel), c_launch=launch, twin_path=twin)


def _program(path: Path, unit: Unit, pipeline: OperationInfo) -> OperationInfo:
    """The twin of a pipeline: a program, whose sizes are numbers that main gives names."""
    main = main_of(unit)
    if main is None:
        raise _no_main(path, unit, pipeline.path)
    return replace(
        _of_main(path, unit, main),
        title=pipeline.title,
        summary=pipeline.summary,
        text=pipeline.text,
        default_block=pipeline.default_block,
        twin_path=pipeline.path,
    )


def _of_main(path: Path, unit: Unit, main: Main) -> OperationInfo:
    sizes = main.sizes or {"n": 1}
    return OperationInfo(
        name=path.stem,
        path=path,
        title=path.stem,
        summary="",
        text="",
        source=unit.text,
        kernel="main",
        kernel_line=main.first_line,
        kernel_end_line=main.last_line,
        parameters=(*sizes, SEED),
        size_names=tuple(sizes),
        default_size=tuple(sizes.values()),
        default_block=Dim3(DEFAULT_BLOCK),
        threads=(),
        outputs=(),
        is_pipeline=True,
        c_launch=CLaunch("main", (), (), (), has_twin=True),
    )


def _no_main(path: Path, unit: Unit, twin: Path) -> RequestRefused:
    """Why the twin of a pipeline is not run, and what to open in its place."""
    alone = [
        f"{kernel.name}{CUDA_C_SUFFIX}"
        for kernel in unit.kernels
        if path.with_name(f"{kernel.name}{CUDA_C_SUFFIX}").is_file()
    ]
    template: EnglishTemplate = (
        "{file} is the twin of a pipeline, and has no main that hands what one kernel leaves to the"
        " next. Open {python}, which runs the same kernels in the same order."
    )
    if alone:
        template = (
            "{file} is the twin of a pipeline, and has no main that hands what one kernel leaves to"
            " the next. Open {python}, which runs the same kernels in the same order, or kernels of"
            " it by themselves in C: {alone}."
        )
    values = {"file": path.name, "python": twin.name, "alone": listed(alone)}
    return RequestRefused(Message("cuda-c.pipeline", template, values), SourcePlace(str(path), 1))


def _placed(info: OperationInfo, unit: Unit, kernel: FunctionText) -> OperationInfo:
    return replace(
        info,
        source=unit.text,
        kernel=kernel.name,
        kernel_line=unit.lines_of(kernel)[0],
        kernel_end_line=unit.lines_of(kernel)[1],
    )


def _alone(path: Path, unit: Unit, kernel_name: str = "") -> OperationInfo:
    described = launch_of(unit, kernel_name)
    kernel = next(one for one in unit.kernels if one.name == described.launch.kernel)
    function = unit.function(kernel, described.launch.templates)
    title, summary = _title(path, unit.text)
    info = OperationInfo(
        name=path.stem,
        path=path,
        title=title,
        summary=summary,
        text="",
        source=unit.text,
        kernel=kernel.name,
        kernel_line=unit.lines_of(kernel)[0],
        kernel_end_line=unit.lines_of(kernel)[1],
        parameters=tuple(passed.name for passed in passed_to(function)),
        size_names=tuple(name for name, _ in described.sizes),
        default_size=tuple(size for _, size in described.sizes),
        default_block=described.block,
        threads=described.threads,
        outputs=described.outputs,
    )
    return replace(info, c_launch=described.launch)


def _title(path: Path, text: str) -> tuple[str, str]:
    """The first comment of the file, if it has a title."""
    match = COMMENT.match(text)
    said = match[0].strip(" /*\n\t") if match else ""
    first = said.split("\n")[0].strip()
    title, has_title, summary = titled_parts(first)
    if first.startswith("gpuviz:") or not has_title or len(title) > 60:
        return path.stem, "" if first.startswith("gpuviz:") else first
    return title, summary
