"""Helpers of the emulator's tests: kernels from text, and launches of them."""

from __future__ import annotations

import linecache
import math
import textwrap
from collections.abc import Mapping
from types import FunctionType
from typing import Any

import numpy as np

from gpuviz import cuda
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import Execution, ExecutionOptions, execute

NAMES: dict[str, Any] = {"cuda": cuda, "math": math, "np": np}


def kernel_from(text: str, **names: Any) -> FunctionType:
    """The last function that `text` defines; it sees cuda, math, np and `names`.

    The text stands in a file of its own as far as Python knows, so lines count from 1.
    """
    source = textwrap.dedent(text).strip("\n") + "\n"
    file = f"<kernel {hash(source)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    space = {**NAMES, **names, "__name__": "kernels"}
    exec(compile(source, file, "exec", dont_inherit=True), space)
    functions = [value for value in space.values() if hasattr(value, "__code__")]
    kernels = [value for value in space.values() if hasattr(value, "py_func")]
    last = max(
        [*functions, *(kernel.py_func for kernel in kernels)],
        key=lambda f: (f.__code__.co_filename == file, f.__code__.co_firstlineno),
    )
    return last  # type: ignore[no-any-return]


def config(grid: int | tuple[int, ...], block: int | tuple[int, ...]) -> LaunchConfig:
    """A configuration from numbers or tuples, as in kernel[grid, block]."""
    return LaunchConfig(_shape(grid), _shape(block))


def _shape(given: int | tuple[int, ...]) -> Dim3:
    return Dim3(given) if isinstance(given, int) else Dim3(*given)


def run(
    kernel: str | FunctionType,
    launch: LaunchConfig,
    arguments: Mapping[str, Any],
    options: ExecutionOptions | None = None,
    debug: bool = False,
    **names: Any,
) -> Execution:
    """Runs a kernel, given as text or function, on the emulator; `debug` as for @cuda.jit."""
    function = kernel_from(kernel, **names) if isinstance(kernel, str) else kernel
    return execute(capture_kernel(function, debug), launch, arguments, options)
