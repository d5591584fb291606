"""Copy, forgotten: the GPU computes y = 2 x + 1 in two launches, and nobody ever sees it.

**What happens.** The GPU has a memory of its own. What it shall compute with has to be copied
there, and what it has computed has to be copied back. This pipeline copies x in, launches twice,
and ends. Both launches are right, the checks find no hazard in them, and still y is all zeros.

**Why nobody complains.** For the program y is an ordinary array of the CPU. Nothing says that it
was to be filled by a GPU, so nothing can be missed. No error is raised and no time is lost: it even
looks fast, because a launch returns at once and nobody waits for it.

**Where to look.** The panel Pipeline has a lane for copies in, one for kernels and one for copies
out. Which of them is empty? gpuviz also names the array that nobody looks at afterwards.

**What to try.** Compare with *Data parallel*, whose last lines bring its arrays back. Copy the file
and repair it with one line: `on_device.copy_to_host(y)`. Where must it not stand?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
OUTPUTS = ("y",)
FLOPS = "2 * n"
BYTES = "8 * n"
TOLERANCE = 1e-6

THREADS_OF_A_BLOCK = 256


@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = x[i] * np.float32(2)


@cuda.jit
def add_one(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = x[i] + np.float32(1)


def pipeline(x, y):
    on_device = cuda.to_device(x)
    blocks = (x.size + THREADS_OF_A_BLOCK - 1) // THREADS_OF_A_BLOCK
    double[blocks, THREADS_OF_A_BLOCK](on_device)
    add_one[blocks, THREADS_OF_A_BLOCK](on_device)


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = np.float32(2) * x + np.float32(1)


@njit
def one_thread(x, y):
    for i in range(x.size):
        y[i] = np.float32(2) * x[i] + np.float32(1)


@njit(parallel=True)
def all_threads(x, y):
    for i in prange(x.size):
        y[i] = np.float32(2) * x[i] + np.float32(1)


if __name__ == "__main__":
    x, y = inputs(1000, seed=0).values()
    pipeline(x, y)
    print("broken_forgotten_copy gives", y[:3], "and should give", 2 * x[:3] + 1)
