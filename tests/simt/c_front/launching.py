"""Launches kernels written in CUDA C on the emulator, as tests need them."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuviz.cuda_c.unit import TemplateArguments, read_unit
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.simt.c_front.source import captured_kernel
from gpuviz.simt.execute import Execution, ExecutionOptions, execute

FILE = "kernel.cu"


def launched(
    text: str,
    *arguments: Any,
    grid: int = 1,
    block: int | tuple[int, ...] = 1,
    templates: TemplateArguments = (),
    shared: int = 0,
    constants: dict[str, Any] | None = None,
    options: ExecutionOptions | None = None,
) -> Execution:
    """The first kernel of a text; plain numbers get the type of their parameter."""
    unit = read_unit(text, FILE)
    kernel = unit.kernels[0]
    functions = captured_kernel(unit, kernel, templates, constants)
    parameters = unit.function(kernel, templates).parameters
    named = {}
    for parameter, value in zip(parameters, arguments, strict=True):
        plain = isinstance(parameter.kind, np.dtype) and not isinstance(value, np.ndarray)
        named[parameter.name] = parameter.kind.type(value) if plain else value  # type: ignore[union-attr]
    sides = block if isinstance(block, tuple) else (block,)
    config = LaunchConfig(Dim3(grid), Dim3(*sides), shared)
    return execute(functions, config, named, options)


def hazards(text: str, *arguments: Any, **words: Any) -> list[str]:
    """The kinds of hazards of a launch, in the order of their lines."""
    return [hazard.kind for hazard in launched(text, *arguments, **words).trace.hazards]


def value_of(expression: str, kind: str = "int", before: str = "", functions: str = "") -> Any:
    """What one thread computes for an expression."""
    dtype = {
        "int": np.int32, "unsigned": np.uint32, "float": np.float32, "double": np.float64,
        "long long": np.int64, "unsigned long long": np.uint64, "bool": np.bool_, "char": np.int8,
        "short": np.int16, "half": np.float16, "unsigned char": np.uint8,
    }[kind]  # fmt: skip
    out: Any = np.zeros(1, dtype)
    launched(
        f"{functions}\n__global__ void k({kind}* out) {{ {before} out[0] = {expression}; }}", out
    )
    return out[0]
