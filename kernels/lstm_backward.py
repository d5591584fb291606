"""LSTM, backward: the gradients of a step, and how they pass on to the step before.

**What happens.** *LSTM cell* made `h_next` and `c_next` from x, h and c. In training a text is gone
through once more, from its last token to its first (*backpropagation through time*). A step gets
two gradients from the step after it: `dh_next`, how the loss changes with what was said, and
`dc_next`, how it changes with what was remembered. One thread takes one hidden unit of one sample.
It makes `dsums`, the gradients of the four sums before their activations, and `dc`, for the step
before.

**Why there are two ways back.** What is said is o · tanh(c_next), so the gradient of `h_next`
reaches the memory through the output gate and the tanh. The gradient of `c_next` reaches it
straight. Both are added in `dstate`: whatever has two uses is given two gradients, and they add up.

**Why a memory keeps its gradient.** `dc` is dstate · f. Where the forget gate is near 1, the
gradient goes from step to step as it is, through a whole text. In *RNN step* each step multiplies
it by weights and by the slope of a tanh: after twenty steps little is left (it *vanishes*), or far
too much (it *explodes*).

**Why the rest is no work of this kernel.** The four sums of a unit are neurons of a dense layer
that looks at x and h side by side. So *Dense, backward* makes of `dsums` all that is missing: `dx`
for the embedding, `dh` for the step before, `dweights` and `dbias` for the optimiser. The weights
are the same in all steps, and their gradients add up over the text.

**Why the gates are computed again.** The slope of a gate needs its value, and the forward pass has
not kept it. Keeping costs memory: four numbers a unit for each token. Computing again costs work:
here it is nearly all. Libraries keep the gates; models that hardly fit compute again
(*checkpointing*).

**What to try.** Set the batch to 1 and count the warps. Set `dc_next` to 0 in a copy: what changes
in `dsums`, and what does not? Add 10 to the biases of the forget gate, `bias[32:64]`: then `dc` is
nearly dstate. Follow the four writes of a warp: how many sectors has each?
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"batch": 8, "hidden": 32, "features": 24}
BLOCK = (32, 4)
THREADS = ("hidden", "batch")
OUTPUTS = ("dsums", "dc")
FLOPS = "batch * hidden * (8 * (features + hidden) + 38)"  # the sums again; slopes and gradients
BYTES = "4 * (batch * (features + 9 * hidden) + 4 * hidden * (features + hidden + 1))"
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
def lstm_backward(x, h, c, weights, bias, dh_next, dc_next, dsums, dc):
    unit, sample = cuda.grid(2)
    units = h.shape[1]
    if sample < h.shape[0] and unit < units:
        i = logistic(weighed(unit, sample, x, h, weights, bias))
        f = logistic(weighed(units + unit, sample, x, h, weights, bias))
        g = math.tanh(weighed(2 * units + unit, sample, x, h, weights, bias))
        o = logistic(weighed(3 * units + unit, sample, x, h, weights, bias))
        said = math.tanh(f * c[sample, unit] + i * g)
        dh = dh_next[sample, unit]
        dstate = dc_next[sample, unit] + dh * o * (ONE - said * said)
        dsums[sample, unit] = dstate * g * i * (ONE - i)
        dsums[sample, units + unit] = dstate * c[sample, unit] * f * (ONE - f)
        dsums[sample, 2 * units + unit] = dstate * i * (ONE - g * g)
        dsums[sample, 3 * units + unit] = dh * said * o * (ONE - o)
        dc[sample, unit] = dstate * f


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
        "dh_next": rng.standard_normal((batch, hidden), dtype=np.float32),
        "dc_next": rng.standard_normal((batch, hidden), dtype=np.float32),
        "dsums": np.zeros((batch, 4 * hidden), np.float32),
        "dc": np.zeros((batch, hidden), np.float32),
    }


def numpy_twin(x, h, c, weights, bias, dh_next, dc_next, dsums, dc):
    gates = np.concatenate((x, h), axis=1) @ weights.T + bias
    i, f, g, o = np.split(gates, 4, axis=1)
    i, f, o = (1 / (1 + np.exp(-gate)) for gate in (i, f, o))
    g = np.tanh(g)
    said = np.tanh(f * c + i * g)
    dstate = dc_next + dh_next * o * (1 - said**2)
    slopes = (
        dstate * g * i * (1 - i),
        dstate * c * f * (1 - f),
        dstate * i * (1 - g**2),
        dh_next * said * o * (1 - o),
    )
    dsums[:] = np.concatenate(slopes, axis=1)
    dc[:] = dstate * f


@njit(fastmath={"reassoc"})  # a sum in any order: the CPU may add several products at once
def one_gate(x, h, weights, bias):
    total = bias
    for i in range(x.size):
        total += weights[i] * x[i]
    for i in range(h.size):
        total += weights[x.size + i] * h[i]
    return total


@njit
def one_unit(unit, x, h, c, weights, bias, dh, dc_next, dsums):
    units = h.size
    i = ONE / (ONE + math.exp(-one_gate(x, h, weights[unit], bias[unit])))
    f = ONE / (ONE + math.exp(-one_gate(x, h, weights[units + unit], bias[units + unit])))
    g = math.tanh(one_gate(x, h, weights[2 * units + unit], bias[2 * units + unit]))
    o = ONE / (ONE + math.exp(-one_gate(x, h, weights[3 * units + unit], bias[3 * units + unit])))
    said = math.tanh(f * c + i * g)
    dstate = dc_next + dh * o * (ONE - said * said)
    dsums[unit] = dstate * g * i * (ONE - i)
    dsums[units + unit] = dstate * c * f * (ONE - f)
    dsums[2 * units + unit] = dstate * i * (ONE - g * g)
    dsums[3 * units + unit] = dh * said * o * (ONE - o)
    return dstate * f


@njit
def one_thread(x, h, c, weights, bias, dh_next, dc_next, dsums, dc):
    for sample in range(h.shape[0]):
        for unit in range(h.shape[1]):
            dc[sample, unit] = one_unit(
                unit, x[sample], h[sample], c[sample, unit], weights, bias,
                dh_next[sample, unit], dc_next[sample, unit], dsums[sample],
            )  # fmt: skip


@njit(parallel=True)
def all_threads(x, h, c, weights, bias, dh_next, dc_next, dsums, dc):
    for index in prange(h.size):  # over all units at once: good for a batch of 1, too
        sample = index // h.shape[1]
        unit = index % h.shape[1]
        dc[sample, unit] = one_unit(
            unit, x[sample], h[sample], c[sample, unit], weights, bias,
            dh_next[sample, unit], dc_next[sample, unit], dsums[sample],
        )  # fmt: skip


if __name__ == "__main__":
    given = inputs(5, 40, 6, seed=0)
    expected = {name: value.copy() for name, value in given.items()}
    numpy_twin(**expected)
    on_device = {name: cuda.to_device(value) for name, value in given.items()}
    lstm_backward[(2, 2), (32, 4)](*on_device.values())
    for name in OUTPUTS:
        on_device[name].copy_to_host(given[name])
        assert np.allclose(given[name], expected[name], atol=1e-5), "lstm_backward is wrong"
    print("lstm_backward is right")
