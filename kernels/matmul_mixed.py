"""Matmul, mixed: C = A B, with A and B stored in 16 bits and the sums made in 32.

**What happens.** The product is *Matmul, naive*: a thread for each element of C, which walks along
a row of A and down a column of B. But A and B are *float16*, half as large as a float32. Each
element becomes a float32 as soon as it is loaded, and all that is multiplied and added is float32.

**Why half the bytes.** With 16 bits twice as many numbers come with every sector: 16 neighbours of
B are 32 bytes, one sector instead of two. This kernel hardly gets faster by it: it does not wait
for memory but for its instructions. What waits for memory, such as an addition, takes half the
time. For answers the GPU holds networks of twice the size; in training the weights are usually kept
in float32 as well.

**What it costs.** A float16 has 10 bits for its digits: a number is off by up to 1 part in 2048.
Such errors go up and down, and a sum of many products is right to about four digits. Networks bear
that. Training was noisy before.

**Why the sums are float32.** Between 2048 and 4096 the float16 numbers are 2 apart: 2048 + 1 is
2048 again. A float16 sum of ten thousand ones stops at 2048. So the inputs may be short, but the
sum may not.

**Why losses are scaled.** The smallest float16 above zero is 6e-8, and gradients are often smaller:
stored as float16 they become 0, and that weight learns nothing. The cure is to multiply the loss by
a number such as 65536. All gradients grow with it, survive, and are divided by it in float32 before
the step. What grows above 65504 becomes infinite; then the step is left out, and the factor is
halved; after many good steps it is doubled again. *bfloat16* has the range of a float32 and 7 bits
for its digits, and seldom needs scaling.

**What tensor cores add.** From Volta on, an SM has units that multiply small matrices of float16
and add them up in float32: eight times the operations of this kernel's way on a T4, 15 times on an
H200. Up to Ada a warp asks for such a product together. On Hopper four warps do, with operands in
shared memory; on the B200 one thread, and the sums lie in tensor memory. Libraries such as cuBLAS
use them; a plain loop as here does not.

**What to try.** Compare the sectors of both loads with *Matmul, naive*. Make the inputs of a copy
1e-8 times as large and look at C; then 65536 times that. Round the sum in a copy, as the
last line of the loop: `total = np.float16(total)`.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"m": 64, "n": 64, "k": 64}
BLOCK = (16, 16)
THREADS = ("n", "m")
OUTPUTS = ("c",)
FLOPS = "2 * m * n * k"
BYTES = "2 * (m * k + k * n) + 4 * m * n"
TOLERANCE = 1e-5


@cuda.jit
def matmul_mixed(a, b, c):
    col, row = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        total = np.float32(0)
        for i in range(a.shape[1]):
            total += np.float32(a[row, i]) * np.float32(b[i, col])
        c[row, col] = total


def inputs(m, n, k, seed):
    rng = np.random.default_rng(seed)
    a = rng.random((m, k), dtype=np.float32).astype(np.float16)
    b = rng.random((k, n), dtype=np.float32).astype(np.float16)
    return {"a": a, "b": b, "c": np.zeros((m, n), np.float32)}


def numpy_twin(a, b, c):
    np.matmul(a.astype(np.float32), b.astype(np.float32), out=c)


@njit
def product(a, b, c):
    for row in range(c.shape[0]):
        c[row, :] = 0
        for i in range(a.shape[1]):
            for col in range(c.shape[1]):  # innermost: along rows, as they lie in memory
                c[row, col] += a[row, i] * b[i, col]


@njit(parallel=True)
def product_by_all(a, b, c):
    for row in prange(c.shape[0]):
        c[row, :] = 0
        for i in range(a.shape[1]):
            for col in range(c.shape[1]):
                c[row, col] += a[row, i] * b[i, col]


def one_thread(a, b, c):  # most CPUs do not compute with float16: they convert everything first
    product(a.astype(np.float32), b.astype(np.float32), c)


def all_threads(a, b, c):
    product_by_all(a.astype(np.float32), b.astype(np.float32), c)


if __name__ == "__main__":
    a, b, c = inputs(30, 20, 18, seed=0).values()
    d_a, d_b = cuda.to_device(a), cuda.to_device(b)
    d_c = cuda.device_array_like(c)
    matmul_mixed[(2, 2), (16, 16)](d_a, d_b, d_c)
    d_c.copy_to_host(c)
    assert np.allclose(c, a.astype(np.float32) @ b.astype(np.float32)), "matmul_mixed is wrong"
    print("matmul_mixed is right")
