"""Every text that can reach the screen, found by reading the source.

A text is whatever stands where EnglishText or EnglishTemplate is declared (gpuviz.messages): the
argument of such a parameter, the value of such a field, the result of such a function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gpuviz.lesson.puzzle import find_puzzle, own_names
from gpuviz.operation import list_operations
from tools.translations.follow import CannotFollow, Follower, context_of, parameters
from tools.translations.modules import Definition, Function, Module, Modules, Scope, load_modules

LEFT_OUT = ("gpuviz/pytest_plugin.py",)
"""Rooms whose sentences stay English: those of pytest."""


@dataclass(frozen=True, order=True, slots=True)
class Found:
    """A text, and one place where it stands."""

    context: str
    source: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A place where a text is needed that cannot be told without running."""

    file: str
    line: int
    why: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.why}"


@dataclass(frozen=True, slots=True)
class Slot:
    """A parameter or field that is declared as a text."""

    position: int
    name: str
    annotation: ast.expr


@dataclass(frozen=True, slots=True)
class Collection:
    """All texts, and what could not be followed."""

    found: tuple[Found, ...]
    lost: tuple[Lost, ...]


def collect(root: Path) -> Collection:
    """All texts of the repository at `root`: of its source, of the operations in kernels/, and of
    the files that puzzles begin with.
    """
    modules = load_modules(root, "gpuviz", LEFT_OUT)
    reading = Collector(modules)
    for module in modules.values():
        reading.read(module)
    found = {*reading.found, *_of_operations(root)}
    return Collection(tuple(sorted(found)), tuple(reading.lost))


def _of_operations(root: Path) -> Iterator[Found]:
    puzzles = (find_puzzle(name).start for name in own_names())
    for info in (*list_operations(), *puzzles):
        file = info.path.relative_to(root).as_posix()
        yield Found("operation", info.title, file, 1)
        yield Found("operation", info.summary, file, 1)


