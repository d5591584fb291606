"""Loads and stores that say which cache they go through, as numba-cuda has them: cuda.ldcg, ..."""

from __future__ import annotations

from gpuviz.cuda.intrinsics import IntrinsicStub
from gpuviz.simt.lower.intrinsics.cache_hints import CACHED_LOADS, CACHED_STORES

CACHE_HINTS = {name: IntrinsicStub(name) for name in (*CACHED_LOADS, *CACHED_STORES)}
