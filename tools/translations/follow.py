"""Follows an expression to the literals that it may be, without running anything."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator

from tools.translations.modules import Function, Modules, Scope, inside, part_of

ALIASES = {"EnglishText": "gpuviz", "EnglishTemplate": "Message"}
"""The types of gpuviz.messages that mark a text for translation, and the context of each."""

MOST = 64  # values of one expression
Texts = frozenset[str] | None
"""What an expression may be; None: a text that is collected where it was made."""


class CannotFollow(Exception):
    """An expression that only running would tell."""


class Follower:
    """Knows which fields, parameters and results are declared as texts."""

    def __init__(self, modules: Modules, fields: frozenset[str]) -> None:
        self._modules, self._fields = modules, fields
        self._under_way: set[tuple[str, int]] = set()

    def texts(self, node: ast.expr, scope: Scope) -> Texts:
        """All strings that `node` may be. Raises CannotFollow."""
        reader = _READERS.get(type(node))
        if reader is None:
            raise CannotFollow(ast.unparse(node)[:80])
        return reader(self, node, scope)

    def union(self, nodes: list[ast.expr], scope: Scope) -> Texts:
        """What one of several expressions may be."""
        found = [self.texts(node, scope) for node in nodes]
        known = [texts for texts in found if texts is not None]
        return frozenset[str]().union(*known) if known or not found else None

    def _constant(self, node: ast.Constant, scope: Scope) -> Texts:
        return frozenset({node.value} if isinstance(node.value, str) else ())

    def _either(self, node: ast.IfExp, scope: Scope) -> Texts:
        return self.union([node.body, node.orelse], scope)

    def _any_of(self, node: ast.BoolOp, scope: Scope) -> Texts:
        return self.union(node.values, scope)

    def _sum(self, node: ast.BinOp, scope: Scope) -> Texts:
        if not isinstance(node.op, ast.Add):
            raise CannotFollow(ast.unparse(node)[:80])
        return self._products([node.left, node.right], scope, "".join)

    def _formatted(self, node: ast.JoinedStr, scope: Scope) -> Texts:
        parts = [
            part.value if isinstance(part, ast.FormattedValue) else part for part in node.values
        ]
        return self._products(parts, scope, "".join)

    def _products(
        self, nodes: list[ast.expr], scope: Scope, join: Callable[[tuple[str, ...]], str]
    ) -> Texts:
        columns = [self._known(node, scope) for node in nodes]
        rows = itertools.islice(itertools.product(*columns), MOST)
        return frozenset(map(join, rows))

    def _known(self, node: ast.expr, scope: Scope) -> list[str]:
        texts = self.texts(node, scope)
        if texts is None:
            raise CannotFollow(f"a text that is glued of {ast.unparse(node)[:60]}")
        return sorted(texts)

    def _items(self, node: ast.Tuple | ast.List | ast.Set, scope: Scope) -> Texts:
        return self.union(node.elts, scope)

    def _values(self, node: ast.Dict, scope: Scope) -> Texts:
        return self.union(node.values, scope)

    def _starred(self, node: ast.Starred, scope: Scope) -> Texts:
        return self.texts(node.value, scope)

    def _item(self, node: ast.Subscript, scope: Scope) -> Texts:
        """One of several: of a written tuple the one that is meant, else any of them."""
        index = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if not isinstance(index, int):
            return self.texts(node.value, scope)
        return self.union(list(self._picked(node.value, index, scope)), scope)

    def _picked(self, value: ast.expr, index: int, scope: Scope) -> Iterator[ast.expr]:
        """The item `index` of what `value` may be, through names, tables and choices."""
        if isinstance(value, ast.Tuple | ast.List):
            yield part_of(value, index)
        elif isinstance(value, ast.IfExp):
            yield from self._picked(value.body, index, scope)
            yield from self._picked(value.orelse, index, scope)
        elif isinstance(value, ast.Subscript):
            for one in self.members(value.value, scope):
                yield from self._picked(one, index, scope)
        elif isinstance(value, ast.Name):
            for one in self._meant(value, scope):
                yield from self._picked(one, index, scope)
        else:
            raise CannotFollow(f"item {index} of {ast.unparse(value)[:60]}")

    def members(self, node: ast.expr, scope: Scope) -> list[ast.expr]:
        """What a loop over `node` meets, or what a table holds, as expressions."""
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            return node.elts
        if isinstance(node, ast.Dict):
            return node.values
        if isinstance(node, ast.IfExp):
            return [*self.members(node.body, scope), *self.members(node.orelse, scope)]
        if isinstance(node, ast.Name):
            return [m for value in self._meant(node, scope) for m in self.members(value, scope)]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return self._members_of_method(node.func, scope)
        raise CannotFollow(f"members of {ast.unparse(node)[:60]}")

    def _members_of_method(self, method: ast.Attribute, scope: Scope) -> list[ast.expr]:
        if method.attr == "values":
            return self.members(method.value, scope)
        if method.attr == "items":
            pairs = [
                ast.Tuple([value, value], ast.Load()) for value in self.members(method.value, scope)
            ]
            return [ast.copy_location(pair, pair.elts[0]) for pair in pairs]
        raise CannotFollow(f"members of {ast.unparse(method)[:60]}")

    def _name(self, node: ast.Name, scope: Scope) -> Texts:
        key = node.id, id(scope.functions[-1]) if scope.functions else 0
        if key in self._under_way:  # `text += ...`: what it was before is known already
            return frozenset()
        self._under_way.add(key)
        try:
            return self._of_name(node, scope)
        finally:
            self._under_way.discard(key)

    def _of_name(self, node: ast.Name, scope: Scope) -> Texts:
        for depth in range(len(scope.functions), 0, -1):
            function = scope.functions[depth - 1]
            inner = Scope(scope.module, scope.functions[:depth])
            values = list(self._local_values(function, node.id, inner))
            if values:
                return self._summed(node.id, values, inner)
            annotation = parameters(function).get(node.id)
            if node.id in parameters(function):
                if context_of(annotation):
                    return None
                raise CannotFollow(f"the parameter {node.id}, which is not declared as a text")
        found = self._modules.find(scope.module.name, node.id)
        if found is None or found[1] not in found[0].assigned:
            raise CannotFollow(node.id)
        return self._summed(node.id, list(found[0].assigned[found[1]]), Scope(found[0]))

    def _summed(self, name: str, values: list[ast.expr], scope: Scope) -> Texts:
        """What a name may be: each of its values, and each with what `+=` adds."""
        added = [v for v in values if _adds_to(name, v)]
        plain = self.union([v for v in values if v not in added], scope)
        if plain is None or not added:
            return plain
        tails = [tail for v in added for tail in self._known(_right(v), scope)]
        return plain | {head + tail for head in plain for tail in tails}

    def _meant(self, node: ast.Name, scope: Scope) -> list[ast.expr]:
        for function in reversed(scope.functions):
            values = list(self._local_values(function, node.id, scope))
            if values:
                return values
        found = self._modules.find(scope.module.name, node.id)
        if found is None or found[1] not in found[0].assigned:
            raise CannotFollow(node.id)
        return list(found[0].assigned[found[1]])

    def _local_values(self, function: Function, name: str, scope: Scope) -> Iterator[ast.expr]:
        yield from inside(function).assigned.get(name, ())
        for target, over in inside(function).loops:
            yield from self._loop_values(target, over, name, scope)

    def _loop_values(
        self, target: ast.expr, over: ast.expr, name: str, scope: Scope
    ) -> Iterator[ast.expr]:
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        if name not in [one.id for one in names if isinstance(one, ast.Name)]:
            return
        if isinstance(over, ast.Call) and isinstance(over.func, ast.Name):
            if over.func.id == "enumerate" and isinstance(target, ast.Tuple):
                yield from self._loop_values(target.elts[1], over.args[0], name, scope)
            if over.func.id == "zip" and isinstance(target, ast.Tuple):
                for one, part in zip(target.elts, over.args, strict=False):
                    yield from self._loop_values(one, part, name, scope)
            return
        for member in self.members(over, scope):
            if target in names:
                yield member
            for number, one in enumerate(names):
                if target not in names and isinstance(one, ast.Name) and one.id == name:
                    yield part_of(member, number)

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Texts:
        if node.attr in self._fields:
            return None
        if isinstance(node.value, ast.Name) and node.value.id in scope.module.imported:
            module, name = scope.module.imported[node.value.id]
            other = self._modules.get(f"{module}.{name}" if name else module)
            if other is not None and node.attr in other.assigned:
                return self.union(list(other.assigned[node.attr]), Scope(other))
        raise CannotFollow(f"{ast.unparse(node)[:60]}, a field that is not declared as a text")

    def _call(self, node: ast.Call, scope: Scope) -> Texts:
        method = node.func
        if isinstance(method, ast.Attribute) and method.attr == "replace" and len(node.args) == 2:
            return self._products(
                [method.value, *node.args], scope, lambda p: p[0].replace(p[1], p[2])
            )
        if isinstance(method, ast.Attribute) and method.attr == "get":
            return self.union([method.value, *node.args[1:]], scope)
        if isinstance(method, ast.Name) and method.id in ("tuple", "list", "sorted", "str"):
            return self.union(node.args, scope)
        if self._gives_text(method, scope):
            return None
        raise CannotFollow(f"the result of {ast.unparse(method)[:60]}, not declared as a text")

    def _made_of(self, node: ast.GeneratorExp | ast.ListComp, scope: Scope) -> Texts:
        return self.texts(node.elt, scope)

    def _gives_text(self, called: ast.expr, scope: Scope) -> bool:
        if isinstance(called, ast.Name):
            found = self._modules.definition(called.id, scope)
            return bool(found and isinstance(found[1], Function) and context_of(found[1].returns))
        return isinstance(called, ast.Attribute) and called.attr in self._fields


def parameters(function: Function) -> dict[str, ast.expr | None]:
    """The parameters of a function in order, each with its annotation."""
    arguments = function.args
    listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return {one.arg: one.annotation for one in listed}


def context_of(annotation: ast.expr | None) -> str | None:
    """The context of the texts that a type declares; None where it declares none."""
    if annotation is None:
        return None
    names = [node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)]
    return next((ALIASES[name] for name in names if name in ALIASES), None)


def _replaced(parts: tuple[str, ...]) -> str:
    text, old, new = parts
    return text.replace(old, new)


def _adds_to(name: str, value: ast.expr) -> bool:
    first = value.left if isinstance(value, ast.BinOp) else None
    return isinstance(first, ast.Name) and first.id == name


def _right(value: ast.expr) -> ast.expr:
    assert isinstance(value, ast.BinOp)
    return value.right


_READERS: dict[type[ast.expr], Callable[..., Texts]] = {
    ast.Constant: Follower._constant,
    ast.IfExp: Follower._either,
    ast.BoolOp: Follower._any_of,
    ast.BinOp: Follower._sum,
    ast.JoinedStr: Follower._formatted,
    ast.Tuple: Follower._items,
    ast.List: Follower._items,
    ast.Set: Follower._items,
    ast.Dict: Follower._values,
    ast.Starred: Follower._starred,
    ast.Subscript: Follower._item,
    ast.Name: Follower._name,
    ast.Attribute: Follower._attribute,
    ast.Call: Follower._call,
    ast.GeneratorExp: Follower._made_of,
    ast.ListComp: Follower._made_of,
}
