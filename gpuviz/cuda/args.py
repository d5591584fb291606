"""How a kernel's argument travels: `cuda.In(array)`, `cuda.Out(array)`, `cuda.InOut(array)`."""

from __future__ import annotations

from typing import Any, ClassVar


class ArgHint:
    """An argument with a hint which way it is copied; `value` is the argument."""

    copies_in: ClassVar[bool] = True
    copies_out: ClassVar[bool] = True

    def __init__(self, value: Any) -> None:
        self.value = value


class In(ArgHint):
    """Copied to the device only: the host does not see what the kernel writes."""

    copies_out = False


class Out(ArgHint):
    """Copied back only: the kernel finds undefined contents."""

    copies_in = False


class InOut(ArgHint):
    """Copied both ways, as an array without a hint is."""


def wrap_arg(value: Any, default: type[ArgHint] = InOut) -> ArgHint:
    """The argument with a hint: its own, else `default`."""
    return value if isinstance(value, ArgHint) else default(value)
