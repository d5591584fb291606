"""Merge, broken: each element searches for its place, and equal ones find the same.

**What happens.** The place of `a[i]` in c is i and as many places further as elements of b come
before it. So each thread counts, by a search in b, how many are smaller than its element of a, and
writes it there. With its element of b it does the same in a. Nobody walks along two arrays: this is
merging by *rank*, with a search for each element.

**Why it goes wrong.** Let an element of a and one of b be equal. Neither counts the other one, as
neither is smaller. So both go to the same place, and the next place stays empty: of 500 places 22
are still 0 at the end.

**Why it hides.** No number is in a twice, nor in b, and only 22 are in both. With m = 40 and n = 25
there is none, and all is right. Who tests with such arrays never sees it.

**Where to look.** The panel Checks names two lines that write the same element, and proposes a
barrier between them. That would put the two writes in order. Why is c as wrong as before? What has
no order here is not the threads.

**What to try.** Copy the file, and decide which of two equal elements comes first: let an element
of b count those of a that are smaller or as large. `b[i] + 1` does it, as these are whole numbers.
Where does *Merge path* decide the same? Let each number be in a twice: is your copy still right?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"m": 300, "n": 200}
BLOCK = (128,)
THREADS = ("max(m, n)",)
OUTPUTS = ("c",)
FLOPS = "0"  # it only compares
BYTES = "8 * (m + n)"
SHOW = {"a": "curve", "b": "curve", "c": "curve"}


@cuda.jit(device=True, inline="always")
def count_smaller(x, key):
    """How many elements of x, which is sorted, are smaller than a key."""
    low = 0
    high = x.size
    while low < high:
        middle = (low + high) // 2
        if x[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@cuda.jit
def broken_merge(a, b, c):
    i = cuda.grid(1)
    if i < a.size:
        c[i + count_smaller(b, a[i])] = a[i]
    if i < b.size:
        c[i + count_smaller(a, b[i])] = b[i]


def inputs(m, n, seed):
    rng = np.random.default_rng(seed)
    return {
        "a": np.sort(1 + rng.choice(10 * m, m, replace=False)).astype(np.int32),
        "b": np.sort(1 + rng.choice(10 * n, n, replace=False)).astype(np.int32),
        "c": np.zeros(m + n, np.int32),
    }


def numpy_twin(a, b, c):
    c[:] = np.sort(np.concatenate([a, b]), kind="stable")


@njit
def one_thread(a, b, c):
    i = 0
    for k in range(c.size):
        j = k - i
        if j == b.size or (i < a.size and a[i] <= b[j]):
            c[k] = a[i]
            i += 1
        else:
            c[k] = b[j]


@njit(parallel=True)
def all_threads(a, b, c):
    for i in prange(a.size):
        c[i + np.searchsorted(b, a[i], side="left")] = a[i]
    for j in prange(b.size):
        c[j + np.searchsorted(a, b[j], side="right")] = b[j]


if __name__ == "__main__":
    a, b, c = inputs(300, 200, seed=0).values()
    broken_merge[3, 128](a, b, c)
    print("right this time" if np.array_equal(c, np.sort(np.concatenate([a, b]))) else "wrong")
