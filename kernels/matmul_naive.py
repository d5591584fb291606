"""Matmul, naive: C = A B, one thread for each element of C.

**What happens.** On a CPU a matrix product is three loops: over the rows of C, over its columns,
and over the k products that make up one element. On the GPU the first two loops are gone: there
is a thread for every element of C. What is left is the inner loop, in which a thread walks along
one row of A and down one column of B.

**How the sizes are named.** A has m rows and k columns, B has k rows and n columns, C has m rows
and n columns. x covers the n columns, y the m rows.

**Why it is fast.** Every thread works for itself, and there are m times n of them. In one turn of
the loop the lanes of a warp that share a row read the same element of A, which is fetched once
for all of them, and neighbouring elements of B, which are coalesced.

**Why it is slow all the same.** Each element of A is needed by n threads and each element of B by
m threads, and each of them asks memory for it again. Every multiplication and addition asks for 8
bytes. The caches catch much of this, but not all, and even a cache can answer only so fast.

**Numba or C?** Where an element lies is computed too. In Numba indices below 0 count from the end,
and in a `range` loop the compiler does not see that `i` is never below 0: in each turn it asks, and
multiplies in 64 bits anew, 34 machine instructions, of which two load and one multiplies and adds.
In a `while` loop with the same 64 bits it sees it, and only moves two addresses on: eight. With
`np.uint32` for counter and bound it is seven. `np.int32` helps less, since such a number can be
below 0: 29 with `range`, 25 with `while`. CUDA C with indices of type `int` takes five. What
`cuda.grid(2)` gives has 64 bits too, but a thread computes it once.

**What the numbers could be.** 2·m·n·k operations on 4·(mk + kn + mn) bytes: for a 64 x 64 product
that is nearly 11 operations per byte, and twice the size gives twice as many. That is why a
product pays for its copies, and an addition does not.

**What to try.** Look at the sectors of the loop's line, then open *Matmul, tiled* and compare. Set
the block to 1 x 256: now the lanes walk down A, and the same result takes longer. At sides of 256 a
T4 needs about three times as long, and about eight times as long in CUDA C (modelled): there no
slow indices hide what coalescing gains. On an RTX A6000, in CUDA C, 6.4 times were measured
(siboehm/SGEMM_CUDA). Raise the size and watch when the GPU overtakes the CPU.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"m": 64, "n": 64, "k": 64}
BLOCK = (16, 16)
THREADS = ("n", "m")
OUTPUTS = ("c",)
FLOPS = "2 * m * n * k"
BYTES = "4 * (m * k + k * n + m * n)"
TOLERANCE = 1e-5


@cuda.jit
def matmul_naive(a, b, c):
    col, row = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        total = np.float32(0)
        for i in range(a.shape[1]):
            total += a[row, i] * b[i, col]
        c[row, col] = total


def inputs(m, n, k, seed):
    rng = np.random.default_rng(seed)
    a = rng.random((m, k), dtype=np.float32)
    b = rng.random((k, n), dtype=np.float32)
    return {"a": a, "b": b, "c": np.zeros((m, n), np.float32)}


def numpy_twin(a, b, c):
    np.matmul(a, b, out=c)


@njit
def one_thread(a, b, c):
    for row in range(c.shape[0]):
        c[row, :] = 0
        for i in range(a.shape[1]):
            for col in range(c.shape[1]):  # innermost: along rows, as they lie in memory
                c[row, col] += a[row, i] * b[i, col]


@njit(parallel=True)
def all_threads(a, b, c):
    for row in prange(c.shape[0]):
        c[row, :] = 0
        for i in range(a.shape[1]):
            for col in range(c.shape[1]):
                c[row, col] += a[row, i] * b[i, col]


if __name__ == "__main__":
    a, b, c = inputs(30, 20, 10, seed=0).values()
    d_a, d_b = cuda.to_device(a), cuda.to_device(b)
    d_c = cuda.device_array_like(c)
    matmul_naive[(2, 2), (16, 16)](d_a, d_b, d_c)
    d_c.copy_to_host(c)
    assert np.allclose(c, a @ b), "matmul_naive is wrong"
    print("matmul_naive is right")
