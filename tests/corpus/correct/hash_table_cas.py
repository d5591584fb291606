"""A hash table with open addressing: compare-and-swap takes a free slot."""

import numpy as np
from numba import cuda


@cuda.jit
def insert(keys, table):
    i = cuda.grid(1)
    if i < keys.size:
        key = keys[i]
        slot = (key * 7) % table.size
        while True:
            old = cuda.atomic.cas(table, slot, -1, key)
            if old == -1 or old == key:
                break
            slot = (slot + 1) % table.size


keys = np.random.default_rng(42).integers(0, 40, 100)
table = np.full(64, -1)
insert[4, 32](keys, table)
assert sorted(table[table >= 0]) == sorted(set(keys.tolist()))
