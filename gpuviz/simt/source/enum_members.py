"""Enumerations and their members as plain values, which a trace can hold."""

from __future__ import annotations

import enum
from typing import Any

EnumValue = tuple[str, bool, tuple[str, ...], tuple[int, ...], tuple[Any, ...], int]
"""Name of the class, whether its members are whole numbers, names of the members and the row of
each (two names may stand for one), values by row, and the row of a member: -1 for the class."""


def describe(value: Any) -> EnumValue | None:
    """A member or a class of them; None for anything else."""
    if isinstance(value, enum.Enum):
        return (*_class(type(value)), list(type(value)).index(value))
    if isinstance(value, type) and issubclass(value, enum.Enum):
        return (*_class(value), -1)
    return None


def _class(
    kind: type[enum.Enum],
) -> tuple[str, bool, tuple[str, ...], tuple[int, ...], tuple[Any, ...]]:
    members, known = list(kind), kind.__members__
    rows = tuple(members.index(member) for member in known.values())
    values = tuple(member.value for member in members)
    return kind.__qualname__, issubclass(kind, int), tuple(known), rows, values
