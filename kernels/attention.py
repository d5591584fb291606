"""Attention: every token looks at all tokens before it, and takes from each what it needs.

**What happens.** This is *scaled dot-product attention*, softmax(Q K^T / sqrt(width)) V, with a
causal mask. Each token of a text has three rows: a *query*, what it looks for; a *key*, what it has
to offer; and a *value*, what it gives. The product of a query and a key is a *score*: how well the
two fit. A softmax turns the scores of a token into weights that add up to 1, and its result is the
sum of the values with these weights. A block takes one query. Its threads first stand for keys, and
each computes one score; then they stand for columns of the result, and each adds up its column of
the values.

**Why it parallelises where a recurrent net waits.** No result needs another result: where the text
is known, as in training or in a question that is read, all tokens are worked on at the same time,
in one launch. *RNN step* and *LSTM cell* need a launch for each token, one after the other. A model
that *writes* has to go token by token as well, since each new token depends on the ones before. The
price is work: n tokens have n · (n + 1) / 2 pairs, so twice the text is about four times the work.

**Why the softmax is done on the way.** The weights of a long text would be a row of thousands of
numbers, for each token. Here 32 keys are taken at a time. The block keeps the largest score so
far and the sum so far. When a larger score turns up, all that has been summed is multiplied by
exp(old largest - new largest), and it is as if the new one had been known from the beginning.
This is the *online softmax* of FlashAttention: the weights never go to global memory.

**What it leaves out of FlashAttention.** There a block takes a *tile* of queries, a hundred or so,
and all of them use the keys and values that it has brought to shared memory; here a block has one
query, and each block reads its keys and values from global memory again. There the unfinished sums
stay in registers; here they lie in `y`, in global memory. There tensor cores multiply; here plain
loops do. It also has a backward pass, which computes the weights again where they are needed. And a
model has many *heads* side by side, each with a query, a key and a value of its own for each token;
this is a single one.

**Why the scores are scaled.** The sum of `width` products grows with the width. Divided by its
root the scores keep their size; otherwise the softmax would put nearly all weight on a single
token.

**Why a token does not look ahead.** A language model has to guess the next token, so it must not
see it. That is called *causal*: query 10 has 11 keys. The blocks of late queries work longer than
those of early ones.

**What to try.** Compare the sectors of k and v: lanes are neighbouring keys in one and
neighbouring columns in the other. Look at the SM timeline: which blocks end first? Take the
division by the root out of a copy. Let every token see all in a copy: `keys = k.shape[0]`.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"tokens": 64, "width": 32}
BLOCK = (32,)
MAX_BLOCK = (1024,)
THREADS = ("32 * tokens",)
OUTPUTS = ("y",)
FLOPS = "tokens * (tokens + 1) // 2 * (4 * width + 4)"  # two products; scale, exponential, sum
BYTES = "16 * tokens * width"
TOLERANCE = 1e-5

LARGEST_BLOCK = 1024
ZERO = np.float32(0)
LOWEST = np.float32(-np.inf)


@cuda.jit(device=True, inline="always")  # inlined: the kernel compiles also where there is no GPU
def score_of(query, key, q, k):
    total = ZERO
    for i in range(q.shape[1]):
        total += q[query, i] * k[key, i]
    return total / math.sqrt(np.float32(q.shape[1]))


@cuda.jit(device=True, inline="always")
def largest_of_block(value, part):
    t = cuda.threadIdx.x
    cuda.syncthreads()  # until nobody reads what the last reduction has left
    part[t] = value
    cuda.syncthreads()
    active = cuda.blockDim.x
    while active > 1:
        half = (active + 1) // 2
        if t + half < active:
            part[t] = max(part[t], part[t + half])
        cuda.syncthreads()
        active = half
    return part[0]


@cuda.jit
def attention(q, k, v, y):
    part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    weights = cuda.shared.array(LARGEST_BLOCK, np.float32)
    t = cuda.threadIdx.x
    for query in range(cuda.blockIdx.x, q.shape[0], cuda.gridDim.x):
        keys = query + 1
        largest = LOWEST
        total = ZERO
        for i in range(t, y.shape[1], cuda.blockDim.x):
            y[query, i] = ZERO
        for first in range(0, keys, cuda.blockDim.x):
            score = LOWEST
            if first + t < keys:
                score = score_of(query, first + t, q, k)
            known = largest
            largest = max(known, largest_of_block(score, part))
            shrink = math.exp(known - largest)  # 0 at first, 1 when there was no larger one
            weights[t] = math.exp(score - largest)
            cuda.syncthreads()
            count = min(keys - first, cuda.blockDim.x)
            total *= shrink
            for j in range(count):
                total += weights[j]
            for i in range(t, y.shape[1], cuda.blockDim.x):
                result = y[query, i] * shrink
                for j in range(count):
                    result += weights[j] * v[first + j, i]
                y[query, i] = result
        for i in range(t, y.shape[1], cuda.blockDim.x):
            y[query, i] /= total


def inputs(tokens, width, seed):
    rng = np.random.default_rng(seed)
    q, k, v = rng.standard_normal((3, tokens, width), dtype=np.float32)
    return {"q": q, "k": k, "v": v, "y": np.zeros((tokens, width), np.float32)}


def numpy_twin(q, k, v, y):
    scores = q @ k.T / np.sqrt(np.float32(q.shape[1]))
    scores[np.triu_indices(len(scores), 1)] = -np.inf  # nobody looks ahead
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    y[:] = weights @ v / weights.sum(axis=1, keepdims=True)


@njit(fastmath={"reassoc"})  # a sum in any order: the CPU may add several products at once
def score_on_cpu(q, k):
    total = ZERO
    for i in range(q.size):
        total += q[i] * k[i]
    return total / math.sqrt(np.float32(q.size))


@njit
def one_query(query, q, k, v, y):
    weights = np.empty(query + 1, np.float32)  # a CPU has room for them
    for key in range(query + 1):
        weights[key] = score_on_cpu(q[query], k[key])
    weights[:] = np.exp(weights - weights.max())
    total = weights.sum()
    y[query, :] = 0
    for key in range(query + 1):
        for i in range(y.shape[1]):
            y[query, i] += weights[key] / total * v[key, i]


@njit
def one_thread(q, k, v, y):
    for query in range(q.shape[0]):
        one_query(query, q, k, v, y)


@njit(parallel=True)
def all_threads(q, k, v, y):
    for query in prange(q.shape[0]):
        one_query(query, q, k, v, y)


if __name__ == "__main__":
    q, k, v, y = inputs(40, 8, seed=0).values()
    d_q, d_k, d_v = cuda.to_device(q), cuda.to_device(k), cuda.to_device(v)
    d_y = cuda.device_array_like(y)
    attention[40, 32](d_q, d_k, d_v, d_y)
    d_y.copy_to_host(y)
    expected = np.zeros_like(y)
    numpy_twin(q, k, v, expected)
    assert np.allclose(y, expected, atol=1e-5), "attention is wrong"
    print("attention is right")
