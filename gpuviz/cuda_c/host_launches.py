"""Launches as they are met on the way through host code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_closures import passed, templates_of
from gpuviz.cuda_c.host_places import AddressOf
from gpuviz.cuda_c.host_state import MemoryCopy, ProgramEnd, Walk
from gpuviz.cuda_c.host_syntax import Launch
from gpuviz.cuda_c.host_unknowns import expose, refuse_node
from gpuviz.cuda_c.host_values import (
    UNKNOWN,
    Cell,
    HostPointer,
    KernelName,
    Memory,
    Object,
    axes_of,
    elements,
    kept,
    kept_memory,
)
from gpuviz.cuda_c.types import CType


@dataclass(frozen=True)
class Walked:
    """A launch as it was met: its numbers, None for those that are not known."""

    kernel: str
    templates: tuple[CType | int | None, ...]
    grid: tuple[int, int, int] | None
    block: tuple[int, int, int] | None
    shared: int | None
    arguments: tuple[Any, ...]  # numbers, Objects, HostPointers to copies of memory; UNKNOWN
    constants: Mapping[str, Memory] = field(default_factory=dict)  # what symbols were set to
    branch: syntax.Node | None = None
    """What decides whether it is launched, where that is not known."""

    def passed(self, row: int, path: tuple[str, ...] = ()) -> object:
        """An argument, or a member of it; UNKNOWN where it was not followed."""
        return member_of(self.arguments[row], path) if row < len(self.arguments) else UNKNOWN

    @property
    def unknown(self) -> frozenset[str]:
        """What is not known of it: grid, block, arguments, lengths of arrays, and so on."""
        plain = {"grid": self.grid, "block": self.block, "shared": self.shared}
        found = {name for name, value in plain.items() if value is None}
        found |= {f"template {row}" for row, one in enumerate(self.templates) if one is None}
        for row, argument in enumerate(self.arguments):
            for part in range(len(held := _parts_of(argument))):
                one = held[part]
                if one is UNKNOWN or (isinstance(one, HostPointer) and one.memory.size is None):
                    found.add(f"argument {row} {part}")
        return frozenset(found | ({"branch"} if self.branch is not None else set()))

    @property
    def is_known(self) -> bool:
        """Whether all of it is."""
        return not self.unknown


def _parts_of(value: Any) -> list[Any]:
    """A value, or of a structure all that its members hold."""
    if not isinstance(value, Object):
        return [value]
    return [part for cell in value.members.values() for part in _parts_of(cell.value)]


def _element(value: Any, row: int) -> Any:
    """A number of a member that is an array."""
    known = elements(value) if isinstance(value, HostPointer) and value.memory.filled else None
    if known is None or known.dtype.names is not None or row >= len(known):
        return UNKNOWN
    return known[row].item()


def member_of(value: Any, path: tuple[str, ...]) -> Any:
    """A member of a member of a structure; UNKNOWN where there is none."""
    for name in path:
        if name.startswith("["):
            value = _element(value, int(name[1:-1]))
            continue
        if not isinstance(value, Object) or name not in value.members:
            return UNKNOWN
        value = value.members[name].value
    return value


class FirstLaunches:
    """Keeps the first launch of each kernel, or of the one that is `wanted`."""

    def __init__(self, kernels: tuple[str, ...], wanted: str = "") -> None:
        self._wanted = {wanted} & set(kernels) if wanted else set(kernels)
        self.found: dict[str, Walked] = {}

    def launch(self, walk: Walk, node: Launch) -> None:
        """Keeps it; what a kernel writes is not followed. Raises ProgramEnd when all are found."""
        configuration, arguments = walk.values(node.configuration), walk.values(node.arguments)
        arguments = [passed(walk, value) for value in arguments]
        if node.kernel in self._wanted and node.kernel not in self.found:
            self.found[node.kernel] = _walked(walk, node, configuration, arguments)
        for value in arguments:
            expose(walk, value)
        if self._wanted and self._wanted == set(self.found):
            raise ProgramEnd

    def copied(self, walk: Walk, node: syntax.Call, copy: MemoryCopy) -> None:
        """Copies alone say nothing of a launch."""

    def filled(self, node: syntax.Call, to: HostPointer, nbytes: int, stream: Any) -> None:
        """Nor does what is set."""

    def waited(self, stream: Any) -> None:
        """Nor does waiting."""

    def marked(self, event: int, stream: int) -> None:
        """Nor do events."""

    def awaits(self, stream: int | None, event: int) -> None:
        """Nor do those who wait for them."""


def _walked(walk: Walk, node: Launch, configuration: list[Any], arguments: list[Any]) -> Walked:
    grid, block = (axes_of(part) for part in (*configuration[:2], UNKNOWN, UNKNOWN)[:2])
    kernel = next(one for one in walk.unit.kernels if one.name == node.kernel)
    given = tuple(template_of(walk, part) for part in node.templates)
    shared = configuration[2] if len(configuration) > 2 else 0
    return Walked(
        node.kernel,
        templates_of(walk, node, kernel, given, arguments),
        grid,
        block,
        shared if isinstance(shared, int) else None,
        tuple(kept(value) for value in arguments),
        {name: kept_memory(memory) for name, memory in walk.symbols.items()},
        next((one for one in walk.perhaps if isinstance(one, (syntax.If, syntax.Switch))), None),
    )


def template_of(walk: Walk, part: Any) -> CType | int | None:
    """A template's argument; None for a number that is not known."""
    if isinstance(part, syntax.Node):
        value = walk.value(part)
        return value if isinstance(value, int) else None
    return walk.scopes.kind(part)


def launch_by_call(walk: Walk, node: syntax.Call) -> Any:
    """cudaLaunchKernel(kernel, grid, block, arguments, shared, stream), and the cooperative one."""
    at: Any = {"lineno": node.lineno, "col_offset": node.col_offset}
    held = walk.value(node.arguments[0]) if len(node.arguments) > 3 else UNKNOWN
    given = walk.value(node.arguments[3]) if len(node.arguments) > 3 else UNKNOWN
    known = next((k for k in walk.unit.kernels if held == KernelName(k.name)), None)
    if known is None or not isinstance(given, HostPointer):
        if walk.is_whole:
            refuse_node(
                walk, node, "what is launched here is not known: write kernel<<<grid, block>>>(..)."
            )
        return 0
    configuration = [*node.arguments[1:3], *node.arguments[4:6]]
    with walk.scopes.block():
        names = list[syntax.Expression]()
        for row, pointer in enumerate(cell.value for _, cell in sorted(given.memory.cells.items())):
            walk.scopes.name(f"<{row}>", _pointed_cell(pointer))
            names.append(syntax.Name(f"<{row}>", **at))
        do_launch(walk, Launch(known.name, (), configuration, names, **at))
    return 0


def _pointed_cell(pointer: Any) -> Cell:
    if not isinstance(pointer, AddressOf):
        return Cell()
    return pointer.place.cell or Cell(pointer.place.get())


def do_launch(walk: Walk, node: Launch) -> None:
    """Tells the device."""
    held = walk.scopes.cell(node.kernel)
    if held is not None and isinstance(held.value, KernelName):
        node = replace(node, kernel=held.value.name)
    walk.launches = True
    try:
        walk.device.launch(walk, node)
    finally:
        walk.launches = False
