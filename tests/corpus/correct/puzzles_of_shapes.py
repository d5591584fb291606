"""Exercises of a first afternoon: map, zip, guard, rows and columns, pooling, a dot product."""

import numpy as np
from numba import cuda, float32

THREADS = 8


@cuda.jit
def add_ten(out, a, size):
    i = cuda.threadIdx.x
    if i < size:
        out[i] = a[i] + 10


@cuda.jit
def zip_of_two(out, a, b):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < out.size:
        out[i] = a[i] + b[i]


@cuda.jit
def outer_sum(out, column, row, size):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    j = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    if i < size and j < size:
        out[i, j] = column[i, 0] + row[0, j]


@cuda.jit
def sum_of_the_last_three(out, a, size):
    held = cuda.shared.array(THREADS, float32)
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    here = cuda.threadIdx.x
    if i < size:
        held[here] = a[i]
    cuda.syncthreads()
    if i < size:
        total = held[here]
        for back in (1, 2):
            if i - back >= 0:
                total += held[here - back] if here - back >= 0 else a[i - back]
        out[i] = total


@cuda.jit
def dot(out, a, b, size):
    products = cuda.shared.array(THREADS, float32)
    i = cuda.threadIdx.x
    products[i] = a[i] * b[i] if i < size else 0.0
    cuda.syncthreads()
    if i == 0:
        total = 0.0
        for k in range(size):
            total += products[k]
        out[0] = total


@cuda.jit
def row_totals(out, a, size):
    cache = cuda.shared.array(THREADS, float32)
    i, row = cuda.threadIdx.x, cuda.blockIdx.y
    cache[i] = a[row, i] if i < size else 0
    cuda.syncthreads()
    reach = 1
    while reach < THREADS:
        if i % (2 * reach) == 0:
            cache[i] += cache[i + reach]
        cuda.syncthreads()
        reach *= 2
    if i == 0:
        out[row, 0] = cache[0]


a = np.arange(6, dtype=np.float32)
out = np.zeros(6, np.float32)
add_ten[1, THREADS](out, a, 6)
assert (out == a + 10).all()

zip_of_two[2, 4](out, a, a[::-1].copy())
assert (out == 5).all()

column, row = a.reshape(6, 1), a.reshape(1, 6)
table = np.zeros((6, 6), np.float32)
outer_sum[(2, 2), (3, 3)](table, column, row, 6)
assert (table == column + row).all()

long = np.arange(20, dtype=np.float32)
pooled = np.zeros(20, np.float32)
sum_of_the_last_three[3, THREADS](pooled, long, 20)
assert pooled.tolist() == [sum(range(max(0, i - 2), i + 1)) for i in range(20)]

one = np.zeros(1, np.float32)
dot[1, THREADS](one, a, a, 6)
assert one[0] == a @ a

totals = np.zeros((4, 1), np.float32)
rows = np.arange(24, dtype=np.float32).reshape(4, 6)
row_totals[(1, 4), THREADS](totals, rows, 6)
assert (totals[:, 0] == rows.sum(axis=1)).all()
