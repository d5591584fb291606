"""Each thread sorts a row of its own with a recursive quicksort."""

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def partition(a, row, low, high):
    pivot = a[row, high]
    i = low
    for j in range(low, high):
        if a[row, j] < pivot:
            a[row, i], a[row, j] = a[row, j], a[row, i]
            i += 1
    a[row, i], a[row, high] = a[row, high], a[row, i]
    return i


@cuda.jit("void(int64[:,:], int64, int64, int64)", device=True)
def quicksort(a, row, low, high):
    if low < high:
        p = partition(a, row, low, high)
        quicksort(a, row, low, p - 1)
        quicksort(a, row, p + 1, high)


@cuda.jit
def sort_rows(a):
    row = cuda.grid(1)
    if row < a.shape[0]:
        quicksort(a, row, 0, a.shape[1] - 1)


a = np.random.default_rng(0).integers(0, 50, (40, 12))
want = np.sort(a, axis=1)
sort_rows[2, 32](a)
assert np.array_equal(a, want)
