"""Threads of Numba's simulator, which are threads of Python: what each takes, what is said of one
that raises.
"""

from __future__ import annotations

import re

from gpuviz.messages import GpuvizError, KernelFailed, Message, NotSupportedError

THREAD_SECONDS = 120e-6  # to start a thread of Python, run a short kernel in it and record it
BARRIER_THREAD_SECONDS = 1.5e-3  # the same with a few barriers, blocks of 256
OPERATION_SECONDS = 2e-6  # of one floating-point operation and what is around it
# (measured with numba 0.68.1, Python 3.11, one core of a 2-core x86 machine)
MISSING = re.compile(r"'FakeCUDAModule' object has no attribute '(\w+)'")


def launch_failure(kernel: str, error: Exception) -> GpuvizError:
    """What is said of what the simulator raised in a launch."""
    missing = MISSING.search(str(error))
    if missing:
        template = (
            "Numba's simulator has no cuda.{name}: it knows no warps. Use the engine emulator."
        )
        return NotSupportedError(
            Message("numba-simulator.unknown", template, {"name": missing.group(1)})
        )
    template = "Numba's simulator stopped {kernel} with {kind}: {words}"
    words = {"kernel": kernel, "kind": type(error).__name__, "words": str(error)}
    return KernelFailed(Message("numba-simulator.raised", template, words))
