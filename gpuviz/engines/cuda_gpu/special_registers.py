"""Registers of the GPU that Numba does not offer, read by inline PTX (PTX ISA, chapter 10).

`smid()` -> int32: the SM that runs the thread. `clock64()` -> int64: cycles of that SM's own clock.
`globaltimer()` -> int64: nanoseconds common to all SMs, in ticks of up to about a microsecond.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.cuda.extending import intrinsic

Codegen = Callable[[Any, ir.IRBuilder, Any, Any], ir.Instruction]


def _read(instruction: str, constraint: str, bits: int) -> Codegen:
    """Code that reads one register, kept in its place by side effects and clobbered memory."""

    def codegen(_context: Any, builder: ir.IRBuilder, _signature: Any, _args: Any) -> Any:
        function_type = ir.FunctionType(ir.IntType(bits), [])
        assembly = ir.InlineAsm(
            function_type, instruction, f"{constraint},~{{memory}}", side_effect=True
        )
        return builder.call(assembly, [])

    return codegen


@intrinsic
def smid(_typing_context: Any) -> tuple[Any, Codegen]:
    """The number of the SM."""
    return types.int32(), _read("mov.u32 $0, %smid;", "=r", 32)


@intrinsic
def clock64(_typing_context: Any) -> tuple[Any, Codegen]:
    """The SM's clock in cycles."""
    return types.int64(), _read("mov.u64 $0, %clock64;", "=l", 64)


@intrinsic
def globaltimer(_typing_context: Any) -> tuple[Any, Codegen]:
    """The GPU's timer in nanoseconds."""
    return types.int64(), _read("mov.u64 $0, %globaltimer;", "=l", 64)
