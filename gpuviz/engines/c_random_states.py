"""States of random numbers that a kernel gets and nobody seeded in the same launch."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from gpuviz.cuda_c.random_states import PHILOX, XORWOW
from gpuviz.cuda_c.types import Scalar, memory_dtype
from gpuviz.simt.numerics import philox, xorwow

GENERATORS: tuple[tuple[Scalar | None, ModuleType], ...] = (
    (memory_dtype(XORWOW), xorwow), (memory_dtype(PHILOX), philox),
)  # fmt: skip


def made_states(dtype: Scalar, shape: tuple[int, ...], rng: np.random.Generator) -> Any:
    """States as curand_init(seed, i, 0, &states[i]) makes them; None for another type."""
    generator = next((one for kind, one in GENERATORS if kind == dtype), None)
    if generator is None:
        return None
    count = int(np.prod(shape, dtype=int))
    seed = np.uint64(rng.integers(2**32))
    found = np.zeros(count, dtype)
    for name, values in generator.seeded(seed, np.arange(count, dtype=np.uint64), 0).items():
        found[name] = values
    return found.reshape(shape)
