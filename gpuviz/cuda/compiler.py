"""numba-cuda's compiler, for a script that asks for machine code, in a process of its own.

It starts when it is asked the first time, and ends with the script.
"""

from __future__ import annotations

import atexit
import builtins
import functools
import importlib
import importlib.util
import json
import pickle
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import IO, Any

from gpuviz.cuda.errors import machine_code
from gpuviz.cuda.offer import packed_objects
from gpuviz.cuda.recording import emulated_device
from gpuviz.messages import Message, NotSupportedError
from gpuviz.process_tree import ProcessTree, start

BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    " from gpuviz.engines.cuda_gpu.compiler_process import main; main()"
)
LENGTH = struct.Struct("<Q")  # of what follows
CODE = "code"
"""The request for what is known of a compiled kernel; others are functions of numba.cuda."""


def ask(what: str, function: FunctionType, *arguments: Any, **options: Any) -> Any:
    """What the compiler answers about a function. Raises what it raises."""
    request = packed_objects(function, what, arguments, options)
    if request is None:
        template = (
            "{what} cannot be given to Numba's compiler: what the function uses of the module has"
            " a meaning on the emulator only."
        )
        raise NotSupportedError(Message("cuda.not-packed", template, {"what": what}))
    kind, *answer = _process().ask(request)
    if kind == "error":
        raise _error(*answer)
    return answer[0]


def has_compiler() -> bool:
    """Whether a compiler can answer."""
    return importlib.util.find_spec("numba_cuda") is not None


def require_compiler(name: str) -> None:
    """Raises NotSupportedError where no compiler can answer, with what to install."""
    if not has_compiler():
        raise NotSupportedError(machine_code(name))


def _error(kind: str, words: str) -> Exception:
    """Numba's own error, or Python's; any other one as RuntimeError."""
    for module in (importlib.import_module("numba.core.errors"), builtins):
        found = getattr(module, kind, None)
        if isinstance(found, type) and issubclass(found, Exception):
            error: Exception = found(words)
            return error
    return RuntimeError(f"{kind}: {words}")


class _CompilerProcess:
    """The process; one thread asks at a time."""

    def __init__(self) -> None:
        self._asking = threading.Lock()
        command = [
            sys.executable,
            "-E",
            "-P",
            "-c",
            BOOT,
            json.dumps([path for path in sys.path if path]),
        ]
        pipe = subprocess.PIPE
        self._tree: ProcessTree = start(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        atexit.register(self._tree.end)

    def ask(self, request: bytes) -> Sequence[Any]:
        """The answer: ("answer", value) or ("error", kind, words)."""
        process = self._tree.process
        assert process.stdin is not None
        assert process.stdout is not None
        with self._asking:
            try:
                write_frame(process.stdin, request)
                found: Sequence[Any] = pickle.loads(read_frame(process.stdout))
            except (OSError, EOFError):
                _process.cache_clear()  # another time another one
                return "error", "RuntimeError", "numba-cuda's compiler has gone down"
        return found


@functools.cache
def _process() -> _CompilerProcess:
    return _CompilerProcess()


def write_frame(stream: IO[bytes], content: bytes) -> None:
    """Sends bytes, after how many they are."""
    stream.write(LENGTH.pack(len(content)) + content)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes:
    """What was sent. Raises EOFError where nobody sends any more."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    return stream.read(LENGTH.unpack(head)[0])


def code_of(
    function: FunctionType, types: tuple[Any, ...], options: Mapping[str, Any], *, linked: bool
) -> dict[str, Any]:
    """PTX of a kernel for Numba's types, or what linking tells of it, on the emulated device."""
    cc = emulated_device().compute_capability
    found: dict[str, Any] = ask(CODE, function, types, cc, dict(options), linked)
    return found


def _compiles(name: str) -> Any:
    """A function of numba.cuda that compiles, for the emulated device if for no other one."""

    def compile_(pyfunc: Any, sig: Any, *arguments: Any, **options: Any) -> tuple[Any, Any]:
        require_compiler(f"cuda.{name}")
        options.setdefault("cc", emulated_device().compute_capability)
        function = getattr(pyfunc, "py_func", pyfunc)
        what = name.removesuffix("_for_current_device")
        code, result = ask(what, function, sig, *arguments, **options)
        types: Any = importlib.import_module("numba.core.types")
        return code, getattr(types, result, result)

    compile_.__name__ = compile_.__qualname__ = name
    compile_.__doc__ = f"As numba.cuda.{name}; needs numba-cuda with its compiler."
    return compile_


COMPILING = {
    name: _compiles(name)
    for name in (
        *("compile", "compile_all", "compile_for_current_device"),
        *("compile_ptx", "compile_ptx_for_current_device"),
    )
}
"""What of numba.cuda makes machine code of a function, and gives it with the type of its result."""
globals().update(COMPILING)  # numba.cuda.compiler has them too
__all__ = sorted(COMPILING)
