"""What compiling a kernel for one compute capability tells of it, on a machine without a GPU."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from gpuviz.engines.probe import NO_DISASSEMBLER
from gpuviz.messages import Message
from gpuviz.model.mix import LineMix
from gpuviz.trace import Trace
from gpuviz.trace.source import AccessKind, Space

Reading = Literal["read", "not-installed", "failed"]
"""What came of reading the machine code; "not-installed": there is no program that prints it."""

NOT_COMPILED = "cuda.not-compiled"
"""Code of the message that Numba refuses a kernel."""


@dataclass(frozen=True, slots=True)
class AccessCount:
    """How often a line accesses memory in one way.

    One instruction may load or store several neighbours; of what type they are it does not say, so
    their number is `bytes` over the size of the source's elements.
    """

    space: Space
    kind: AccessKind
    instructions: int
    bytes: int  # of one lane, by all instructions

    @property
    def is_shared_load(self) -> bool:
        """Whether values come from shared memory."""
        return (self.space, self.kind) == ("shared", "read")


@dataclass(frozen=True, slots=True)
class CodeLine:
    """The code that one source line has become in the same loops, all its copies together.

    A compiler copies a line where it unrolls a loop; `mix` has every copy once.
    """

    line: int  # in the kernel's file; 0: before all of them
    loops: tuple[int, ...]  # of the compiled code, outermost first: numbers that mean nothing else
    mix: LineMix
    accesses: tuple[AccessCount, ...] = ()
    barriers: int = 0
    float_operations: int = 0  # as the source would count: of a fused multiply-add two
    range_turns: int = 0  # of a loop over a range: how many of its turns are counted

    @property
    def depth(self) -> int:
        """How many loops of the compiled code it is in."""
        return len(self.loops)


@dataclass(frozen=True, slots=True)
class CompiledKernel:
    """A kernel as the compiler leaves it for one compute capability and one set of arguments.

    Registers and memory are those of code for `compiled_for`, and `lines` of code for `read_for`:
    not that of the device where the compiler, or who reads its code, knows newer ones only.
    """

    cc: str  # of the device, "8.6"
    registers: int  # of a thread
    shared_bytes: int  # of a block, static
    local_bytes: int  # of a thread: its local arrays, and registers that had no room
    lines: tuple[CodeLine, ...]  # ascending; none where machine code is not read
    compiled_for: str = ""  # like `cc`; "": the same
    read_for: str = ""
    reading: Reading = "read"
    in_c: CompiledKernel | Message | None = None
    """The same kernel as it stands beside in CUDA C, or why that is not compiled; None: without."""


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
    notes = (_nearest(compiled), _unread(compiled), _local_memory(compiled))
    return tuple(note for note in notes if note is not None)


def _nearest(compiled: CompiledKernel) -> Message | None:
    known, read = (other or compiled.cc for other in (compiled.compiled_for, compiled.read_for))
    if known != compiled.cc:
        template = (
            "Compiled for compute capability {known}, the nearest to {cc} that this compiler"
            " knows: the registers and the machine instructions are those of {known}."
        )
        values = {"known": known, "cc": compiled.cc}
        return Message("compiled.for-nearest", template, values)
    if read != compiled.cc and compiled.reading == "read":
        template = (
            "The machine instructions are those for compute capability {read}, the nearest to {cc}"
            " whose machine code can be read here."
        )
        return Message("compiled.read-nearest", template, {"read": read, "cc": compiled.cc})
    return None


def _unread(compiled: CompiledKernel) -> Message | None:
    if compiled.reading == "not-installed":
        return NO_DISASSEMBLER
    if compiled.reading == "failed":
        template = (
            "The machine instructions are estimated: nvdisasm could not read the machine code that"
            " was compiled for {cc}. A newer one may: pip install --upgrade nvidia-cuda-nvdisasm."
        )
        values = {"cc": compiled.read_for or compiled.cc}
        return Message("compiled.unreadable", template, values)
    return None


def _local_memory(compiled: CompiledKernel) -> Message | None:
    if compiled.local_bytes == 0:
        return None
    template = (
        "Compiled for {cc}, a thread keeps {bytes} bytes in local memory, which is slow: arrays of"
        " its own, and variables for which it has no registers."
    )
    values = {"cc": compiled.compiled_for or compiled.cc, "bytes": compiled.local_bytes}
    return Message("compiled.local-memory", template, values)
