"""Functions of the device that call themselves, or each other in a ring.

Such a call is lowered while its function still is: what it gives has to be known from its
declaration. Each call has local arrays of its own, and calls are as deep as those in Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import CType, Struct, Void, without_reference
from gpuviz.simt.c_front import expressions
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.lower.nodes import LoweredFunction
from gpuviz.simt.types import Type

if TYPE_CHECKING:
    from gpuviz.simt.c_front.program import CProgram

MOST_INSTANCES = 24  # functions that are lowered within each other, as of f<N> that calls f<N - 1>


@dataclass(frozen=True, slots=True, eq=False)
class UnderWay:
    """A function that is being lowered."""

    name: str
    function: syntax.Function
    scope: CScope
    body: LoweredFunction


def called_again(
    program: CProgram, scope: CScope, node: syntax.Node, key: tuple[Any, ...]
) -> LoweredFunction:
    """The function of a key that is under way. Raises NotSupportedError where it gives a pointer
    or a reference, which is known only when it has been lowered.
    """
    rows = list(program._under_way)
    for ring in rows[rows.index(key) :]:
        program._under_way[ring].scope.calls_itself = True
    found = program._under_way[key]
    kind = without_reference(found.function.result)
    known = found.scope.result if found.scope.result is not None else kind
    if not _is_plain(known):
        text = (
            "{name} calls itself, and can give only numbers and structures of numbers then: give an"
            " index instead of a pointer, and name its type."
        )
        scope.refuse(node, "recursion", text, name=found.name)
    program.results.setdefault(id(found.body), _type_of(known))
    program.deduced_results.setdefault(id(found.body), known)
    return found.body


def _is_plain(kind: CType) -> bool:
    if isinstance(kind, Struct):
        return all(_is_plain(part) for _, part in kind.members)
    return isinstance(kind, (np.dtype, Void))


def _type_of(kind: CType) -> Type | None:
    return expressions.struct_type(kind) if isinstance(kind, Struct) else None
