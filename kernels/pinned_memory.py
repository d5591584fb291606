"""Pinned memory: the same array travels twice, from ordinary host memory and from page-locked.

**What happens.** The pipeline copies x to the GPU, doubles it there, and copies the result back. It
does so twice, by the same lines. The second time x and the array for the result are *pinned*: the
operating system has promised to leave their pages where they are. Another word for it is
*page-locked*; what is not pinned is *pageable*.

**Why pinned memory is copied faster.** The copy engine of the GPU reads host memory by its physical
addresses, while the CPU does something else (*DMA*). An ordinary page may be moved or swapped out
at any moment, so the engine must not touch it. The driver therefore copies ordinary arrays twice:
the CPU puts them piece by piece into a pinned buffer of the driver's own, and from there they go to
the GPU. With pinned arrays the first of these copies is left out.

**Why it matters beyond the rate.** A copy of an ordinary array holds the host until it is done.
Only a pinned array can be copied in a *stream* while the host goes on and kernels run: *Video
frames* needs that for every frame. Without pinning, an asynchronous copy becomes an ordinary one,
and nobody says so.

**Why not everything is pinned.** Pinned pages are taken from all other programs of the computer,
and pinning itself costs time: for an array that is copied once perhaps more than it gains. Pin
what is copied often, once, at the beginning. `cuda.pinned(array)` pins an array that is there,
until the end of the `with` (`cudaHostRegister` in C); `cuda.pinned_array` makes a new one
(`cudaMallocHost`).

**How much faster it is.** That depends on the computer: on its CPU, its memory and the link. The
model of gpuviz takes one rate for ordinary arrays and one for pinned ones, from published
measurements, and no time for the pinning itself.

**What to try.** Look at the timeline: three bars, and the same three again. Compare the two copies
to the GPU. Set n to 1000: why is there no difference any more? In a copy leave one of the two
arrays unpinned, and see which bar grows.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 200000}
OUTPUTS = ("from_pageable", "from_pinned")
FLOPS = "2 * n"
BYTES = "12 * n"
TOLERANCE = 1e-6

THREADS_OF_A_BLOCK = 256


@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = x[i] * np.float32(2)


def pipeline(x, from_pageable, from_pinned):
    there_and_back(x, from_pageable)
    with cuda.pinned(x), cuda.pinned(from_pinned):
        there_and_back(x, from_pinned)


def there_and_back(x, y):
    d_x = cuda.to_device(x)
    blocks = (x.size + THREADS_OF_A_BLOCK - 1) // THREADS_OF_A_BLOCK
    double[blocks, THREADS_OF_A_BLOCK](d_x)
    d_x.copy_to_host(y)


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {
        "x": rng.random(n, dtype=np.float32),
        "from_pageable": np.zeros(n, np.float32),
        "from_pinned": np.zeros(n, np.float32),
    }


def numpy_twin(x, from_pageable, from_pinned):
    np.multiply(x, np.float32(2), out=from_pageable)
    np.multiply(x, np.float32(2), out=from_pinned)


@njit
def one_thread(x, from_pageable, from_pinned):
    for i in range(x.size):
        from_pageable[i] = np.float32(2) * x[i]
        from_pinned[i] = np.float32(2) * x[i]


@njit(parallel=True)
def all_threads(x, from_pageable, from_pinned):
    for i in prange(x.size):
        from_pageable[i] = np.float32(2) * x[i]
        from_pinned[i] = np.float32(2) * x[i]


if __name__ == "__main__":
    x, from_pageable, from_pinned = inputs(1000, seed=0).values()
    pipeline(x, from_pageable, from_pinned)
    assert np.array_equal(from_pageable, 2 * x), "pinned_memory is wrong"
    assert np.array_equal(from_pinned, 2 * x), "pinned_memory is wrong"
    print("pinned_memory is right")
