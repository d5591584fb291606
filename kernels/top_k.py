"""Top k: the k largest numbers of each row, and where they stand, one block for each row.

**What happens.** A round finds the largest number that was not taken yet. Each thread goes over its
share of the row and keeps the best that it has seen. Then the block folds these, as *Sum, shared*
folds sums: the better of two stays, until one is left. All threads remember it, and in the next
round look only for what comes after it. Of two equal numbers the one further left comes first, so
the order is never open. k rounds give the k largest, in order. A NaN is neither larger nor smaller
than anything, so it is never taken: once nothing else is left, a round gives -inf and the place n.

**Why this is needed so often.** A language model gives a number for each of 50000 or more tokens,
and only the best few are candidates for the next one (*sampling*). *Beam search* keeps the k best
texts so far and goes on with each of them. A mixture of experts asks only the best two experts for
each token, and a search engine shows ten results. Nobody sorts the rest for that.

**Why the row is read k times.** A thread has no room for all of its numbers, so it looks at them
again in each round. For k = 5 the row comes from memory once and then mostly from the cache. For
large k that is too much: then it is better to sort (*Radix sort* can stop once it knows which keys
are among the k largest), or to let each thread keep its own k best in registers.

**Why the fold has a price.** A round ends with the whole block waiting at 9 barriers, and in the
last steps of a fold a single warp works. With k rounds that is k times as many. Rows of a hundred
numbers are better given to a warp each, which needs no barrier.

**What to try.** Set k to 1: this is *argmax*, and the softmax of a network does not change it. Set
k to 50 and watch barriers and reads grow. Step through the first fold and find the round in which
the winner meets the second best. In a copy make all numbers equal: who wins?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"rows": 4, "n": 1000, "k": 5}
BLOCK = (128,)
MAX_BLOCK = (1024,)
THREADS = ("128 * rows",)
OUTPUTS = ("values", "indices")
FLOPS = "0"  # it only compares
BYTES = "4 * rows * n + 8 * rows * min(k, n)"

LARGEST_BLOCK = 1024
HIGHEST = np.float32(np.inf)
LOWEST = np.float32(-np.inf)


@cuda.jit(device=True, inline="always")
def comes_before(value, i, other, j):
    """Whether a number is larger than another, or as large and further left."""
    return value > other or (value == other and i < j)


@cuda.jit
def top_k(x, values, indices):
    part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    place = cuda.shared.array(LARGEST_BLOCK, np.int32)
    t = cuda.threadIdx.x
    for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        taken = HIGHEST  # the last one that was taken, and where it stands
        taken_at = np.int32(-1)
        for rank in range(values.shape[1]):
            best = LOWEST
            best_at = x.shape[1]
            for i in range(t, x.shape[1], cuda.blockDim.x):
                value = x[row, i]
                is_left = comes_before(taken, taken_at, value, i)
                if is_left and comes_before(value, i, best, best_at):
                    best = value
                    best_at = i
            part[t] = best
            place[t] = best_at
            cuda.syncthreads()
            active = cuda.blockDim.x
            while active > 1:
                half = (active + 1) // 2
                other = t + half
                if other < active and comes_before(part[other], place[other], part[t], place[t]):
                    part[t] = part[other]
                    place[t] = place[other]
                cuda.syncthreads()
                active = half
            taken = part[0]
            taken_at = place[0]
            cuda.syncthreads()  # all know the winner: the next round may begin
            if t == 0:
                values[row, rank] = taken
                indices[row, rank] = taken_at


def inputs(rows, n, k, seed):
    rng = np.random.default_rng(seed)
    k = min(k, n)
    return {
        "x": rng.standard_normal((rows, n), dtype=np.float32),
        "values": np.zeros((rows, k), np.float32),
        "indices": np.zeros((rows, k), np.int32),
    }


def numpy_twin(x, values, indices):
    order = np.argsort(-x, axis=1, kind="stable")
    indices[:] = order[:, : indices.shape[1]]
    values[:] = np.take_along_axis(x, indices, axis=1)


@njit
def one_row(x, values, indices):
    for rank in range(values.size):
        best = -1
        for i in range(x.size):
            later = rank == 0 or x[i] < values[rank - 1]
            later = later or (x[i] == values[rank - 1] and i > indices[rank - 1])
            if later and (best < 0 or x[i] > x[best]):
                best = i
        values[rank] = x[best]
        indices[rank] = best


@njit
def one_thread(x, values, indices):
    for row in range(x.shape[0]):
        one_row(x[row], values[row], indices[row])


@njit(parallel=True)
def all_threads(x, values, indices):
    for row in prange(x.shape[0]):
        one_row(x[row], values[row], indices[row])


if __name__ == "__main__":
    x, values, indices = inputs(3, 150, 4, seed=0).values()
    top_k[3, 64](x, values, indices)
    expected = np.argsort(-x, axis=1, kind="stable")[:, :4]
    assert np.array_equal(indices, expected), "top_k is wrong"
    assert np.array_equal(values, np.take_along_axis(x, expected, axis=1)), "top_k is wrong"
    print("top_k is right")
