"""Votes, broken: each thread counts the votes of some neighbours, and does not begin at zero.

**What happens.** To recognise a digit one can look for the known digits that are most like it, and
let them vote: what most of them are, the new one is. Each thread has the labels of five such
neighbours. It counts them in a small array of its own, `votes`, and takes the label with the most
votes. Here the winners are right, and still gpuviz says that the kernel is wrong.

**Why it goes wrong.** `cuda.local.array` gives each thread an array, as `np.empty` does: a place,
and no promise of what lies there. The emulator happens to find zeros. A GPU finds what the thread
before has left, in this launch or in another program, and a digit may win that nobody voted for.

**Why nobody notices.** Memory that nobody has used yet is often zero. So the first run is right,
and so are the tests. The rule is the same for shared and for local memory: what was not written
must not be read.

**Where to look.** `votes[...] += 1` looks like a write. Which other access hides in it? Choose a
thread and step to the line where this happens for the first time.

**What to try.** Run the file on Numba's simulator a few times and compare the results. Set the
neighbours to 1: is the mistake gone? gpuviz names two lines, but there is only one mistake: copy
the file and repair it in front of both.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000, "neighbours": 5}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("winners",)
FLOPS = "0"  # it counts in whole numbers
BYTES = "4 * n * (neighbours + 1)"

LABELS = 10


@cuda.jit
def broken_votes(labels, winners):
    votes = cuda.local.array(LABELS, np.int32)
    i = cuda.grid(1)
    if i < winners.size:
        for j in range(labels.shape[1]):
            votes[labels[i, j]] += 1
        best = 0
        for label in range(1, LABELS):
            if votes[label] > votes[best]:
                best = label
        winners[i] = best


def inputs(n, neighbours, seed):
    rng = np.random.default_rng(seed)
    digits = rng.integers(0, LABELS, (n, 1))
    others = rng.integers(0, LABELS, (n, neighbours))
    labels = np.where(rng.random((n, neighbours)) < 0.6, digits, others)  # most are right
    return {"labels": labels.astype(np.int32), "winners": np.zeros(n, np.int32)}


def numpy_twin(labels, winners):
    votes = (labels[:, :, np.newaxis] == np.arange(LABELS)).sum(axis=1)
    winners[:] = votes.argmax(axis=1)


@njit
def winner_of(labels):
    votes = np.zeros(LABELS, np.int32)
    for label in labels:
        votes[label] += 1
    return votes.argmax()


@njit
def one_thread(labels, winners):
    for i in range(winners.size):
        winners[i] = winner_of(labels[i])


@njit(parallel=True)
def all_threads(labels, winners):
    for i in prange(winners.size):
        winners[i] = winner_of(labels[i])


if __name__ == "__main__":
    labels, winners = inputs(1000, 5, seed=0).values()
    expected = np.zeros_like(winners)
    numpy_twin(labels, expected)
    d_labels = cuda.to_device(labels)
    d_winners = cuda.device_array_like(winners)
    broken_votes[4, 256](d_labels, d_winners)
    d_winners.copy_to_host(winners)
    print("right this time" if np.array_equal(winners, expected) else "wrong")
