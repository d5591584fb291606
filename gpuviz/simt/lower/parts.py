"""Parts of arrays: what stands behind a name that was given to a row or a slice of an array."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.simt.cohort import Mask, Value
from gpuviz.simt.frame import Frame
from gpuviz.simt.lower.indexing import Indices
from gpuviz.simt.lower.scope import UNKNOWN, Expr
from gpuviz.simt.slicing import part
from gpuviz.simt.types import ArrayType


def part_of(base: Expr, indices: Indices) -> Expr:
    """What brackets that leave axes look at."""
    assert isinstance(base.type, ArrayType)
    run = base.run

    def look(frame: Frame, mask: Mask) -> Value:
        return part(run(frame, mask), indices.evaluate(frame, mask))

    return Expr(replace(base.type, ndim=indices.ndim), look, UNKNOWN, pure=False)
