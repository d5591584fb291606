"""RNN step: h_next = tanh(W [x, h] + b), a network that hears itself.

**What happens.** A recurrent network reads a text step by step, and its state `h` is all that it
keeps. In each step every hidden unit looks at the new input x and at the whole state h, as if both
were one long row: it weighs them, adds its bias, and a tanh squeezes the sum between -1 and 1. One
thread takes one unit of one sample: x covers the units, y covers the batch.

**Why there are two loops.** A row of `weights` begins with the weights of the input and goes on
with those of the state. Copying x and h into one array first would be a launch of its own.

**Why h_next is not h.** Every unit reads the whole old state. A thread that wrote its new number
over the old one would do so while others still read: a race. So there are two arrays, which change
places after each step.

**Why it parallelises badly.** Within a step all units are independent. But the next step needs
all of them, and so it waits for the end of this launch. Reading 100 tokens takes 100 launches in
a row, each with a few hundred threads, while a GPU has room for tens of thousands. More SMs do
not help; a larger batch does, because many texts go through the same steps side by side.

**Why it forgets.** The state passes through W and a tanh in every step. What came in n steps ago
has been through that n times, and so does its gradient on the way back: often it has shrunk to
almost nothing after twenty steps. *LSTM cell* opens a way around the tanh, and *Attention* looks at
all tokens directly.

**What to try.** Give `d_h` for both h and h_next in a copy and run `gpuviz check` on it. Set the
batch to 1 and to 256 and compare the modelled times. Set the weights of h to zero in `inputs`:
what is the network without its memory?
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"batch": 8, "hidden": 64, "features": 32}
BLOCK = (32, 4)
THREADS = ("hidden", "batch")
OUTPUTS = ("h_next",)
FLOPS = "batch * hidden * (2 * (features + hidden) + 1)"
BYTES = "4 * (batch * (features + 2 * hidden) + hidden * (features + hidden + 1))"
TOLERANCE = 1e-5


@cuda.jit
def rnn_step(x, h, weights, bias, h_next):
    unit, sample = cuda.grid(2)
    if sample < h.shape[0] and unit < h.shape[1]:
        total = bias[unit]
        for i in range(x.shape[1]):
            total += weights[unit, i] * x[sample, i]
        for i in range(h.shape[1]):
            total += weights[unit, x.shape[1] + i] * h[sample, i]
        h_next[sample, unit] = math.tanh(total)


def inputs(batch, hidden, features, seed):
    rng = np.random.default_rng(seed)
    weights = rng.standard_normal((hidden, features + hidden), dtype=np.float32)
    weights /= np.float32(math.sqrt(features + hidden))
    return {
        "x": rng.standard_normal((batch, features), dtype=np.float32),
        "h": np.tanh(rng.standard_normal((batch, hidden), dtype=np.float32)),
        "weights": weights,
        "bias": np.float32(0.1) * rng.standard_normal(hidden, dtype=np.float32),
        "h_next": np.zeros((batch, hidden), np.float32),
    }


def numpy_twin(x, h, weights, bias, h_next):
    h_next[:] = np.tanh(np.concatenate((x, h), axis=1) @ weights.T + bias)


@njit(fastmath={"reassoc"})  # a sum in any order: the CPU may add several products at once
def one_unit(x, h, weights, bias):
    total = bias
    for i in range(x.size):
        total += weights[i] * x[i]
    for i in range(h.size):
        total += weights[x.size + i] * h[i]
    return math.tanh(total)


@njit
def one_thread(x, h, weights, bias, h_next):
    for sample in range(h.shape[0]):
        for unit in range(h.shape[1]):
            h_next[sample, unit] = one_unit(x[sample], h[sample], weights[unit], bias[unit])


@njit(parallel=True)
def all_threads(x, h, weights, bias, h_next):
    for index in prange(h.size):  # over all units at once: good for a batch of 1, too
        sample = index // h.shape[1]
        unit = index % h.shape[1]
        h_next[sample, unit] = one_unit(x[sample], h[sample], weights[unit], bias[unit])


if __name__ == "__main__":
    x, h, weights, bias, h_next = inputs(5, 40, 20, seed=0).values()
    d_x, d_h, d_weights = cuda.to_device(x), cuda.to_device(h), cuda.to_device(weights)
    d_bias = cuda.to_device(bias)
    d_h_next = cuda.device_array_like(h_next)
    rnn_step[(2, 2), (32, 4)](d_x, d_h, d_weights, d_bias, d_h_next)
    d_h_next.copy_to_host(h_next)
    expected = np.tanh(np.concatenate((x, h), axis=1) @ weights.T + bias)
    assert np.allclose(h_next, expected, atol=1e-5), "rnn_step is wrong"
    print("rnn_step is right")
