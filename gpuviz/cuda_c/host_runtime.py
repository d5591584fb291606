"""Functions that give, copy and fill memory: of CUDA's runtime, and those of C like them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_library import CallHandler
from gpuviz.cuda_c.host_places import AddressOf, Place, pointed_to
from gpuviz.cuda_c.host_shapes import called_in, named_in
from gpuviz.cuda_c.host_state import MemoryCopy, Walk
from gpuviz.cuda_c.host_unknowns import expose, refuse_node
from gpuviz.cuda_c.host_values import (
    UNKNOWN,
    Cell,
    HostPointer,
    Memory,
    Object,
    dtype_of,
    elements,
    fresh,
    innermost,
    numbers_of,
    same,
    whole,
)
from gpuviz.cuda_c.host_variables import array
from gpuviz.cuda_c.types import INT, ArrayOf

PITCH_BYTES = 512  # rows of cudaMallocPitch begin at multiples of it


def _malloc(walk: Walk, node: syntax.Call) -> Any:
    sizes = walk.values(node.arguments)
    zero = called_in(node) == "calloc"
    size: Any = sizes[0] * sizes[1] if zero and whole(*sizes[:2]) else sizes[-1]
    memory = Memory(size if whole(size) else None, False)
    if zero and memory.bytes() is not None:
        memory.write()
    return HostPointer(memory, 0, None)


def _allocates(on_device: bool, is_shared: bool = False, is_pinned: bool = False) -> CallHandler:
    """cudaMalloc(&p, bytes) and its like."""

    def allocate(walk: Walk, node: syntax.Call) -> Any:
        values = walk.values(node.arguments)
        if len(values) < 2:
            return 0
        size = values[1]
        memory = Memory(
            size if whole(size) else None, on_device, is_shared=is_shared, is_pinned=is_pinned
        )
        _point_to(values[0], memory)
        return 0

    return allocate


def _point_to(target: Any, memory: Memory) -> None:
    """Sets the pointer whose address is given."""
    if isinstance(target, AddressOf):
        target.place.put(HostPointer(memory, 0, None))
    elif isinstance(target, HostPointer) and target.to is not None:  # float** p of a function
        cell = target.memory.cells.get(target.offset)
        if cell is None:
            cell = target.memory.cells[target.offset] = Cell(UNKNOWN, target.to)
        cell.put(HostPointer(memory, 0, None))


def _pitched(walk: Walk, node: syntax.Call) -> Any:
    """cudaMallocPitch(&p, &pitch, width, height): where each row begins at a multiple."""
    values = walk.values(node.arguments)
    if len(values) < 4:
        return 0
    width, height = values[2:4]
    known = whole(width, height)
    pitch = -(-width // PITCH_BYTES) * PITCH_BYTES if known else UNKNOWN
    _point_to(values[0], Memory(pitch * height if known else None, True))
    if isinstance(values[1], AddressOf):
        values[1].place.put(pitch)
    return 0


def _copy(walk: Walk, node: syntax.Call) -> Any:
    """cudaMemcpy(to, from, bytes, kind), memcpy(to, from, bytes)."""
    values = walk.values(node.arguments)
    if len(values) < 3:
        return 0
    source = pointed_to(values[1]) or _bytes_of_variable(values[1])
    _copy_to(walk, node, values[0], source, values[2], values[4] if len(values) > 4 else 0)
    return 0


def _copy_to(
    walk: Walk, node: syntax.Call, target: Any, source: HostPointer | None, size: Any, stream: Any
) -> None:
    """Copies bytes to where a value points to."""
    to = pointed_to(target)
    if to is None:
        known = isinstance(target, AddressOf) and _copied_number(target.place, source)
    else:
        walk.notes.write(to.memory)
        if to.memory.on_device and walk.guesses is not None and _is_unwritten(source):
            walk.guesses.copies_unwritten(node)
        known = source is not None and _copied_bytes(to, source, size)
        if not known:
            to.memory.forget()
    if called_in(node).startswith("cuda"):
        walk.device.copied(walk, node, MemoryCopy(to, source, size, known, stream))


def _is_unwritten(source: HostPointer | None) -> bool:
    """Whether it is memory of the host that the program allocated, and nothing more."""
    if source is None or source.memory.on_device or source.memory.size is None:
        return False
    return not source.memory.filled and not source.memory.cells


def _bytes_of_variable(value: Any) -> HostPointer | None:
    """What `&variable` points to, of a number or a structure of numbers that is known."""
    cell = value.place.cell if isinstance(value, AddressOf) else None
    dtype = None if cell is None else dtype_of(cell.kind)
    if cell is None or dtype is None:
        return None
    held = numbers_of(cell.value) if isinstance(cell.value, Object) else cell.value
    if not isinstance(held, (int, float, tuple)):
        return None
    contents = np.array([held], dtype).view(np.uint8)
    return HostPointer(Memory(dtype.itemsize, False, True, contents), 0, cell.kind)


def _copied_number(place: Place, source: HostPointer | None) -> bool:
    """Copies a number to a variable; whether it is known."""
    kind = None if place.cell is None else place.cell.kind
    found: Any = UNKNOWN
    known = source is not None and source.memory.filled and not source.memory.is_outdated
    if source is not None and isinstance(kind, np.dtype) and known:
        row = elements(HostPointer(source.memory, source.offset, kind))
        found = row[0].item() if row is not None and len(row) else UNKNOWN
    place.put(found)
    return found is not UNKNOWN


def _copied_bytes(to: HostPointer, source: HostPointer, size: Any) -> bool:
    given = source.memory.bytes()
    if source.memory.cells or to.memory is source.memory or given is None or not whole(size):
        return False
    if source.memory.is_outdated and not to.memory.on_device:
        return False
    data = to.memory.bytes()
    if data is None and to.offset == 0 and size == to.memory.size:
        data = to.memory.contents = np.zeros(size, np.uint8)
    inside = data is not None and to.offset + size <= len(data)
    if data is None or not inside or source.offset + size > len(given) or source.offset < 0:
        return False
    data[to.offset : to.offset + size] = given[source.offset : source.offset + size]
    to.memory.take(to.offset, size, source)
    return True


def _set_bytes(walk: Walk, node: syntax.Call) -> Any:
    """cudaMemset(p, byte, count), memset."""
    values = walk.values(node.arguments)
    to = pointed_to(values[0]) if values else None
    if to is None:
        return 0
    byte, count = values[1:3] if len(values) > 2 else (UNKNOWN, UNKNOWN)
    _set(walk, node, to, byte, count, values[3] if values[3:] else 0)
    return 0


def _set(
    walk: Walk, node: syntax.Call, to: HostPointer, byte: Any, count: Any, stream: Any
) -> None:
    walk.notes.write(to.memory)
    data = to.memory.bytes()
    if data is not None and whole(count) and isinstance(byte, int):
        data[to.offset : to.offset + count] = byte & 255
        to.memory.write(to.offset, count)
    else:
        to.memory.forget()
    if called_in(node).startswith("cuda"):
        walk.device.filled(node, to, count if whole(count) else 0, stream)


def _to_symbol(walk: Walk, node: syntax.Call) -> Any:
    """cudaMemcpyToSymbol(name, from, bytes, offset)."""
    symbol = symbol_of(walk, node.arguments[0]) if len(node.arguments) > 2 else None
    given, size, offset = [*walk.values(node.arguments[1:4]), 0, 0, 0][:3]
    if symbol is None:
        return 0
    source = pointed_to(given) or _bytes_of_variable(given)
    to = replace(symbol, offset=offset) if whole(offset) else None
    walk.notes.write(symbol.memory)
    if 0 in symbol.memory.cells:
        whole_of_it = isinstance(given, AddressOf) and same(offset, 0)
        symbol.memory.cells[0].put(given.place.get() if whole_of_it else UNKNOWN)
        return 0
    if source is None or to is None or not _copied_bytes(to, source, size):
        symbol.memory.forget()
    return 0


def _from_symbol(walk: Walk, node: syntax.Call) -> Any:
    """cudaMemcpyFromSymbol(to, name, bytes, offset)."""
    symbol = symbol_of(walk, node.arguments[1]) if len(node.arguments) > 2 else None
    to, _, size, offset = [*walk.values(node.arguments[:4]), 0, 0, 0, 0][:4]
    source = replace(symbol, offset=offset) if symbol is not None and whole(offset) else None
    if to:
        _copy_to(walk, node, to, source, size, 0)
    return 0


def _symbol_address(walk: Walk, node: syntax.Call) -> Any:
    """cudaGetSymbolAddress(&p, name)."""
    symbol = symbol_of(walk, node.arguments[1]) if len(node.arguments) > 1 else None
    target = walk.value(node.arguments[0]) if node.arguments else UNKNOWN
    if isinstance(target, AddressOf):
        target.place.put(UNKNOWN if symbol is None else symbol)
    return 0


def symbol_of(walk: Walk, node: Any) -> HostPointer | None:
    """The memory of a name in constant or device memory; None where that is not known."""
    name = named_in(node)
    known = walk.unit.variables.get(name)
    if known is None or known.place not in ("constant", "device"):
        return None
    kind = known.variable.kind
    if name not in walk.symbols:
        rows = kind if isinstance(kind, ArrayOf) else ArrayOf(kind, _one(node))
        given = known.variable.value
        first = given if isinstance(given, syntax.Values) else None
        if first is None:
            items = [] if given is None else [given]
            first = syntax.Values(items, lineno=node.lineno, col_offset=node.col_offset)
        memory = array(walk, rows, first).memory
        if dtype_of(innermost(kind)) is None and not isinstance(kind, ArrayOf):
            memory.cells = {0: Cell(fresh(kind), kind)}
        memory.on_device, memory.declared = True, False
        walk.symbols[name] = memory
    return HostPointer(walk.symbols[name], 0, innermost(kind))


def _one(node: syntax.Node) -> syntax.Number:
    return syntax.Number(1, INT, lineno=node.lineno, col_offset=node.col_offset)


def _sets(value: Any, row: int = 0) -> CallHandler:
    """cudaGetDeviceCount(&n) and its like."""

    def work(walk: Walk, node: syntax.Call) -> Any:
        values = walk.values(node.arguments)
        if len(values) > row and isinstance(values[row], AddressOf):
            values[row].place.put(value)
        return 0

    return work


def _free(walk: Walk, node: syntax.Call) -> Any:
    """cudaFree(p)."""
    pointer = pointed_to(walk.value(node.arguments[0])) if node.arguments else None
    if pointer is not None and not walk.perhaps:
        pointer.memory.is_freed = True
    return 0


def _copy_rows(walk: Walk, node: syntax.Call) -> Any:
    """cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind, stream)."""
    values = walk.values(node.arguments)
    if len(values) < 6 or not whole(*(values[row] for row in (1, 3, 4, 5))):
        return _lose_all(walk, values)
    to, source = pointed_to(values[0]), pointed_to(values[2])
    if to is None or source is None:
        return _lose_all(walk, values)
    stream = values[7] if len(values) > 7 else 0
    for row in range(values[5]):
        at = replace(to, offset=to.offset + row * values[1])
        given = replace(source, offset=source.offset + row * values[3])
        _copy_to(walk, node, at, given, values[4], stream)
    return 0


def _set_rows(walk: Walk, node: syntax.Call) -> Any:
    """cudaMemset2D(p, pitch, byte, width, height)."""
    values = walk.values(node.arguments)
    to = pointed_to(values[0]) if len(values) > 4 else None
    if to is None or not whole(values[1], *values[3:5]):
        return _lose_all(walk, values)
    for row in range(values[4]):
        part = replace(to, offset=to.offset + row * values[1])
        _set(walk, node, part, values[2], values[3], values[5] if values[5:] else 0)
    return 0


def _lose_all(walk: Walk, values: list[Any]) -> Any:
    for value in values:
        expose(walk, value)
    return 0


def _pins(is_pinned: bool) -> CallHandler:
    """cudaHostRegister(p, bytes, flags): memory of the host is page-locked from now on."""

    def pin(walk: Walk, node: syntax.Call) -> Any:
        values = walk.values(node.arguments)
        pointer = pointed_to(values[0]) if values else None
        if pointer is not None:
            pointer.memory.is_pinned = is_pinned
        return 0

    return pin


def _new_stream(walk: Walk, node: syntax.Call) -> Any:
    """cudaStreamCreate(&stream), cudaEventCreate(&event): they are numbers here."""
    values = walk.values(node.arguments)
    walk.streams += 1
    if values and isinstance(values[0], AddressOf):
        values[0].place.put(walk.streams)
    return 0


def _waits_for_all(walk: Walk, node: syntax.Call) -> Any:
    """cudaStreamQuery(stream): it is taken to have ended."""
    walk.values(node.arguments)
    walk.device.waited(None)
    return 0


def _waits(walk: Walk, node: syntax.Call) -> Any:
    """cudaStreamSynchronize(stream), cudaDeviceSynchronize()."""
    values = walk.values(node.arguments)
    walk.device.waited(values[0] if values else None)
    return 0


def _marks(walk: Walk, node: syntax.Call) -> Any:
    """cudaEventRecord(event, stream)."""
    values = walk.values(node.arguments)
    event, stream = (*values, 0, 0)[:2]
    if isinstance(event, int):
        walk.device.marked(event, stream if isinstance(stream, int) else 0)
    return 0


def _awaits(walk: Walk, node: syntax.Call) -> Any:
    """cudaStreamWaitEvent(stream, event), cudaEventSynchronize(event): one not known is all."""
    values = walk.values(node.arguments)
    stream, event = values[:2] if len(values) > 1 else (None, *values, None)[:2]
    if isinstance(event, int) and (stream is None or isinstance(stream, int)):
        walk.device.awaits(stream, event)
    else:
        walk.device.waited(None)
    return 0


def _graph(walk: Walk, node: syntax.Call) -> Any:
    """cudaGraphLaunch(graph, stream)."""
    if walk.is_whole:
        words = (
            "what a graph launches again is not followed: its launches are checked where they are"
            " captured."
        )
        refuse_node(walk, node, words)
    return 0


def _device_pointer(walk: Walk, node: syntax.Call) -> Any:
    """cudaHostGetDevicePointer(&d, h, 0): the same memory."""
    values = walk.values(node.arguments)
    if len(values) > 1 and isinstance(values[0], AddressOf):
        values[0].place.put(values[1])
    return 0


RUNTIME: dict[str, CallHandler] = {
    **dict.fromkeys(("malloc", "calloc", "aligned_alloc"), _malloc),
    **dict.fromkeys(("cudaMalloc", "cudaMallocAsync"), _allocates(True)),
    "cudaMallocManaged": _allocates(True, is_shared=True),
    **dict.fromkeys(("cudaMallocHost", "cudaHostAlloc"), _allocates(False, is_pinned=True)),
    "cudaHostRegister": _pins(True),
    "cudaHostUnregister": _pins(False),
    **dict.fromkeys(
        ("cudaStreamCreate", "cudaStreamCreateWithFlags", "cudaStreamCreateWithPriority"),
        _new_stream,
    ),
    "cudaStreamSynchronize": _waits,
    **dict.fromkeys(("cudaDeviceSynchronize", "cudaThreadSynchronize"), _waits),
    **dict.fromkeys(("cudaStreamQuery", "cudaEventQuery"), _waits_for_all),
    **dict.fromkeys(("cudaEventCreate", "cudaEventCreateWithFlags"), _new_stream),
    "cudaEventRecord": _marks,
    **dict.fromkeys(("cudaStreamWaitEvent", "cudaEventSynchronize"), _awaits),
    "cudaGraphLaunch": _graph,
    "cudaMallocPitch": _pitched,
    **dict.fromkeys(("cudaMemcpy", "cudaMemcpyAsync", "memcpy"), _copy),
    **dict.fromkeys(("cudaMemset", "cudaMemsetAsync", "memset"), _set_bytes),
    **dict.fromkeys(("cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync"), _to_symbol),
    **dict.fromkeys(("cudaMemcpyFromSymbol", "cudaMemcpyFromSymbolAsync"), _from_symbol),
    "cudaGetSymbolAddress": _symbol_address,
    **dict.fromkeys(("cudaFree", "cudaFreeAsync"), _free),
    **dict.fromkeys(("cudaMemcpy2D", "cudaMemcpy2DAsync"), _copy_rows),
    **dict.fromkeys(("cudaMemset2D", "cudaMemset2DAsync"), _set_rows),
    "cudaHostGetDevicePointer": _device_pointer,
    "cudaGetDeviceCount": _sets(1),
    "cudaGetDevice": _sets(0),
}
