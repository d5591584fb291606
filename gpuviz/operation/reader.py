"""Reads a kernel file into an OperationInfo, and says by line what keeps it from being one."""

from __future__ import annotations

import ast
import functools
import os
from dataclasses import replace
from pathlib import Path

from gpuviz.launch import Dim3
from gpuviz.messages import RequestRefused
from gpuviz.operation import declared
from gpuviz.operation.functions import find_kernel, parameters
from gpuviz.operation.info import OperationInfo
from gpuviz.operation.module import ParsedModule, parse_module, read_source, titled_parts
from gpuviz.operation.script import kernels_of, means_to_be_an_operation, unused_kernels
from gpuviz.ordinary_file import CUDA_C_SUFFIX, ending
from gpuviz.source_lines import source_lines

NOT_LAUNCHED = "operation.not-launched"
"""The code of what is said of a kernel that stands alone."""
PIPELINE = "pipeline"
"""The host function of a pipeline: a file that has it launches several kernels."""
LOOK = "look"
"""A function of a pipeline's file that tells what shown arrays would be by now."""
TWINS = ("numpy_twin", "one_thread", "all_threads")
DEFAULT_BLOCKS = (Dim3(256), Dim3(16, 16), Dim3(8, 8, 4))  # by the number of axes in THREADS


def describe(path: Path) -> OperationInfo:
    """Reads one kernel file without running it.

    Raises RequestRefused, with the line, for what is wrong in it.
    """
    return describe_text(path, read_source(path))


def describe_text(path: Path, source: str) -> OperationInfo:
    """What `describe` would say of a file with this text. Raises RequestRefused as it does."""
    if ending(path) == CUDA_C_SUFFIX:
        from gpuviz.operation.c_reader import describe_c

        return describe_c(path, source)
    return replace(_described_once(path, source), path=path.absolute())


def describe_runnable(path: Path) -> OperationInfo:
    """The same; a file in Python that is no operation is a script.

    Raises RequestRefused as `describe` does, and with the code NOT_LAUNCHED for a file that has a
    kernel and launches none.
    """
    return describe_runnable_text(path, read_source(path))


def describe_runnable_text(path: Path, source: str) -> OperationInfo:
    """What `describe_runnable` would say of a file with this text."""
    try:
        return describe_text(path, source)
    except RequestRefused:
        if ending(path) == CUDA_C_SUFFIX or means_to_be_an_operation(parse_module(path, source)):
            raise
    return replace(_script_once(path, source), path=Path(os.path.abspath(path)))


@functools.lru_cache(256)
def _described_once(path: Path, source: str) -> OperationInfo:
    """A file is parsed again only when its text is another: every window lists the gallery."""
    module = parse_module(path, source)
    pipeline = module.functions.get(PIPELINE)
    return _describe_kernel(module) if pipeline is None else _describe_pipeline(module, pipeline)


def _describe_kernel(module: ParsedModule) -> OperationInfo:
    kernel = find_kernel(module)
    names = tuple(declared.sizes(module))
    threads = declared.threads(module, names)
    return replace(
        _described(module, kernel),
        default_block=declared.block(module, "BLOCK") or DEFAULT_BLOCKS[len(threads) - 1],
        threads=threads,
        max_block=declared.block(module, "MAX_BLOCK"),
    )


def _describe_pipeline(module: ParsedModule, host: ast.FunctionDef) -> OperationInfo:
    """A file whose host function launches several kernels, its own and those of files beside it."""
    names = tuple(declared.sizes(module))
    return replace(
        _described(module, host),
        is_pipeline=True,
        watch=declared.watch(module),
        has_look=_has_look(module, host),
        devices=declared.count(module, "DEVICES", names),
        frames=declared.count(module, "FRAMES", names),
        deadline_ms=declared.deadline_ms(module),
    )


