"""numba-cuda's compiler as an oracle of the language: it types, lowers and makes PTX without a GPU.

Its answers are those of numba-cuda 0.30; another version may take more.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

KNOWN = "0.30."  # the version whose answers the tests hold
CAPABILITY = (8, 0)
GPU = SimpleNamespace(compute_capability=CAPABILITY)
DEVICE = "numba.cuda.dispatcher.get_current_device"  # device functions ask it what to be made for


def require_compiler() -> None:
    """Skips the test where numba-cuda's compiler is not there."""
    reason = _missing()
    if reason:
        pytest.skip(reason)


@functools.cache
def _missing() -> str:
    try:
        found = version("numba-cuda")
    except PackageNotFoundError:
        return "needs numba-cuda"
    if not found.startswith(KNOWN):
        return f"knows the answers of numba-cuda {KNOWN}, not of {found}"

    def nothing() -> None:
        return None

    try:
        _compile(nothing, {})
    except Exception as error:  # NVVM, which comes with the CUDA toolkit, is missing
        return f"numba-cuda compiles nothing here: {error}"
    return ""


def refusal(kernel: Callable[..., object], arguments: Mapping[str, Any]) -> str:
    """Why numba-cuda does not compile a kernel for these arguments; "" where it does."""
    from numba.cuda.cudadrv.error import CudaSupportError

    try:
        _compile(kernel, arguments)
    except CudaSupportError:  # it asked for a GPU: that is no answer
        raise
    except Exception as error:  # of each of its stages another
        return f"{type(error).__name__}: {error}"
    return ""


def result_type(function: str, *arguments: object) -> str:
    """The type, in NumPy's words, of what a function of one expression gives back on a GPU."""
    import numba
    from numba import cuda

    python: Callable[..., object] = eval(function, {"np": np})
    kinds = tuple(numba.typeof(argument) for argument in arguments)
    with patch(DEVICE, lambda: GPU):
        _, kind = cuda.compile(python, kinds, device=True, abi="numba", cc=CAPABILITY)
    return str(kind)


def _compile(kernel: Callable[..., object], arguments: Mapping[str, Any]) -> None:
    """Raises what numba-cuda raises."""
    import numba
    from numba import cuda, types

    signature = types.void(*[numba.typeof(value) for value in arguments.values()])
    with patch(DEVICE, lambda: GPU):
        cuda.compile(kernel, signature, device=False, abi="numba", cc=CAPABILITY, output="ptx")
