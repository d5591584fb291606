"""Numba's types, which `numba.cuda` shows too; Numba is imported when one is asked for."""

from __future__ import annotations

import importlib
from typing import Any

from gpuviz.cuda.signature import DTYPES

NAMES = frozenset([*DTYPES, "void", "none", "boolean", "optional", "deferred_type"])
"""Those that `numba.cuda` itself has as attributes."""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(importlib.import_module("numba.core.types"), name)
