"""A program whose every launch and copy is to be done, in the order of its host code.

The host is walked through as for a single launch (host_walk.py), but nothing may stay unknown that
the GPU gets: what does is refused where it is used. What stands behind the last launch or copy of
main only computes on the host, and is not followed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_closures import passed, templates_of
from gpuviz.cuda_c.host_launches import member_of, template_of
from gpuviz.cuda_c.host_runtime import symbol_of
from gpuviz.cuda_c.host_shapes import called_in, named_in
from gpuviz.cuda_c.host_state import Guesses, MemoryCopy, Walk
from gpuviz.cuda_c.host_syntax import Launch
from gpuviz.cuda_c.host_unknowns import expose, refuse_node
from gpuviz.cuda_c.host_values import MOST_BYTES, HostPointer, Memory, axes_of, innermost, whole
from gpuviz.cuda_c.types import Pointer, memory_dtype, name_of
from gpuviz.cuda_c.unit import FunctionText, Passed, TemplateArguments, members_passed, passed_to
from gpuviz.messages import (
    EnglishTemplate,
    GpuvizError,
    KernelFailed,
    Message,
    NotSupportedError,
    SourcePlace,
)

Axes = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class ProgramLaunch:
    """A launch with all that it gets: for each of `passed` a number, or a pointer to memory."""

    kernel: FunctionText
    templates: TemplateArguments
    grid: Axes
    block: Axes
    shared: int  # bytes
    passed: tuple[tuple[Passed, Any], ...]
    symbols: Mapping[str, Memory]
    outer: tuple[tuple[Passed, Any], ...]  # the same of pointers outside of functions
    line: int
    stream: int


@dataclass(frozen=True, slots=True)
class ProgramCopy:
    """A copy between host and GPU, or within one of them.

    `to` None: to a variable of the host. `name`: of the host's array, "" where it has none.
    `waits`: whether the host goes on only when it is done.
    """

    to: HostPointer | None
    source: HostPointer
    nbytes: int
    name: str
    line: int
    stream: int
    waits: bool


class Machine(Protocol):
    """What runs the launches of a program: it writes into the memory that they get."""

    def launch(self, launch: ProgramLaunch) -> None:
        """Runs a launch."""

    def copied(self, copy: ProgramCopy) -> None:
        """A copy was made."""

    def filled(self, to: HostPointer, nbytes: int, line: int, stream: int) -> None:
        """Bytes were set."""

    def waited(self, stream: int | None) -> None:
        """The host waited for a stream, or for all."""

    def marked(self, event: int, stream: int) -> None:
        """An event was recorded in a stream."""

    def awaits(self, stream: int | None, event: int) -> None:
        """A stream waits for an event; None: the host."""


class ProgramDevice:
    """Hands the launches of a walk to a machine. Raises NotSupportedError for what is unknown.

    `guesses` fills arrays whose contents are not known; None: they are refused.
    """

    def __init__(self, machine: Machine, guesses: Guesses | None = None) -> None:
        self._machine, self._guesses = machine, guesses

    def launch(self, walk: Walk, node: Launch) -> None:
        """Runs it, if all that it gets is known."""
        _check_reached(walk, node)
        kernel = next((one for one in walk.unit.kernels if one.name == node.kernel), None)
        if kernel is None:
            refuse_node(walk, node, "this file has no kernel {name}.", name=node.kernel or "?")
        values = [passed(walk, value) for value in walk.values(node.arguments)]
        templates = _templates(walk, node, kernel, values)
        grid, block, shared, stream = _configuration(walk, node)
        try:
            function = walk.unit.function(kernel, templates)
        except NotSupportedError as error:
            if self._guesses is None:
                raise
            self._left_out(walk, error, values)
            return
        count = len(function.parameters)
        try:
            given = _arguments(walk, node, count, passed_to(function), values)
        except KernelFailed as error:
            if self._guesses is None:
                raise NotSupportedError(error.message, error.place) from None
            self._left_out(walk, error, values)
            return
        for one, value in given:
            if isinstance(value, HostPointer) and value.memory.contents is None:
                self._fill(walk, node.arguments[one.row], node.kernel, one, value.memory)
        symbols = self._symbols(walk, node)
        outer = self._outer(walk, node, symbols)
        launch = ProgramLaunch(
            kernel, templates, grid, block, shared, given, symbols, outer, node.lineno, stream
        )
        self._machine.launch(launch)
        for _, value in (*given, *outer):
            if isinstance(value, HostPointer):
                walk.notes.write(value.memory)
                if not value.memory.filled:
                    value.memory.write()

    def _left_out(self, walk: Walk, error: GpuvizError, values: list[Any]) -> None:
        """A launch that is not run: what it would write is not known."""
        assert self._guesses is not None
        self._guesses.refused(error)
        for value in values:
            expose(walk, value)

    def _symbols(self, walk: Walk, node: Launch) -> dict[str, Memory]:
        """Constant and device memory by name."""
        for name, known in walk.unit.variables.items():
            if known.place == "device":
                symbol_of(walk, syntax.Name(name, lineno=node.lineno, col_offset=0))
        for name, memory in walk.symbols.items():
            if memory.filled and memory.contents is None and not memory.cells:
                kind = innermost(walk.unit.variables[name].variable.kind)
                if memory_dtype(kind) is not None:
                    self._fill(walk, node, node.kernel, Passed(name, Pointer(kind), -1), memory)
        return dict(walk.symbols)

    def _outer(
        self, walk: Walk, node: Launch, symbols: Mapping[str, Memory]
    ) -> tuple[tuple[Passed, Any], ...]:
        """What pointers outside of functions point to, and the other members of structures."""
        found = list[tuple[Passed, Any]]()
        for name, memory in symbols.items():
            if 0 not in memory.cells:
                continue
            kind = walk.unit.variables[name].variable.kind
            for one in members_passed(Passed(name, kind, 0)):
                value = member_of(memory.cells[0].value, one.path)
                if isinstance(value, HostPointer) and value.memory.on_device:
                    if value.memory.contents is None:
                        self._fill(walk, node, node.kernel, one, value.memory)
                    found.append((one, value))
                elif isinstance(value, (int, float)) and isinstance(one.kind, np.dtype):
                    found.append((one, value))
        return tuple(found)

    def _fill(self, walk: Walk, at: syntax.Node, kernel: str, one: Passed, memory: Memory) -> None:
        """Gives a memory contents. Raises NotSupportedError where it cannot have any."""
        said = {"name": one.name, "kernel": kernel}
        if memory.size is None:
            words = "the length of {name} of {kernel} depends on a value that is not followed."
            refuse_node(walk, at, words, **said)
        if memory.size > MOST_BYTES:
            words = (
                "{name} of {kernel} has {size} bytes, and an array has {most} at most here: choose"
                " a smaller size."
            )
            refuse_node(walk, at, words, size=memory.size, most=MOST_BYTES, **said)
        if memory.filled and self._guesses is None:
            words = "what {name} of {kernel} points to was written in a way that is not followed."
            refuse_node(walk, at, words, **said)
        if memory.filled and self._guesses is not None:
            memory.contents = np.zeros(memory.size, np.uint8)
            self._guesses.make_up(one, memory)

    def copied(self, walk: Walk, node: syntax.Call, copy: MemoryCopy) -> None:
        """Tells the machine, if what was copied is known."""
        _check_reached(walk, node)
        has_source = copy.source is not None and whole(copy.nbytes)
        if self._guesses is not None and not has_source:
            if not called_in(node).endswith("Async"):
                self._machine.waited(None)
            return
        if copy.source is None or not has_source or (self._guesses is None and not copy.is_known):
            words = (
                "what is copied here is not known: it depends on a value that gpuviz does not"
                " follow, or the host wrote beyond the end of an array."
            )
            refuse_node(walk, node, words)
        of_host = copy.to if copy.source.memory.on_device else copy.source
        variable = named_in(node.arguments[0])
        name = variable if of_host is None else walk.scopes.name_of(of_host.memory)
        stream = copy.stream if isinstance(copy.stream, int) else 0
        is_pinned = of_host is not None and of_host.memory.is_pinned
        waits = not (called_in(node).endswith("Async") and (of_host is None or is_pinned))
        self._machine.copied(
            ProgramCopy(copy.to, copy.source, copy.nbytes, name, node.lineno, stream, waits)
        )

    def filled(self, node: syntax.Call, to: HostPointer, nbytes: int, stream: Any) -> None:
        """Tells the machine."""
        number = stream if isinstance(stream, int) else 0
        self._machine.filled(to, nbytes, node.lineno, number)

    def waited(self, stream: Any) -> None:
        """Tells the machine."""
        self._machine.waited(stream if isinstance(stream, int) else None)

    def marked(self, event: int, stream: int) -> None:
        """Tells the machine."""
        self._machine.marked(event, stream)

    def awaits(self, stream: int | None, event: int) -> None:
        """Tells the machine."""
        self._machine.awaits(stream, event)


def _check_reached(walk: Walk, node: syntax.Node) -> None:
    if walk.doubt is not None:
        words = (
            "whether the program comes here depends on line {line}, which decides by a value that"
            " gpuviz does not follow."
        )
        refuse_node(walk, node, words, line=walk.doubt.lineno)


def _templates(
    walk: Walk, node: Launch, kernel: FunctionText, values: list[Any]
) -> TemplateArguments:
    written = tuple(template_of(walk, part) for part in node.templates)
    found = templates_of(walk, node, kernel, written, values)
    known = tuple(one for one in found if one is not None)
    if len(known) != len(kernel.templates):
        words = "say for what the template {name} is launched: {name}<..><<<grid, block>>>."
        refuse_node(walk, node, words, name=kernel.name)
    return known


def _configuration(walk: Walk, node: Launch) -> tuple[Axes, Axes, int, int]:
    """Grid, block, bytes of shared memory and stream."""
    values = (*walk.values(node.configuration[:4]), 0, 0)[:4]
    grid, block = (axes_of(value) for value in values[:2])
    if grid is None or block is None or not whole(values[2]):
        words = "grid and block of {name} depend on a value that gpuviz does not follow."
        refuse_node(walk, node, words, name=node.kernel)
    return grid, block, values[2], values[3] if isinstance(values[3], int) else 0


def _arguments(
    walk: Walk, node: Launch, count: int, wanted: list[Passed], values: list[Any]
) -> tuple[tuple[Passed, Any], ...]:
    if len(values) != count:
        words = "{name} has {wanted} parameters, and gets {count} arguments."
        refuse_node(walk, node, words, name=node.kernel, wanted=count, count=len(values))
    return tuple(
        (one, _argument(walk, node, one, member_of(values[one.row], one.path))) for one in wanted
    )


def _wrong(
    walk: Walk, at: syntax.Node, code: str, template: EnglishTemplate, values: dict[str, object]
) -> KernelFailed:
    """What on a GPU ends the program with an illegal address."""
    place = SourcePlace(walk.unit.file, at.lineno, at.col_offset + 1)
    return KernelFailed(Message(f"cuda-c.{code}", template, values), place)


def _argument(walk: Walk, node: Launch, passed: Passed, value: Any) -> Any:
    """What is passed for a parameter, where that is known."""
    at = node.arguments[passed.row]
    said: dict[str, object] = {"name": passed.name, "kernel": node.kernel}
    if isinstance(passed.kind, np.dtype) and isinstance(value, (int, float)):
        return value
    if not isinstance(passed.kind, Pointer) or not isinstance(value, HostPointer):
        words = "{name} of {kernel} depends on a value that gpuviz does not follow."
        refuse_node(walk, at, words, **said)
    if value.memory.is_freed:
        words = "{name} of {kernel} points to memory that was freed: free it behind the launch."
        raise _wrong(walk, at, "freed", words, said)
    if not value.memory.on_device and not value.memory.is_pinned:
        words = (
            "{name} of {kernel} has to point to memory of cudaMalloc or cudaMallocManaged: a kernel"
            " cannot reach that of the host."
        )
        raise _wrong(walk, at, "host-memory", words, said)
    if memory_dtype(passed.kind.to) is None:
        words = (
            "{name} of {kernel} is a {kind}, and an array of {of} is not known: pass one array of"
            " numbers, and compute the index as row * width + column."
        )
        said |= {"kind": name_of(passed.kind), "of": name_of(passed.kind.to)}
        refuse_node(walk, at, words, **said)
    if value.memory.cells:
        words = "what {name} of {kernel} points to was written in a way that is not followed."
        refuse_node(walk, at, words, **said)
    return value
