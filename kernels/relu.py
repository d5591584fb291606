"""ReLU: y = max(x, 0), the activation of most networks, without a branch.

**What happens.** Every thread takes one `x[i]` and hands it to the device function `rectified`,
which gives back the number itself or 0, whichever is larger. That is the whole *rectified linear
unit*: negative numbers are cut off, the others pass. Between the layers of a network it does what
the sigmoid did in older ones: without something bent in between, many layers would be worth no
more than one.

**Why it took the sigmoid's place.** It needs no exponential, and where it passes, its slope is 1.
In a deep network the gradient is multiplied by the slope of every layer on its way back. That of
a sigmoid is at most 1/4, and after ten layers little is left.

**Why there is no divergence.** One could write `if v > 0`, and in a warp with both signs the two
sides would run one after the other. `max` is a single instruction, which all lanes execute
together. *Sigmoid* diverges in nearly every warp, this kernel only at the guard.

**Why it is slow all the same.** One comparison pays for 8 bytes: four in, four out. The launch
waits for memory, so libraries attach the ReLU to the end of the layer before it, where the number
is still in a register. *Neural layer* does this with its sigmoid.

**What to try.** Look at the numbers of `y`: about half are 0. Count the divergent branches of this
kernel and of *Sigmoid*. In a copy write `return v if v > ZERO else ZERO` and count again: the
source now has two sides, but a compiler makes the same instruction of it.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("y",)
FLOPS = "n"
BYTES = "8 * n"
TOLERANCE = 1e-6

ZERO = np.float32(0)


@cuda.jit(device=True, inline="always")  # inlined: the kernel compiles also where there is no GPU
def rectified(v):
    return max(v, ZERO)


@cuda.jit
def relu(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = rectified(x[i])


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(n, dtype=np.float32)
    return {"x": x, "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    np.maximum(x, 0, out=y)


@njit
def one_thread(x, y):
    for i in range(x.size):
        y[i] = max(x[i], ZERO)


@njit(parallel=True)
def all_threads(x, y):
    for i in prange(x.size):
        y[i] = max(x[i], ZERO)


if __name__ == "__main__":
    x, y = inputs(1000, seed=0).values()
    d_x = cuda.to_device(x)
    d_y = cuda.device_array_like(y)
    relu[4, 256](d_x, d_y)
    d_y.copy_to_host(y)
    assert np.array_equal(y, np.maximum(x, 0)), "relu is wrong"
    print("relu is right")
