"""Functions within a function: `def` and lambda in a kernel.

Each becomes a device function of its own. What it reads of the variables around it is passed to it
with every call, behind its own arguments, except for what is known while the source is read.
"""

from __future__ import annotations

import ast
import textwrap

from gpuviz.simt.lower.nodes import Node, Simple
from gpuviz.simt.lower.scope import Expr, FunctionRef, Scope, Symbol, static
from gpuviz.simt.types import StaticType
from gpuviz.trace.source import Captured, FunctionSource

Definition = ast.FunctionDef | ast.Lambda
KIND = "device function"


def nested_function(scope: Scope, node: ast.FunctionDef) -> Node:
    """`def name(...):` in a kernel; it is called like a device function."""
    if node.decorator_list:
        text = "{name} is defined in a kernel: leave out what stands above its def."
        scope.refuse(node, "inner-decorator", text, name=node.name)
    scope.flow.set(node.name, static(KIND, None).type)
    function = _reference(scope, node)
    scope.statics[node.name] = function.const
    return Simple(scope.statement, function.run)


def nested_lambda(scope: Scope, node: ast.Lambda) -> Expr:
    """`lambda x: ...` in a kernel."""
    return _reference(scope, node)


def variables_around(scope: Scope, node: ast.AST, row: int) -> list[ast.Name]:
    """What a call passes to a function besides its arguments; `node` is the call."""
    around = scope.program.variables_around
    names = around.get(row, ())
    carried = set(names) <= set(around.get(scope.row, ()))
    if names and scope.row not in (row, scope.program.enclosing[row]) and not carried:
        text = "{name} reads {names} of the function that it is defined in: call it there."
        known = {"name": scope.program.functions[row].name, "names": ", ".join(names)}
        scope.refuse(node, "inner-elsewhere", text, **known)
    return [ast.copy_location(ast.Name(name, ast.Load()), node) for name in names]


def _reference(scope: Scope, node: Definition) -> Expr:
    """The function; what is known while the source is read of the variables around, it keeps.

    Of the inner functions that it calls it carries the variables around.
    """
    free = _free_names(node)
    names = sorted(name for name in free if name in scope.flow.types)
    known = {name: value for name in names if (value := _known_value(scope, name)) is not None}
    own = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} - free
    own |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
    for name in names:
        carried = _carried(scope, name)
        if name not in known and carried and not own & set(carried):
            known[name] = Captured("function", scope.statics[name].row)
            names = sorted({*names, *carried})
    row = _row_of(scope, node, known | _defaults(scope, node))
    scope.program.enclosing[row] = scope.row
    scope.program.variables_around[row] = tuple(name for name in names if name not in known)
    return static(KIND, FunctionRef(row))


def _row_of(scope: Scope, node: Definition, known: dict[str, Captured]) -> int:
    """The row of an inner function, made when it is met first with what is known of it."""
    program = scope.program
    source = _source(program.functions[scope.row], node, known)
    for row, other in enumerate(program.functions):
        if _is_same(other, source) and all(other.captured[k] == v for k, v in known.items()):
            return row
    program.functions = (*program.functions, source)
    return len(program.functions) - 1


def _is_same(one: FunctionSource, other: FunctionSource) -> bool:
    places = [(source.name, source.file, source.first_line, source.text) for source in (one, other)]
    return places[0] == places[1] and one.captured.keys() == other.captured.keys()


def _carried(scope: Scope, name: str) -> tuple[str, ...]:
    """The variables around that an inner function of that name reads."""
    value = scope.statics.get(name) if isinstance(scope.flow.types[name], StaticType) else None
    if not isinstance(value, FunctionRef):
        return ()
    around = scope.program.variables_around.get(value.row, ())
    return () if name in around else around


def _known_value(scope: Scope, name: str) -> Captured | None:
    """What a variable is if that is known while the source is read."""
    value = scope.statics.get(name) if isinstance(scope.flow.types[name], StaticType) else None
    if isinstance(value, FunctionRef) and not scope.program.variables_around.get(value.row):
        return Captured("function", value.row)
    if isinstance(value, Symbol):
        return Captured("symbol", value.name)
    return Captured("constant", scope.literals[name]) if name in scope.literals else None


def _defaults(scope: Scope, node: Definition) -> dict[str, Captured]:
    """The values of its parameters that have one, by "name=" (see simt/capture)."""
    found: dict[str, Captured] = {}
    pairs = zip(reversed(node.args.args), reversed(node.args.defaults), strict=False)
    for parameter, default in pairs:
        try:
            found[f"{parameter.arg}="] = Captured("constant", ast.literal_eval(default))
        except ValueError:
            text = "the default of {name} must be a number, as the function is in a kernel."
            scope.refuse(default, "inner-default", text, name=parameter.arg)
    return found


def _source(parent: FunctionSource, node: Definition, known: dict[str, Captured]) -> FunctionSource:
    first = parent.first_line + node.lineno - 1
    if isinstance(node, ast.Lambda):
        text, name = ast.get_source_segment(parent.text, node) or "", "lambda"
    else:
        lines = parent.text.splitlines(keepends=True)[node.lineno - 1 : node.end_lineno]
        text, name = textwrap.dedent("".join(lines)), node.name
    captured = {**parent.captured, **known}
    return FunctionSource(name, parent.file, first, text, False, captured)


def _free_names(node: Definition) -> set[str]:
    """Names that a function reads and does not set."""
    names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
    own = {part.id for part in names if not isinstance(part.ctx, ast.Load)}
    own |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
    return {part.id for part in names} - own
