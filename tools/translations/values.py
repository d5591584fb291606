"""Looks for values of Messages that are English: they would stand in a translated sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tools.translations.collect import LEFT_OUT, Lost
from tools.translations.follow import CannotFollow, Follower
from tools.translations.modules import Function, Modules, Scope, load_modules

WORD = re.compile(r"(?<![\w`'.-])[a-z]{2,}(?![\w`'.(=-])")  # of prose: no name, call or option


def english_values(root: Path) -> list[Lost]:
    """Every place where a value of a Message may be a literal with English words in it."""
    modules = load_modules(root, "gpuviz", LEFT_OUT)
    finder = _Finder(modules)
    found = [one for module in modules.values() for one in finder.of(module.tree, Scope(module))]
    return sorted(found, key=lambda one: (one.file, one.line))


class _Finder:
    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._follower = Follower(modules, frozenset())
        self._takers = set(_functions_with_values(modules))

    def of(self, node: ast.AST, scope: Scope) -> Iterator[Lost]:
        """What is found in `node` and below."""
        if isinstance(node, ast.Call):
            for name, value in self._values(node, scope):
                yield from self._told(name, value, scope)
        if isinstance(node, Function):
            scope = Scope(scope.module, (*scope.functions, node))
        for child in ast.iter_child_nodes(node):
            yield from self.of(child, scope)

    def _values(self, call: ast.Call, scope: Scope) -> Iterator[tuple[str, ast.expr]]:
        called = call.func
        name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
        if name == "Message" and len(call.args) > 2:
            yield from self._entries(call.args[2], scope)
        if name in self._takers:
            yield from ((one.arg or "", one.value) for one in call.keywords)

    def _entries(self, node: ast.expr, scope: Scope) -> Iterator[tuple[str, ast.expr]]:
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if key is None:
                    yield from self._entries(value, scope)
                elif isinstance(key, ast.Constant):
                    yield str(key.value), value
        elif isinstance(node, ast.Name):
            for function in scope.functions:
                for one in ast.walk(function):
                    if isinstance(one, ast.Assign | ast.AnnAssign) and one.value is not None:
                        targets = one.targets if isinstance(one, ast.Assign) else [one.target]
                        if any(isinstance(t, ast.Name) and t.id == node.id for t in targets):
                            yield from self._entries(one.value, scope)

    def _told(self, name: str, value: ast.expr, scope: Scope) -> Iterator[Lost]:
        for part in _shown_parts(value):
            try:
                texts = self._follower.texts(part, scope) or ()
            except CannotFollow:
                continue
            english = sorted(text for text in texts if WORD.search(text))
            if english:
                yield Lost(scope.module.file, value.lineno, f"{name} = {english[0]!r}")
                return


def _shown_parts(node: ast.expr) -> Iterator[ast.expr]:
    """The parts of an expression that may become part of its value: no conditions, no calls."""
    if isinstance(node, ast.Call | ast.Compare):
        return
    yield node
    if isinstance(node, ast.IfExp):
        yield from _shown_parts(node.body)
        yield from _shown_parts(node.orelse)
    elif isinstance(node, ast.BoolOp | ast.BinOp | ast.JoinedStr | ast.FormattedValue):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from _shown_parts(child)


def _functions_with_values(modules: Modules) -> Iterator[str]:
    """Functions that put their keywords into a Message: `**values: object`."""
    for module in modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, Function) and node.args.kwarg is not None and _makes_message(node):
                yield node.name


def _makes_message(function: Function) -> bool:
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(getattr(call.func, "id", "") in ("Message", "_message") for call in calls)
