"""The twin of a kernel in CUDA C, compiled by NVRTC for any compute capability, without a GPU."""

from __future__ import annotations

import functools
import importlib
from dataclasses import dataclass
from typing import Any

from gpuviz.engines.compiled_kernel import CompiledKernel
from gpuviz.engines.cuda_gpu.compiled import KEPT, kernel_of
from gpuviz.messages import Message, NotSupportedError

FAILED = "error"
MOST_WORDS = 200
OPTIONS = ("-lineinfo", "-DINFINITY=__int_as_float(0x7f800000)")  # of <cmath>, which NVRTC has not


@dataclass(frozen=True, slots=True)
class CompiledText:
    """What NVRTC makes of a text; `log` is what it warns of, "" for nothing."""

    ptx: str
    cubin: bytes
    log: str


@functools.lru_cache(maxsize=KEPT)
def compiled_twin(text: str, name: str, cc: tuple[int, int]) -> CompiledKernel:
    """What the kernel in a text of CUDA C needs on devices of one compute capability.

    `name`: of its file. Raises NotSupportedError where it does not compile, or has not one kernel.
    """
    try:
        return kernel_of(lambda known: compiled_text(text, name, known).cubin, cc)
    except ValueError as error:  # of what the cubin holds
        template = "{file} is no twin of the kernel: {error}."
        values = {"file": name, "error": error}
        raise NotSupportedError(Message("cuda-c.no-kernel", template, values)) from error


@functools.lru_cache(maxsize=KEPT)
def compiled_text(text: str, name: str, cc: tuple[int, int]) -> CompiledText:
    """PTX and machine code of a text of CUDA C. Raises NotSupportedError where it is refused."""
    try:
        return _compiled(text, name, (f"-arch=sm_{cc[0]}{cc[1]}", *OPTIONS, *_headers(text)))
    except Exception as error:
        template = "{file} does not compile: {error}"
        values = {"file": name, "error": _first_error(str(error))}
        raise NotSupportedError(Message("cuda-c.not-compiled", template, values)) from error


def _compiled(text: str, name: str, options: tuple[str, ...]) -> CompiledText:
    """Raises RuntimeError with NVRTC's log."""
    nvrtc: Any = importlib.import_module("cuda.bindings.nvrtc")
    program = _asked(nvrtc.nvrtcCreateProgram(text.encode(), name.encode(), 0, [], []))
    try:
        encoded = [option.encode() for option in options]
        (result,) = nvrtc.nvrtcCompileProgram(program, len(encoded), encoded)
        log = _bytes(nvrtc, program, "ProgramLog").rstrip(b"\0").decode(errors="replace").strip()
        if result.value:
            raise RuntimeError(log or str(result))
        ptx = _bytes(nvrtc, program, "PTX").rstrip(b"\0").decode()
        return CompiledText(ptx, _bytes(nvrtc, program, "CUBIN"), log)
    finally:
        nvrtc.nvrtcDestroyProgram(program)


def _bytes(nvrtc: Any, program: Any, what: str) -> bytes:
    size = _asked(getattr(nvrtc, f"nvrtcGet{what}Size")(program))
    buffer = bytes(size)
    _asked((*getattr(nvrtc, f"nvrtcGet{what}")(program, buffer), None))
    return buffer


def _asked(answer: tuple[Any, Any]) -> Any:
    """The value of a call's answer. Raises RuntimeError."""
    result, value = answer
    if result.value:
        raise RuntimeError(str(result))
    return value


def _headers(text: str) -> tuple[str, ...]:
    """Where the headers of CUDA are, such as cuda_fp16.h; they come with the compiler."""
    if "#include" not in text:
        return ()
    finder: Any = importlib.import_module("cuda.pathfinder")
    folder: str | None = finder.find_nvidia_header_directory("cudart")
    return () if folder is None else (f"-I{folder}",)


def _first_error(log: str) -> str:
    """The line of NVRTC's log that says what is wrong."""
    lines = [line.strip() for line in log.splitlines() if FAILED in line]
    return (lines or [log])[0][:MOST_WORDS]
