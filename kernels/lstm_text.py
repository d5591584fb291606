"""LSTM text: a network writes letter by letter, and every letter waits for the one before.

**What happens.** The network reads a prompt of 8 letters, and then writes. Its memory is two rows
of 48 numbers for each text, `h` and `c`. `embedding` looks up the numbers that stand for a letter,
`lstm_cell` mixes them into the memory, `dense` gives each of 43 letters a number for how well it
would fit next, and `choose` takes the best. That is the letter that the network reads then. It has
learnt one short text about GPUs (`tools/training/train_text.py`), and nearly knows it by heart.

**Why there are so many launches.** The memory after a letter needs the memory before it. So 16
letters are 16 turns of `lstm_cell`, `dense` and `choose`, and no GPU in the world can do two turns
at the same time. Only the letters of the prompt are all known from the start: one launch of
`embedding` looks up all of them. But the `lstm_cell` after it, one for each, wait for each other
again. The probabilities (`softmax`) change nothing in what is chosen. So they can wait for the end,
where one launch serves all letters.

**Why it is slow.** With one text a launch of `lstm_cell` has 48 threads with work, on a GPU that
has room for forty thousand (T4) or more. Most of the time goes into starting launches and into
waiting for memory: all weights are read again for each letter.

**Why a batch is the cure.** Many texts at once need no more launches than one: 73 for one text, and
73 for 64. Only the grids grow. No text comes sooner, but 64 come in less than twice the time of one
(modelled for a T4).

**Why attention parallelises better.** *Attention* carries no memory along: it looks back at all
letters. In training, where the whole text is known, it works on all places of the text at once, in
matrix products that fill a GPU. This is why large language models are built of it. When they write,
they too go one piece after another, and batches are the cure for them as well.

**What to try.** Run one text, then 64, and compare the time of the whole. Ask for more letters: the
line of launches grows, and no launch gets wider. The curve `sure` shows how likely the network held
each letter of the first text that it chose. In a copy of this file set `PROMPT` to 2: with two
letters the network cannot tell where in the text it is. Of 64 texts 63 went on as what it has
learnt, and now 25 do.
"""

import numpy as np
from dense import dense
from embedding import embedding
from lstm_cell import lstm_cell
from numba import cuda
from softmax import softmax

SIZES = {"batch": 4, "letters": 16}
OUTPUTS = ("text", "sure")
SHOW = {"text": "text", "sure": "curve"}
WATCH = {"lstm_cell": ("i", "f", "g", "o")}  # input, forget, candidate, output
FLOPS = "batch * ((letters + 7) * 2 * 4 * 48 * 60 + letters * 2 * 43 * 48)"  # sums of products
TOLERANCE = 1e-4  # rounding goes on from letter to letter

PROMPT = 8
FOLDER = __file__.replace("\\", "/").rpartition("/")[0] + "/data/"
SHAPES = {
    "codes": (43,),  # of the letters, in ASCII
    "tokens": (1204,),  # the text, each letter by its place in `codes`
    "table": (43, 12),
    "weights": (4 * 48, 12 + 48),
    "bias": (4 * 48,),
    "out_weights": (43, 48),
    "out_bias": (43,),
}
SPACE, NEW_LINE = 32, 10
TILE = (16, 16)
LINE = 128


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


