"""What an expression of the host gives: operators, names, casts, sizeof, new."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_arithmetic import NUMBERS, number_of
from gpuviz.cuda_c.host_closures import closure
from gpuviz.cuda_c.host_library import RAND_MAX
from gpuviz.cuda_c.host_places import AddressOf, Place, Record, place_of
from gpuviz.cuda_c.host_shapes import parts_of, written
from gpuviz.cuda_c.host_state import Handlers, Walk
from gpuviz.cuda_c.host_syntax import Lambda, New
from gpuviz.cuda_c.host_unknowns import expose_argument, forget_names
from gpuviz.cuda_c.host_values import (
    UNKNOWN,
    Cell,
    HostPointer,
    KernelName,
    Memory,
    Object,
    as_kind,
    bytes_of,
    data_of,
    fresh,
    is_dim3,
    is_vector_type,
    moved,
    same,
    truth_of,
)
from gpuviz.cuda_c.host_variables import by_constructor, structure, vector
from gpuviz.cuda_c.types import CType, Pointer, Struct

CONSTANTS = {"RAND_MAX": RAND_MAX, "cudaSuccess": 0, "EXIT_SUCCESS": 0, "EXIT_FAILURE": 1}


def _number(walk: Walk, node: syntax.Number) -> Any:
    return int(node.value) if isinstance(node.value, bool) else node.value


def _name(walk: Walk, node: syntax.Name) -> Any:
    cell = walk.scopes.cell(node.id)
    if cell is not None:
        return walk.named(node.id, cell.value, cell.kind)
    if any(one.name == node.id for one in walk.unit.kernels):
        return KernelName(node.id)
    return walk.named(node.id, CONSTANTS.get(node.id, UNKNOWN))


def _at_place(walk: Walk, node: Any) -> Any:
    place = place_of(walk, node)
    value = UNKNOWN if place is None else place.get()
    kind = None if place is None or place.cell is None else place.cell.kind
    return UNKNOWN if isinstance(value, Record) else walk.named(written(node), value, kind)


# Operators


def _unary(walk: Walk, node: syntax.Unary) -> Any:
    if node.mark == "&":
        return _address(walk, node.operand)
    if node.mark == "*":
        return _at_place(walk, node)
    if node.mark in ("++", "--"):
        return _stepped(walk, node, gives_old=False)
    value = walk.value(node.operand)
    if node.mark == "!":
        truth = truth_of(value)
        return UNKNOWN if truth is None else int(not truth)
    if not isinstance(value, NUMBERS):
        return UNKNOWN
    if node.mark == "~":
        return UNKNOWN if isinstance(value, float) else ~value
    return -value if node.mark == "-" else value


def _address(walk: Walk, node: Any) -> Any:
    if isinstance(node, syntax.Index):
        base, index = walk.value(node.base), walk.value(node.index)
        return moved(data_of(base), index)
    place = place_of(walk, node)
    return UNKNOWN if place is None else AddressOf(place)


def _postfix(walk: Walk, node: syntax.Postfix) -> Any:
    return _stepped(walk, node, gives_old=True)


def _stepped(walk: Walk, node: syntax.Unary | syntax.Postfix, gives_old: bool) -> Any:
    place = place_of(walk, node.operand)
    if place is None:
        return UNKNOWN
    old = place.get()
    new = combined(node.mark[0], old, 1)
    _set(walk, place, new, compound=True)
    return old if gives_old else new


def _set(walk: Walk, place: Place, value: Any, compound: bool = False) -> None:
    if not walk.lanes:
        place.put(value)
    elif place.cell is not None:
        in_lanes = isinstance(value, np.ndarray) or not compound
        place.put(value if in_lanes else UNKNOWN)
    else:  # turns may change the same element
        place.put(UNKNOWN if compound else value)


def _binary(walk: Walk, node: syntax.Binary) -> Any:
    left = walk.value(node.left)
    if node.mark in ("&&", "||"):
        return _logical(walk, node, left)
    right = walk.value(node.right)
    if node.mark == ">>" and left is UNKNOWN and _is_stream(walk, node.left):  # std::cin >> n
        walk.unknown.pop(written(node.left), None)
        expose_argument(walk, node.right, right)
    return right if node.mark == "," else combined(node.mark, left, right)


def _is_stream(walk: Walk, node: syntax.Expression) -> bool:
    """Whether something that is not known may be a stream, and not a number."""
    while isinstance(node, syntax.Binary) and node.mark == ">>":
        node = node.left
    cell = walk.scopes.cell(node.id) if isinstance(node, syntax.Name) else None
    return isinstance(node, (syntax.Name, syntax.Member)) and not (
        cell is not None and isinstance(cell.kind, np.dtype)
    )


def _logical(walk: Walk, node: syntax.Binary, left: Any) -> Any:
    ends = node.mark == "||"  # the truth of one side that tells the whole
    first = truth_of(left)
    if first is not None and first is ends:
        return int(first)
    second = truth_of(walk.value(node.right))
    if second is None or (first is None and second is not ends):
        return UNKNOWN
    return int(second)


def combined(mark: str, left: Any, right: Any) -> Any:
    """`left mark right`, of numbers or of a pointer and a number."""
    if isinstance(left, NUMBERS) and isinstance(right, NUMBERS):
        return number_of(mark, left, right)
    if isinstance(right, HostPointer) and mark == "+":
        left, right = right, left
    if isinstance(left, HostPointer) and mark in ("+", "-") and isinstance(right, NUMBERS):
        return moved(left, -right if mark == "-" else right)
    if isinstance(left, HostPointer) and isinstance(right, int) and mark in ("==", "!="):
        return int(mark == "!=")
    return UNKNOWN


def _assignment(walk: Walk, node: syntax.Assignment) -> Any:
    place = place_of(walk, node.target)
    kind = None if place is None or place.cell is None else place.cell.kind
    if isinstance(node.value, syntax.Values) and node.value.kind is None:
        value = UNKNOWN if kind is None else structure(walk, kind, node.value)
    elif isinstance(kind, Struct) and not is_dim3(kind) and not node.mark:
        value = _made(walk, kind, node)
    else:
        value = walk.value(node.value)
    if place is None:  # somewhere in what is named there
        forget_names(walk, {p.id for p in parts_of(node.target) if isinstance(p, syntax.Name)})
        return UNKNOWN
    if node.mark:
        value = combined(node.mark, place.get(), value)
    _set(walk, place, value, compound=bool(node.mark))
    return value


def _made(walk: Walk, kind: Struct, node: syntax.Assignment) -> Any:
    """What a structure is set to; `: member(a, b)` of a constructor reads member = (a, b)."""
    parts = [node.value]
    while isinstance(parts[0], syntax.Binary) and parts[0].mark == ",":
        parts[:1] = [parts[0].left, parts[0].right]
    value = walk.value(parts[0]) if len(parts) == 1 else UNKNOWN
    if isinstance(value, Object) or (len(parts) == 1 and value is UNKNOWN):
        return value
    return walk.value(syntax.Values(parts, kind, lineno=node.lineno, col_offset=0))


def _conditional(walk: Walk, node: syntax.Conditional) -> Any:
    test = walk.value(node.test)
    truth = truth_of(test)
    if truth is not None:
        return walk.value(node.yes if truth else node.no)
    yes, no = walk.value(node.yes), walk.value(node.no)
    if isinstance(test, np.ndarray):
        known = isinstance(yes, NUMBERS) and isinstance(no, NUMBERS)
        return np.where(test != 0, yes, no) if known else UNKNOWN
    return yes if same(yes, no) else UNKNOWN


# Types


def _cast(walk: Walk, node: syntax.Cast) -> Any:
    value, kind = walk.value(node.operand), walk.scopes.kind(node.kind)
    if isinstance(value, AddressOf) and isinstance(kind, Pointer):
        return value
    is_pointer = isinstance(kind, Pointer) and isinstance(value, HostPointer)
    return as_kind(value, kind) if is_pointer or isinstance(kind, np.dtype) else value


def _size_of(walk: Walk, node: syntax.SizeOf) -> Any:
    if not isinstance(node.of, syntax.Node):
        return _known(bytes_of(walk.scopes.kind(node.of)))
    value = walk.value(node.of)
    cell = walk.scopes.cell(node.of.id) if isinstance(node.of, syntax.Name) else None
    if isinstance(value, HostPointer) and value.memory.declared and cell is not None:
        return value.memory.size if not value.offset else UNKNOWN
    kind = cell.kind if cell is not None else None
    if kind is None and isinstance(node.of, (syntax.Unary, syntax.Index)):
        kind = _pointed_to(walk, node.of)
    return _known(None if kind is None else bytes_of(kind))


def _pointed_to(walk: Walk, node: syntax.Unary | syntax.Index) -> CType | None:
    """The type of `*p` and `p[i]`."""
    base = node.operand if isinstance(node, syntax.Unary) else node.base
    declared = walk.scopes.cell(base.id) if isinstance(base, syntax.Name) else None
    pointer = walk.value(base)
    kind = pointer.to if isinstance(pointer, HostPointer) else None
    if kind is None and declared is not None and isinstance(declared.kind, Pointer):
        return declared.kind.to
    return kind


def _known(value: int | None) -> Any:
    return UNKNOWN if value is None else value


def _values(walk: Walk, node: syntax.Values) -> Any:
    kind = node.kind
    if kind is None:
        return UNKNOWN
    if isinstance(kind, Struct) and is_vector_type(kind):
        return vector(walk, kind, node)
    return structure(walk, walk.scopes.kind(kind), node)


def _new(walk: Walk, node: New) -> Any:
    kind = walk.scopes.kind(node.kind)
    count = 1 if node.count is None else walk.value(node.count)
    width = bytes_of(kind)
    size = count * width if isinstance(count, int) and width else None
    memory = Memory(size, False)
    if isinstance(kind, Struct) and node.count is None:
        made = by_constructor(walk, kind, walk.values(node.arguments))
        memory.cells[0] = Cell(fresh(kind) if made is None else made, kind)
    elif node.zero and memory.bytes() is not None:
        memory.write()
    return HostPointer(memory, 0, kind)


def _lambda(walk: Walk, node: Lambda) -> Any:
    if node.body is None:
        forget_names(walk, node.names)
        return UNKNOWN
    return closure(walk, node)


EXPRESSIONS: Handlers = {
    syntax.Number: _number,
    syntax.Name: _name,
    syntax.Unary: _unary,
    syntax.Postfix: _postfix,
    syntax.Binary: _binary,
    syntax.Assignment: _assignment,
    syntax.Conditional: _conditional,
    syntax.Index: _at_place,
    syntax.Member: _at_place,
    syntax.Cast: _cast,
    syntax.SizeOf: _size_of,
    syntax.Values: _values,
    New: _new,
    Lambda: _lambda,
}
