"""The names of `cuda.` that kernels use, offered while one is typed.

The emulator declares them in gpuviz.simt.lower; to import it takes half a second, which a window
has not got while somebody types. A test holds this table against it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_INDICES = "threadIdx blockIdx blockDim gridDim"
_PLAIN = (
    "grid gridsize laneid warpsize jit "
    "syncthreads syncthreads_and syncthreads_or syncthreads_count syncwarp "
    "threadfence threadfence_block threadfence_system nanosleep "
    "activemask lanemask_lt all_sync any_sync eq_sync ballot_sync "
    "match_all_sync match_any_sync vote_sync_intrinsic "
    "shfl_sync shfl_up_sync shfl_down_sync shfl_xor_sync shfl_sync_intrinsic "
    "popc brev clz ffs fma cbrt selp ldca ldcg ldcs ldcv ldlu stcg stcs stwb stwt"
)
_INSIDE = {
    "atomic": "add sub max min nanmax nanmin and_ or_ xor exch inc dec cas compare_and_swap",
    "shared": "array",
    "local": "array",
    "const": "array_like",
    "cg": "this_grid",
}
CUDA_NAMES = frozenset(
    [
        *(f"cuda.{name}" for name in _PLAIN.split()),
        *(f"cuda.{name}.{axis}" for name in _INDICES.split() for axis in "xyz"),
        *(f"cuda.{group}.{name}" for group, names in _INSIDE.items() for name in names.split()),
    ]
)
"""Every name in full: cuda.grid, cuda.threadIdx.x, cuda.atomic.add."""

_TYPED = re.compile(r"(?<![\w.])(cuda\.(?:\w+\.)*)(\w*)$")


class Completions(NamedTuple):
    """What has been typed of a name, and the names that it may become, in order."""

    part: str
    names: tuple[str, ...]


def completions(before: str) -> Completions:
    """The names that may follow the text of a line before the cursor; none elsewhere."""
    found = _TYPED.search(before)
    if found is None:
        return Completions("", ())
    stem, part = found[1], found[2]
    inside = {name.removeprefix(stem).partition(".")[0] for name in CUDA_NAMES if stem in name}
    names = sorted(name for name in inside if name.casefold().startswith(part.casefold()))
    return Completions(part, () if names == [part] else tuple(names))
