"""KV-cache decoding: a language model writes token by token, and keeps what it will need again.

**What happens.** In *Attention* each token looks at the keys and values of all tokens before it. A
model that writes has only one new token in a step, and the keys and values of the others have not
changed: so they are kept, in the *KV cache*. A step is six launches. `dense` makes the query, the
key and the value of the new token; `append` puts key and value behind the others in the cache;
`scores` compares the query with all keys; `softmax` makes weights of that; `weighted_sum` adds up
the values with these weights; and a second `dense` makes what goes into the next step. A real model
has many such layers, and each has a cache of its own.

**Why there are two phases.** The 16 tokens of the prompt are all known: one `dense` serves them
all, a matrix times a matrix (*prefill*). After that each token waits for the one before it
(*decode*), and `dense` is a matrix times a single vector.

**Why decoding is limited by memory.** For one token all weights are read, 16 kB here, and each is
used for one product and one sum. 2 operations for 4 bytes, where a GPU could do dozens for each
byte. So a token costs what it costs to read the weights and the cache once. With fewer bits for a
weight (*quantisation*: 8 or 4 in place of 16 or 32) there is less to read, and that is why it is
done.

**Why a batch helps with the one and not with the other.** Of `batch` texts all use the same
weights, which are read once for all. But each text has a cache of its own. So larger batches make
better use of the weights, until nearly all that is read are the caches.

**Why the cache decides how long a text may be.** It grows with each token: 2 · width numbers, in
each layer, for each text. A model with 32 layers and a width of 4096 needs 512 kB for a token, in
16 bits: 2 GB for 4096 tokens. Therefore several heads share their keys and values (*grouped-query
attention*), and the cache is handed out in pages (*PagedAttention*, Kwon and others, 2023).

**What to try.** The picture shows who looks at whom: a row for each step, with one entry more each
time. Set `prompt` to 100: which launches change, and which do not? Set `batch` to 8 and compare the
time of the whole. In a copy compute all keys and values anew in each step, and count the products.
"""

import math

import numpy as np
from dense import dense
from numba import cuda
from softmax import softmax

SIZES = {"batch": 1, "prompt": 16, "tokens": 8, "width": 32}
OUTPUTS = ("y", "weights")
SHOW = {"weights": "picture"}
FLOPS = "8 * batch * (prompt + tokens) * width * width"  # products of dense; attention adds to them
TOLERANCE = 1e-4  # each step goes on with the rounding of the steps before it

TILE = (16, 16)
LINE = 64
ZERO = np.float32(0)


@cuda.jit
def append(qkv, keys, values, first):
    """Keys and values of new tokens go into the cache, [text, place, column], from `first` on."""
    column, row = cuda.grid(2)
    if row < qkv.shape[0] and column < keys.shape[2]:
        count = qkv.shape[0] // keys.shape[0]  # of new tokens in each text
        text, place = row // count, first + row % count
        keys[text, place, column] = qkv[row, keys.shape[2] + column]
        values[text, place, column] = qkv[row, 2 * keys.shape[2] + column]


@cuda.jit
def scores(qkv, keys, fits):
    """How well the query of each text's new token fits the keys so far, one thread for each."""
    place, text = cuda.grid(2)
    if text < fits.shape[0] and place < fits.shape[1]:
        total = ZERO
        for i in range(keys.shape[2]):
            total += qkv[text, i] * keys[text, place, i]
        fits[text, place] = total / math.sqrt(np.float32(keys.shape[2]))


@cuda.jit
def weighted_sum(shares, values, y):
    """The values of each text with its weights, one thread for each column."""
    column, text = cuda.grid(2)
    if text < y.shape[0] and column < y.shape[1]:
        total = ZERO
        for place in range(shares.shape[1]):
            total += shares[text, place] * values[text, place, column]
        y[text, column] = total


