"""Cross-entropy: how wrong a classifier is, and in which direction it has to change.

**What happens.** The last layer of a classifier gives each sample a number for each class, its
*logit*: the larger, the more likely. One thread takes one sample. It turns the logits into
probabilities, p = exp(logit) / sum of all exp(logit), which is called *softmax*. The loss is
-log(p) of the class that is right: 0 when the network is sure and right, and large when it is
sure and wrong. A network that knows nothing gives each of 10 classes p = 0.1, and its loss is
log(10) = 2.3.

**Why the gradient is so simple.** Training needs to know how the loss changes with each logit. By
the rules of calculus that is p for the wrong classes and p - 1 for the right one. The right logit
is pushed up, all others down, each by as much as it is off. These numbers add up to 0 for every
sample. The gradient of a batch's mean would be divided by the batch; here that is left to whoever
chooses the step.

**Why the largest logit is subtracted.** exp(89) is more than a float32 can hold. Taking the same
number from all logits changes no probability, and with the largest taken away the largest
exponential is exp(0) = 1.

**Why loss and softmax are one kernel.** Were p rounded to 0 first, log(0) would be minus infinity.
Here the logarithm is taken of the sum, which is never below 1. The exponentials are needed for
both, too: they are kept where the gradient will stand, so nothing is computed twice.

**Why it is slow all the same.** Neighbouring lanes have neighbouring samples, and their logits lie
a row apart. With 10 classes a warp's request is spread over 40 sectors' worth of memory and
touches 32 of them. The next turns of the loop find most of those in the cache. With
thousands of classes one thread would work long for a sample: then give a block to each row, as
*Softmax* does.

**What to try.** Follow one thread and watch `largest`, then `total`. Set the classes to 1: what
must the loss be? Add 100 to all logits in a copy: nothing changes. Then leave out `- largest`, and
see what comes out.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"batch": 200, "classes": 10}
BLOCK = (64,)
THREADS = ("batch",)
OUTPUTS = ("losses", "gradient")
FLOPS = "batch * (5 * classes + 3)"  # largest, difference, exponential, sum, division; the loss
BYTES = "8 * batch * (classes + 1)"
TOLERANCE = 1e-5

ZERO = np.float32(0)
ONE = np.float32(1)


@cuda.jit
def cross_entropy(logits, labels, losses, gradient):
    sample = cuda.grid(1)
    if sample < losses.size:
        largest = logits[sample, 0]
        for i in range(logits.shape[1]):
            largest = max(largest, logits[sample, i])
        total = ZERO
        for i in range(logits.shape[1]):
            e = math.exp(logits[sample, i] - largest)
            gradient[sample, i] = e
            total += e
        for i in range(logits.shape[1]):
            gradient[sample, i] /= total
        right = labels[sample]
        losses[sample] = math.log(total) - (logits[sample, right] - largest)
        gradient[sample, right] -= ONE


def inputs(batch, classes, seed):
    rng = np.random.default_rng(seed)
    logits = 3 * rng.standard_normal((batch, classes), dtype=np.float32)
    labels = rng.integers(0, classes, batch).astype(np.int32)
    losses = np.zeros(batch, np.float32)
    gradient = np.zeros((batch, classes), np.float32)
    return {"logits": logits, "labels": labels, "losses": losses, "gradient": gradient}


def numpy_twin(logits, labels, losses, gradient):
    shifted = logits - logits.max(axis=1, keepdims=True)
    e = np.exp(shifted)
    total = e.sum(axis=1)
    samples = np.arange(labels.size)
    losses[:] = np.log(total) - shifted[samples, labels]
    gradient[:] = e / total[:, None]
    gradient[samples, labels] -= 1


@njit
def one_sample(logits, label, gradient):
    largest = logits[0]
    for i in range(logits.size):
        largest = max(largest, logits[i])
    total = ZERO
    for i in range(logits.size):
        gradient[i] = math.exp(logits[i] - largest)
        total += gradient[i]
    for i in range(logits.size):
        gradient[i] /= total
    gradient[label] -= ONE
    return math.log(total) - (logits[label] - largest)


@njit
def one_thread(logits, labels, losses, gradient):
    for sample in range(losses.size):
        losses[sample] = one_sample(logits[sample], labels[sample], gradient[sample])


@njit(parallel=True)
def all_threads(logits, labels, losses, gradient):
    for sample in prange(losses.size):
        losses[sample] = one_sample(logits[sample], labels[sample], gradient[sample])


if __name__ == "__main__":
    logits, labels, losses, gradient = inputs(50, 10, seed=0).values()
    d_logits, d_labels = cuda.to_device(logits), cuda.to_device(labels)
    d_losses, d_gradient = cuda.device_array_like(losses), cuda.device_array_like(gradient)
    cross_entropy[2, 32](d_logits, d_labels, d_losses, d_gradient)
    d_losses.copy_to_host(losses)
    d_gradient.copy_to_host(gradient)
    probabilities = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    expected = -np.log(probabilities[np.arange(50), labels])
    assert np.allclose(losses, expected, atol=1e-5), "cross_entropy is wrong"
    assert np.allclose(gradient.sum(axis=1), 0, atol=1e-5), "cross_entropy is wrong"
    print("cross_entropy is right")
