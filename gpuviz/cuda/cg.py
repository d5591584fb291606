"""Cooperative groups: `cuda.cg.this_grid().sync()` waits for all threads of the grid."""

from __future__ import annotations

from gpuviz.cuda.intrinsics import Intrinsic

this_grid = Intrinsic("cg.this_grid")

__all__ = ["this_grid"]