@cuda.jit
def chosen(probabilities, sure):
    """Of each letter of the first text: how likely the network held the one that it chose."""
    letter = cuda.grid(1)
    if letter < sure.size:
        largest = np.float32(0)
        row = letter * (probabilities.shape[0] // sure.size)
        for k in range(probabilities.shape[1]):
            largest = max(largest, probabilities[row, k])
        sure[letter] = largest


def pipeline(prompt, codes, table, weights, bias, out_weights, out_bias, text, sure):
    batch, hidden, letters = prompt.shape[1], bias.size // 4, sure.size
    width, classes = table.shape[1], codes.size
    codes, table = cuda.to_device(codes), cuda.to_device(table)
    weights, bias = cuda.to_device(weights), cuda.to_device(bias)
    out_weights, out_bias = cuda.to_device(out_weights), cuda.to_device(out_bias)
    written = cuda.to_device(text).reshape(batch, -1)
    memory = np.zeros((batch, hidden), np.float32)
    h, c, h_next, c_next = (cuda.to_device(memory) for _ in range(4))
    tokens = cuda.device_array(batch, np.int32)
    logits = cuda.device_array((letters, batch, classes), np.float32)

    known = on_device(PROMPT * batch, width)
    embedding[tiles(width, PROMPT * batch), TILE](cuda.to_device(prompt.ravel()), table, known)
    for place in range(PROMPT + letters - 1):
        if place < PROMPT:
            x = known[place * batch : (place + 1) * batch]
        else:
            x = on_device(batch, width)
            embedding[tiles(width, batch), TILE](tokens, table, x)
        lstm_cell[tiles(hidden, batch), TILE](x, h, c, weights, bias, h_next, c_next)
        h, h_next, c, c_next = h_next, h, c_next, c  # two memories take turns
        letter = place + 1 - PROMPT
        if letter >= 0:
            dense[tiles(classes, batch), TILE](h, out_weights, out_bias, logits[letter])
            choose[lines(batch), LINE](logits[letter], codes, tokens, written, place + 1)

    rows, shares = letters * batch, cuda.device_array(letters, np.float32)
    probabilities = on_device(rows, classes)
    softmax[rows, 64](logits.reshape(rows, classes), probabilities)
    chosen[lines(letters), LINE](probabilities, shares)
    written.copy_to_host(text.reshape(batch, -1))
    shares.copy_to_host(sure)


def on_device(rows, columns):
    return cuda.device_array((rows, columns), np.float32)


def tiles(columns, rows):
    """The grid of TILE-sized blocks that covers a matrix."""
    return -(-columns // TILE[0]), -(-rows // TILE[1])


def lines(n):
    """The number of LINE-sized blocks that covers n elements."""
    return -(-n // LINE)


def inputs(batch, letters, seed):
    rng = np.random.default_rng(seed)
    trained = learnt(FOLDER + "lstm_text.npz")
    tokens, codes = trained.pop("tokens"), trained["codes"]
    words = np.flatnonzero(codes[tokens[: -PROMPT - 1]] == SPACE) + 1  # where a word begins
    places = rng.choice(words, batch) + np.arange(PROMPT)[:, None]
    text = np.full((batch, PROMPT + letters + 1), NEW_LINE, np.uint8)
    text[:, :PROMPT] = codes[tokens[places]].T
    sure = np.zeros(letters, np.float32)
    return {"prompt": tokens[places], **trained, "text": text.ravel(), "sure": sure}


def learnt(path):
    """What tools/training/train_text.py has stored."""
    try:
        with np.load(path) as data:
            stored = {name: data[name] for name in SHAPES}
    except FileNotFoundError:
        raise FileNotFoundError(
            f"what the network has learnt is missing, there is no file {path}: copy it there from"
            " where gpuviz comes from, or make it with tools/training/train_text.py"
        ) from None
    except Exception as error:
        raise ValueError(f"what the network has learnt, {path}, cannot be read: {error}") from None
    for name, shape in SHAPES.items():
        if stored[name].shape != shape:
            raise ValueError(
                f"{name} in {path} has the shape {stored[name].shape}, and the network needs"
                f" {shape}: make the file again with tools/training/train_text.py"
            )
    return stored


def numpy_twin(prompt, codes, table, weights, bias, out_weights, out_bias, text, sure):
    written = text.reshape(prompt.shape[1], -1)
    h = c = np.zeros((prompt.shape[1], bias.size // 4), np.float32)
    tokens = prompt[0]
    for place in range(PROMPT + sure.size - 1):
        tokens = prompt[place] if place < PROMPT else tokens
        sums = np.concatenate([table[tokens], h], axis=1) @ weights.T + bias
        i, f, g, o = np.split(sums, 4, axis=1)
        c = logistic(f) * c + logistic(i) * np.tanh(g)
        h = logistic(o) * np.tanh(c)
        letter = place + 1 - PROMPT
        if letter >= 0:
            logits = h @ out_weights.T + out_bias
            tokens = logits.argmax(axis=1)
            written[:, place + 1] = codes[tokens]
            sure[letter] = 1 / np.exp(logits[0] - logits[0].max()).sum()


def logistic(v):
    return 1 / (1 + np.exp(-v))


if __name__ == "__main__":
    arguments = inputs(2, 3, seed=0)
    expected = {name: value.copy() for name, value in arguments.items()}
    numpy_twin(**expected)
    pipeline(**arguments)
    assert np.array_equal(arguments["text"], expected["text"]), "the text is wrong"
    assert np.allclose(arguments["sure"], expected["sure"], atol=1e-4), "sure is wrong"
    print("lstm_text is right")
