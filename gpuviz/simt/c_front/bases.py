"""Structures with a base: what an object is where its base is asked for."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.cuda_c.types import Struct
from gpuviz.simt.c_front.scope import Meaning
from gpuviz.simt.c_front.typed import Element, Structure, StructVariable
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.scope import UNKNOWN, Expr
from gpuviz.simt.types import TupleType


def of_base(structure: Structure, kind: Struct) -> Structure:
    """The members of a base, which are the first ones."""
    if structure.kind == kind:
        return structure
    assert isinstance(structure.expr.type, TupleType)
    count, run = len(kind.members), structure.expr.run

    def first(frame: CallFrame, mask: Mask) -> Value:
        return run(frame, mask)[:count]

    of_members = TupleType(structure.expr.type.items[:count])
    return Structure(kind, Expr(of_members, first, UNKNOWN, structure.expr.pure))


def place_of_base(place: Meaning | None, kind: object) -> Meaning | None:
    """Where the base of an object lies; the place itself where `kind` is no base of it."""
    own = getattr(place, "kind", None)
    if not isinstance(own, Struct) or not isinstance(kind, Struct) or kind not in own.lineage[1:]:
        return place
    if isinstance(place, StructVariable):
        return StructVariable(kind, place.members[: len(kind.members)], place.find)
    return replace(place, kind=kind) if isinstance(place, Element) else place
