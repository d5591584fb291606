"""Loads and stores that say which cache they go through, such as cuda.ldcg(a, i).

What is read or written is the same without the hint.
"""

from __future__ import annotations

import ast

from gpuviz.simt.lower.nodes import Node
from gpuviz.simt.lower.registry import special_form, statement_form
from gpuviz.simt.lower.scope import Expr, Lower, Scope
from gpuviz.simt.lower.statements.assignments import assign

CACHED_LOADS = ("ldca", "ldcg", "ldcs", "ldlu", "ldcv")
CACHED_STORES = ("stcg", "stcs", "stwb", "stwt")


@special_form(*(f"cuda.{name}" for name in CACHED_LOADS))
def _load(scope: Scope, node: ast.Call, lower: Lower) -> Expr | None:
    if len(node.args) != 2:
        return None
    element = ast.Subscript(node.args[0], node.args[1], ast.Load())
    return lower(scope, ast.copy_location(element, node))


@statement_form(*(f"cuda.{name}" for name in CACHED_STORES))
def _store(scope: Scope, node: ast.Call) -> Node | None:
    if len(node.args) != 3 or node.keywords:
        return None
    array, index, value = node.args
    target = ast.copy_location(ast.Subscript(array, index, ast.Store()), node)
    scope.program.note_written(scope.row, array)
    return assign(scope, ast.copy_location(ast.Assign([target], value), node))
