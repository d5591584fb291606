"""Transpose, broken: B is A turned over its diagonal, as long as nobody looks at the edges.

**What happens.** One thread carries one element: `a[row, col]` goes to `b[col, row]`. The grid has
more threads than the matrix has elements, so there is a guard. Run it: a part of B stays empty,
and gpuviz finds threads that reach beyond *both* matrices.

**Why nobody notices.** The author tried it with 32 x 32, 64 x 64 and 1000 x 1000, and it was right
each time. Matrices in the tests of a course are square. Those of a network hardly ever are.

**Why it is worse than a wrong result.** A matrix lies in memory row by row. An index beyond the
last row points behind the array, at whatever was put there. The read brings in some other number,
and the write destroys one, or the launch ends with an illegal address.

**Where to look.** gpuviz names a thread and the index that it used. Compare this index with the
shape of A: which of the two numbers is too large, and which line should have stopped the thread?

**What to try.** Set both sizes to 32: the mistake is gone. Set them to 40 and 24, the other way
round: who reaches out now, and what stays empty? Copy the file and repair the one line.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"m": 24, "n": 40}
BLOCK = (16, 16)
THREADS = ("n", "m")
OUTPUTS = ("b",)
FLOPS = "0"
BYTES = "8 * m * n"
TOLERANCE = 1e-6


@cuda.jit
def broken_transpose(a, b):
    col, row = cuda.grid(2)
    if row < a.shape[1] and col < a.shape[0]:
        b[col, row] = a[row, col]


def inputs(m, n, seed):
    rng = np.random.default_rng(seed)
    return {"a": rng.random((m, n), dtype=np.float32), "b": np.zeros((n, m), np.float32)}


def numpy_twin(a, b):
    b[:] = a.T


@njit
def one_thread(a, b):
    for row in range(b.shape[0]):
        for col in range(b.shape[1]):
            b[row, col] = a[col, row]


@njit(parallel=True)
def all_threads(a, b):
    for row in prange(b.shape[0]):
        for col in range(b.shape[1]):
            b[row, col] = a[col, row]


if __name__ == "__main__":
    a, b = inputs(24, 40, seed=0).values()
    d_a, d_b = cuda.to_device(a), cuda.to_device(b)
    broken_transpose[(3, 2), (16, 16)](d_a, d_b)
    d_b.copy_to_host(b)
    print("right this time" if np.array_equal(b, a.T) else "wrong")