@functools.lru_cache(64)
def _script_once(path: Path, source: str) -> OperationInfo:
    module = parse_module(path, source)
    unused = unused_kernels(module.tree)
    if len(unused) > 1:
        raise module.refusal(
            "none-launched",
            "{file} has {count} kernels, and launches none: launch them at its end, as in"
            " {kernel}[4, 256](...), on arrays of NumPy.",
            unused[0],
            count=len(unused),
            kernel=unused[0].name,
        )
    if unused:
        raise module.refusal(
            NOT_LAUNCHED.removeprefix("operation."),
            "{file} has the kernel {kernel}, and nothing in it launches one: say with which inputs"
            " and how many threads.",
            unused[0],
            kernel=unused[0].name,
        )
    title, summary, text = _explanation(module)
    kernels = kernels_of(module.tree)
    return OperationInfo(
        name=path.stem,
        path=path,
        title=title,
        summary=summary,
        text=text,
        source=source,
        kernel=kernels[0].name if kernels else path.stem,
        kernel_line=1,
        kernel_end_line=max(len(source_lines(source)), 1),
        parameters=(),
        size_names=(),
        default_size=(),
        default_block=Dim3(1),
        threads=(),
        outputs=(),
        is_pipeline=True,
        is_script=True,
    )


def _described(module: ParsedModule, function: ast.FunctionDef) -> OperationInfo:
    """What kernels and pipelines have in common."""
    title, summary, text = _explanation(module)
    takes = parameters(module, function)
    sizes = declared.sizes(module)
    names = tuple(sizes)
    _check_inputs(module, names)
    return OperationInfo(
        name=module.path.stem,
        path=module.path,
        title=title,
        summary=summary,
        text=text,
        source=module.source,
        kernel=function.name,
        kernel_line=_first_line(function),
        kernel_end_line=function.end_lineno or function.lineno,
        parameters=takes,
        size_names=names,
        default_size=tuple(sizes.values()),
        default_block=Dim3(1),
        threads=(),
        outputs=declared.outputs(module, function, takes),
        flops=declared.count(module, "FLOPS", names),
        bytes_moved=declared.count(module, "BYTES", names),
        tolerance=declared.tolerance(module),
        twins=_twins(module, takes),
        show=(shown := declared.show(module, takes)),
        maze=declared.maze(module, shown),
    )


def _first_line(function: ast.FunctionDef) -> int:
    return function.decorator_list[0].lineno if function.decorator_list else function.lineno


def _explanation(module: ParsedModule) -> tuple[str, str, str]:
    """Title, summary and text; without a title in the docstring the file's name is the title."""
    first, _, text = module.docstring.partition("\n")
    title, has_title, summary = titled_parts(first)
    if not has_title:
        title, summary = module.path.stem, first
    return title.strip(), summary.strip(), text.strip()


def _check_inputs(module: ParsedModule, names: tuple[str, ...]) -> None:
    wanted = (*names, "seed")
    header = f"def inputs({', '.join(wanted)})"
    inputs = module.functions.get("inputs")
    if inputs is None:
        raise module.refusal(
            "no-inputs",
            "{file} has no function that makes the kernel's arguments: write {header}.",
            header=header,
        )
    if set(parameters(module, inputs)) != set(wanted):
        raise module.refusal(
            "bad-inputs",
            "inputs has to take the sizes and the seed: write {header}.",
            inputs,
            header=header,
        )


def _has_look(module: ParsedModule, host: ast.FunctionDef) -> bool:
    """Whether there is a function `look` with the parameters of the pipeline."""
    look = module.functions.get(LOOK)
    return look is not None and parameters(module, look) == parameters(module, host)


def _twins(module: ParsedModule, kernel_parameters: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(name for name in TWINS if name in module.functions)
    for name in found:
        function = module.functions[name]
        if len(parameters(module, function)) != len(kernel_parameters):
            raise module.refusal(
                "bad-twin",
                "{name} has to take the same arguments as the kernel:"
                " write def {name}({parameters}).",
                function,
                name=name,
                parameters=", ".join(kernel_parameters),
            )
    return found
