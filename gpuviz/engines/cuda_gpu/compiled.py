"""Kernels compiled and linked as a launch would, for any compute capability, without a GPU."""

from __future__ import annotations

import functools
import importlib
import warnings
from collections.abc import Iterable
from typing import Any

import numba
from numba import cuda

from gpuviz.engines.compiled_kernel import CompiledKernel
from gpuviz.engines.cuda_gpu.compiling import standalone
from gpuviz.engines.cuda_gpu.elf import kernel_needs
from gpuviz.engines.cuda_gpu.failures import explained_compiling
from gpuviz.engines.cuda_gpu.ptx import code_lines

KEPT = 64  # compiled kernels: each a few KB

OPTIONS = ("debug", "fastmath", "opt", "launch_bounds")
"""Options of @cuda.jit that change the code, besides max_registers."""


def compiled_kernel(
    kernel: Any, arguments: Iterable[object], cc: tuple[int, int]
) -> CompiledKernel:
    """What a @cuda.jit kernel needs on devices of one compute capability, remembered.

    `arguments` are arrays and scalars in the kernel's order. Needs numba-cuda with NVVM and
    nvJitLink. Raises NotSupportedError where Numba cannot compile it.
    """
    types = tuple(numba.typeof(value) for value in arguments)
    with explained_compiling(kernel.py_func.__name__):
        return _compiled(kernel, types, cc)


@functools.lru_cache(maxsize=KEPT)
def _compiled(kernel: Any, types: tuple[Any, ...], cc: tuple[int, int]) -> CompiledKernel:
    """`kernel` is another object when its file, and so any constant in it, has been edited."""
    code = lto_code(kernel, types, cc)
    most_registers = kernel.targetoptions.get("max_registers")
    needs = kernel_needs(linked(code, cc, most_registers, "cubin"))
    ptx = linked(code, cc, most_registers, "ptx").rstrip(b"\0").decode()
    return CompiledKernel(
        f"{cc[0]}.{cc[1]}",
        needs.registers,
        needs.shared_bytes,
        needs.frame_bytes,
        code_lines(ptx),
    )


def lto_code(kernel: Any, types: tuple[Any, ...], cc: tuple[int, int]) -> bytes:
    """LTO-IR, which numba-cuda links for its launches too."""
    chosen = {name: kernel.targetoptions.get(name) for name in OPTIONS}
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*Could not find source")  # then there are no lines
        code, _ = cuda.compile(
            standalone(kernel.py_func),
            types,
            cc=cc,
            device=False,
            abi="numba",
            output="ltoir",
            lineinfo=True,  # changes no instruction
            **{name: value for name, value in chosen.items() if value is not None},
        )
    return bytes(code)


def linked(code: bytes, cc: tuple[int, int], most_registers: int | None, form: str) -> bytes:
    """Machine code ("cubin") or PTX of LTO-IR, by nvJitLink."""
    core: Any = importlib.import_module("cuda.core")
    options = core.LinkerOptions(
        arch=f"sm_{cc[0]}{cc[1]}",
        link_time_optimization=True,
        lineinfo=True,
        max_register_count=most_registers,
        ptx=form == "ptx" or None,
    )
    linker = core.Linker(core.ObjectCode.from_ltoir(code), options=options)
    return bytes(linker.link(form).code)
