"""A kernel with its device functions: parsed once, lowered for the types of its arguments."""

from __future__ import annotations

import ast
import functools
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

import gpuviz.simt.lower.intrinsics  # noqa: F401, it declares what kernels may call
from gpuviz.messages import Message, NotSupportedError, SourcePlace
from gpuviz.simt.capture import DEBUG
from gpuviz.simt.lower.nodes import LoweredFunction
from gpuviz.simt.lower.operation_counts import OperationCounts
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.lower.specialise import Specialiser
from gpuviz.simt.lower.written_arrays import device_arrays, written_parameters
from gpuviz.simt.memory.local import LocalDeclaration
from gpuviz.simt.source.text import function_tree
from gpuviz.simt.types import NONE, Type, unify
from gpuviz.trace.source import FunctionSource, Statement, Variable

BARRIERS = ("syncthreads", "syncthreads_count", "syncthreads_and", "syncthreads_or")


@dataclass(eq=False, slots=True)
class LocalVariable:
    """A row of Trace.variables; `dtype` widens while the functions are lowered."""

    row: int
    dtype: np.dtype[Any]


@dataclass(eq=False)
class Program:
    """All functions that a launch may execute, and the tables that its trace needs."""

    functions: tuple[FunctionSource, ...]
    thread_memory: bool = False  # whether np.empty gives a thread an array of its own
    statements: list[Statement] = field(default_factory=list)
    variables: dict[tuple[int, str], LocalVariable] = field(default_factory=dict)
    atomic_targets: set[str] = field(default_factory=set)  # see written_parameters
    local_arrays: set[LocalDeclaration] = field(default_factory=set)
    bitcast_sizes: set[int] = field(default_factory=set)  # bytes of what view() makes of arrays
    byte_arrays: dict[bytes, NDArray[np.generic]] = field(default_factory=dict)  # of constants
    enclosing: dict[int, int] = field(default_factory=dict)  # the function that one stands in
    variables_around: dict[int, tuple[str, ...]] = field(default_factory=dict)  # that it reads
    operations: OperationCounts = field(default_factory=OperationCounts)
    has_grid_sync: bool = False  # whether all blocks must run at the same time
    has_barriers: bool = False
    has_finer_order: bool = False  # whether a syncwarp or a fence orders threads
    has_shuffles: bool = False
    _trees: dict[int, ast.FunctionDef] = field(default_factory=dict)
    _text: dict[int, list[str]] = field(default_factory=dict)
    _bindings: dict[int, Counter[str]] = field(default_factory=dict)
    _global_names: dict[int, frozenset[str]] = field(default_factory=dict)
    _rows: dict[int, int] = field(default_factory=dict)
    _specialiser: Specialiser = field(init=False)

    def __post_init__(self) -> None:
        self._specialiser = Specialiser(self)

    def lower(self, argument_types: list[Type]) -> LoweredFunction:
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
        return self._specialiser.body(0, argument_types, _nothing_known(argument_types))

    def parameters(self, row: int) -> list[str]:
        """The names of a function's parameters, then the variables around it that it reads."""
        given = self.tree(row).args
        own = [argument.arg for argument in (*given.args, *filter(None, [given.vararg]))]
        return [*own, *self.variables_around.get(row, ())]

    def specialise(
        self, scope: Scope, node: ast.Call, row: int, arguments: list[Expr]
    ) -> LoweredFunction:
        """A device function for the argument types of one call, and what is known of them."""
        return self._specialiser.device_function(scope, node, row, arguments)

    @functools.cached_property
    def compiled(self) -> tuple[tuple[int, str], ...]:
        """Which functions run, by row, for which types (see kinds_key); known once lowered."""
        return tuple(self._specialiser.compiled())

    def place(self, function: int, node: ast.AST) -> SourcePlace:
        """Where a node stands in the author's file; its column counts characters."""
        source = self.functions[function]
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        before = self._lines(function)[line - 1].encode()[:column].decode(errors="replace")
        return SourcePlace(source.file, line + source.first_line - 1, len(before) + 1)

    def note_written(self, function: int, source: ast.expr) -> None:
        """An array is written by a call: by its name, where the kernel itself does it."""
        plain = function == 0 and isinstance(source, ast.Name)
        self.atomic_targets.add(ast.unparse(source) if plain else "")

    @functools.cached_property
    def may_write(self) -> set[str]:
        """The kernel's arrays that the launch may write; known once it is lowered."""
        trees = [self.tree(row) for row in range(len(self.functions))]
        written = written_parameters(trees[0], trees[1:], self.atomic_targets)
        return written | self.device_arrays

    @functools.cached_property
    def device_arrays(self) -> frozenset[str]:
        """The arrays in device memory that the kernel knows from outside, by the launch's name."""
        return device_arrays(self.functions)

    @property
    def debug(self) -> bool:
        """Whether what the kernel raises reaches the host."""
        return DEBUG in self.functions[0].captured

    @property
    def may_wait(self) -> bool:
        """Whether a loop of it may wait for other threads."""
        return any(statement.kind == "While" for statement in self.statements)

    def statement_row(self, function: int, node: ast.stmt) -> int:
        """The row of a statement in the trace."""
        if id(node) not in self._rows:
            place = self.place(function, node)
            end = place.line + (node.end_lineno or node.lineno) - node.lineno
            kind, barrier = type(node).__name__, _calls_barrier(node)
            self._rows[id(node)] = len(self.statements)
            self.statements.append(
                Statement(function, place.line, end, place.column, kind, barrier)
            )
        return self._rows[id(node)]

    @functools.cached_property
    def statement_table(self) -> tuple[Statement, ...]:
        """Rows of Trace.statements; known once the kernel is lowered."""
        rows = enumerate(self.statements)
        return tuple(replace(s, operations=self.operations.of(row, s)) for row, s in rows)

    def statement_place(self, row: int) -> SourcePlace:
        """Where a statement stands in the author's file."""
        statement = self.statements[row]
        file = self.functions[statement.function].file
        return SourcePlace(file, statement.line, statement.column)

    def variable(self, function: int, name: str, kind: np.dtype[Any]) -> LocalVariable:
        """A local variable of a function; its type in the trace is its widest."""
        known = self.variables.setdefault(
            (function, name), LocalVariable(len(self.variables), kind)
        )
        wide = unify(known.dtype, kind)
        assert isinstance(wide, np.dtype)
        known.dtype = wide
        return known

    def global_names(self, function: int) -> frozenset[str]:
        """Names that a function declares global or nonlocal: it may read them, not change them."""
        if function not in self._global_names:
            self._global_names[function] = frozenset(
                name
                for node in ast.walk(self.tree(function))
                if isinstance(node, (ast.Global, ast.Nonlocal))
                for name in node.names
            )
        return self._global_names[function]

    def bindings(self, function: int, name: str) -> int:
        """In how many places a function binds a name."""
        if function not in self._bindings:
            self._bindings[function] = Counter(
                node.id
                for node in ast.walk(self.tree(function))
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            )
        return self._bindings[function][name]

    @functools.cached_property
    def variable_table(self) -> tuple[Variable, ...]:
        """Rows of Trace.variables; known once the kernel is lowered."""
        return tuple(
            Variable(function, name, variable.dtype)
            for (function, name), variable in self.variables.items()
        )

    def tree(self, row: int) -> ast.FunctionDef:
        """The syntax tree of a function."""
        if row not in self._trees:
            self._trees[row] = function_tree(self.functions[row].text)
        return self._trees[row]

    def _lines(self, function: int) -> list[str]:
        if function not in self._text:
            self._text[function] = self.functions[function].text.splitlines()
        return self._text[function]


def _nothing_known(kinds: list[Type]) -> list[Any]:
    """What is known of a kernel's arguments before it runs: of None, that it is None."""
    return [None if kind == NONE else UNKNOWN for kind in kinds]


def _calls_barrier(node: ast.stmt) -> bool:
    if isinstance(node, (ast.If, ast.While, ast.For)):
        return False
    return any(
        isinstance(part, ast.Call) and ast.unparse(part.func).rpartition(".")[2] in BARRIERS
        for part in ast.walk(node)
    )
