"""The process of gpuviz.cuda.compiler: reads requests from stdin, compiles, answers to stdout."""

from __future__ import annotations

import io
import os
import pickle
import sys
from typing import Any

from numba import cuda

from gpuviz.cuda.compiler import CODE, read_frame, write_frame
from gpuviz.engines.cuda_gpu.compiled import linked, lto_code
from gpuviz.engines.cuda_gpu.compiling import standalone
from gpuviz.engines.cuda_gpu.elf import kernel_needs
from gpuviz.engines.cuda_gpu.offers import Unpacker


def main() -> None:
    """Answers until nobody asks any more."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed meanwhile is no answer
    while True:
        try:
            request = read_frame(sys.stdin.buffer)
        except EOFError:
            return
        write_frame(answers, pickle.dumps(answer(request)))


def answer(request: bytes) -> tuple[Any, ...]:
    """ "answer" and the value, or "error", its class and its words."""
    try:
        function, what, arguments, options = Unpacker(io.BytesIO(request)).load()
        if what == CODE:
            return "answer", code_of(function, *arguments)
        code, result = getattr(cuda, what)(standalone(function), *arguments, **options)
        return "answer", (code, str(result))
    except Exception as error:
        return "error", type(error).__name__, str(error)


def code_of(
    function: Any,
    types: tuple[Any, ...],
    cc: tuple[int, int],
    options: dict[str, Any],
    linked_too: bool,
) -> dict[str, Any]:
    """PTX of a kernel as it is; or, `linked_too`, after linking and with what a thread needs."""
    if not linked_too:
        body = standalone(function)
        ptx, _ = cuda.compile(
            body, types, cc=cc, device=False, abi="numba", output="ptx", **options
        )
        return {"asm": ptx}
    code = lto_code(cuda.jit(function, **options), types, cc)
    most = options.get("max_registers")
    needs = kernel_needs(linked(code, cc, most, "cubin"))
    return {
        "lto_ptx": linked(code, cc, most, "ptx").rstrip(b"\0").decode(),
        "regs_per_thread": needs.registers,
        "local_mem_per_thread": needs.frame_bytes,
    }