def pipeline(known, new, w_qkv, b_qkv, w_out, b_out, y, weights):
    batch, prompt, width = known.shape
    tokens, length = weights.shape
    w_qkv, b_qkv = cuda.to_device(w_qkv), cuda.to_device(b_qkv)
    w_out, b_out = cuda.to_device(w_out), cuda.to_device(b_out)
    keys = cuda.device_array((batch, length, width), np.float32)
    values = cuda.device_array((batch, length, width), np.float32)
    written = cuda.device_array((tokens, batch, width), np.float32)
    looks = cuda.to_device(weights)

    rows = batch * prompt  # prefill: all tokens of the prompt at once
    known, new = cuda.to_device(known.reshape(rows, width)), cuda.to_device(new)
    qkv = on_device(rows, 3 * width)
    dense[tiles(3 * width, rows), TILE](known, w_qkv, b_qkv, qkv)
    append[tiles(width, rows), TILE](qkv, keys, values, 0)

    qkv, mixed = on_device(batch, 3 * width), on_device(batch, width)
    for step in range(tokens):  # decode: one token after the other
        seen = prompt + step + 1
        fits, shares = on_device(batch, seen), on_device(batch, seen)
        dense[tiles(3 * width, batch), TILE](new, w_qkv, b_qkv, qkv)
        append[tiles(width, batch), TILE](qkv, keys, values, prompt + step)
        scores[(-(-seen // LINE), batch), (LINE, 1)](qkv, keys, fits)
        softmax[batch, LINE](fits, shares)
        weighted_sum[(-(-width // LINE), batch), (LINE, 1)](shares, values, mixed)
        dense[tiles(width, batch), TILE](mixed, w_out, b_out, written[step])
        looks[step, :seen].copy_to_device(shares[0])  # only to be looked at
        new = written[step]
    written.copy_to_host(y)
    looks.copy_to_host(weights)


def on_device(rows, columns):
    return cuda.device_array((rows, columns), np.float32)


def tiles(columns, rows):
    """The grid of TILE-sized blocks that covers a matrix."""
    return -(-columns // TILE[0]), -(-rows // TILE[1])


def inputs(batch, prompt, tokens, width, seed):
    rng = np.random.default_rng(seed)

    def random(*shape, scale=1):
        return np.float32(scale) * rng.standard_normal(shape, dtype=np.float32)

    return {
        "known": random(batch, prompt, width),
        "new": random(batch, width),  # the first token after the prompt
        "w_qkv": random(3 * width, width, scale=1 / math.sqrt(width)),
        "b_qkv": random(3 * width),
        "w_out": random(width, width, scale=1 / math.sqrt(width)),
        "b_out": random(width),
        "y": np.zeros((tokens, batch, width), np.float32),
        "weights": np.zeros((tokens, prompt + tokens), np.float32),
    }


def numpy_twin(known, new, w_qkv, b_qkv, w_out, b_out, y, weights):
    width = known.shape[2]
    cache = known @ w_qkv.T + b_qkv
    for step in range(len(y)):
        qkv = new @ w_qkv.T + b_qkv
        cache = np.concatenate([cache, qkv[:, np.newaxis]], axis=1)
        keys, values = cache[:, :, width : 2 * width], cache[:, :, 2 * width :]
        fits = np.einsum("bi,bpi->bp", qkv[:, :width], keys) / math.sqrt(width)
        shares = np.exp(fits - fits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        weights[step, : shares.shape[1]] = shares[0]
        new = np.einsum("bp,bpi->bi", shares, values) @ w_out.T + b_out
        y[step] = new


if __name__ == "__main__":
    arguments = inputs(2, 3, 2, 8, seed=0)
    expected = {name: value.copy() for name, value in arguments.items()}
    numpy_twin(**expected)
    pipeline(**arguments)
    for name in OUTPUTS:
        assert np.allclose(arguments[name], expected[name], atol=1e-4), f"{name} is wrong"
    print("decode_attention is right")
