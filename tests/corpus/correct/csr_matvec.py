"""A sparse matrix in CSR form times a vector: rows of different lengths."""

import numpy as np
from numba import cuda


@cuda.jit
def spmv(data, indices, indptr, x, y):
    row = cuda.grid(1)
    if row < y.size:
        acc = 0.0
        for k in range(indptr[row], indptr[row + 1]):
            acc += data[k] * x[indices[k]]
        y[row] = acc


rng = np.random.default_rng(30)
dense = rng.random((60, 40)) * (rng.random((60, 40)) < 0.1)
rows, indices = np.nonzero(dense)
indices = np.ascontiguousarray(indices)
data = dense[rows, indices]
indptr = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=60))])
x, y = rng.random(40), np.zeros(60)
spmv[2, 32](data, indices, indptr, x, y)
assert np.allclose(y, dense @ x)
