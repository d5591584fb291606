"""Which operations each statement does, by the unit of an SM that does them: for models of time."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Literal, get_args

import numpy as np

from gpuviz.simt.types import Type
from gpuviz.trace.source import Operations, Statement

Unit = Literal["integer", "float32", "float64", "special"]

SPECIAL_OPERATORS = (ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_PLAIN = ("fabs", "abs", "min", "max", "fmin", "fmax", "floor", "ceil", "trunc", "fma", "copysign")
PLAIN_FUNCTIONS = frozenset(name + suffix for name in _PLAIN for suffix in ("", "f"))
"""Functions of floats that take no more than an addition."""

HEADER_OPERATIONS = 2  # of a for loop each time: it counts on and compares


class OperationBook:
    """The operations of all statements, as they are lowered.

    A place counts once, however often it is lowered; where a device function is used with several
    types, the last ones stand for all.
    """

    def __init__(self) -> None:
        self._units: dict[int, dict[tuple[object, ...], tuple[Unit, int]]] = {}

    def note(self, statement: int, node: ast.expr | ast.stmt, unit: Unit, times: int) -> None:
        """The statement does so many operations at a node."""
        end = node.end_lineno, node.end_col_offset
        place = type(node), node.lineno, node.col_offset, *end
        self._units.setdefault(statement, {})[place] = unit, times

    def of(self, row: int, statement: Statement) -> Operations:
        """What one execution of a statement does in each lane."""
        counts: Counter[Unit] = Counter()
        for unit, times in self._units.get(row, {}).values():
            counts[unit] += times
        if statement.kind == "For":
            counts["integer"] += HEADER_OPERATIONS
        branch = int(statement.kind in ("If", "While", "For"))
        units = {unit: counts[unit] for unit in get_args(Unit)}
        return Operations(**units, branch=branch, barrier=int(statement.is_barrier))


def is_special(function: str) -> bool:
    """Whether a function of floats takes more than an addition: by its name, dotted or not."""
    return function.rpartition(".")[2] not in PLAIN_FUNCTIONS


def unit_of(kind: Type, special: bool) -> Unit | None:
    """The unit that makes a number of a type, None for what is no number."""
    if not isinstance(kind, np.dtype):
        return None
    if kind.kind not in "fc":
        return "integer"
    if special:
        return "special"
    return "float64" if kind.itemsize // (2 if kind.kind == "c" else 1) == 8 else "float32"
