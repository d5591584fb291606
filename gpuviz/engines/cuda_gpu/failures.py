"""What the CUDA driver and Numba raise, in a student's words."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Iterator
from contextlib import contextmanager

from numba.core.errors import NumbaError
from numba.cuda.cudadrv.error import CudaDriverError, CudaSupportError, NvvmSupportError

from gpuviz.engines.compiled_kernel import NOT_COMPILED
from gpuviz.engines.request import CONTEXT_LOST, GPU_LOST
from gpuviz.messages import GpuvizError, KernelFailed, Message, NotSupportedError, RequestRefused

KERNEL_FAULTS = frozenset(
    f"CUDA_ERROR_{name}"
    for name in (
        "ILLEGAL_ADDRESS",
        "MISALIGNED_ADDRESS",
        "INVALID_ADDRESS_SPACE",
        "ILLEGAL_INSTRUCTION",
        "INVALID_PC",
        "HARDWARE_STACK_ERROR",
        "LAUNCH_FAILED",
        "ASSERT",
    )
)
"""Errors that a kernel makes; the process has to be replaced after them (CUDA Driver API)."""

STEPS = "Failed in "
DETAILS = ("During:", "There are ", "Return of:", 'File "', "This error may", "<source elided>")
"""How Numba begins what it says of its own steps, and of what else it tried."""
MOST_WORDS = 300
TOO_SLOW = "CUDA_ERROR_LAUNCH_TIMEOUT"

REFUSALS = {
    "CUDA_ERROR_OUT_OF_MEMORY": Message(
        "cuda.out-of-memory",
        "The GPU has not enough free memory for {kernel}: choose a smaller size.",
    ),
    "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES": Message(
        "cuda.out-of-resources",
        "An SM has not enough registers or shared memory for a block of {block} threads of"
        " {kernel}: choose a smaller block.",
    ),
    "CUDA_ERROR_INVALID_VALUE": Message(
        "cuda.invalid-launch",
        "The GPU refuses this grid or block for {kernel}: choose smaller ones.",
    ),
}
"""Errors after which the GPU works on, by the driver's name for them; values are added."""


@contextmanager
def explained(kernel: str, block_threads: int) -> Iterator[None]:
    """Turns what goes wrong inside into GpuvizError: refused, not supported, or failed."""
    try:
        yield
    except GpuvizError:
        raise
    except (CudaSupportError, NvvmSupportError) as error:
        raise RequestRefused(_not_ready(error)) from error
    except Exception as error:
        if _comes_from_numba(error):
            raise NotSupportedError(not_compiled(kernel, error)) from error
        if _comes_from_nvidia(error):
            raise _driver_failure(kernel, block_threads, str(error)) from error
        raise


@contextmanager
def explained_compiling(kernel: str) -> Iterator[None]:
    """The same where nothing but compiling and linking goes on: NotSupportedError."""
    try:
        yield
    except Exception as error:
        if not (_comes_from_numba(error) or _comes_from_nvidia(error)):
            raise
        raise NotSupportedError(not_compiled(kernel, error)) from error


def _comes_from_numba(error: Exception) -> bool:
    """Errors of Numba's compiler; some have no base of their own, but all stand in one module."""
    return isinstance(error, NumbaError) or type(error).__module__.endswith(".errors")


def _comes_from_nvidia(error: Exception) -> bool:
    """numba.cuda's own errors of the driver, or those of the packages under numba-cuda."""
    return isinstance(error, CudaDriverError) or type(error).__module__.startswith("cuda.")


def _driver_failure(kernel: str, block_threads: int, text: str) -> GpuvizError:
    found = re.search(r"CUDA_ERROR_\w+", text)
    name = found.group() if found else text
    if name in REFUSALS:
        values = {"kernel": kernel, "block": block_threads}
        return RequestRefused(dataclasses.replace(REFUSALS[name], values=values))
    values = {"kernel": kernel, "error": name}
    if name == TOO_SLOW:
        template = (
            "The GPU also draws this screen, so its driver stopped {kernel} after some seconds:"
            " choose a smaller size."
        )
        return RequestRefused(Message(CONTEXT_LOST, template, values))
    if name in KERNEL_FAULTS:
        template = (
            "The GPU stopped {kernel} ({error}): often an index outside an array. Run it with the"
            " engine emulator, which names thread, line and index."
        )
        return KernelFailed(Message(CONTEXT_LOST, template, values))
    template = (
        "The GPU does not answer any more ({error}), so {kernel} has no result: run it again; if"
        " that does not help, restart the machine."
    )
    return RequestRefused(Message(GPU_LOST, template, values))


def _not_ready(error: Exception) -> Message:
    template = "Numba cannot use the GPU: {error} `gpuviz devices` says what to install."
    return Message("cuda.not-ready", template, {"error": _first_line(error)})


def not_compiled(kernel: str, error: Exception) -> Message:
    """That Numba cannot compile a kernel, with its reason."""
    template = "Numba cannot compile {kernel} for the GPU: {error}"
    values = {"kernel": kernel, "error": refused_words(error)}
    return Message(NOT_COMPILED, template, values)


def refused_words(error: Exception) -> str:
    """Why Numba refuses a kernel, in its own words: the reason, without how it came to look there.

    Lists of what else it tried, the way through its passes and the source are left out.
    """
    text = _plain(error)
    lines = [line.strip() for line in text.splitlines()]
    reason = itertools.takewhile(lambda line: not line.startswith(DETAILS), lines)
    kept = [line for line in reason if line and not line.startswith(STEPS)]
    words = " ".join(kept) or next(filter(None, lines), type(error).__name__)
    words = re.sub(r",? (?:defined )?at \S[^\n]*? \((\d+)\)", r" in line \1", words)
    return f"{words[:MOST_WORDS].rstrip()} .." if len(words) > MOST_WORDS else words


def refused_line(error: Exception) -> int | None:
    """The line of the source that Numba names."""
    found = re.search(r'File "[^"]*", line (\d+)', _plain(error)) or re.search(
        r" at \S[^\n]*? \((\d+)\)", _plain(error)
    )
    return int(found[1]) if found else None


def _plain(error: Exception) -> str:
    """What an error says, without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", str(error))


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return " ".join(lines[:3]) or type(error).__name__
