"""What the drop-in says when a script asks for something that it does not have."""

from __future__ import annotations

import difflib
import importlib.util
from collections.abc import Iterable

from gpuviz.extras import install_command
from gpuviz.messages import Message, NotSupportedError, RequestRefused, word
from gpuviz.simt.source.not_there_yet import why_not

NOT_KNOWN = (
    "{name} is not known to gpuviz yet.{hint} Leave it out, or run the script on a machine with a"
    " GPU."
)

MACHINE_CODE = (
    "{name} shows what a compiler made of a kernel, and the emulator runs the Python source: leave"
    " it out, or run the script on a machine with a GPU{install}."
)

FOREIGN_CODE = frozenset(
    ["Archive", "CUSource", "Cubin", "Fatbin", "LTOIR", "LinkableCode", "Object", "PTXSource"]
)
"""What numba-cuda calls machine code and CUDA C that kernels are linked with."""

INVALID_VALUE, INVALID_HANDLE, ILLEGAL_ADDRESS = 1, 400, 700
"""CUDA's numbers of errors (CUresult in cuda.h)."""


class UnknownAttribute(NotSupportedError, AttributeError):
    """A name that `numba.cuda` or one of its objects has, and the drop-in does not have yet.

    It is an AttributeError too: `hasattr` and `getattr` with a default work as ever.
    """


class UnknownModule(NotSupportedError, ImportError):
    """A module or name below `numba.cuda` that cannot be imported from the drop-in yet.

    It is an ImportError too: a script may have something else for that case.
    """


def not_known(name: str, near: Iterable[str] = ()) -> Message:
    """The sentence for `name`, with the nearest of the names that there are."""
    known = why_not(name)
    if known is not None:
        return Message("cuda.not-there-yet", known, {"name": name})
    owner, _, last = name.rpartition(".")
    close = difflib.get_close_matches(last, list(near), 1, 0.8)
    hint = word(" Did you mean {name}?", name=f"{owner}.{close[0]}") if close else ""
    return Message("cuda.not-known", NOT_KNOWN, {"name": name, "hint": hint})


def machine_code(name: str) -> Message:
    """The sentence for what only a compiler knows, with what to install where none is there."""
    there = importlib.util.find_spec("numba_cuda") is not None
    command = install_command("cuda13")
    install = "" if there else word(", with numba-cuda: {command}", command=command)
    return Message("cuda.machine-code", MACHINE_CODE, {"name": name, "install": install})


def foreign_code(name: str) -> Message:
    """The sentence for machine code or CUDA C from elsewhere."""
    template = (
        "{name} is machine code from elsewhere, which the emulator cannot run: write it in Python,"
        " with @cuda.jit(device=True)."
    )
    return Message("cuda.foreign-code", template, {"name": name})


class BadValue(RequestRefused, ValueError):
    """What Numba refuses with a ValueError."""


class BadType(RequestRefused, TypeError):
    """What Numba refuses with a TypeError."""


class CudaSupportError(RequestRefused, ImportError):
    """CUDA cannot be used at all; on the emulator it always can."""


class CudaDriverError(RequestRefused):
    """What CUDA's driver refuses."""


class CudaAPIError(CudaDriverError):
    """What a call of CUDA's driver refuses: a launch beyond the limits of the device.

    `code` is CUDA's number of the error.
    """

    def __init__(self, message: Message, code: int = INVALID_VALUE) -> None:
        super().__init__(message)
        self.code = code

    @property
    def msg(self) -> str:
        """What went wrong, in words."""
        return self.message.text


class CudaRuntimeError(Exception):
    """What CUDA's runtime refuses; the emulator has none."""


class KernelRuntimeError(RuntimeError):
    """What a kernel ends with that has no exception of its own; on the emulator each has one."""


class DeadMemoryError(RuntimeError):
    """Memory that was given back is used; the emulator keeps what is in use."""


class LinkerError(RuntimeError):
    """What NVIDIA's linker refuses; the emulator links nothing."""


class NvvmError(Exception):
    """What NVIDIA's compiler refuses; the emulator compiles nothing."""


class NvvmSupportError(ImportError):
    """NVIDIA's compiler is not there; the emulator needs none."""


class NvvmWarning(Warning):
    """What NVIDIA's compiler warns of."""


class NvrtcError(Exception):
    """What NVIDIA's compiler of CUDA C refuses; the emulator compiles nothing."""


class NvrtcCompilationError(NvrtcError):
    """CUDA C that cannot be compiled."""


class NvrtcSupportError(ImportError):
    """NVIDIA's compiler of CUDA C is not there; the emulator needs none."""


class CudaLoweringError(Exception):
    """What numba-cuda cannot make machine code of; the emulator makes none."""


class CCSupportError(RuntimeError):
    """A compute capability that NVIDIA's compiler does not know."""
