"""Who computes a kernel: the emulator, Numba's compiler for GPUs, Numba's compiler for CPUs.

The code for GPUs is compiled without a GPU and executed as PTX (tests/helpers/ptx_threads): NVVM's
optimised code with libdevice in it, for a machine of compute capability 8.0, but without fused
multiply-adds, which the emulator does not do either (docs/differences.md).
"""

from __future__ import annotations

import cmath
import linecache
import math
import operator
import re
from collections.abc import Mapping
from types import FunctionType, SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import execute
from tests.helpers.ptx_threads import launch, read_module

Arrays = Mapping[str, Any]
Result = dict[str, NDArray[Any]]

INDEX = "    i = cuda.grid(1)\n"
COMPUTE_CAPABILITY = (8, 0)
_REMAINDER = re.compile(
    r"(cvt\.rmi\.(f32|f64)\.f\d+ \s*(%\w+), %\w+;\s+)"
    r"mul\.rn\.f\d+ \s*(?=%\w+, \3)(%\w+), \3, (%\w+|0[df]\w+);\s+"
    r"sub\.rn\.f\d+ \s*(%\w+), (%\w+), \4;"
)


def compiled_text(text: str, cuda: Any) -> FunctionType:
    """The function `kernel` of a text whose names are cuda, math, cmath, operator and np."""
    file = f"<differences {hash(text)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    modules = {"math": math, "cmath": cmath, "operator": operator, "np": np}
    space = {"cuda": cuda, **modules, "__name__": "kernels"}
    exec(compile(text, file, "exec", dont_inherit=True), space)
    kernel: FunctionType = space["kernel"]
    return kernel


def by_emulator(text: str, threads: int, arguments: Arrays, block: int | None = None) -> Result:
    """What the arrays hold after the emulator ran the kernel. Raises NotSupportedError."""
    from gpuviz import cuda

    mine = _copied(arguments)
    size = block or threads
    config = LaunchConfig(Dim3(threads // size), Dim3(size))
    if size > 1024:
        config = LaunchConfig(Dim3(-(-threads // 256)), Dim3(256))
        mine = {name: _padded(value, config) for name, value in mine.items()}
    done = execute(capture_kernel(compiled_text(text, cuda)), config, mine)
    if done.trace.hazards:
        raise AssertionError(f"hazards: {done.trace.hazards[0]}")
    return {
        name: done.arrays[name][: len(value)] if size > 1024 else done.arrays[name]
        for name, value in arguments.items()
        if isinstance(value, np.ndarray)
    }


def by_ptx(text: str, threads: int, arguments: Arrays) -> Result:
    """What the arrays hold after the PTX that numba-cuda makes of the kernel was executed."""
    return _executed(text, threads, arguments, optimisation=3)


def by_plain_ptx(text: str, threads: int, arguments: Arrays) -> Result:
    """The same of code that NVVM did not optimise, which makes no use of what LLVM leaves open."""
    return _executed(text, threads, arguments, optimisation=0)


def by_settled_ptx(text: str, threads: int, arguments: Arrays) -> Result:
    """The same of types that Numba infers once more, where it knows those of joined variables.

    Numba infers in rounds. What an expression is in an early round, when a variable has the type of
    its first value alone, stays a part of its type: uint64 first, then int64 make it a float64
    (`TypeVar.add_type`, `TypeInferer.propagate` in numba-cuda's `core/typeinfer.py`).
    """
    from numba.cuda.core import ir, typed_passes

    infer = typed_passes.type_inference_stage

    def settled(context: Any, target: Any, code: Any, *given: Any, **more: Any) -> Any:
        types = infer(context, target, code, *given, **more).typemap
        assigned = [s for block in code.blocks.values() for s in block.find_insts(ir.Assign)]
        joined = [s.target.name for s in assigned if getattr(s.value, "op", "") == "phi"]
        known = {name: types[name] for name in joined}
        return infer(context, target, code, *given[:2], {**given[2], **known}, **more)

    with mock.patch.object(typed_passes, "type_inference_stage", settled):
        return by_ptx(text, threads, arguments)


def numba_ptx(text: str, arguments: Arrays, optimisation: int = 3) -> str:
    """The PTX that numba-cuda makes of the kernel for arguments of these types."""
    import numba
    from numba import cuda

    types = tuple(numba.typeof(value) for value in arguments.values())
    return _ptx(compiled_text(text, cuda), types, optimisation)


def _executed(text: str, threads: int, arguments: Arrays, optimisation: int) -> Result:
    given = _copied(arguments)
    module = read_module(numba_ptx(text, given, optimisation))
    arrays = iter(launch(module, threads, list(given.values())))
    return {name: next(arrays) for name, value in given.items() if isinstance(value, np.ndarray)}


def _ptx(function: FunctionType, types: tuple[Any, ...], optimisation: int) -> str:
    from numba.core import types as numba_types
    from numba.cuda.compiler import compile_cuda, kernel_fixup

    with mock.patch("numba.cuda.dispatcher.get_current_device", _device):
        compiled = compile_cuda(
            function,
            numba_types.void,
            types,
            nvvm_options={"opt": optimisation, "fma": False},
            cc=COMPUTE_CAPABILITY,
        )
    library = compiled.library
    kernel = library.get_function(compiled.fndesc.llvm_func_name)
    library._entry_name = compiled.fndesc.llvm_func_name
    kernel_fixup(kernel, False)
    text: str = library.get_asm_str(cc=COMPUTE_CAPABILITY)
    return _with_fused_remainders(text)


def _device() -> SimpleNamespace:
    """What Numba asks of the GPU when it compiles a device function: there is none here."""
    return SimpleNamespace(compute_capability=COMPUTE_CAPABILITY)


def _with_fused_remainders(ptx: str) -> str:
    """The steps of a remainder, x - floor(x / y) * y, as NVVM writes them where it may fuse them.

    That is what a kernel gets: only fused multiply-adds of separate operations are left out here.
    """
    return _REMAINDER.sub(r"\1neg.\2 \4, \3;\n\tfma.rn.\2 \6, \4, \5, \7;", ptx)


class _CpuDevice:
    """`cuda` for texts that Numba's CPU compiler reads: a device function is one more njit."""

    class local:
        """Local arrays: ones that nobody filled."""

        array = np.empty

    @staticmethod
    def jit(function: Any = None, **options: object) -> Any:
        """Of a device function."""
        from numba import njit

        made = njit(error_model="numpy")
        return made if function is None else made(function)


def by_njit(text: str, threads: int, arguments: Arrays) -> Result:
    """What the arrays hold after Numba's CPU code of the same body was called for each thread."""
    from numba import njit

    given = _copied(arguments)
    as_function = text.replace("def kernel(", "def kernel(i, ").replace(INDEX, "")
    for space in ("local", "shared"):
        as_function = as_function.replace(f"cuda.{space}.array(", "np.empty(")
    function = njit(error_model="numpy")(compiled_text(as_function, _CpuDevice))
    for i in range(threads):
        function(i, *given.values())
    return {name: value for name, value in given.items() if isinstance(value, np.ndarray)}


def _copied(arguments: Arrays) -> dict[str, Any]:
    return {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in arguments.items()}


def _padded(value: Any, config: LaunchConfig) -> Any:
    if not isinstance(value, np.ndarray):
        return value
    threads = config.blocks * config.block.size
    return np.concatenate([value, np.zeros(max(0, threads - len(value)), value.dtype)])
