"""SpMV, a row per thread: y = A x for a sparse matrix in CSR, one thread for each row.

**What happens.** A *sparse* matrix is nearly all zeros, so only the others are stored, its
*nonzeros*. In *CSR* (compressed sparse row) `values` holds them row after row, `columns` says in
which column each of them stands, and `row_starts` where each row begins: row r has the places from
`row_starts[r]` up to `row_starts[r + 1]`, without the last. A thread takes a row and adds up
`values[k] * x[columns[k]]` over its places. Nobody multiplies zeros, and no two threads meet.

**Why lanes wait.** Rows differ in length. Here most have 4 nonzeros, but of each 32 rows one has
128, like the page of a network that everybody links to. The lanes of a warp go round the loop
together until the last of them is through: 128 turns, and after the 4th a single lane works. Of
4096 places in these turns 252 are used, 6 percent. This is *divergence* that comes from the data:
no line of the kernel shows it.

**Why sectors are hardly used.** In each turn lane 0 reads a nonzero of its row, and lane 1 one of
the next row, which begins 4 places later, or 128. So in the first turns a warp wants one float of
every four, and in the long rest a lane fetches a sector of 32 bytes for the 4 that it wants. In the
whole launch `values` takes 3068 sectors. *SpMV, a row per warp* reads the same numbers side by side
and takes 784.

**Why x is another matter.** `x[columns[k]]` goes wherever the column says: a *gather*. No way of
sharing out the rows changes that; only the order of the rows and columns of the matrix itself does.
What helps is that x is small and read often, so that it stays in the cache.

**Why it can never be fast.** A nonzero is 8 bytes, its value and its column, for one product and
one sum. A dense matrix needs 4 bytes for that, and a matrix product uses each number many times.
SpMV is limited by memory on every GPU; the question is only how many bytes it wastes.

**What to try.** Watch the lanes of a warp go out after the 4th turn. Set `longest` to 4: then all
rows are equally long, and nothing is idle. Look at the traffic of `values`, then open *SpMV, a row
per warp*. Bell and Garland compare both, and other formats, in *Implementing sparse matrix-vector
multiplication on throughput-oriented processors* (2009).
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"rows": 512, "longest": 128}
BLOCK = (128,)
THREADS = ("rows",)
OUTPUTS = ("y",)
FLOPS = "2 * min(rows, 4) * rows + 2 * (min(rows, longest) - min(rows, 4)) * (rows // 32)"
BYTES = (
    "8 * min(rows, 4) * rows + 8 * (min(rows, longest) - min(rows, 4)) * (rows // 32)"
    " + 12 * rows + 4"
)
TOLERANCE = 1e-5

SHORT = 4  # nonzeros of most rows
GROUP = 32  # of so many rows one is long
ZERO = np.float32(0)


@cuda.jit
def spmv_row_per_thread(row_starts, columns, values, x, y):
    row = cuda.grid(1)
    if row < y.size:
        total = ZERO
        for k in range(row_starts[row], row_starts[row + 1]):
            total += values[k] * x[columns[k]]
        y[row] = total


def inputs(rows, longest, seed):
    rng = np.random.default_rng(seed)
    lengths = np.full(rows, min(rows, SHORT))
    groups = GROUP * np.arange(rows // GROUP)
    lengths[groups + rng.integers(0, GROUP, groups.size)] = min(rows, longest)
    chosen = [np.sort(rng.choice(rows, length, replace=False)) for length in lengths]
    return {
        "row_starts": np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32),
        "columns": np.concatenate(chosen).astype(np.int32),
        "values": rng.random(lengths.sum(), dtype=np.float32),
        "x": rng.random(rows, dtype=np.float32),
        "y": np.zeros(rows, np.float32),
    }


def numpy_twin(row_starts, columns, values, x, y):
    products = values * x[columns].astype(np.float64)
    y[:] = np.add.reduceat(products, row_starts[:-1])  # no row is empty


@njit
def one_row(row, row_starts, columns, values, x):
    total = ZERO
    for k in range(row_starts[row], row_starts[row + 1]):
        total += values[k] * x[columns[k]]
    return total


@njit
def one_thread(row_starts, columns, values, x, y):
    for row in range(y.size):
        y[row] = one_row(row, row_starts, columns, values, x)


@njit(parallel=True)
def all_threads(row_starts, columns, values, x, y):
    for row in prange(y.size):
        y[row] = one_row(row, row_starts, columns, values, x)


if __name__ == "__main__":
    arguments = inputs(200, 64, seed=0)
    expected = {name: array.copy() for name, array in arguments.items()}
    numpy_twin(**expected)
    spmv_row_per_thread[2, 128](*arguments.values())
    assert np.allclose(arguments["y"], expected["y"], atol=1e-5), "spmv_row_per_thread is wrong"
    print("spmv_row_per_thread is right")
