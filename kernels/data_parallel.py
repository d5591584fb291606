"""Data parallel: several GPUs train one layer, each on its part of the batch, and add gradients.

**What happens.** Every GPU has a copy of the weights and its own part of the batch. Each computes
forward and backward for its samples: sums, losses, gradients. The gradients of all parts come to
the host, are added, and the total goes back to every GPU. Each then makes the same update of its
copy, so all copies stay equal, and equal to those of one GPU that had the whole batch. The sum of
the parts' gradients *is* the gradient of the batch: that is all the mathematics there is.

**Why it is faster.** A launch returns at once, so the host can start the work of all GPUs before
it waits for the first. Forward and backward of all parts run at the same time. With a large batch
and a large network that is nearly all of the time, and four GPUs need about a quarter of it.

**Why it is slower here.** Our layer is small. A gradient has 2600 bytes, and in each step it
travels from every GPU to the host and back: 20 800 bytes with four GPUs, twice as many with
eight, one copy after the other, all of them through the host. The part of a GPU shrinks with
every GPU that comes, but its gradient does not. Look at the timeline: the copies take longer than
the kernels.

**What NVLink and rings change.** Adding up over all GPUs is called *all-reduce*. In a ring each GPU
hands a piece of its gradient to its neighbour, who adds its own and hands it on, over links between
the GPUs (NVLink), without the host. Each GPU then sends 1.5 times its gradient with four GPUs, 1.75
times with eight, and never more than twice. NCCL does this for the frameworks, in rings or in
trees, whichever it expects to be faster. They call the whole *distributed data parallel*, and begin
to add while the backward pass is still running. (Where a loss is the mean of the batch, they take
the mean of the gradients, too.)

**What to try.** When do all GPUs wait? Set the devices to 1: the losses stay the same, and the
whole is faster. Set the batch to 512: which bars grow? Set batch and devices to 8: what is left
to do for each GPU?
"""

import numpy as np
from cross_entropy import cross_entropy
from dense import dense
from matmul_backward import matmul_backward
from numba import cuda, njit, prange
from sgd_step import sgd_step

SIZES = {"batch": 64, "devices": 4, "steps": 3}
DEVICES = "devices"
OUTPUTS = ("losses", "weights_of", "bias_of")
FLOPS = "steps * batch * 3910 + steps * devices * 1300"
BYTES = "260 * batch + 4 * steps + 2600 * (devices + 1)"
SHOW = {"losses": "curve"}
TOLERANCE = 1e-4  # the order of sums is another one than NumPy's

FEATURES, CLASSES = 64, 10
RATE = 0.5


def pipeline(x, labels, weights, bias, losses, weights_of, bias_of):
    batch, devices = len(x), len(weights_of)
    parts = np.array_split(np.arange(batch), devices)
    members = [
        member(device, x[rows], labels[rows], weights, bias) for device, rows in enumerate(parts)
    ]
    for step in range(len(losses)):
        for device, arrays in enumerate(members):
            with gpu(device):
                forward_and_backward(*arrays)  # returns at once: all GPUs work at the same time
        losses[step], total_weights, total_bias = sums_of(members)
        losses[step] /= batch
        for device, arrays in enumerate(members):
            with gpu(device):
                update(*arrays[2:4], total_weights, total_bias, RATE / batch)
    for device, arrays in enumerate(members):
        with gpu(device):
            arrays[2].copy_to_host(weights_of[device])
            arrays[3].copy_to_host(bias_of[device])


def gpu(device):
    return cuda.gpus[device % len(cuda.gpus)]  # with too few GPUs they take turns


def member(device, x, labels, weights, bias):
    """The arrays of one GPU, in its own memory."""
    with gpu(device):
        return (
            cuda.to_device(x),
            cuda.to_device(labels),
            cuda.to_device(weights),
            cuda.to_device(bias),
            cuda.device_array((len(x), CLASSES), np.float32),  # sums
            cuda.device_array(len(x), np.float32),  # losses
            cuda.device_array((len(x), CLASSES), np.float32),  # gradient by the sums
            cuda.device_array(x.shape, np.float32),  # gradient by x
            cuda.device_array(weights.shape, np.float32),  # gradient by the weights
            cuda.device_array(bias.shape, np.float32),  # gradient by the bias
        )


