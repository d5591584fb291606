"""PTX of gallery kernels as GPGPU-Sim reads it.

It is what nvJitLink makes of a kernel's LTO-IR, of which gpuviz reads the machine code: the
compilers are the same up to ptxas.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numba

from gpuviz.engines.cuda_gpu.compiled import linked, lto_code

ENTRY = "kernel"
"""What the kernel is called in the PTX: Numba's names are long."""

KNOWN_VERSION = "7.8"
"""The newest that ptxas of CUDA 11.8 reads, which the simulator asks for the registers."""

CC = (7, 5)
"""The oldest that NVVM 13 compiles for, and the simulator's RTX 2060."""


def ptx_of(kernel: Any, arguments: Iterable[object]) -> str:
    """PTX of a @cuda.jit kernel for these arguments, its entry named ENTRY."""
    types = tuple(numba.typeof(value) for value in arguments)
    return readable(linked(lto_code(kernel, types, CC), CC, None, "ptx").decode())


def readable(ptx: str) -> str:
    """PTX without what the simulator does not know; no instruction comes or goes.

    The version is lowered, and lines that only debuggers need are left out. Shuffles no longer
    tell whether there is such a lane: the simulator would put that in place of the value, and
    nothing here asks for it.
    """
    text = ptx.rstrip("\0")
    entry = re.search(r"\.entry (\S+)\(", text)
    if entry is None:
        raise ValueError("there is no kernel in the PTX")
    text = text.replace(entry[1], ENTRY)
    text = re.sub(r"^\.version .*$", f".version {KNOWN_VERSION}", text, flags=re.MULTILINE)
    text = re.sub(r"^\s*\.section\s[^{]*\{[^}]*\}\s*?$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\b(shfl\.sync\.\w+\.b32\s+%\w+)\|%\w+", r"\1", text)
    return re.sub(r"^\s*\.(loc|file)\b.*\n", "", text, flags=re.MULTILINE)


def operations(ptx: str) -> dict[int, str]:
    """By line of the text, from 1: the operation of the instruction there, "ld.global.f32"."""
    found: dict[int, str] = {}
    for number, line in enumerate(ptx.splitlines(), start=1):
        instruction = re.match(r"\s*(?:@!?%\w+\s+)?([a-z]\w*(?:\.\w+(?:::\w+)*)*)\b[^:]*;", line)
        if instruction is not None:
            found[number] = instruction[1]
    return found
