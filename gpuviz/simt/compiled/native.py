"""LLVM's text to a function that can be called, with the compiler that Numba brings along."""

from __future__ import annotations

import ctypes
import functools
from dataclasses import dataclass
from typing import Any

CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_int64)
"""Takes the number of a function; its arguments and result are in the scratch memory."""

OPTIMISATION = 1  # of instructions; blocks are small, and compiling shall not last


@dataclass(frozen=True, slots=True, eq=False)
class NativeFunction:
    """A compiled function of pointers; `engine` owns its code."""

    call: Any
    engine: Any


def native_function(text: str, name: str, pointers: int) -> NativeFunction:
    """Compiles a module; `name` takes so many pointers and gives an int32."""
    import llvmlite.binding as llvm  # where no loop gets hot, nobody waits for LLVM

    machine = _target().create_target_machine(opt=OPTIMISATION)
    module = llvm.parse_assembly(text)
    module.verify()
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * pointers)
    return NativeFunction(kind(engine.get_function_address(name)), engine)


@functools.cache
def _target() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()
