"""Records with an array field, atomics on a field."""

import numpy as np
from numba import cuda

item = np.dtype([("key", np.int32), ("weight", np.float64)], align=True)
cell = np.dtype([("count", np.int32), ("total", np.float64)], align=True)


@cuda.jit
def group(items, cells):
    i = cuda.grid(1)
    if i < items.size:
        k = items[i].key
        cuda.atomic.add(cells["count"], k, 1)
        cuda.atomic.add(cells["total"], k, items[i]["weight"])


rng = np.random.default_rng(8)
items = np.zeros(100, item)
items["key"], items["weight"] = rng.integers(0, 5, 100), rng.random(100)
cells = np.zeros(5, cell)
group[4, 32](items, cells)
assert np.array_equal(cells["count"], np.bincount(items["key"], minlength=5))
assert np.allclose(cells["total"], np.bincount(items["key"], items["weight"], 5))
