"""Copy, strided: y[i] = x[stride * i], to see what the gaps between the elements cost.

**What happens.** Thread i copies one element. With a stride of 1 neighbouring lanes read
neighbours. With a stride of 2 they leave out every other element, with a stride of 8 they read
one of eight. Behind the end of x the reading goes on at its beginning (that is what `% x.size`
does), so the number of elements copied stays the same.

**Why the gaps cost something.** Memory does not move single floats. It moves *sectors* of 32
bytes, 8 floats each, whether all 8 are wanted or only one. The 32 lanes of a warp ask for 128
bytes. With a stride of 1 these are 4 sectors. With a stride of 2 they are 8, and half of what is
moved is thrown away. From a stride of 8 on every lane has a sector of its own: 32 of them, eight
times the traffic.

**Why it does not get worse after that.** A lane can waste no more than the rest of its sector.
But sectors come in *lines* of 128 bytes, and with a stride of 32 each lane opens a line of its
own.

**Where strides come from.** They hide in ordinary code: a column of a matrix, the red values of
pixels stored as red, green, blue, one field of an array of records. The cure is often another
order of the data: all red values first.

**What to try.** Set the stride to 1, 2, 4, 8, 16 and 32, and compare the sectors and the lines of
the load. Those of the store never change: why? What would a stride of 1024 do with 1024 elements?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1024, "stride": 2}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("y",)
FLOPS = "0"
BYTES = "8 * n"
TOLERANCE = 0


@cuda.jit
def copy_strided(x, y, stride):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = x[stride * i % x.size]


def inputs(n, stride, seed):
    rng = np.random.default_rng(seed)
    x = rng.random(n, dtype=np.float32)
    return {"x": x, "y": np.zeros(n, np.float32), "stride": np.int64(stride)}


def numpy_twin(x, y, stride):
    y[:] = x[stride * np.arange(x.size) % x.size]


@njit
def one_thread(x, y, stride):
    for i in range(y.size):
        y[i] = x[stride * i % x.size]


@njit(parallel=True)
def all_threads(x, y, stride):
    for i in prange(y.size):
        y[i] = x[stride * i % x.size]


if __name__ == "__main__":
    x, y, stride = inputs(1000, 5, seed=0).values()
    d_x = cuda.to_device(x)
    d_y = cuda.device_array_like(y)
    copy_strided[4, 256](d_x, d_y, stride)
    d_y.copy_to_host(y)
    assert np.array_equal(y[:200], x[::5]), "copy_strided is wrong"
    print("copy_strided is right")
