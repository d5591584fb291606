"""Numba's settings (NUMBA_.. in the environment, `numba.config`), where Numba is imported."""

from __future__ import annotations

import sys

MODULES = ("numba.core.config", "numba.cuda.core.config")
"""Numba's, and numba-cuda's own where that is imported."""


OFF = {"CUDA_DEBUGINFO_DEFAULT", "CUDA_PER_THREAD_DEFAULT_STREAM"}
"""Settings that are off where nobody says something else."""


def numbas_setting(name: str) -> bool:
    """Whether a setting is on, for all that have it."""
    known = [sys.modules[module] for module in MODULES if module in sys.modules]
    values = [getattr(one, name) for one in known if hasattr(one, name)]
    return all(value != 0 for value in values) if values else name not in OFF