class Collector:
    """Reads modules one after the other."""

    def __init__(self, modules: Modules) -> None:
        self.found: set[Found] = set()
        self.lost: list[Lost] = []
        self._modules = modules
        self._slots: dict[int, list[Slot]] = {}  # by id of the definition
        self._methods: dict[str, list[Slot]] = {}
        fields: set[str] = set()
        for module in modules.values():
            for node in ast.walk(module.tree):
                if isinstance(node, Definition):
                    fields |= self._learn(node)
        self._follower = Follower(modules, frozenset(fields))

    def _learn(self, node: Definition) -> set[str]:
        """The slots of a definition, and the names by which their texts are asked for."""
        if isinstance(node, ast.ClassDef):
            slots = list(_field_slots(node))
            inits = [one for one in node.body if isinstance(one, Function)]
            slots += [s for one in inits if one.name == "__init__" for s in _parameter_slots(one)]
            self._slots[id(node)] = slots
            results = {one.name for one in inits if context_of(one.returns)}
            self._methods |= {
                one.name: [*self._methods.get(one.name, []), *_parameter_slots(one)]
                for one in inits
            }
            return {slot.name for slot in _field_slots(node)} | results
        self._slots[id(node)] = list(_parameter_slots(node))
        return set()

    def read(self, module: Module) -> None:
        """Collect from one module."""
        self._visit(module.tree, Scope(module))

    def _visit(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            self._declared(node.annotation, node.value, scope)
        elif isinstance(node, ast.Call):
            self._called(node, scope)
        if isinstance(node, Function):
            self._returned(node, scope)
            scope = Scope(scope.module, (*scope.functions, node), scope.enclosing_class)
        if isinstance(node, ast.ClassDef):
            scope = Scope(scope.module, scope.functions, node)
        for child in ast.iter_child_nodes(node):
            self._visit(child, scope)

    def _returned(self, function: Function, scope: Scope) -> None:
        if not context_of(function.returns):
            return
        inner = Scope(scope.module, (*scope.functions, function), scope.enclosing_class)
        assert function.returns is not None
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and node.value is not None:
                self._declared(function.returns, node.value, inner)

    def _called(self, call: ast.Call, scope: Scope) -> None:
        called, arguments = call.func, call.args
        if isinstance(called, ast.Name) and called.id == "partial" and arguments:
            called, arguments = arguments[0], arguments[1:]
        if isinstance(called, ast.Name) and called.id == "map" and len(arguments) == 2:
            self._mapped(arguments[0], arguments[1], scope)
        slots = self._slots_of(called, scope)
        for slot in slots:
            if slot.position < len(arguments):
                self._declared(slot.annotation, arguments[slot.position], scope)
            for keyword in call.keywords:
                if keyword.arg == slot.name:
                    self._declared(slot.annotation, keyword.value, scope)

    def _mapped(self, called: ast.expr, over: ast.expr, scope: Scope) -> None:
        for slot in self._slots_of(called, scope):
            if slot.position == 0:
                self._take(slot.annotation, over, scope)

    def _slots_of(self, called: ast.expr, scope: Scope) -> list[Slot]:
        if isinstance(called, ast.Name):
            found = self._modules.definition(called.id, scope)
            return self._slots[id(found[1])] if found else []
        if not isinstance(called, ast.Attribute):
            return []
        if isinstance(called.value, ast.Name) and called.value.id in scope.module.imported:
            name, inside = scope.module.imported[called.value.id]
            module = f"{name}.{inside}" if inside else name
            other = self._modules.find(module, called.attr)
            if other is not None and other[1] in other[0].defined:
                return self._slots[id(other[0].defined[other[1]])]
        return self._methods.get(called.attr, [])

    def _declared(self, annotation: ast.expr, value: ast.expr, scope: Scope) -> None:
        """Take the texts of a value whose type declares where in it they are."""
        if not context_of(annotation):
            return
        if isinstance(annotation, ast.BinOp):  # a union
            parts = [part for part in (annotation.left, annotation.right) if context_of(part)]
            self._declared(parts[0], value, scope)
        elif isinstance(annotation, ast.Subscript) and not isinstance(
            value, ast.Name | ast.Attribute
        ):
            self._inside(annotation, value, scope)
        else:
            self._take(annotation, value, scope)

    def _inside(self, annotation: ast.Subscript, value: ast.expr, scope: Scope) -> None:
        inner = annotation.slice
        kinds = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        if isinstance(value, ast.Dict):
            pairs = [(kinds[0], key) for key in value.keys] + [(kinds[1], v) for v in value.values]
            for kind, item in pairs:
                if item is not None:
                    self._declared(kind, item, scope)
        elif isinstance(value, ast.Tuple | ast.List | ast.Set):
            repeated = len(kinds) == 1 or isinstance(kinds[-1], ast.Constant)
            for number, item in enumerate(value.elts):
                self._declared(kinds[0] if repeated else kinds[number], item, scope)
        elif isinstance(value, ast.IfExp):
            self._inside(annotation, value.body, scope)
            self._inside(annotation, value.orelse, scope)
        elif isinstance(value, ast.DictComp | ast.ListComp | ast.GeneratorExp):
            item = value.value if isinstance(value, ast.DictComp) else value.elt
            self._declared(kinds[-1], item, scope)
        else:
            self._take(annotation, value, scope)

    def _take(self, annotation: ast.expr, value: ast.expr, scope: Scope) -> None:
        context, file = context_of(annotation), scope.module.file
        assert context is not None
        try:
            texts = self._follower.texts(value, scope)
        except CannotFollow as lost:
            self.lost.append(Lost(file, value.lineno, str(lost)))
            return
        self.found |= {
            Found(context, text, file, value.lineno) for text in texts or () if _has_words(text)
        }


def _field_slots(node: ast.ClassDef) -> Iterator[Slot]:
    fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
    for position, field in enumerate(fields):
        if context_of(field.annotation) and isinstance(field.target, ast.Name):
            yield Slot(position, field.target.id, field.annotation)


def _parameter_slots(function: Function) -> Iterator[Slot]:
    named = list(parameters(function).items())
    if named and named[0][0] in ("self", "cls"):
        named = named[1:]
    for position, (name, annotation) in enumerate(named):
        if context_of(annotation):
            assert annotation is not None
            yield Slot(position, name, annotation)


def _has_words(text: str) -> bool:
    """Whether there is anything to translate besides places for values: words, or marks."""
    if text.count("{") > 1:  # their order, and what stands between them
        return True
    bare = "".join(part.partition("}")[2] if n else part for n, part in enumerate(text.split("{")))
    return any(letter.isalpha() or letter in ",;:.()" for letter in bare)
