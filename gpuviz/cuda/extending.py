"""What a script tells Numba of its own functions and types, as numba.cuda.extending has it.

Numba keeps it; simt/source/overloads.py asks it what stands for a call in a kernel.
"""

from __future__ import annotations

import importlib
from typing import Any

from gpuviz.cuda.errors import UnknownModule, not_known
from gpuviz.simt.source.not_there_yet import why_not

NAMES = frozenset(
    ("overload", "overload_attribute", "overload_method", "register_jitable", "intrinsic")
)
"""What there is: what is left out speaks of a compiler's instructions."""


def __getattr__(name: str) -> Any:
    if name not in NAMES and why_not(name) is not None:
        raise UnknownModule(not_known(f"cuda.extending.{name}"))
    if name not in NAMES:
        raise AttributeError(name)
    return getattr(importlib.import_module("numba.core.extending"), name)
