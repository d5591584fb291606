"""Reads a kernel file into an OperationInfo, and says by line what keeps it from being one."""

from __future__ import annotations

from pathlib import Path

from gpuviz.launch import Dim3
from gpuviz.operation import declared
from gpuviz.operation.functions import find_kernel, parameters, written_names
from gpuviz.operation.info import OperationInfo
from gpuviz.operation.module import ParsedModule, read_module

TWINS = ("numpy_twin", "one_thread", "all_threads")
DEFAULT_BLOCKS = (Dim3(256), Dim3(16, 16), Dim3(8, 8, 4))  # by the number of axes in THREADS


def describe(path: Path) -> OperationInfo:
    """Reads one kernel file without running it.

    Raises RequestRefused, with the line, for what is wrong in it.
    """
    module = read_module(path)
    title, summary, text = _explanation(module)
    kernel = find_kernel(module)
    kernel_parameters = parameters(module, kernel)
    sizes = declared.sizes(module)
    names = tuple(sizes)
    threads = declared.threads(module, names)
    written = written_names(kernel, kernel_parameters)
    _check_inputs(module, names)
    return OperationInfo(
        name=path.stem,
        path=path.absolute(),
        title=title,
        summary=summary,
        text=text,
        source=module.source,
        kernel=kernel.name,
        kernel_line=kernel.decorator_list[0].lineno,
        kernel_end_line=kernel.end_lineno or kernel.lineno,
        parameters=kernel_parameters,
        size_names=names,
        default_size=tuple(sizes.values()),
        default_block=declared.block(module, "BLOCK") or DEFAULT_BLOCKS[len(threads) - 1],
        threads=threads,
        outputs=declared.outputs(module, kernel.name, kernel_parameters, written),
        flops=declared.count(module, "FLOPS", names),
        bytes_moved=declared.count(module, "BYTES", names),
        tolerance=declared.tolerance(module),
        max_block=declared.block(module, "MAX_BLOCK"),
        twins=_twins(module, kernel_parameters),
    )


def _explanation(module: ParsedModule) -> tuple[str, str, str]:
    """Title, summary and text; without a title in the docstring the file's name is the title."""
    first, _, text = module.docstring.partition("\n")
    title, colon, summary = first.partition(": ")
    if not colon:
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
