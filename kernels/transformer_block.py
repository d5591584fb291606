"""Transformer block: attention fetches a letter from elsewhere, and the MLP makes something of it.

**What happens.** Language models are stacks of one and the same block. This is one, with all that
belongs to it, and a token in it is a letter. A token is a row of numbers, from the first launch to
the last: `embedding` looks up a row for the letter and one for its place, and `vector_add` adds
them. *Attention*: `layer_norm`, three `dense` for query, key and value, then `scores`, `softmax`
and `weighted_sum` over all tokens so far, a `dense`, and `vector_add` adds the result to the row.
*MLP*: `layer_norm`, `dense`, `relu`, `dense`, and again `vector_add`. At the end `layer_norm` and
`dense` give each letter a number, and `choose` takes the best. It is the next token that is read.

**Why results are added.** What a part of the block finds out is not put in the place of the row, it
is added to it: a *residual connection*. So nothing is lost on the way, and in training the gradient
has a way back that leads past every part. Without it stacks of a hundred blocks could not be
trained.

**Why attention and MLP take turns.** Attention is the only part where a token learns of others: it
fetches. The MLP looks at each token by itself, and makes something of what was fetched. Here the
weights were made by hand, so that both can be seen: attention looks as many places back as the
prompt is long, and the MLP turns a small letter into a capital. So `gfec` goes on as `GFECGF`.

**Why a token costs twenty launches.** Each part waits for the one before, and the next token for
the whole block. With one text each launch has little to do. What was read is kept, as in *KV-cache
decoding*: a new token adds a row to the keys and one to the values. The prompt but its last token
is read in six launches, for all its tokens at once. (A second block would also need what attention
makes of them.)

**What is left out.** A real block has several attentions side by side, the *heads*. Its rows have
thousands of numbers, and its MLP is four times as wide as the row. Its weights are learned, gamma
and beta of the norms too, which are 1 and 0 here. And GPT-2 has 12 to 48 such blocks.

**What to try.** The picture has a row for each new letter: where did it look? Set the prompt to 1:
a letter looks at itself. Set it to 9, and find the light stripe. In a copy of this file take the
MLP away (`w_down` full of zeros): the letters stay small. Then take the positions away instead, and
see where attention looks when no place is like another.
"""

import math

import numpy as np
from dense import dense
from embedding import embedding
from layer_norm import layer_norm
from numba import cuda
from relu import relu
from softmax import softmax
from vector_add import vector_add

SIZES = {"prompt": 4, "tokens": 6}
OUTPUTS = ("text", "logits", "weights")
SHOW = {"text": "text", "weights": "picture"}
TOLERANCE = 1e-4

LETTERS = "abcdefghABCDEFGH"
WORDS = len(LETTERS)
SMALL = WORDS // 2
TILE = (16, 16)
LINE = 64
EPSILON = np.float32(1e-5)
ZERO = np.float32(0)


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


@cuda.jit
def choose(logits, codes, tokens, text, place):
    """The letter that fits best: the next one to read, and a letter of the text."""
    sample = cuda.grid(1)
    if sample < tokens.size:
        best = 0
        for letter in range(1, logits.shape[1]):
            if logits[sample, letter] > logits[sample, best]:
                best = letter
        tokens[sample] = best
        text[sample, place] = codes[best]


def pipeline(
    prompt, codes, table, positions, ones, zeros,
    w_query, w_key, w_value, w_out, w_up, w_down, w_words, text, logits, weights,
):  # fmt: skip
    tokens, length = weights.shape
    width, first = ones.size, prompt.size - 1  # the last of the prompt is the first to go on from
    codes, table, positions = map(cuda.to_device, (codes, table, positions))
    gamma, beta, none = cuda.to_device(ones), cuda.to_device(zeros), cuda.to_device(zeros)
    w_query, w_key, w_value, w_out = map(cuda.to_device, (w_query, w_key, w_value, w_out))
    w_up, w_down, w_words = map(cuda.to_device, (w_up, w_down, w_words))
    read, places = cuda.to_device(prompt), cuda.to_device(np.arange(length, dtype=np.int32))
    written, looks = cuda.to_device(text.reshape(1, length)), cuda.to_device(weights)
    keys, values = on_device(length, width), on_device(length, width)
    numbers = on_device(tokens, WORDS)

    def looked_up(some, where):
        """Rows of tokens, with their places added."""
        rows, at = on_device(some.size, width), on_device(some.size, width)
        embedding[tiles(width, some.size), TILE](some, table, rows)
        embedding[tiles(width, some.size), TILE](where, positions, at)
        added(rows, at)
        return rows

    def added(rows, more):
        vector_add[lines(rows.size), LINE](rows.ravel(), more.ravel(), rows.ravel())

    def normed(rows):
        y = on_device(*rows.shape)
        layer_norm[len(rows), LINE](rows, gamma, beta, y)
        return y

    def times(rows, matrix):
        return times_into(on_device(rows.shape[0], matrix.shape[0]), rows, matrix)

    def times_into(y, rows, matrix):
        dense[tiles(matrix.shape[0], rows.shape[0]), TILE](rows, matrix, none, y)
        return y

    if first > 0:  # what the prompt has to offer, all of it but the last token
        x = normed(looked_up(read[:first], places[:first]))
        times_into(keys[:first], x, w_key)
        times_into(values[:first], x, w_value)
    token = cuda.to_device(prompt[first:])
    for step in range(tokens):
        place = first + step
        seen = place + 1
        row = looked_up(token, places[place:seen])
        x = normed(row)  # attention
        query = times(x, w_query)
        times_into(keys[place:seen], x, w_key)
        times_into(values[place:seen], x, w_value)
        fits, shares, mixed = on_device(1, seen), on_device(1, seen), on_device(1, width)
        scores[lines(seen), LINE](query, keys.reshape(1, length, width), fits)
        softmax[1, LINE](fits, shares)
        weighted_sum[lines(width), LINE](shares, values.reshape(1, length, width), mixed)
        added(row, times(mixed, w_out))
        hidden = times(normed(row), w_up)  # MLP
        relu[lines(hidden.size), LINE](hidden.ravel(), hidden.ravel())
        added(row, times(hidden, w_down))
        told = times_into(numbers[step : step + 1], normed(row), w_words)  # the next token
        choose[1, LINE](told, codes, token, written, seen)
        looks[step, :seen].copy_to_device(shares[0])  # only to be looked at
    written.copy_to_host(text.reshape(1, length))
    numbers.copy_to_host(logits)
    looks.copy_to_host(weights)


