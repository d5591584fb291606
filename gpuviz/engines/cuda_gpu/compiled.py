"""Kernels compiled and linked as a launch would, for any compute capability, without a GPU."""

from __future__ import annotations

import functools
import importlib
import logging
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import numba
from numba import cuda

from gpuviz.engines.compiled_kernel import CodeLine, CompiledKernel, Reading
from gpuviz.engines.cuda_gpu.compiling import standalone
from gpuviz.engines.cuda_gpu.disassembly import UnreadableCodeError, disassembled
from gpuviz.engines.cuda_gpu.elf import kernel_needs
from gpuviz.engines.cuda_gpu.failures import explained_compiling
from gpuviz.engines.cuda_gpu.sass import code_lines
from gpuviz.engines.probe import find_disassembler, oldest_known_cc

FIRST_READABLE_CC = (7, 5)
"""nvdisasm 13 refuses machine code for older devices: 'CUDA architecture "SM70" is deprecated'."""

KEPT = 64  # compiled kernels: each a few KB

OPTIONS = ("debug", "fastmath", "opt", "launch_bounds")
"""Options of @cuda.jit that change the code, besides max_registers."""

log = logging.getLogger(__name__)


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
    return kernel_of(lambda known: _cubin(kernel, types, known), cc)


def kernel_of(cubin_for: Callable[[tuple[int, int]], bytes], cc: tuple[int, int]) -> CompiledKernel:
    """What code tells that is compiled for a compute capability, or for the nearest one known.

    Raises ValueError where that is not the code of one kernel.
    """
    known = max(cc, oldest_known_cc())
    readable = max(cc, FIRST_READABLE_CC)
    cubin = cubin_for(known)
    needs = kernel_needs(cubin)
    reading, lines = _read(cubin if readable == known else cubin_for(readable))
    return CompiledKernel(
        _name(cc),
        needs.registers,
        needs.shared_bytes,
        needs.frame_bytes,
        lines,
        compiled_for=_name(known),
        read_for=_name(readable),
        reading=reading,
    )


def _name(cc: tuple[int, int]) -> str:
    return f"{cc[0]}.{cc[1]}"


def _cubin(kernel: Any, types: tuple[Any, ...], cc: tuple[int, int]) -> bytes:
    most_registers = kernel.targetoptions.get("max_registers")
    return linked(lto_code(kernel, types, cc), cc, most_registers, "cubin")


def _read(cubin: bytes) -> tuple[Reading, tuple[CodeLine, ...]]:
    program = find_disassembler()
    if program is None:
        return "not-installed", ()
    try:
        return "read", code_lines(disassembled(cubin, program))
    except (UnreadableCodeError, ValueError) as error:
        log.warning("%s does not read what was compiled: %s", program, error)
        return "failed", ()


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
            lineinfo=True,  # may cost a register or two, as with top_k on 8.6
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
