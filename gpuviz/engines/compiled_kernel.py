"""What compiling a kernel for one compute capability tells of it, on a machine without a GPU."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpuviz.messages import Message
from gpuviz.model.mix import LineMix
from gpuviz.trace import Trace
from gpuviz.trace.source import AccessKind, Space

NOT_COMPILED = "cuda.not-compiled"
"""Code of the message that Numba refuses a kernel."""


@dataclass(frozen=True, slots=True)
class AccessCount:
    """How many instructions of a line access memory in one way; a vector counts its elements."""

    space: Space
    kind: AccessKind
    count: int


@dataclass(frozen=True, slots=True)
class CodeLine:
    """The code that one source line has become at one depth of loops, all its copies together.

    A compiler copies a line where it unrolls a loop; `mix` has every copy once.
    """

    line: int  # in the kernel's file; 0: before all of them
    depth: int  # how many loops of the compiled code it is in
    mix: LineMix
    accesses: tuple[AccessCount, ...] = ()
    barriers: int = 0
    float_operations: int = 0  # as the source would count: of a fused multiply-add two


@dataclass(frozen=True, slots=True)
class CompiledKernel:
    """A kernel as the compiler leaves it for one compute capability and one set of arguments."""

    cc: str  # of the device, "8.6"
    registers: int  # of a thread
    shared_bytes: int  # of a block, static
    local_bytes: int  # of a thread: its local arrays, and registers that had no room
    lines: tuple[CodeLine, ...]  # ascending


@dataclass(frozen=True, slots=True)
class CompiledLaunch:
    """What compiling has told of a launch; `trace` has it, and what the model makes of it.

    Of the launch's own trace it has no more than the model reads.
    """

    kernel: CompiledKernel
    trace: Trace


def with_compiled(trace: Trace, compiled: CompiledKernel | Message | None) -> Trace:
    """The trace with the registers and the shared memory that compiling has told, if it has."""
    if not isinstance(compiled, CompiledKernel):
        return trace
    return replace(
        trace,
        registers_per_thread=compiled.registers,
        registers_source="compiled",
        shared_bytes=compiled.shared_bytes,
        notes=(*trace.notes, *_notes(compiled)),
    )


def merged(trace: Trace, compiled: CompiledLaunch) -> Trace:
    """The trace of a launch with what compiling has told of it."""
    known = compiled.trace
    return replace(
        trace,
        registers_per_thread=known.registers_per_thread,
        registers_source=known.registers_source,
        shared_bytes=known.shared_bytes,
        times=known.times,
        placement=known.placement,
        prediction=known.prediction,
        notes=known.notes,
    )


def _notes(compiled: CompiledKernel) -> tuple[Message, ...]:
    if compiled.local_bytes == 0:
        return ()
    template = (
        "Compiled for {cc}, a thread keeps {bytes} bytes in local memory, which is slow: arrays of"
        " its own, and variables for which it has no registers."
    )
    values = {"cc": compiled.cc, "bytes": compiled.local_bytes}
    return (Message("compiled.local-memory", template, values),)
