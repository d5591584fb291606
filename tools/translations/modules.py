"""The modules of gpuviz as syntax trees, and what their names stand for."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class Module:
    """One file: what is assigned, defined and imported at its top."""

    name: str
    file: str  # relative to the repository, with slashes
    tree: ast.Module
    assigned: Mapping[str, list[ast.expr]]
    defined: Mapping[str, Definition]
    imported: Mapping[str, tuple[str, str]]  # a module and a name in it; "" for the module itself


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an expression stands: its module, and the functions around it, innermost last."""

    module: Module
    functions: tuple[Function, ...] = ()
    enclosing_class: ast.ClassDef | None = None


class Modules(dict[str, Module]):
    """All modules by name."""

    def find(self, module: str, name: str) -> tuple[Module, str] | None:
        """The module that really defines or assigns `name`, through imports of imports."""
        for _ in range(5):
            here = self.get(module)
            if here is None:
                return None
            if name in here.defined or name in here.assigned:
                return here, name
            if name not in here.imported:
                return None
            module, name = here.imported[name]
        return None

    def definition(self, name: str, scope: Scope) -> tuple[Module, Definition] | None:
        """The function or class that a name means where it is used."""
        for function in reversed(scope.functions):
            inner = inside(function).defined.get(name)
            if inner is not None:
                return scope.module, inner
        found = self.find(scope.module.name, name)
        if found is None or found[1] not in found[0].defined:
            return None
        return found[0], found[0].defined[found[1]]


@dataclass(frozen=True, slots=True)
class Inside:
    """What a function assigns and defines, and its loops as (target, what is looped over)."""

    assigned: Mapping[str, list[ast.expr]]
    loops: tuple[tuple[ast.expr, ast.expr], ...]
    defined: Mapping[str, Definition]


@functools.cache
def inside(function: Function) -> Inside:
    """What is in a function, those inside it included."""
    assigned: dict[str, list[ast.expr]] = {}
    loops, defined = [], {}
    for node in ast.walk(function):
        for name, value in assignments(node):
            assigned.setdefault(name, []).append(value)
        if isinstance(node, ast.For | ast.comprehension):
            loops.append((node.target, node.iter))
        if isinstance(node, Definition) and node is not function:
            defined[node.name] = node
    return Inside(assigned, tuple(loops), defined)


def load_modules(root: Path, package: str, left_out: tuple[str, ...] = ()) -> Modules:
    """Every module of a package below `root`, without those of the rooms in `left_out`."""
    modules = Modules()
    for path in sorted((root / package).rglob("*.py")):
        file = path.relative_to(root).as_posix()
        if not file.startswith(left_out):
            module = read_module(file, path.read_text(encoding="utf-8"))
            modules[module.name] = module
    return modules


def read_module(file: str, text: str) -> Module:
    """The module of one file."""
    name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    tree = ast.parse(text)
    package = name if file.endswith("__init__.py") else name.rpartition(".")[0]
    assigned: dict[str, list[ast.expr]] = {}
    for node in tree.body:
        for target, value in assignments(node):
            assigned.setdefault(target, []).append(value)
    defined = {node.name: node for node in tree.body if isinstance(node, Definition)}
    return Module(name, file, tree, assigned, defined, dict(_imports(tree, package)))


def assignments(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that a statement assigns, each with its expression; `a += b` is `a + b`."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from _unpacked(target, node.value)
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        yield from _unpacked(node.target, node.value)
    elif isinstance(node, ast.NamedExpr):
        yield node.target.id, node.value
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        before = ast.copy_location(ast.Name(f"{node.target.id}", ast.Load()), node)
        yield node.target.id, ast.copy_location(ast.BinOp(before, node.op, node.value), node)


def part_of(value: ast.expr, number: int) -> ast.expr:
    """The expression for one item of a tuple; `value[number]` where it is not written out."""
    if isinstance(value, ast.Tuple | ast.List) and number < len(value.elts):
        return value.elts[number]
    if isinstance(value, ast.IfExp):
        chosen = ast.IfExp(value.test, part_of(value.body, number), part_of(value.orelse, number))
        return ast.copy_location(chosen, value)
    index = ast.copy_location(ast.Constant(number), value)
    return ast.copy_location(ast.Subscript(value, index, ast.Load()), value)


def _unpacked(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple):
        for number, one in enumerate(target.elts):
            yield from _unpacked(one, part_of(value, number))


def _imports(tree: ast.Module, package: str) -> Iterator[tuple[str, tuple[str, str]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield alias.asname or alias.name, (node.module, alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name, (alias.name, "")
