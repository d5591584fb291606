"""Neural layer: y = sigmoid(W x + b), one thread for each neuron and sample.

**What happens.** A layer of a neural network has *neurons*. Each neuron weighs all the features
of a sample with its row of W, adds its bias, and sends the sum through an activation, here the
sigmoid. One thread does this for one neuron and one sample: x covers the neurons, y covers the
samples of the batch. With a batch of 1 it is the layer for a single vector.

**Why a GPU likes it.** Without bias and activation this is a matrix product: neurons times
samples independent sums, each over all features. Training a network is mostly such products,
forward and backward. This is why `.to("cuda")` helps.

**Why a batch.** With one sample every weight is read for one multiplication, and the launch waits
for memory. With 32 samples the same weights serve 32 times, and the grid has work for more SMs. A
single answer comes no sooner, but many come per second.

**Why it is slow all the same.** Neighbouring lanes are neighbouring neurons, and their weights
lie a whole row of W apart: a load of `weights[neuron, i]` touches another sector for each lane.
The next seven turns of the loop use the rest of those sectors, if the cache still holds them.
`x[sample, i]` is the same element for all lanes of a sample: one fetch.

**What to try.** Watch the sectors of the two loads in the loop. In a copy store the weights
transposed, as `weights[i, neuron]`, and watch them fall. Set the batch to 1 and look at the idle
threads. Put `max(v, 0)` in the place of the sigmoid: that is a ReLU.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"batch": 32, "neurons": 64, "features": 48}
BLOCK = (32, 8)
THREADS = ("neurons", "batch")
OUTPUTS = ("y",)
FLOPS = "batch * neurons * (2 * features + 4)"  # sums of products; 4 in the sigmoid
BYTES = "4 * (batch * features + neurons * features + neurons + batch * neurons)"
TOLERANCE = 1e-5


@cuda.jit(device=True, inline="always")  # inlined: the kernel compiles also where there is no GPU
def logistic(v):
    return np.float32(1) / (np.float32(1) + math.exp(-v))


@cuda.jit
def neural_layer(x, weights, bias, y):
    neuron, sample = cuda.grid(2)
    if sample < y.shape[0] and neuron < y.shape[1]:
        total = bias[neuron]
        for i in range(x.shape[1]):
            total += weights[neuron, i] * x[sample, i]
        y[sample, neuron] = logistic(total)


def inputs(batch, neurons, features, seed):
    rng = np.random.default_rng(seed)
    x = rng.random((batch, features), dtype=np.float32)
    weights = rng.standard_normal((neurons, features), dtype=np.float32)
    weights /= np.float32(math.sqrt(features))  # keeps the sums where the sigmoid is steep
    bias = rng.standard_normal(neurons, dtype=np.float32)
    return {"x": x, "weights": weights, "bias": bias, "y": np.zeros((batch, neurons), np.float32)}


def numpy_twin(x, weights, bias, y):
    y[:] = 1 / (1 + np.exp(-(x @ weights.T + bias)))


@njit(fastmath={"reassoc"})  # a sum in any order: the CPU may add several products at once
def one_thread(x, weights, bias, y):
    for sample in range(y.shape[0]):
        for neuron in range(y.shape[1]):
            total = bias[neuron]
            for i in range(x.shape[1]):
                total += weights[neuron, i] * x[sample, i]
            y[sample, neuron] = np.float32(1) / (np.float32(1) + math.exp(-total))


@njit(parallel=True, fastmath={"reassoc"})
def all_threads(x, weights, bias, y):
    for index in prange(y.size):  # over all sums at once: good for a batch of 1, too
        sample = index // y.shape[1]
        neuron = index % y.shape[1]
        total = bias[neuron]
        for i in range(x.shape[1]):
            total += weights[neuron, i] * x[sample, i]
        y[sample, neuron] = np.float32(1) / (np.float32(1) + math.exp(-total))


if __name__ == "__main__":
    x, weights, bias, y = inputs(5, 40, 20, seed=0).values()
    d_x, d_weights, d_bias = cuda.to_device(x), cuda.to_device(weights), cuda.to_device(bias)
    d_y = cuda.device_array_like(y)
    neural_layer[(2, 1), (32, 8)](d_x, d_weights, d_bias, d_y)
    d_y.copy_to_host(y)
    assert np.allclose(y, 1 / (1 + np.exp(-(x @ weights.T + bias)))), "neural_layer is wrong"
    print("neural_layer is right")
