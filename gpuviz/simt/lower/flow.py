"""Which variables a function has where the lowering stands, and of which types."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gpuviz.simt.types import MixedType, OptionalType, Type, unify


@dataclass(slots=True)
class Flow:
    """The state at one place of a function.

    `sure` are the names that are set on every way to this place; the others of `types` only on
    some. `reachable` is False behind return, break and continue. `optionals` are the variables of
    the whole function that are None on some way to a place and a number on another. `known` are
    variables with the one assignment that reaches this place, and the constant that it gives them
    as far as Numba's dead_branch_prune knows it: whether a branch is taken may depend on it.
    """

    types: dict[str, Type] = field(default_factory=dict)
    sure: set[str] = field(default_factory=set)
    reachable: bool = True
    optionals: set[str] = field(default_factory=set)
    known: dict[str, tuple[ast.expr, Any]] = field(default_factory=dict)

    def copy(self) -> Flow:
        """The same state, free to go another way."""
        return replace(self, types=dict(self.types), sure=set(self.sure), known=dict(self.known))

    def ended(self) -> Flow:
        """The state behind a statement that control never passes."""
        return replace(self.copy(), reachable=False)

    def set(self, name: str, kind: Type) -> None:
        """A variable is assigned."""
        self.types[name] = kind
        self.known.pop(name, None)
        self.sure.add(name)


def joined(flows: Sequence[Flow]) -> Flow:
    """The state where ways meet; ways that never get there do not count."""
    live = [flow for flow in flows if flow.reachable]
    if not live:
        return flows[0].ended()
    result = live[0].copy()
    for flow in live[1:]:
        for name, kind in flow.types.items():
            known = result.types.get(name, kind)
            merged = result.types[name] = unify(known, kind) or MixedType(known, kind)
            if isinstance(merged, OptionalType) and known != kind:
                result.optionals.add(name)
        result.sure &= flow.sure
        result.known = {
            name: found
            for name, found in result.known.items()
            if flow.known.get(name, (None,))[0] is found[0]
        }
    return result
