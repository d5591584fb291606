"""Dense, backward: the gradients of a dense layer, for its inputs, weights and biases.

**What happens.** *Dense* computed y = x W^T + b. From the layer above comes `dy`: how the loss
changes with each element of y. The *backward pass* asks how it changes with everything that y was
made of. There are three answers, and all are sums of products again:

- `dx = dy W`, for the layer below: an input counts as much as the neurons it feeds.
- `dweights = dy^T x`, for the optimiser: summed over the samples of the batch.
- `dbias`, for the optimiser: the sum of dy over the batch.

**How the threads share it.** x covers the features. y covers the rows of `dx`, which are samples,
and the rows of `dweights`, which are neurons: thread (i, j) makes `dx[j, i]` if there is a sample
j, and `dweights[j, i]` if there is a neuron j. With 16 samples and 32 neurons half of the threads
have only one of the two. Each `dy` that is added to `dbias` is in a register already, so every
thread adds it up, but only the first of each row writes it.

**Why a backward pass is twice the work of a forward pass.** Forward there is one matrix product,
backward there are two of the same size: 4 · batch · neurons · features operations instead of 2. A
whole training step is about three times the work of an answer.

**Why it is fast.** Lanes are neighbouring features, and features lie side by side in x, W, dx and
dweights alike: a warp's request takes 4 sectors for 128 bytes. `dy` is the same element for all
lanes that share a row. In *Dense* the very same weights cost 32 sectors for a request.

**What has to be kept.** `dweights` needs the inputs x of the forward pass. Training keeps the
inputs of every layer until the backward pass has come by: this, not the weights, is what fills the
memory of a GPU in training. Layers that are frozen need no `dweights` at all.

**What to try.** Set the batch to 1: how many threads still make a `dx`? Set the block to 8 x 32 and
watch the sectors of one request. Move one weight of *Dense* by 0.001 in a copy: y moves by 0.001
times x, and that is all that `dweights` says.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"batch": 16, "neurons": 32, "features": 64}
BLOCK = (32, 8)
THREADS = ("features", "max(batch, neurons)")
OUTPUTS = ("dx", "dweights", "dbias")
FLOPS = "batch * neurons * (4 * features + 1)"
BYTES = "4 * (2 * batch * features + 2 * neurons * features + batch * neurons + neurons)"
TOLERANCE = 1e-5

ZERO = np.float32(0)


@cuda.jit
def matmul_backward(x, weights, dy, dx, dweights, dbias):
    feature, row = cuda.grid(2)
    if feature < x.shape[1]:
        if row < dx.shape[0]:  # a sample: what its neurons pass down
            total = ZERO
            for neuron in range(dy.shape[1]):
                total += dy[row, neuron] * weights[neuron, feature]
            dx[row, feature] = total
        if row < dweights.shape[0]:  # a neuron: what its samples have taught it
            total = ZERO
            total_of_bias = ZERO
            for sample in range(dy.shape[0]):
                d = dy[sample, row]
                total += d * x[sample, feature]
                total_of_bias += d
            dweights[row, feature] = total
            if feature == 0:
                dbias[row] = total_of_bias


def inputs(batch, neurons, features, seed):
    rng = np.random.default_rng(seed)
    weights = rng.standard_normal((neurons, features), dtype=np.float32)
    weights /= np.float32(math.sqrt(features))
    return {
        "x": rng.random((batch, features), dtype=np.float32),
        "weights": weights,
        "dy": rng.standard_normal((batch, neurons), dtype=np.float32),
        "dx": np.zeros((batch, features), np.float32),
        "dweights": np.zeros((neurons, features), np.float32),
        "dbias": np.zeros(neurons, np.float32),
    }


def numpy_twin(x, weights, dy, dx, dweights, dbias):
    np.matmul(dy, weights, out=dx)
    np.matmul(dy.T, x, out=dweights)
    dbias[:] = dy.sum(axis=0)


@njit
def one_thread(x, weights, dy, dx, dweights, dbias):
    dx[:] = 0
    dweights[:] = 0
    dbias[:] = 0
    for sample in range(dy.shape[0]):
        for neuron in range(dy.shape[1]):
            d = dy[sample, neuron]
            dbias[neuron] += d
            for i in range(x.shape[1]):
                dx[sample, i] += d * weights[neuron, i]
                dweights[neuron, i] += d * x[sample, i]


@njit(parallel=True)
def all_threads(x, weights, dy, dx, dweights, dbias):
    for sample in prange(dy.shape[0]):  # a row of dx for each
        dx[sample, :] = 0
        for neuron in range(dy.shape[1]):
            for i in range(x.shape[1]):
                dx[sample, i] += dy[sample, neuron] * weights[neuron, i]
    for neuron in prange(dy.shape[1]):  # a row of dweights for each
        dweights[neuron, :] = 0
        dbias[neuron] = 0
        for sample in range(dy.shape[0]):
            dbias[neuron] += dy[sample, neuron]
            for i in range(x.shape[1]):
                dweights[neuron, i] += dy[sample, neuron] * x[sample, i]


if __name__ == "__main__":
    x, weights, dy, dx, dweights, dbias = inputs(5, 12, 20, seed=0).values()
    d_x, d_weights, d_dy = cuda.to_device(x), cuda.to_device(weights), cuda.to_device(dy)
    d_dx, d_dweights = cuda.device_array_like(dx), cuda.device_array_like(dweights)
    d_dbias = cuda.device_array_like(dbias)
    matmul_backward[(1, 2), (32, 8)](d_x, d_weights, d_dy, d_dx, d_dweights, d_dbias)
    d_dx.copy_to_host(dx)
    d_dweights.copy_to_host(dweights)
    d_dbias.copy_to_host(dbias)
    assert np.allclose(dx, dy @ weights, atol=1e-5), "matmul_backward is wrong"
    assert np.allclose(dweights, dy.T @ x, atol=1e-5), "matmul_backward is wrong"
    assert np.allclose(dbias, dy.sum(axis=0), atol=1e-5), "matmul_backward is wrong"
    print("matmul_backward is right")
