"""A kernel with its device functions: parsed once, lowered for the types of its arguments."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np

from gpuviz.messages import KernelFailed, Message, NotSupportedError, SourcePlace
from gpuviz.simt.capture import function_tree
from gpuviz.simt.lower import statements
from gpuviz.simt.lower.nodes import Body
from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.types import Type, unify
from gpuviz.trace.source import FunctionSource, Statement, Variable

BARRIERS = ("syncthreads", "syncthreads_count", "syncthreads_and", "syncthreads_or")


@dataclass(eq=False)
class Program:
    """All functions that a launch may execute, and the tables that its trace needs."""

    functions: tuple[FunctionSource, ...]
    statements: list[Statement] = field(default_factory=list)
    variables: dict[tuple[int, str], tuple[int, np.dtype[Any]]] = field(default_factory=dict)
    statics: dict[tuple[int, str], Any] = field(default_factory=dict)
    loops: list[int] = field(default_factory=list)  # slots of the loops around the lowering
    _trees: dict[int, ast.FunctionDef] = field(default_factory=dict)
    _rows: dict[int, int] = field(default_factory=dict)
    _bodies: dict[tuple[int, tuple[Type, ...]], Body] = field(default_factory=dict)
    _scopes: list[Scope] = field(default_factory=list)

    def lower(self, argument_types: list[Type]) -> Body:
        """The kernel, ready to run. Raises NotSupportedError with its place."""
        names = self.parameters(0)
        if len(names) != len(argument_types):
            template = "{kernel} takes {needed} arguments ({names}), {given} are given."
            values = {
                "kernel": self.functions[0].name,
                "needed": len(names),
                "names": ", ".join(names),
                "given": len(argument_types),
            }
            raise NotSupportedError(Message("kernel.argument-count", template, values))
        return self._lowered(0, argument_types)

    def parameters(self, row: int) -> list[str]:
        """The names of a function's parameters."""
        return [argument.arg for argument in self._tree(row).args.args]

    def specialise(self, scope: Scope, node: ast.Call, row: int, kinds: list[Type]) -> Body:
        """A device function for the argument types of one call."""
        names = self.parameters(row)
        if len(names) != len(kinds):
            text = "{name} takes {needed} arguments ({names}), {given} are given."
            scope.refuse(
                node,
                "argument-count",
                text,
                name=self.functions[row].name,
                needed=len(names),
                names=", ".join(names),
                given=len(kinds),
            )
        if any(outer.row == row for outer in self._scopes):
            text = "{name} calls itself: recursion is not known to gpuviz yet."
            scope.refuse(node, "recursion", text, name=self.functions[row].name)
        return self._lowered(row, kinds)

    def statement_row(self, function: int, node: ast.stmt) -> int:
        """The row of a statement in the trace."""
        if id(node) not in self._rows:
            offset = self.functions[function].first_line - 1
            self._rows[id(node)] = len(self.statements)
            self.statements.append(
                Statement(
                    function,
                    node.lineno + offset,
                    (node.end_lineno or node.lineno) + offset,
                    node.col_offset + 1,
                    type(node).__name__,
                    _calls_barrier(node),
                )
            )
        return self._rows[id(node)]

    def variable_row(self, function: int, name: str, kind: np.dtype[Any]) -> int:
        """The row of a local variable; its type in the trace is its widest."""
        row, known = self.variables.get((function, name), (len(self.variables), kind))
        wide = unify(known, kind)
        self.variables[function, name] = (row, wide if isinstance(wide, np.dtype) else kind)
        return row

    def variable_table(self) -> tuple[Variable, ...]:
        """Rows of Trace.variables."""
        return tuple(Variable(f, name, kind) for (f, name), (_, kind) in self.variables.items())

    def lower_expression(self, scope: Scope, node: ast.expr) -> Expr:
        """For handlers that need to look at a part of an expression again."""
        from gpuviz.simt.lower.expressions import lower

        return lower(scope, node)

    def unbound(self, name: str, place: SourcePlace) -> NoReturn:
        """Raises KernelFailed: a variable is read by threads that never set it."""
        template = "{name} is read in line {line}, but no thread has given it a value on its way here."
        message = Message("kernel.unbound", template, {"name": name, "line": place.line})
        raise KernelFailed(message, place)

    def _tree(self, row: int) -> ast.FunctionDef:
        if row not in self._trees:
            self._trees[row] = function_tree(self.functions[row].text)
        return self._trees[row]

    def _lowered(self, row: int, kinds: list[Type]) -> Body:
        key = (row, tuple(kinds))
        if key in self._bodies:
            return self._bodies[key]
        tree, names = self._tree(row), self.parameters(row)
        self._check_signature(tree, row)
        scope = Scope(self, row, types=dict(zip(names, kinds, strict=True)))
        for name in names:
            scope.slot(name)
        self._scopes.append(scope)
        body = Body(nodes=statements.block(scope, tree.body))
        self._scopes.pop()
        body.slots, body.result = len(scope.slots), self._result(scope, tree)
        self._bodies[key] = body
        return body

    def _check_signature(self, tree: ast.FunctionDef, row: int) -> None:
        given = tree.args
        if given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
            text = "a kernel takes plain parameters only: no defaults, no * and no **."
            Scope(self, row).refuse(tree, "parameters", text)

    def _result(self, scope: Scope, tree: ast.FunctionDef) -> Type | None:
        result: Type | None = None
        for kind in scope.returns:
            joined = kind if result is None else unify(result, kind)
            if joined is None:
                text = "{name} returns values of different kinds: let every return give the same kind."
                scope.refuse(tree, "return-types", text, name=tree.name)
            result = joined
        return result


def _calls_barrier(node: ast.stmt) -> bool:
    if isinstance(node, (ast.If, ast.While, ast.For)):
        return False
    return any(
        isinstance(part, ast.Call) and ast.unparse(part.func).rpartition(".")[2] in BARRIERS
        for part in ast.walk(node)
    )