def on_device(rows, columns):
    return cuda.device_array((rows, columns), np.float32)


def tiles(columns, rows):
    """The grid of TILE-sized blocks that covers a matrix."""
    return -(-columns // TILE[0]), -(-rows // TILE[1])


def lines(n):
    """The number of LINE-sized blocks that covers n elements."""
    return -(-n // LINE)


def inputs(prompt, tokens, seed):
    rng = np.random.default_rng(seed)
    length = prompt + tokens
    codes = np.frombuffer(LETTERS.encode(), np.uint8).copy()
    read = rng.integers(0, SMALL, prompt).astype(np.int32)
    text = np.full(length, ord(" "), np.uint8)
    text[:prompt] = codes[read]
    return {
        "prompt": read,
        "codes": codes,
        **made_by_hand(length, prompt),
        "text": text,
        "logits": np.zeros((tokens, WORDS), np.float32),
        "weights": np.zeros((tokens, length), np.float32),
    }


def made_by_hand(length, back):
    """Weights that look `back` places back. A row has three parts, each with one number that
    stands out: which letter this is, which letter was fetched, and the place in the text.
    """
    width = 2 * WORDS + length
    letter, fetched, place = (
        np.eye(count, width, first, dtype=np.float32)
        for count, first in ((WORDS, 0), (WORDS, WORDS), (length, 2 * WORDS))
    )
    capital = np.arange(WORDS) % SMALL + SMALL
    return {
        "table": letter,
        "positions": place,
        "ones": np.ones(width, np.float32),
        "zeros": np.zeros(width, np.float32),
        "w_query": 8 * place[: length - back + 1].T @ place[back - 1 :],  # the place to look at
        "w_key": place.T @ place,
        "w_value": fetched.T @ letter,
        "w_out": fetched.T @ fetched,
        "w_up": fetched.copy(),
        "w_down": np.ascontiguousarray(2 * fetched[capital].T),
        "w_words": fetched.copy(),
    }


def numpy_twin(
    prompt, codes, table, positions, ones, zeros,
    w_query, w_key, w_value, w_out, w_up, w_down, w_words, text, logits, weights,
):  # fmt: skip
    read = list(prompt)
    for step in range(len(weights)):
        rows = table[read] + positions[: len(read)]
        x = normalized(rows) * ones + zeros
        fits = (x[-1] @ w_query.T) @ (x @ w_key.T).T / math.sqrt(ones.size)
        shares = np.exp(fits - fits.max())
        shares /= shares.sum()
        weights[step, : len(read)] = shares
        row = rows[-1] + (shares @ (x @ w_value.T)) @ w_out.T
        row = row + np.maximum((normalized(row) * ones + zeros) @ w_up.T, 0) @ w_down.T
        logits[step] = (normalized(row) * ones + zeros) @ w_words.T
        text[len(read)] = codes[logits[step].argmax()]
        read.append(logits[step].argmax())


def normalized(rows):
    """Each row with mean 0 and standard deviation 1."""
    mean, variance = rows.mean(axis=-1, keepdims=True), rows.var(axis=-1, keepdims=True)
    return (rows - mean) / np.sqrt(variance + EPSILON)


if __name__ == "__main__":
    arguments = inputs(2, 3, seed=0)
    expected = {name: value.copy() for name, value in arguments.items()}
    numpy_twin(**expected)
    pipeline(**arguments)
    assert np.array_equal(arguments["text"], expected["text"]), "the text is wrong"
    for name in OUTPUTS:
        assert np.allclose(arguments[name], expected[name], atol=1e-4), f"{name} is wrong"
    print("transformer_block is right")
