"""Threads fetch their next task from a common counter until there are none left."""

import numpy as np
from numba import cuda


@cuda.jit
def workers(costs, next_task, done_by, result):
    me = cuda.grid(1)
    while True:
        task = cuda.atomic.add(next_task, 0, 1)
        if task >= costs.size:
            break
        value = 0
        for k in range(costs[task]):
            value += k
        result[task] = value
        done_by[task] = me


costs = np.random.default_rng(6).integers(0, 20, 100)
next_task, done_by, result = np.zeros(1, np.int32), np.full(100, -1), np.full(100, -1)
workers[2, 16](costs, next_task, done_by, result)
assert np.array_equal(result, costs * (costs - 1) // 2)
assert done_by.min() >= 0
