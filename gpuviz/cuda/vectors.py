"""CUDA's vector types, by both of their names: cuda.float32x4 is cuda.float4."""

from __future__ import annotations

from gpuviz.cuda.intrinsics import IntrinsicStub
from gpuviz.simt.vector_types import OTHER_NAMES, VECTOR_TYPES

_MADE = {name: IntrinsicStub(name) for name in VECTOR_TYPES}

VECTORS: dict[str, IntrinsicStub] = {**_MADE, **{n: _MADE[same] for n, same in OTHER_NAMES.items()}}
