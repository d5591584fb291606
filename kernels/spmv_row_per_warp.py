"""SpMV, a row per warp: y = A x for a sparse matrix in CSR, one warp for each row.

**What happens.** The matrix is that of *SpMV, a row per thread*: `values` and `columns` hold its
nonzeros row after row, and `row_starts` says where each row begins. But here the 32 lanes of a warp
share a row: lane 0 takes the first nonzero, lane 1 the second, and after 32 they go on with the
33rd. Then each lane holds a part of the sum, and the parts are folded with `cuda.shfl_down_sync`,
as in *Sum, shuffle*: 5 rounds, no shared memory, no barrier.

**Why sectors are used to the full.** Neighbouring lanes read neighbouring nonzeros: a row of 128 is
4 turns of 32 floats side by side, 4 sectors each. Nothing is fetched that nobody wants. Only
`x[columns[k]]` still goes wherever the column says.

**Why a long row does little harm.** A row of 128 takes 4 turns and not 128. And nobody waits for
it: each warp has its own row, and warps do not wait for each other.

**Why short rows do.** A row of 4 keeps 4 lanes busy, and 28 have nothing to do. Then come 5 rounds
to fold 4 numbers. Where all rows are that short, a row per thread is better. A warp pays off from
about 32 nonzeros in a row.

**Why libraries look first.** The best kernel depends on the lengths, which nobody knows before the
matrix is there. So libraries look at them and choose: some lanes of a warp for a row of medium
length, a whole block for a very long one; or they share out the nonzeros evenly, whatever row they
belong to, and add up afterwards (*merge-based* SpMV, Merrill and Garland, 2016).

**What to try.** Compare the sectors of `values` with those of *SpMV, a row per thread*, and the
efficiency of the warps: both kernels waste lanes, but not in the same rows. Set `longest` to 4 and
compare again: who is better now? Set it to 512.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"rows": 512, "longest": 128}
BLOCK = (128,)
MAX_BLOCK = (1024,)
THREADS = ("32 * rows",)
OUTPUTS = ("y",)
FLOPS = "2 * min(rows, 4) * rows + 2 * (min(rows, longest) - min(rows, 4)) * (rows // 32)"
BYTES = (
    "8 * min(rows, 4) * rows + 8 * (min(rows, longest) - min(rows, 4)) * (rows // 32)"
    " + 12 * rows + 4"
)
TOLERANCE = 1e-5

WARP = 32
ALL_LANES = 0xFFFFFFFF
SHORT = 4  # nonzeros of most rows
GROUP = 32  # of so many rows one is long
ZERO = np.float32(0)


@cuda.jit
def spmv_row_per_warp(row_starts, columns, values, x, y):
    t = cuda.threadIdx.x
    lane = t % WARP
    lanes = min(WARP, cuda.blockDim.x - (t - lane))
    warps = (cuda.blockDim.x + WARP - 1) // WARP
    row = cuda.blockIdx.x * warps + t // WARP
    if row < y.size:
        total = ZERO
        for k in range(row_starts[row] + lane, row_starts[row + 1], lanes):
            total += values[k] * x[columns[k]]
        offset = WARP // 2
        while offset > 0:
            above = cuda.shfl_down_sync(ALL_LANES, total, offset)
            if lane + offset < lanes:
                total += above
            offset //= 2
        if lane == 0:
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
    spmv_row_per_warp[50, 128](*arguments.values())
    assert np.allclose(arguments["y"], expected["y"], atol=1e-5), "spmv_row_per_warp is wrong"
    print("spmv_row_per_warp is right")
