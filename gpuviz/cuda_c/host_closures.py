"""Lambdas that the host passes to kernels, and what the arguments of a launch say of a template."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_state import Walk
from gpuviz.cuda_c.host_syntax import Lambda, Launch
from gpuviz.cuda_c.host_values import (
    UNKNOWN,
    Cell,
    Closure,
    HostPointer,
    Object,
    data_of,
    is_vector_type,
    kept_or_same,
)
from gpuviz.cuda_c.lambda_types import lambda_at, lambda_type
from gpuviz.cuda_c.types import (
    BOOL,
    DOUBLE,
    FLOAT,
    INT,
    UNSIGNED_LONG,
    CType,
    Pointer,
    Scalar,
    Struct,
    without_reference,
)
from gpuviz.cuda_c.unit import FunctionText, TemplateArguments
from gpuviz.messages import NotSupportedError


def closure(walk: Walk, node: Lambda) -> Closure:
    """A lambda that is met; one for the device keeps what it captures as it is now."""
    captured: dict[str, Cell] | None = None
    if node.on_device:
        captured = _captured(walk, node)
    return Closure(node, walk.scopes.here(), captured)


def _captured(walk: Walk, node: Lambda) -> dict[str, Cell] | None:
    """The variables that it copies; None where one of them is not known."""
    try:
        found = lambda_at(walk.unit, node.lineno, node.col_offset + 1)
    except NotSupportedError:
        return None
    if found is None or found.default == "&" or any(one.by_reference for one in found.captures):
        return None
    explicit = {one.name: one.value for one in found.captures}
    cells: dict[str, Cell] = {}
    for name in sorted(node.names | set(explicit)):
        value = explicit.get(name)
        if value is not None:
            held: Cell | None = Cell(walk.value(value), kind_of(walk, value))
        else:
            held = next((n[name] for n in reversed(walk.scopes.here()[1:]) if name in n), None)
        if held is None or name in _own_names(node):
            continue
        kind = _kind_held(walk, held)
        if kind is None:
            return None
        cells[name] = Cell(kept_or_same(held.value), kind)
    return cells


def _own_names(node: Lambda) -> set[str]:
    from gpuviz.cuda_c.host_shapes import parts_of

    parts = [*parts_of(node.body), *node.parameters]
    return {part.name for part in parts if isinstance(part, syntax.Variable)}


def _kind_held(walk: Walk, cell: Cell) -> CType | None:
    """The type of a variable that is captured; None where that is not known."""
    value = data_of(cell.value)
    kind = None if cell.kind is None else without_reference(walk.scopes.kind(cell.kind))
    if isinstance(value, Closure):
        value = passed(walk, value)
    if isinstance(value, Object):
        return None if is_vector_type(value.kind) else value.kind
    if isinstance(value, HostPointer) and not isinstance(kind, Pointer):
        return None if value.to is None else Pointer(value.to)
    return kind if isinstance(kind, (np.dtype, Pointer)) else None


def passed(walk: Walk, value: Any) -> Any:
    """An argument of a launch: a lambda as the structure of what it captures."""
    if not isinstance(value, Closure):
        return value
    if value.captured is None:
        return UNKNOWN
    members: dict[str, Cell] = {}
    for name, cell in value.captured.items():
        inner = passed(walk, cell.value)
        kind = inner.kind if isinstance(inner, Object) else cell.kind
        members[name] = Cell(inner, kind)
    node = value.function
    kinds = tuple((name, cell.kind) for name, cell in members.items() if cell.kind is not None)
    return Object(lambda_type(walk.unit, node.lineno, node.col_offset + 1, kinds), members)


# Templates


def templates_of(
    walk: Walk,
    node: Launch,
    kernel: FunctionText,
    given: tuple[CType | int | None, ...],
    values: list[Any],
) -> tuple[CType | int | None, ...]:
    """The template arguments of a launch: those that are written, and what the others follow from.

    None for those that are not known.
    """
    if len(given) >= len(kernel.templates):
        return given
    found = _deduced(walk, node, kernel, values)
    rest = kernel.templates[len(given) :]
    return (*given, *(found.get(one.name) or _default(walk, one.default) for one in rest))


def _default(walk: Walk, words: Any) -> CType | int | None:
    if not words:
        return None
    parser = walk.unit.parser(list(words))
    if parser.at_type():
        return parser.type_name()
    value = walk.value(parser.assignment())
    return value if isinstance(value, int) else None


def _deduced(walk: Walk, node: Launch, kernel: FunctionText, values: list[Any]) -> dict[str, CType]:
    marks: dict[str, CType] = {
        one.name: Struct(f"<{one.name}>", ()) for one in kernel.templates if one.is_type
    }
    pattern: TemplateArguments = tuple(marks.get(one.name, 0) for one in kernel.templates)
    try:
        parameters = walk.unit.function(kernel, pattern).parameters
    except NotSupportedError:
        return {}
    found: dict[str, CType] = {}
    for parameter, argument, value in zip(parameters, node.arguments, values, strict=False):
        wanted: Any = without_reference(parameter.kind)
        kind = kind_of(walk, argument, value)
        while isinstance(wanted, Pointer):
            kind = kind.to if isinstance(kind, Pointer) else None
            wanted = wanted.to
        for name, mark in marks.items():
            if wanted == mark and kind is not None:
                found.setdefault(name, kind)
    return found


def kind_of(walk: Walk, node: Any, value: Any = None) -> CType | None:
    """The type of an expression of the host with its value; None where that is not known."""
    value = passed(walk, data_of(value))
    if isinstance(value, Object):
        return value.kind
    if isinstance(value, HostPointer):
        return None if value.to is None else Pointer(value.to)
    return _kind_of_number(walk, node)


def _kind_of_number(walk: Walk, node: Any) -> Scalar | None:
    found: object = None
    if isinstance(node, syntax.Number):
        found = node.kind
    elif isinstance(node, syntax.Cast):
        found = walk.scopes.kind(node.kind)
    elif isinstance(node, syntax.Name):
        cell = walk.scopes.cell(node.id)
        found = None if cell is None else cell.kind
    elif isinstance(node, syntax.SizeOf):
        found = UNSIGNED_LONG
    elif isinstance(node, syntax.Unary) and node.mark in ("-", "+", "~"):
        found = _together(_kind_of_number(walk, node.operand), INT)
    elif isinstance(node, syntax.Binary) and node.mark in ("+", "-", "*", "/", "%"):
        sides = [_kind_of_number(walk, side) for side in (node.left, node.right)]
        found = None if None in sides else _together(*sides)
    return found if isinstance(found, np.dtype) else None


def _together(one: Scalar | None, other: Scalar | None) -> Scalar | None:
    """The type of a sum of two numbers."""
    if one is None or other is None:
        return None
    if DOUBLE in (one, other):
        return DOUBLE
    if "f" in (one.kind, other.kind):
        return FLOAT
    sides = [INT if kind == BOOL or kind.itemsize < 4 else kind for kind in (one, other)]
    return max(sides, key=lambda kind: (kind.itemsize, kind.kind == "u"))
