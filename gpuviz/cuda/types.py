"""Numba's types, which `numba.cuda` shows too; Numba is imported when one is asked for."""

from __future__ import annotations

import importlib
from typing import Any

from gpuviz.cuda.errors import UnknownModule, not_known
from gpuviz.cuda.signature import DTYPES
from gpuviz.simt.source.not_there_yet import why_not

NAMES = frozenset([*DTYPES, "void", "none", "boolean", "optional", "deferred_type"])
"""Those that `numba.cuda` itself has as attributes."""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    known = importlib.import_module("numba.core.types")
    if not hasattr(known, name) and why_not(name) is not None:
        raise UnknownModule(not_known(f"cuda.types.{name}"))
    return getattr(known, name)
