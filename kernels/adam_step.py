"""Adam step: each weight takes a step of its own size, from what its gradients were so far.

**What happens.** *SGD step* gives all weights the same learning rate. Adam remembers two numbers
for each weight: `mean`, a running mean of its gradients, and `square`, one of their squares. The
paper calls them *first and second moment*, m and v, and the factors that keep them beta1 (0.9) and
beta2 (0.999). The step is rate · mean / sqrt(square). A weight whose gradients agree moves by
nearly the whole rate; one whose gradients point here and there, and cancel in the mean, hardly
moves. One thread takes one weight: it reads four numbers and writes three.

**Why there is a bias correction.** Both running means begin at zero, so they are too small at
first: after one step `mean` holds only a tenth of the gradient. Dividing by 1 - 0.9^step repairs
this exactly, and by 1 - 0.999^step for the squares. With it the first step of every weight is the
whole rate, up or down, however large or small its gradient is.

**Why it says expm1.** 0.999 is not a float32: what is stored differs in the eighth digit. After
`1 - 0.999` only 0.001 is left, and the same error sits in the fifth digit. This is called
*cancellation*. `math.expm1(v)` computes exp(v) - 1 without it, and 0.999^step is exp(step · log
0.999).

**Why it waits for memory.** It moves 28 bytes for each weight, *SGD step* 12. 18 operations hide
behind that. And `mean` and `square` stay on the GPU as long as the training lasts: with Adam a
network needs four numbers for each weight, with its gradient, not two.

**Why one launch is better than many.** Written with array operations, as in `mean = 0.9 * mean +
0.1 * gradient`, every line would be a launch that reads and writes whole arrays. Here all lines are
*fused*: what is computed in between stays in registers.

**What to try.** Count the sites of a warp: four reads, three writes, 4 sectors each. Watch `change`
in a few threads and compare with their gradients. Set `step` to 1 and `mean` and `square` to zero
in a copy: every change is the rate, with a sign. Then take out the two corrections.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("weights", "mean", "square")
FLOPS = "18 * n"
BYTES = "28 * n"
TOLERANCE = 1e-6

KEEP_MEAN, NEW_MEAN = np.float32(0.9), np.float32(0.1)
KEEP_SQUARE, NEW_SQUARE = np.float32(0.999), np.float32(0.001)
LOG_MEAN, LOG_SQUARE = np.float32(math.log(0.9)), np.float32(math.log(0.999))
EPSILON = np.float32(1e-8)  # nothing is divided by zero


@cuda.jit
def adam_step(weights, gradient, mean, square, rate, step):
    i = cuda.grid(1)
    if i < weights.size:
        g = gradient[i]
        m = KEEP_MEAN * mean[i] + NEW_MEAN * g
        s = KEEP_SQUARE * square[i] + NEW_SQUARE * g * g
        mean[i] = m
        square[i] = s
        m /= -math.expm1(np.float32(step) * LOG_MEAN)
        s /= -math.expm1(np.float32(step) * LOG_SQUARE)
        change = rate * m / (math.sqrt(s) + EPSILON)
        weights[i] -= change


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {
        "weights": rng.standard_normal(n, dtype=np.float32),
        "gradient": rng.standard_normal(n, dtype=np.float32),
        "mean": np.float32(0.1) * rng.standard_normal(n, dtype=np.float32),
        "square": np.float32(0.002) * rng.random(n, dtype=np.float32),
        "rate": np.float32(0.01),
        "step": np.int32(3),  # two steps lie behind: neither mean is at its full size yet
    }


def numpy_twin(weights, gradient, mean, square, rate, step):
    mean[:] = KEEP_MEAN * mean + NEW_MEAN * gradient
    square[:] = KEEP_SQUARE * square + NEW_SQUARE * gradient**2
    full_mean = mean / (1 - 0.9 ** float(step))
    full_square = square / (1 - 0.999 ** float(step))
    weights -= rate * full_mean / (np.sqrt(full_square) + EPSILON)


@njit
def one_thread(weights, gradient, mean, square, rate, step):
    part_of_mean = -math.expm1(np.float32(step) * LOG_MEAN)  # once for all: the CPU has a before
    part_of_square = -math.expm1(np.float32(step) * LOG_SQUARE)
    for i in range(weights.size):
        mean[i] = KEEP_MEAN * mean[i] + NEW_MEAN * gradient[i]
        square[i] = KEEP_SQUARE * square[i] + NEW_SQUARE * gradient[i] * gradient[i]
        root = math.sqrt(square[i] / part_of_square)
        weights[i] -= rate * (mean[i] / part_of_mean) / (root + EPSILON)


@njit(parallel=True)
def all_threads(weights, gradient, mean, square, rate, step):
    part_of_mean = -math.expm1(np.float32(step) * LOG_MEAN)
    part_of_square = -math.expm1(np.float32(step) * LOG_SQUARE)
    for i in prange(weights.size):
        mean[i] = KEEP_MEAN * mean[i] + NEW_MEAN * gradient[i]
        square[i] = KEEP_SQUARE * square[i] + NEW_SQUARE * gradient[i] * gradient[i]
        root = math.sqrt(square[i] / part_of_square)
        weights[i] -= rate * (mean[i] / part_of_mean) / (root + EPSILON)


if __name__ == "__main__":
    given = inputs(1000, seed=0)
    expected = {name: value.copy() for name, value in given.items()}
    numpy_twin(**expected)
    weights, gradient, mean, square, rate, step = given.values()
    d_weights, d_gradient = cuda.to_device(weights), cuda.to_device(gradient)
    d_mean, d_square = cuda.to_device(mean), cuda.to_device(square)
    adam_step[4, 256](d_weights, d_gradient, d_mean, d_square, rate, step)
    d_weights.copy_to_host(weights)
    d_mean.copy_to_host(mean)
    d_square.copy_to_host(square)
    for name in OUTPUTS:
        assert np.allclose(given[name], expected[name], atol=1e-6), "adam_step is wrong"
    print("adam_step is right")
