"""Merge path: two sorted arrays become one, and each thread makes its own stretch of it.

**What happens.** a and b are sorted, and c shall have all their elements in order. One thread of a
CPU does that with a finger on each: it compares the next element of a with the next one of b,
writes the smaller one, and moves that finger on. Here each thread writes 8 elements of c in just
this way, but begins in the middle. How many elements of a, and how many of b, stand before its own?

**Why a search knows that.** The first k elements of c are i elements of a and k - i of b. This i is
the *co-rank* of k, and `co_rank` finds it by halving. If `a[i]` is not larger than its opposite
`b[k - 1 - i]`, it is among the first k, and i is too small; if it is, i is large enough. No other
thread is asked. With 1000 elements in b it takes at most 10 rounds.

**Why it is called a path.** Draw a downwards and b to the right. Merging is a way from one corner
to the opposite one: a step down takes an element of a, a step to the right one of b. All places
after k steps lie on a *diagonal*, and the way crosses it once: the search goes along the diagonal.
So all threads have as many elements to write, however many of them come from a or from b.

**Why equal elements need a rule.** Where two are equal, that of a comes first: the search and the
loop both say `<=`. So elements that are equal keep their order, which is called *stable*. With `<`
in one of the two a thread would not begin where the one before it ends. Numbers would still look
right, but of records with equal keys some would come twice and others would be lost. *Merge,
broken* has no such rule.

**Why memory is slow.** Threads that are neighbours write 8 places apart, so a warp writes 32
elements into 32 sectors: 4000 sectors in all, where 500 would hold them. Reading is no better, with
10934 sectors. *Merge, tiled* reads and writes side by side.

**What it is good for.** Two sorted runs become one, and so round by round until all is one run:
that is merge sort. The same search shares out rows of a sparse matrix evenly. Merge path is by S.
Odeh, O. Green and others (2012), the co-rank by C. Siebert and J. L. Träff (2012); chapter 12 of
*Programming Massively Parallel Processors* (Hwu, Kirk, El Hajj) begins in this way.

**What to try.** Choose an element in the middle of c: which thread wrote it, and was it of a or of
b? Step through `co_rank` of that thread. Which threads never take anything from b? Set n to 1 and
look at the divergent branches. In a copy let each thread write 32 elements: what becomes of
searches, and of sectors?
"""

import numpy as np
from numba import cuda, get_num_threads, njit, prange

SIZES = {"m": 3000, "n": 1000}
BLOCK = (128,)
THREADS = ("(m + n + 7) // 8",)  # each thread merges 8 elements
OUTPUTS = ("c",)
FLOPS = "0"  # it only compares
BYTES = "8 * (m + n)"
SHOW = {"a": "curve", "b": "curve", "c": "curve"}

SHARE = 8  # elements of c for each thread


@cuda.jit(device=True, inline="always")
def co_rank(k, a, m, b, n):
    """How many of the first k merged elements come from a."""
    low = max(k - n, 0)
    high = min(k, m)
    while low < high:
        i = (low + high) // 2
        if a[i] <= b[k - 1 - i]:  # of equal elements those of a come first
            low = i + 1
        else:
            high = i
    return low


@cuda.jit
def merge_path(a, b, c):
    first = min(cuda.grid(1) * SHARE, c.size)
    last = min(first + SHARE, c.size)
    i = co_rank(first, a, a.size, b, b.size)
    j = first - i
    for k in range(first, last):
        if j == b.size or (i < a.size and a[i] <= b[j]):
            c[k] = a[i]
            i += 1
        else:
            c[k] = b[j]
            j += 1


def inputs(m, n, seed):
    rng = np.random.default_rng(seed)
    return {
        "a": np.sort(rng.integers(0, 1000, m)).astype(np.int32),
        "b": np.sort(rng.integers(400, 600, n)).astype(np.int32),  # all in the middle of a
        "c": np.zeros(m + n, np.int32),
    }


def numpy_twin(a, b, c):
    c[:] = np.sort(np.concatenate([a, b]), kind="stable")


@njit
def merge_from(i, j, a, b, part):
    for k in range(part.size):
        if j == b.size or (i < a.size and a[i] <= b[j]):
            part[k] = a[i]
            i += 1
        else:
            part[k] = b[j]
            j += 1


@njit
def one_thread(a, b, c):
    merge_from(0, 0, a, b, c)


@njit(parallel=True)
def all_threads(a, b, c):
    parts = get_num_threads()
    for part in prange(parts):
        first, last = c.size * part // parts, c.size * (part + 1) // parts
        low, high = max(first - b.size, 0), min(first, a.size)
        while low < high:
            i = (low + high) // 2
            if a[i] <= b[first - 1 - i]:
                low = i + 1
            else:
                high = i
        merge_from(low, first - low, a, b, c[first:last])


if __name__ == "__main__":
    a, b, c = inputs(300, 100, seed=0).values()
    d_a, d_b, d_c = cuda.to_device(a), cuda.to_device(b), cuda.device_array_like(c)
    merge_path[1, 64](d_a, d_b, d_c)
    d_c.copy_to_host(c)
    assert np.array_equal(c, np.sort(np.concatenate([a, b]))), "merge_path is wrong"
    print("merge_path is right")
