"""SGD step: weights -= rate * gradient, the smallest step of learning.

**What happens.** The gradient says for each weight of a network in which direction the loss grows,
and how fast. So each weight goes a little way in the other direction. How little is the *learning
rate*. One thread takes one weight, whatever layer it belongs to: the optimiser does not care for
rows and columns, so it sees all weights as one long line. SGD is *stochastic gradient descent*:
descent because it goes down, stochastic because the gradient comes from a random batch.

**Why there is no race.** `weights` is read and written in the same launch, which often goes wrong.
Here each element has one thread, and no other touches it.

**Why it is a launch of its own.** The gradients of the whole network must be there before any
weight changes, because the backward pass still reads the old weights. A launch begins when the one
before it has ended: between two launches of a stream, every thread of the first has finished.

**Why it waits for memory.** Two operations, a multiplication and a subtraction, for 12 bytes:
weight and gradient in, weight out. It is as poor in arithmetic as *Vector add*. A network with a
million weights moves 12 MB in each step, and everything stays on the GPU: the weights are copied
there once, at the beginning.

**Why `rate` is not an array.** A single number travels with the launch itself and lies in constant
memory, where all threads read it at once. It costs no traffic. It has to be an
`np.float32`: with Python's own `0.1`, a float64, the whole product would become one.

**What to try.** Look at the sites of one warp: two reads and one write, 4 sectors each. Launch it
with a block of 33. Copy the file and give it a rate of 1000: the step is computed just as well, and
a network that learns this way learns nothing. Then compare with *Adam step*.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("weights",)
FLOPS = "2 * n"
BYTES = "12 * n"
TOLERANCE = 1e-6


@cuda.jit
def sgd_step(weights, gradient, rate):
    i = cuda.grid(1)
    if i < weights.size:
        weights[i] -= rate * gradient[i]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    weights = rng.standard_normal(n, dtype=np.float32)
    gradient = rng.standard_normal(n, dtype=np.float32)
    return {"weights": weights, "gradient": gradient, "rate": np.float32(0.1)}


def numpy_twin(weights, gradient, rate):
    weights -= rate * gradient


@njit
def one_thread(weights, gradient, rate):
    for i in range(weights.size):
        weights[i] -= rate * gradient[i]


@njit(parallel=True)
def all_threads(weights, gradient, rate):
    for i in prange(weights.size):
        weights[i] -= rate * gradient[i]


if __name__ == "__main__":
    weights, gradient, rate = inputs(1000, seed=0).values()
    expected = weights - rate * gradient
    d_weights, d_gradient = cuda.to_device(weights), cuda.to_device(gradient)
    sgd_step[4, 256](d_weights, d_gradient, rate)
    d_weights.copy_to_host(weights)
    assert np.allclose(weights, expected), "sgd_step is wrong"
    print("sgd_step is right")
