"""Cooperative groups: `cuda.cg.this_grid().sync()` waits for all threads of the grid."""

from __future__ import annotations

from gpuviz.cuda.intrinsics import IntrinsicStub

this_grid = IntrinsicStub("cg.this_grid")

__all__ = ["this_grid"]