def forward_and_backward(x, labels, weights, bias, sums, losses, dsums, dx, dweights, dbias):
    batch = x.shape[0]
    dense[(1, (batch + 7) // 8), (16, 8)](x, weights, bias, sums)
    cross_entropy[(batch + 31) // 32, 32](sums, labels, losses, dsums)
    rows = max(batch, CLASSES)
    grid = (FEATURES // 32, (rows + 7) // 8)
    matmul_backward[grid, (32, 8)](x, weights, dsums, dx, dweights, dbias)


def sums_of(members):
    """All-reduce in its simplest form: every GPU sends to the host, and the host adds."""
    loss, total_weights, total_bias = 0.0, 0, 0
    for device, (*_, losses, _, _, dweights, dbias) in enumerate(members):
        with gpu(device):
            loss += losses.copy_to_host().sum()
            total_weights = total_weights + dweights.copy_to_host()
            total_bias = total_bias + dbias.copy_to_host()
    return loss, total_weights, total_bias


def update(weights, bias, total_weights, total_bias, rate):
    for parameters, gradient in ((weights, total_weights), (bias, total_bias)):
        flat = parameters.reshape(parameters.size)
        on_device = cuda.to_device(gradient.reshape(gradient.size))
        sgd_step[(flat.size + 255) // 256, 256](flat, on_device, np.float32(rate))


def inputs(batch, devices, steps, seed):
    if batch < devices:
        raise ValueError(
            f"a batch of {batch} cannot be shared by {devices} GPUs: each needs at least one sample"
        )
    rng = np.random.default_rng(seed)
    centres = rng.standard_normal((CLASSES, FEATURES), dtype=np.float32)
    labels = rng.integers(0, CLASSES, batch).astype(np.int32)
    noise = rng.standard_normal((batch, FEATURES), dtype=np.float32)
    return {
        "x": np.float32(0.3) * centres[labels] + np.float32(0.3) * noise,
        "labels": labels,
        "weights": np.float32(0.1) * rng.standard_normal((CLASSES, FEATURES), dtype=np.float32),
        "bias": np.zeros(CLASSES, np.float32),
        "losses": np.zeros(steps, np.float32),
        "weights_of": np.zeros((devices, CLASSES, FEATURES), np.float32),
        "bias_of": np.zeros((devices, CLASSES), np.float32),
    }


def numpy_twin(x, labels, weights, bias, losses, weights_of, bias_of):
    batch = len(x)
    w, b = weights.copy(), bias.copy()
    for step in range(len(losses)):
        sums = x @ w.T + b
        logarithms = sums - sums.max(axis=1, keepdims=True)
        logarithms -= np.log(np.exp(logarithms).sum(axis=1, keepdims=True))
        losses[step] = -logarithms[np.arange(batch), labels].mean()
        gradient = np.exp(logarithms)
        gradient[np.arange(batch), labels] -= 1
        w -= np.float32(RATE / batch) * (gradient.T @ x)
        b -= np.float32(RATE / batch) * gradient.sum(axis=0)
    weights_of[:], bias_of[:] = w, b


@njit(fastmath={"reassoc"})
def sample_gradient(x, label, weights, bias, gradient):
    """Softmax minus one hot; the loss is returned."""
    largest = np.float32(-np.inf)
    for k in range(CLASSES):
        total = bias[k]
        for i in range(FEATURES):
            total += weights[k, i] * x[i]
        gradient[k] = total
        largest = max(largest, total)
    total = np.float32(0)
    for k in range(CLASSES):
        gradient[k] = np.exp(gradient[k] - largest)
        total += gradient[k]
    for k in range(CLASSES):
        gradient[k] /= total
    loss = -np.log(gradient[label])
    gradient[label] -= np.float32(1)
    return loss


@njit(fastmath={"reassoc"})
def class_update(k, x, gradients, weights, bias, rate):
    for sample in range(len(x)):
        change = rate * gradients[sample, k]
        for i in range(FEATURES):
            weights[k, i] -= change * x[sample, i]
        bias[k] -= change


@njit
def one_thread(x, labels, weights, bias, losses, weights_of, bias_of):
    batch = len(x)
    w, b = weights.copy(), bias.copy()
    gradients = np.empty((batch, CLASSES), np.float32)
    for step in range(len(losses)):
        loss = 0.0
        for sample in range(batch):
            loss += sample_gradient(x[sample], labels[sample], w, b, gradients[sample])
        losses[step] = loss / batch
        for k in range(CLASSES):
            class_update(k, x, gradients, w, b, np.float32(RATE / batch))
    weights_of[:], bias_of[:] = w, b


@njit(parallel=True)
def all_threads(x, labels, weights, bias, losses, weights_of, bias_of):
    batch = len(x)
    w, b = weights.copy(), bias.copy()
    gradients = np.empty((batch, CLASSES), np.float32)
    for step in range(len(losses)):
        loss = 0.0
        for sample in prange(batch):
            loss += sample_gradient(x[sample], labels[sample], w, b, gradients[sample])
        losses[step] = loss / batch
        for k in prange(CLASSES):
            class_update(k, x, gradients, w, b, np.float32(RATE / batch))
    weights_of[:], bias_of[:] = w, b


if __name__ == "__main__":
    arguments = inputs(11, 3, 2, seed=0)
    expected = {name: array.copy() for name, array in arguments.items()}
    pipeline(*arguments.values())
    numpy_twin(*expected.values())
    for name in OUTPUTS:
        assert np.allclose(arguments[name], expected[name], atol=1e-4), f"{name} is wrong"
    print("data_parallel is right")
