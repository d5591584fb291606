"""Embedding: each token of a text is replaced by its row of a table.

**What happens.** A network cannot multiply words. So each word, or each letter, has a number, its
*token*, and each token has a row of numbers in a table, its *embedding*, which is learned. One
thread copies one number: x covers the width of a row, y covers the text. The thread reads which
token stands at its place, and then its column of that token's row. Reading where another value
says is called *gather*.

**Why it is no matrix product.** In a textbook a token is a *one-hot* row, a 1 among zeros, times
the table. With 1000 words that would be 999 multiplications by zero for each number that counts.
Reading the row gives the same result.

**Why it is fast.** The lanes of a warp share a token and read neighbouring columns: where the row
lies depends on the text, but along the row the access is coalesced, 4 sectors for 32 numbers. The
token itself is the same element for all of them.

**Why it is slow all the same.** Nothing is computed here. 8 bytes move for each number, and rows
that lie far apart find little in the caches, unless the text repeats its words. Large tables are
gigabytes, of which a text needs a few rows.

**What training does with it.** The gradient of y goes back to the rows it came from. A word that
stands twice in the text gets two gradients: two threads add to the same row, a race, which
`cuda.atomic.add` cures as in *Histogram*.

**What to try.** Set the width to 1: now every lane has a token of its own, and the sectors show
it. Swap x and y in a copy: the result stays, the sectors do not. Let a token be as large as the
number of words, and read what gpuviz says of it.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 64, "words": 40, "width": 32}
BLOCK = (32, 8)
THREADS = ("width", "n")
OUTPUTS = ("y",)
FLOPS = "0"  # it only copies
BYTES = "4 * (n + min(n, words) * width + n * width)"  # no more rows than there are tokens


@cuda.jit
def embedding(tokens, table, y):
    column, place = cuda.grid(2)
    if place < y.shape[0] and column < y.shape[1]:
        y[place, column] = table[tokens[place], column]


def inputs(n, words, width, seed):
    rng = np.random.default_rng(seed)
    tokens = rng.integers(0, words, n).astype(np.int32)
    table = rng.standard_normal((words, width), dtype=np.float32)
    return {"tokens": tokens, "table": table, "y": np.zeros((n, width), np.float32)}


def numpy_twin(tokens, table, y):
    np.take(table, tokens, axis=0, out=y)


@njit
def one_thread(tokens, table, y):
    for place in range(tokens.size):
        for column in range(table.shape[1]):
            y[place, column] = table[tokens[place], column]


@njit(parallel=True)
def all_threads(tokens, table, y):
    for place in prange(tokens.size):
        for column in range(table.shape[1]):
            y[place, column] = table[tokens[place], column]


if __name__ == "__main__":
    tokens, table, y = inputs(20, 50, 40, seed=0).values()
    d_tokens, d_table = cuda.to_device(tokens), cuda.to_device(table)
    d_y = cuda.device_array_like(y)
    embedding[(2, 3), (32, 8)](d_tokens, d_table, d_y)
    d_y.copy_to_host(y)
    assert np.array_equal(y, table[tokens]), "embedding is wrong"
    print("embedding is right")
