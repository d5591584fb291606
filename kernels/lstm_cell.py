"""LSTM cell: a network with a memory reads one token, and remembers or forgets.

**What happens.** A recurrent network reads a text step by step. From one step to the next it
carries `h`, the *hidden state*, what it says, and `c`, the *cell state*, what it remembers. One
thread takes one hidden unit of one sample: x covers the units, y covers the batch. It works out
four *gates*, each a neuron that looks at the input x and at the whole h:

- `i`, the input gate: how much of what is new comes in,
- `f`, the forget gate: how much of the memory stays,
- `g`, the cell candidate: what is new,
- `o`, the output gate: how much of the memory is said.

Then c_next = f · c + i · g, and h_next = o · tanh(c_next). `i`, `f` and `o` are sigmoids, so they
lie between 0 and 1; `g` is a tanh, between -1 and 1. The rows of `weights` stand in this order, as
in PyTorch.

**Why a memory helps.** Without gates every step would squeeze the whole state through a tanh, and
what happened twenty steps ago would be gone, and its gradient with it. Here a unit whose forget
gate is near 1 keeps its c as it is, for as long as it likes.

**Why it parallelises badly.** The next step needs h_next of *all* units, so it has to wait until
this launch has ended. A text of 100 tokens is 100 launches in a row, however many SMs there are.
With a batch of 8 and 32 units there are only 256 threads: nearly all of the GPU stands idle.
*Attention* looks at all tokens at once instead.

**Why a batch is the cure.** Many texts can be read side by side: the threads grow with the batch,
and a step takes little longer. It answers more questions per second, and none of them sooner.

**Why h_next is not h.** A thread that is done would overwrite a number that another still has to
read: a race. So there are two arrays, which change places after each step.

**What to try.** Count the sectors of the two loops: neighbouring lanes read rows of `weights`, as
in *Dense*. Give `d_h` for both h and h_next in a copy of the last lines, and run `gpuviz check`.
Set the batch to 1, then to 100, and look at the SM timeline.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"batch": 8, "hidden": 32, "features": 24}
BLOCK = (32, 4)
THREADS = ("hidden", "batch")
OUTPUTS = ("h_next", "c_next")
FLOPS = "batch * hidden * (8 * (features + hidden) + 18)"  # 4 sums; activations and the new state
BYTES = "4 * (batch * (features + 4 * hidden) + 4 * hidden * (features + hidden + 1))"
TOLERANCE = 1e-5

ONE = np.float32(1)


@cuda.jit(device=True, inline="always")  # inlined: the kernel compiles also where there is no GPU
def weighed(row, sample, x, h, weights, bias):
    total = bias[row]
    for i in range(x.shape[1]):
        total += weights[row, i] * x[sample, i]
    for i in range(h.shape[1]):
        total += weights[row, x.shape[1] + i] * h[sample, i]
    return total


@cuda.jit(device=True, inline="always")
def logistic(v):
    return ONE / (ONE + math.exp(-v))


@cuda.jit
def lstm_cell(x, h, c, weights, bias, h_next, c_next):
    unit, sample = cuda.grid(2)
    units = h.shape[1]
    if sample < h.shape[0] and unit < units:
        i = logistic(weighed(unit, sample, x, h, weights, bias))
        f = logistic(weighed(units + unit, sample, x, h, weights, bias))
        g = math.tanh(weighed(2 * units + unit, sample, x, h, weights, bias))
        o = logistic(weighed(3 * units + unit, sample, x, h, weights, bias))
        state = f * c[sample, unit] + i * g
        c_next[sample, unit] = state
        h_next[sample, unit] = o * math.tanh(state)


def inputs(batch, hidden, features, seed):
    rng = np.random.default_rng(seed)
    weights = rng.standard_normal((4 * hidden, features + hidden), dtype=np.float32)
    weights /= np.float32(math.sqrt(features + hidden))
    return {
        "x": rng.standard_normal((batch, features), dtype=np.float32),
        "h": np.tanh(rng.standard_normal((batch, hidden), dtype=np.float32)),
        "c": rng.standard_normal((batch, hidden), dtype=np.float32),
        "weights": weights,
        "bias": rng.standard_normal(4 * hidden, dtype=np.float32),
        "h_next": np.zeros((batch, hidden), np.float32),
        "c_next": np.zeros((batch, hidden), np.float32),
    }


def numpy_twin(x, h, c, weights, bias, h_next, c_next):
    gates = np.concatenate((x, h), axis=1) @ weights.T + bias
    i, f, g, o = np.split(gates, 4, axis=1)
    i, f, o = (1 / (1 + np.exp(-gate)) for gate in (i, f, o))
    c_next[:] = f * c + i * np.tanh(g)
    h_next[:] = o * np.tanh(c_next)


@njit(fastmath={"reassoc"})  # a sum in any order: the CPU may add several products at once
def one_gate(x, h, weights, bias):
    total = bias
    for i in range(x.size):
        total += weights[i] * x[i]
    for i in range(h.size):
        total += weights[x.size + i] * h[i]
    return total


@njit
def one_unit(unit, x, h, c, weights, bias):
    units = h.size
    i = one_gate(x, h, weights[unit], bias[unit])
    f = one_gate(x, h, weights[units + unit], bias[units + unit])
    g = one_gate(x, h, weights[2 * units + unit], bias[2 * units + unit])
    o = one_gate(x, h, weights[3 * units + unit], bias[3 * units + unit])
    state = c / (ONE + math.exp(-f)) + math.tanh(g) / (ONE + math.exp(-i))
    return state, math.tanh(state) / (ONE + math.exp(-o))


@njit
def one_thread(x, h, c, weights, bias, h_next, c_next):
    for sample in range(h.shape[0]):
        for unit in range(h.shape[1]):
            c_next[sample, unit], h_next[sample, unit] = one_unit(
                unit, x[sample], h[sample], c[sample, unit], weights, bias
            )


@njit(parallel=True)
def all_threads(x, h, c, weights, bias, h_next, c_next):
    for index in prange(h.size):  # over all units at once: good for a batch of 1, too
        sample = index // h.shape[1]
        unit = index % h.shape[1]
        c_next[sample, unit], h_next[sample, unit] = one_unit(
            unit, x[sample], h[sample], c[sample, unit], weights, bias
        )


if __name__ == "__main__":
    given = inputs(5, 40, 6, seed=0)
    expected = {name: value.copy() for name, value in given.items()}
    numpy_twin(**expected)
    x, h, c, weights, bias, h_next, c_next = given.values()
    d_x, d_h, d_c = cuda.to_device(x), cuda.to_device(h), cuda.to_device(c)
    d_weights, d_bias = cuda.to_device(weights), cuda.to_device(bias)
    d_h_next, d_c_next = cuda.device_array_like(h_next), cuda.device_array_like(c_next)
    lstm_cell[(2, 2), (32, 4)](d_x, d_h, d_c, d_weights, d_bias, d_h_next, d_c_next)
    d_h_next.copy_to_host(h_next)
    d_c_next.copy_to_host(c_next)
    for name in OUTPUTS:
        assert np.allclose(given[name], expected[name], atol=1e-5), "lstm_cell is wrong"
    print("lstm_cell is right")
