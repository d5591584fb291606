"""Qt's signals, with the types of what they tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, Protocol

from PySide6.QtCore import Qt, Signal

P = ParamSpec("P")


class TypedSignal(Protocol[P]):
    """A signal as a type checker has to see it: `answered: TypedSignal[[Trace]]`."""

    def connect(
        self,
        slot: Callable[P, object] | Callable[[], object] | TypedSignal[P],
        type: Qt.ConnectionType = ...,  # Qt's own name for it
        /,
    ) -> object:
        """Has `slot` called with what is told, or without it."""

    def emit(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Tells it."""


def signal(*types: type) -> Any:
    """A signal that the attribute's own annotation types; Qt knows a class of Python as object."""
    return Signal(*types)
