"""The twin of a kernel in CUDA C, compiled by NVRTC for any compute capability, without a GPU."""

from __future__ import annotations

import functools
import importlib
from typing import Any

from gpuviz.engines.compiled_kernel import CompiledKernel
from gpuviz.engines.cuda_gpu.compiled import KEPT, kernel_of
from gpuviz.messages import Message, NotSupportedError

FAILED = "error:"
MOST_WORDS = 200


@functools.lru_cache(maxsize=KEPT)
def compiled_twin(text: str, name: str, cc: tuple[int, int]) -> CompiledKernel:
    """What the kernel in a text of CUDA C needs on devices of one compute capability.

    `name`: of its file. Raises NotSupportedError where it does not compile, or has not one kernel.
    """
    try:
        return kernel_of(lambda known: _cubin(text, name, known), cc)
    except ValueError as error:  # of what the cubin holds
        template = "{file} is no twin of the kernel: {error}."
        values = {"file": name, "error": error}
        raise NotSupportedError(Message("cuda-c.no-kernel", template, values)) from error


def _cubin(text: str, name: str, cc: tuple[int, int]) -> bytes:
    core: Any = importlib.import_module("cuda.core")
    options = core.ProgramOptions(arch=f"sm_{cc[0]}{cc[1]}", lineinfo=True, name=name)
    try:
        return bytes(core.Program(text, "c++", options).compile("cubin").code)
    except Exception as error:
        template = "{file} does not compile: {error}"
        values = {"file": name, "error": _first_error(str(error))}
        raise NotSupportedError(Message("cuda-c.not-compiled", template, values)) from error


def _first_error(log: str) -> str:
    """The line of NVRTC's log that says what is wrong."""
    lines = [line.strip() for line in log.splitlines() if FAILED in line]
    return (lines or [log])[0][:MOST_WORDS]
