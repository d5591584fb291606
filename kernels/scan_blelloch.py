"""Scan, Blelloch: each element becomes the sum of all before it, in three launches.

**What happens.** From 3, 1, 4, 1 an *exclusive* scan makes 0, 3, 4, 8: an element's own value is
not in its sum. Each block scans 256 elements by itself and stores their sum. The sums of the
blocks are scanned by the same kernel. What comes out is what stands before each block, and the
third launch adds it. Where the sums fill more than one block, they are scanned in three launches
in their turn. The sum that the last scan stores is that of everything: `total`.

**Why up and down.** A block adds like a tree. *Up*: neighbours at distance 1, then 2, 4, and so
on, until the last element holds the sum of all. *Down*: that sum is replaced by 0, and each node
of the tree gives to its left child what it got itself, and to its right child that and the left
one's sum. Each of the two sweeps has 8 rounds for 256 elements and 255 additions. *Scan*, the one
of Hillis and Steele, has half as many rounds, and makes 1793 additions for 256 elements.

**Why there are gaps in the array.** With growing distance the lanes reach for every 2nd, 4th, ..
32nd element, and all of these lie in few banks of shared memory. `padded(i)` leaves one place free
after each 32: elements 32 apart lie in neighbouring banks then. That costs 8 places in a block,
and there is no bank conflict left. Without the gaps the first launch has 1120 of them.

**Why three launches.** No block may wait for another one that perhaps has not begun. The end of a
launch is a barrier for all of them. *Scan, look-back* needs one launch, and goes over the data
once instead of twice.

**What it is good for.** x may be how many results each thread has. Then y says where it may write
them, without an atomic addition: see *Compact*, and sorting.

**What to try.** Play `part` in the first launch: where does the 0 begin its way down? Set the size
to 100000 and count the launches. In a copy let `padded` return `i`, and compare the bank
conflicts. The method: G. Blelloch, *Prefix Sums and Their Applications* (1990); on GPUs: M.
Harris, S. Sengupta and J. Owens, *GPU Gems 3*, chapter 39.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
OUTPUTS = ("y", "total")
FLOPS = "0"  # it adds whole numbers
BYTES = "8 * n + 4"
SHOW = {"x": "curve", "y": "curve"}

BLOCK_THREADS = 128
ELEMENTS = 2 * BLOCK_THREADS  # that a block scans
BANKS = 32
PLACES = ELEMENTS + ELEMENTS // BANKS


@cuda.jit(device=True, inline="always")
def padded(i):
    """Where element i lies: after each 32 a place stays free."""
    return i + i // BANKS


@cuda.jit
def scan_blocks(x, y, sums):
    part = cuda.shared.array(PLACES, np.int32)
    t = cuda.threadIdx.x
    first = cuda.blockIdx.x * ELEMENTS
    for k in range(t, ELEMENTS, BLOCK_THREADS):
        part[padded(k)] = x[first + k] if first + k < x.size else 0
    distance = 1
    nodes = ELEMENTS // 2
    while nodes > 0:  # up
        cuda.syncthreads()
        if t < nodes:
            left = padded(distance * (2 * t + 1) - 1)
            right = padded(distance * (2 * t + 2) - 1)
            part[right] += part[left]
        distance *= 2
        nodes //= 2
    cuda.syncthreads()
    if t == 0:
        sums[cuda.blockIdx.x] = part[padded(ELEMENTS - 1)]
        part[padded(ELEMENTS - 1)] = 0
    nodes = 1
    while nodes < ELEMENTS:  # down
        distance //= 2
        cuda.syncthreads()
        if t < nodes:
            left = padded(distance * (2 * t + 1) - 1)
            right = padded(distance * (2 * t + 2) - 1)
            of_left = part[left]
            part[left] = part[right]
            part[right] += of_left
        nodes *= 2
    cuda.syncthreads()
    for k in range(t, ELEMENTS, BLOCK_THREADS):
        if first + k < y.size:
            y[first + k] = part[padded(k)]


@cuda.jit
def add_offsets(y, offsets):
    i = cuda.grid(1)
    if i < y.size:
        y[i] += offsets[cuda.blockIdx.x]


def exclusive_scan(x, y, total):
    """Scans an array of the device into another one; `total` becomes the sum of all."""
    blocks = -(-x.size // ELEMENTS)
    if blocks == 1:
        scan_blocks[1, BLOCK_THREADS](x, y, total)
    else:
        sums = cuda.device_array(blocks, np.int32)
        offsets = cuda.device_array_like(sums)
        scan_blocks[blocks, BLOCK_THREADS](x, y, sums)
        exclusive_scan(sums, offsets, total)
        add_offsets[blocks, ELEMENTS](y, offsets)


def pipeline(x, y, total):
    x_on_device = cuda.to_device(x)
    y_on_device = cuda.device_array_like(y)
    total_on_device = cuda.device_array_like(total)
    exclusive_scan(x_on_device, y_on_device, total_on_device)
    y_on_device.copy_to_host(y)
    total_on_device.copy_to_host(total)


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 10, n).astype(np.int32)
    return {"x": x, "y": np.zeros(n, np.int32), "total": np.zeros(1, np.int32)}


def numpy_twin(x, y, total):
    y[0] = 0
    y[1:] = np.cumsum(x[:-1])
    total[0] = x.sum()


@njit
def one_thread(x, y, total):
    total[0] = 0
    for i in range(x.size):
        y[i] = total[0]
        total[0] += x[i]


@njit(parallel=True)
def all_threads(x, y, total):
    parts = (x.size + 65535) // 65536
    sums = np.zeros(parts, np.int64)
    for part in prange(parts):
        sums[part] = x[part * 65536 : (part + 1) * 65536].sum()
    total[0] = sums.sum()
    for part in prange(parts):
        before = sums[:part].sum()
        for i in range(part * 65536, min((part + 1) * 65536, x.size)):
            y[i] = before
            before += x[i]


if __name__ == "__main__":
    x, y, total = inputs(600, seed=0).values()
    pipeline(x, y, total)
    assert total[0] == x.sum(), "the total is wrong"
    assert np.array_equal(y, np.cumsum(x) - x), "scan_blelloch is wrong"
    print("scan_blelloch is right")
