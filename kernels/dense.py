"""Dense: y = x W^T + b, a layer in which every neuron looks at every feature.

**What happens.** A batch of samples comes in as the rows of x. Each neuron has a row of weights
and a bias. One thread takes one neuron and one sample: it multiplies the features with the
weights, adds them up, begins with the bias, and writes one number. x covers the neurons, y covers
the samples. Frameworks call this layer *dense*, *linear* or *fully connected*.

**Why there is no activation.** *Neural layer* ends with a sigmoid. Here the plain sums come out,
so that the same kernel serves anywhere in a network: before a ReLU, and as the last layer, whose
sums are the *logits* that *Cross-entropy* expects. The price is one more launch for the ReLU,
which reads y and writes it again. Joining the two in one kernel is called *fusing*.

**Why W stands transposed in the formula.** A row of `weights` belongs to a neuron, and the product
runs along that row and along a row of x: both lie in memory as they are read by one thread. A
textbook's matrix product would walk down a column of the right factor.

**Why it is slow all the same.** What is good for one thread is bad for a warp. Its 32 lanes are 32
neurons, and their weights lie a whole row apart: with 64 features that is 256 bytes, and one
request for `weights[neuron, i]` touches 32 sectors, a different one for each lane. `x[sample, i]`
is the same element for all of them: one sector.

**Why the batch matters.** With one sample every weight is read for a single multiplication: 4 bytes
for two operations, and memory sets the pace. With a batch of 32 the same weight serves 32 samples,
if the caches still hold it. With 64 neurons and 64 features 32 answers take a T4 less than four
times as long as one (modelled). With 1024 of both it is much more, since by then the requests that
touch 32 sectors set the pace.

**What to try.** Set the batch to 1 with a block of 32 x 8 and count the idle threads. Look at the
sectors of the loop's line, then open *Dense, backward*: the same weights, and 4 sectors for a
request. Store the weights transposed in a copy, as `weights[i, neuron]`, and compare.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"batch": 16, "neurons": 64, "features": 64}
BLOCK = (32, 8)
THREADS = ("neurons", "batch")
OUTPUTS = ("y",)
FLOPS = "2 * batch * neurons * features"
BYTES = "4 * (batch * features + neurons * features + neurons + batch * neurons)"
TOLERANCE = 1e-5


@cuda.jit
def dense(x, weights, bias, y):
    neuron, sample = cuda.grid(2)
    if sample < y.shape[0] and neuron < y.shape[1]:
        total = bias[neuron]
        for i in range(x.shape[1]):
            total += weights[neuron, i] * x[sample, i]
        y[sample, neuron] = total


def inputs(batch, neurons, features, seed):
    rng = np.random.default_rng(seed)
    x = rng.random((batch, features), dtype=np.float32)
    weights = rng.standard_normal((neurons, features), dtype=np.float32)
    weights /= np.float32(math.sqrt(features))  # keeps the sums near 1, whatever the size
    bias = rng.standard_normal(neurons, dtype=np.float32)
    return {"x": x, "weights": weights, "bias": bias, "y": np.zeros((batch, neurons), np.float32)}


def numpy_twin(x, weights, bias, y):
    y[:] = x @ weights.T + bias


@njit(fastmath={"reassoc"})  # a sum in any order: the CPU may add several products at once
def one_thread(x, weights, bias, y):
    for sample in range(y.shape[0]):
        for neuron in range(y.shape[1]):
            total = bias[neuron]
            for i in range(x.shape[1]):
                total += weights[neuron, i] * x[sample, i]
            y[sample, neuron] = total


@njit(parallel=True, fastmath={"reassoc"})
def all_threads(x, weights, bias, y):
    for index in prange(y.size):  # over all sums at once: good for a batch of 1, too
        sample = index // y.shape[1]
        neuron = index % y.shape[1]
        total = bias[neuron]
        for i in range(x.shape[1]):
            total += weights[neuron, i] * x[sample, i]
        y[sample, neuron] = total


if __name__ == "__main__":
    x, weights, bias, y = inputs(5, 40, 20, seed=0).values()
    d_x, d_weights, d_bias = cuda.to_device(x), cuda.to_device(weights), cuda.to_device(bias)
    d_y = cuda.device_array_like(y)
    dense[(2, 1), (32, 8)](d_x, d_weights, d_bias, d_y)
    d_y.copy_to_host(y)
    assert np.allclose(y, x @ weights.T + bias, atol=1e-5), "dense is wrong"
    print("dense is right")
