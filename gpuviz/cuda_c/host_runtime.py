"""Functions that give, copy and fill memory: of CUDA's runtime, and those of C like them."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_library import CallHandler
from gpuviz.cuda_c.host_places import AddressOf, Place, pointed_to
from gpuviz.cuda_c.host_shapes import called_in, named_in
from gpuviz.cuda_c.host_state import MemoryCopy, Walk
from gpuviz.cuda_c.host_values import (
    UNKNOWN,
    Cell,
    HostPointer,
    Memory,
    Object,
    dtype_of,
    elements,
    kept,
    numbers_of,
    whole,
)

PITCH_BYTES = 512  # rows of cudaMallocPitch begin at multiples of it


def _malloc(walk: Walk, node: syntax.Call) -> Any:
    sizes = walk.values(node.arguments)
    zero = called_in(node) == "calloc"
    size: Any = sizes[0] * sizes[1] if zero and whole(*sizes[:2]) else sizes[-1]
    memory = Memory(size if whole(size) else None, False)
    if zero and memory.bytes() is not None:
        memory.filled = True
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
    to, source = (pointed_to(value) for value in values[:2])
    source = _bytes_of_variable(values[1]) if source is None else source
    if to is None:
        known = isinstance(values[0], AddressOf) and _copied_number(values[0].place, source)
    else:
        walk.notes.write(to.memory)
        known = source is not None and _copied_bytes(to, source, values[2])
        if not known:
            to.memory.forget()
    if called_in(node).startswith("cuda"):
        stream = values[4] if len(values) > 4 else 0
        walk.device.copied(walk, node, MemoryCopy(to, source, values[2], known, stream))
    return 0


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
    if source is not None and isinstance(kind, np.dtype) and source.memory.filled:
        row = elements(HostPointer(source.memory, source.offset, kind))
        found = row[0].item() if row is not None and len(row) else UNKNOWN
    place.put(found)
    return found is not UNKNOWN


def _copied_bytes(to: HostPointer, source: HostPointer, size: Any) -> bool:
    given = source.memory.contents
    if source.memory.cells or to.memory is source.memory:
        return False
    if given is None or not source.memory.filled or not whole(size):
        return False
    data = to.memory.bytes()
    inside = data is not None and to.offset + size <= len(data)
    if data is None or not inside or source.offset + size > len(given) or source.offset < 0:
        return False
    data[to.offset : to.offset + size] = given[source.offset : source.offset + size]
    to.memory.filled = True
    return True


def _set_bytes(walk: Walk, node: syntax.Call) -> Any:
    """cudaMemset(p, byte, count), memset."""
    values = walk.values(node.arguments)
    to = pointed_to(values[0]) if values else None
    if to is None:
        return 0
    walk.notes.write(to.memory)
    data = to.memory.bytes()
    fits = len(values) > 2 and whole(values[2]) and data is not None
    if data is not None and fits and isinstance(values[1], int):
        data[to.offset : to.offset + values[2]] = values[1] & 255
        to.memory.filled = True
    else:
        to.memory.forget()
    return 0


def _to_symbol(walk: Walk, node: syntax.Call) -> Any:
    """cudaMemcpyToSymbol(name, from, bytes)."""
    if len(node.arguments) < 3:
        return 0
    symbol, source = named_in(node.arguments[0]), pointed_to(walk.value(node.arguments[1]))
    if symbol and source is not None:
        walk.symbols[symbol] = kept(source).memory
    return 0


def _sets(value: Any, row: int = 0) -> CallHandler:
    """cudaGetDeviceCount(&n) and its like."""

    def work(walk: Walk, node: syntax.Call) -> Any:
        values = walk.values(node.arguments)
        if len(values) > row and isinstance(values[row], AddressOf):
            values[row].place.put(value)
        return 0

    return work


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
    """cudaStreamCreate(&stream): streams are numbers here."""
    values = walk.values(node.arguments)
    walk.streams += 1
    if values and isinstance(values[0], AddressOf):
        values[0].place.put(walk.streams)
    return 0


def _waits(walk: Walk, node: syntax.Call) -> Any:
    """cudaStreamSynchronize(stream), cudaDeviceSynchronize()."""
    values = walk.values(node.arguments)
    walk.device.waited(values[0] if values else None)
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
    **dict.fromkeys(("cudaStreamCreate", "cudaStreamCreateWithFlags"), _new_stream),
    "cudaStreamSynchronize": _waits,
    "cudaDeviceSynchronize": _waits,
    "cudaMallocPitch": _pitched,
    **dict.fromkeys(("cudaMemcpy", "cudaMemcpyAsync", "memcpy"), _copy),
    **dict.fromkeys(("cudaMemset", "cudaMemsetAsync", "memset"), _set_bytes),
    "cudaMemcpyToSymbol": _to_symbol,
    "cudaHostGetDevicePointer": _device_pointer,
    "cudaGetDeviceCount": _sets(1),
    "cudaGetDevice": _sets(0),
}
