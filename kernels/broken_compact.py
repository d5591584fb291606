"""Compact, broken: keep the elements above zero, in place, before others have read theirs.

**What happens.** The elements of x that are above zero shall stand at its beginning, in their
order. `places` says where each one belongs: how many before it are kept, as the exclusive scan of
*Compact* has found out. To save an array, each thread writes its element into x itself.

**Why it goes wrong.** `x[places[i]] = x[i]` is a loop over all i on a CPU, and there it is right:
the loop has passed the place that it overwrites, for no element moves to the right. Here all
threads run at once, in no particular order. Another thread may write to `x[i]` before this one has
read its own element. Then an element is there twice, and another is lost.

**Why it hides.** The lanes of one warp mostly all read before one of them writes. And the warp
that an element moves to has a smaller number: mostly it was done long before. On the emulator all
is right in lockstep. Choose the schedule `adversarial`.

**Where to look.** The panel Checks names two lines: which of them writes, and which reads? What
would have to lie between the two for all elements, those of other blocks as well?

**What to try.** Copy the file, give the kernel a second array to write to, and launch it again:
*Compact* does so. Would a barrier between reading and writing help? Try it with a size of 256,
which is one block, and with 1000.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("x",)
FLOPS = "0"
BYTES = "12 * n"
SHOW = {"x": "curve"}

ZERO = np.float32(0)


@cuda.jit
def broken_compact(x, places):
    i = cuda.grid(1)
    if i < x.size:
        value = x[i]
        if value > ZERO:
            x[places[i]] = value


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    waves = np.sin(np.arange(n) * (6 * np.pi / n))
    x = (waves + 0.1 * rng.standard_normal(n)).astype(np.float32)
    keep = x > 0
    return {"x": x, "places": (np.cumsum(keep) - keep).astype(np.int32)}


def numpy_twin(x, places):
    kept = x[x > 0]
    x[: kept.size] = kept


@njit
def one_thread(x, places):
    for i in range(x.size):
        if x[i] > ZERO:
            x[places[i]] = x[i]


@njit(parallel=True)
def all_threads(x, places):
    old = x.copy()
    for i in prange(x.size):
        if old[i] > ZERO:
            x[places[i]] = old[i]


if __name__ == "__main__":
    x, places = inputs(1000, seed=0).values()
    expected = x.copy()
    numpy_twin(expected, places)
    broken_compact[4, 256](x, places)
    print("right this time" if np.array_equal(x, expected) else "wrong")
