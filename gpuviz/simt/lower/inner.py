"""Functions within a function: `def` and lambda in a kernel.

Each becomes a device function of its own. What it reads of the variables around it is passed to it
with every call, behind its own arguments.
"""

from __future__ import annotations

import ast
import textwrap
from typing import TYPE_CHECKING

from gpuviz.simt.lower.nodes import Node, Simple
from gpuviz.simt.lower.scope import Expr, FunctionRef, Scope, static
from gpuviz.trace.source import FunctionSource

if TYPE_CHECKING:
    from gpuviz.simt.lower.program import Program

KIND = "device function"


def inner_function(scope: Scope, node: ast.FunctionDef) -> Node:
    """`def name(...):` in a kernel; it is called like a device function."""
    if node.decorator_list:
        text = "{name} is defined in a kernel: leave out what stands above its def."
        scope.refuse(node, "inner-decorator", text, name=node.name)
    scope.flow.set(node.name, static(KIND, None).type)
    function = _reference(scope, node)
    scope.statics[node.name] = function.const
    return Simple(scope.statement, function.run)


def inner_lambda(scope: Scope, node: ast.Lambda) -> Expr:
    """`lambda x: ...` in a kernel."""
    return _reference(scope, node)


def variables_around(scope: Scope, node: ast.AST, row: int) -> list[ast.Name]:
    """What a call passes to a function besides its arguments; `node` is the call."""
    names = scope.program.variables_around.get(row, ())
    if names and scope.row not in (row, scope.program.inner_of[row]):
        text = "{name} reads {names} of the function that it is defined in: call it there."
        known = {"name": scope.program.functions[row].name, "names": ", ".join(names)}
        scope.refuse(node, "inner-elsewhere", text, **known)
    return [ast.copy_location(ast.Name(name, ast.Load()), node) for name in names]


def _reference(scope: Scope, node: ast.FunctionDef | ast.Lambda) -> Expr:
    program = scope.program
    row = _row_of(program, scope.row, node)
    program.inner_of[row] = scope.row
    program.variables_around[row] = tuple(
        sorted(name for name in _free_names(node) if name in scope.flow.types)
    )
    return static(KIND, FunctionRef(row))


def _row_of(program: Program, parent: int, node: ast.FunctionDef | ast.Lambda) -> int:
    """The row of an inner function, made when it is met first."""
    source = _source(program.functions[parent], node)
    if source not in program.functions:
        program.functions = (*program.functions, source)
    return program.functions.index(source)


def _source(parent: FunctionSource, node: ast.FunctionDef | ast.Lambda) -> FunctionSource:
    first = parent.first_line + node.lineno - 1
    if isinstance(node, ast.Lambda):
        text, name = ast.get_source_segment(parent.text, node) or "", "lambda"
    else:
        lines = parent.text.splitlines(keepends=True)[node.lineno - 1 : node.end_lineno]
        text, name = textwrap.dedent("".join(lines)), node.name
    return FunctionSource(name, parent.file, first, text, False, parent.captured)


def _free_names(node: ast.FunctionDef | ast.Lambda) -> set[str]:
    """Names that a function reads and does not set."""
    names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
    own = {part.id for part in names if not isinstance(part.ctx, ast.Load)}
    own |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
    return {part.id for part in names} - own
