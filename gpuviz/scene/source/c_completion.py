"""The names of CUDA that kernels in C use, offered while one is typed.

The front end declares them in gpuviz.simt.c_front, which is not imported while somebody types. A
test holds this table against it.
"""

from __future__ import annotations

import re

from gpuviz.scene.source.completion import Completions

INDICES = ("threadIdx", "blockIdx", "blockDim", "gridDim")
QUALIFIERS = (
    *("__global__", "__device__", "__shared__", "__constant__", "__restrict__"),
    "__launch_bounds__",
)
FUNCTION_WORDS = (
    "__syncthreads __syncthreads_count __syncthreads_and __syncthreads_or __syncwarp "
    "__threadfence __threadfence_block __threadfence_system __nanosleep "
    "__activemask __all_sync __any_sync __ballot_sync __match_any_sync "
    "__shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync "
    "__popc __popcll __clz __clzll __ffs __ffsll __brev __brevll __ldg __byte_perm "
    "__reduce_add_sync __reduce_min_sync __reduce_max_sync assert clock64 "
    "atomicAdd atomicSub atomicMax atomicMin atomicAnd atomicOr atomicXor atomicExch atomicCAS "
    "atomicInc atomicDec printf"
)
FUNCTIONS = tuple(FUNCTION_WORDS.split())
NAMES = (*INDICES, *QUALIFIERS, *FUNCTIONS, "warpSize")
LEAST = 2  # letters: fewer are the beginning of everything

_TYPED = re.compile(r"(?<![\w.])(?:(\w+)\.)?(\w*)$")


def c_completions(before: str) -> Completions:
    """The names that may follow the text of a line before the cursor; none elsewhere."""
    found = _TYPED.search(before)
    if found is None or "//" in before:
        return Completions("", ())
    of, part = found[1], found[2]
    if of is not None:
        names = [axis for axis in "xyz" if axis.startswith(part)] if of in INDICES else []
    else:
        begun = part.casefold()
        names = sorted(name for name in NAMES if name.casefold().startswith(begun))
        names = names if len(part) >= LEAST else []
    return Completions(part, () if names == [part] else tuple(names))
