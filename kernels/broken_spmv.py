"""SpMV, broken: y = A x with a thread for each nonzero, and sums that lose some of them.

**What happens.** Here the sparse matrix is stored as a list: nonzero k is `values[k]`, it stands in
row `row_of[k]` and column `columns[k]`. This is called *COO* (coordinates). Each thread takes one
nonzero, multiplies it with its element of x, and adds the product to its row of y. Every thread has
the same work, however long the rows are, as in *SpMV, a row per thread* it has not. Only the sums
are wrong.

**Why it looks so good.** The nonzeros of a row lie side by side, so all reads of `row_of`,
`columns` and `values` are in full sectors, and no lane waits for another. For this very reason the
nonzeros of a row are in the same warp, and want the same element of y at the same time.

**Why it goes wrong.** It is one line of Python, but three steps of the hardware: read, add, write.

**Where to look.** Choose a warp and stop at the line that adds. How many lanes have the same
element of y? How many of their products are in it afterwards?

**What to try.** Set the nonzeros to 1: is the mistake still there? Copy the file and repair it.
Then think of the price: on 64 rows 1000 additions meet. Could each warp first add up what belongs
to the same row?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"rows": 64, "nonzeros": 1000}
BLOCK = (128,)
THREADS = ("nonzeros",)
OUTPUTS = ("y",)
FLOPS = "2 * nonzeros"
BYTES = "12 * nonzeros + 8 * rows"
TOLERANCE = 1e-5


@cuda.jit
def broken_spmv(row_of, columns, values, x, y):
    k = cuda.grid(1)
    if k < values.size:
        y[row_of[k]] += values[k] * x[columns[k]]


def inputs(rows, nonzeros, seed):
    rng = np.random.default_rng(seed)
    return {
        "row_of": np.sort(rng.integers(0, rows, nonzeros)).astype(np.int32),
        "columns": rng.integers(0, rows, nonzeros).astype(np.int32),
        "values": rng.standard_normal(nonzeros, dtype=np.float32),
        "x": rng.random(rows, dtype=np.float32),
        "y": np.zeros(rows, np.float32),
    }


def numpy_twin(row_of, columns, values, x, y):
    y[:] = np.bincount(row_of, values * x[columns].astype(np.float64), minlength=y.size)


@njit
def one_thread(row_of, columns, values, x, y):
    y[:] = 0
    for k in range(values.size):
        row = row_of[k]
        y[row] += values[k] * x[columns[k]]


@njit(parallel=True)
def all_threads(row_of, columns, values, x, y):
    for row in prange(y.size):
        total = np.float32(0)
        for k in range(np.searchsorted(row_of, row), np.searchsorted(row_of, row + 1)):
            total += values[k] * x[columns[k]]
        y[row] = total


if __name__ == "__main__":
    arguments = inputs(64, 1000, seed=0)
    expected = {name: array.copy() for name, array in arguments.items()}
    numpy_twin(**expected)
    broken_spmv[8, 128](*arguments.values())
    right = np.allclose(arguments["y"], expected["y"], atol=1e-5)
    print("right this time" if right else "wrong")
