"""Vector add, broken: c = a + b, and a mistake that is easy to overlook.

**What happens.** One thread adds one element, as in *Vector add*. Run it: the sums are right, all
of them, and yet gpuviz says that the kernel is wrong. Find out why before you read on.

**Why nobody notices.** Nothing in the result shows it. On a GPU the kernel may work for years,
until the memory behind the arrays belongs to something else. Then other numbers change, far away
from this kernel, or the launch ends with an error that names no line.

**Where to look.** The grid has 4 blocks of 256 threads. How many threads are that, and how many
elements are there? Choose the last block and look for threads that have no element of their own.

**What to try.** Set the size to 1024: the mistake is gone. Set it to 1025 or to 1: it is back.
For which sizes does the kernel work, and what do all of them have in common? Copy the file and
repair it with one line; the check has to stay silent at every size.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("c",)
FLOPS = "n"
BYTES = "12 * n"
TOLERANCE = 1e-6


@cuda.jit
def broken_vector_add(a, b, c):
    i = cuda.grid(1)
    c[i] = a[i] + b[i]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    a = rng.random(n, dtype=np.float32)
    b = rng.random(n, dtype=np.float32)
    return {"a": a, "b": b, "c": np.zeros(n, np.float32)}


def numpy_twin(a, b, c):
    np.add(a, b, out=c)


@njit
def one_thread(a, b, c):
    for i in range(c.size):
        c[i] = a[i] + b[i]


@njit(parallel=True)
def all_threads(a, b, c):
    for i in prange(c.size):
        c[i] = a[i] + b[i]


if __name__ == "__main__":
    a, b, c = inputs(1000, seed=0).values()
    d_a, d_b = cuda.to_device(a), cuda.to_device(b)
    d_c = cuda.device_array_like(c)
    broken_vector_add[4, 256](d_a, d_b, d_c)
    d_c.copy_to_host(c)
    print("right this time" if np.allclose(c, a + b) else "wrong")
