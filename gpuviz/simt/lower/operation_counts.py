"""Which operations each statement does, by the unit of an SM that does them: for models of time."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gpuviz.simt.types import Type
from gpuviz.trace.source import Operations, Statement

Unit = Literal["integer", "float32", "float64", "special", "special64", "divisions"]

SPECIAL_OPERATORS = (ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)

HEADER_OPERATIONS = 2  # of a for loop each time: it counts on and compares


Place = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Noted:
    """Operations of one unit at one place; `factors`: products that they add to something."""

    unit: Unit
    times: int
    factors: tuple[Place, ...]


class OperationCounts:
    """The operations of all statements, as they are lowered.

    A place counts once, however often it is lowered; where a device function is used with several
    types, the last ones stand for all.
    """

    def __init__(self) -> None:
        self._units: dict[int, dict[Place, _Noted]] = {}

    def note(self, statement: int, node: ast.expr | ast.stmt, unit: Unit, times: int) -> None:
        """The statement does so many operations at a node."""
        factors = tuple(_place(product) for product in _added_products(node))
        self._units.setdefault(statement, {})[_place(node)] = _Noted(unit, times, factors)

    def of(self, row: int, statement: Statement) -> Operations:
        """What one execution of a statement does in each lane."""
        noted = self._units.get(row, {})
        counts: Counter[Unit] = Counter()
        for entry in noted.values():
            counts[entry.unit] += entry.times
        header = HEADER_OPERATIONS if statement.kind == "For" else 0
        return Operations(
            integer=counts["integer"] + counts["divisions"] + header,
            float32=counts["float32"],
            float64=counts["float64"],
            special=counts["special"] + counts["special64"],
            branch=int(statement.kind in ("If", "While", "For")),
            barrier=int(statement.is_barrier),
            fused=sum(_is_fused(entry, noted) for entry in noted.values()),
            special64=counts["special64"],
            divisions=counts["divisions"],
        )


def _place(node: ast.expr | ast.stmt) -> Place:
    return type(node), node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _added_products(node: ast.expr | ast.stmt) -> list[ast.BinOp]:
    """The products that an addition or subtraction at a node takes."""
    if not isinstance(node, (ast.BinOp, ast.AugAssign)):
        return []
    if not isinstance(node.op, (ast.Add, ast.Sub)):
        return []
    taken = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    return [part for part in taken if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Mult)]


def _is_fused(entry: _Noted, noted: Mapping[Place, _Noted]) -> bool:
    """Whether an addition of floats takes a product of the same type: the compiler joins them."""
    if entry.unit not in ("float32", "float64"):
        return False
    return any(place in noted and noted[place].unit == entry.unit for place in entry.factors)


def unit_of(kind: Type, special: bool) -> Unit | None:
    """The unit that makes a number of a type, None for what is no number."""
    if not isinstance(kind, np.dtype):
        return None
    if kind.kind not in "fc":
        return "divisions" if special else "integer"
    double = kind.itemsize // (2 if kind.kind == "c" else 1) == 8
    if special:
        return "special64" if double else "special"
    return "float64" if double else "float32"
