"""Train a CNN: its filters begin as noise, and learn to tell bars from crosses.

**What happens.** The file draws pictures of 8 x 8 pixels: a level bar, an upright bar, or both, a
cross, each at a place by chance and with noise. A small network has to say which: a convolution
with 8 filters, a ReLU, a pool, and a dense layer. One step of training takes a *batch* of 32
pictures and is 10 launches. *Forward*: `conv2d`, `relu`, `max_pool` and `dense`. *Loss*:
`cross_entropy`. *Backward*, the last layer first: `matmul_backward`, `max_pool_backward`,
`relu_backward` and `conv2d_backward`. *Update*: one `sgd_step`, since all weights and biases stand
in one array, and `layers` looks at its parts.

**Why each layer has a way back.** A layer is given the gradient of what it made, and hands on the
gradient of what it was made of. If it has weights, it also says how these shall change. A pool has
none: the gradient goes to the pixel that was the largest of its window, and the others get 0. So
the gradient of a whole network is found layer by layer. This is called *backpropagation*.

**Why the filters change.** No line says that a filter shall look for edges. The loss is passed down
to the filters through the layers behind them, and each step moves them a little to where the loss
falls. The film shows how they change.

**Why some pictures are held back.** A network could learn its 96 pictures by heart. So it is asked
about 48 others, from which it never learns. Before the first step 12 are recognised, fewer than by
guessing, after 12 steps 42, while the loss of the batches falls from 1.14 to 0.61.

**Why a step must not be too large.** The gradient says where the loss falls right here, and nothing
of what lies further on. With too large a `RATE` a step goes past the valley, the next one goes back
even further, and the weights grow until they are no numbers any more: training *diverges*. The file
says in which step.

**What to try.** Take 40 steps: all 48 are recognised. Set the batch to 1: each step follows a
single picture, and the loss jumps up and down. Copy this file and set `RATE` to 5: the loss jumps
to 5.5, and comes down to 1.2, near log(3), the loss of guessing: no filter answers to any
picture any more. With a `RATE` of 1e6 training diverges in step 5.
"""

import numpy as np
from conv2d import conv2d
from conv2d_backward import conv2d_backward
from cross_entropy import cross_entropy
from dense import dense
from matmul_backward import matmul_backward
from max_pool import max_pool
from numba import cuda
from relu import relu
from sgd_step import sgd_step

SIZES = {"pictures": 96, "batch": 32, "steps": 12}
OUTPUTS = ("network", "filters", "losses", "right")
SHOW = {"held_back": "pictures", "filters": "pictures", "losses": "curve", "right": "curve"}
TOLERANCE = 1e-3  # each step goes on with the rounding of the steps before it

RATE = 0.5  # how far a step goes against the gradient
SIDE = 8  # of a picture, in pixels
CLASSES = 3  # level bar, upright bar, cross
FILTERS = 8
WINDOW = 3  # side of a filter
MAPS = SIDE - WINDOW + 1  # side of what a filter makes
FEATURES = FILTERS * (MAPS // 2) ** 2
HELD_BACK = 48
NOISE = 0.15
BLOCK_OF_MAPS = (8, 8, 4)  # columns, rows, maps
TILE = (16, 16)
LINE = 128
ZERO = np.float32(0)


@cuda.jit
def max_pool_backward(x, y, dy, dx):
    """The gradient passes to the pixel that was the largest of its window; the others get 0."""
    col, row, feature_map = cuda.grid(3)
    sample = feature_map // dx.shape[1]
    channel = feature_map % dx.shape[1]
    if sample < dx.shape[0] and row < dx.shape[2] and col < dx.shape[3]:
        passed = ZERO
        above, left = row // 2, col // 2
        pooled = above < y.shape[2] and left < y.shape[3]  # an odd last row or column was left out
        if pooled and x[sample, channel, row, col] == y[sample, channel, above, left]:
            passed = dy[sample, channel, above, left]
        dx[sample, channel, row, col] = passed


@cuda.jit
def relu_backward(x, dy, dx):
    """The gradient passes where x was above zero, and nowhere else."""
    i = cuda.grid(1)
    if i < dx.size:
        dx[i] = dy[i] if x[i] > 0 else ZERO


@cuda.jit
def mean_of_rows(values, means):
    row = cuda.grid(1)
    if row < means.size:
        total = ZERO
        for i in range(values.shape[1]):
            total += values[row, i]
        means[row] = total / np.float32(values.shape[1])


@cuda.jit
def count_right(logits, labels, right):
    sample = cuda.grid(1)
    if sample < labels.size:
        best = 0
        for k in range(1, logits.shape[1]):
            if logits[sample, k] > logits[sample, best]:
                best = k
        if best == labels[sample]:
            cuda.atomic.add(right, 0, 1)


def pipeline(batches, labels, held_back, their_labels, network, filters, losses, right):
    steps, batch = labels.shape
    learning = cuda.to_device(network)
    gradient = cuda.device_array_like(learning)
    kernels, _, weights, _ = layers(learning)
    dkernels, dkernel_bias, dweights, dbias = layers(gradient)
    x = cuda.to_device(batches.reshape(steps, batch, 1, SIDE, SIDE))
    classes = cuda.to_device(labels)
    test_x = cuda.to_device(held_back.reshape(HELD_BACK, 1, SIDE, SIDE))
    test_classes = cuda.to_device(their_labels)
    values, test_values = buffers(batch), buffers(HELD_BACK)
    sums, active, pooled, logits = values
    dsums, dactive, dpooled, dlogits = buffers(batch)
    dx = cuda.device_array((batch, 1, SIDE, SIDE), np.float32)  # asked for by nobody
    each_loss, counts = on_device(steps, batch), cuda.to_device(right)
    rate = np.float32(RATE / batch)  # the gradients are sums over the pictures

    forward(learning, test_x, test_values)
    count_right[lines(HELD_BACK), LINE](test_values[3], test_classes, counts[:1])
    for step in range(steps):
        forward(learning, x[step], values)
        cross_entropy[lines(batch), LINE](logits, classes[step], each_loss[step], dlogits)
        matmul_backward[tiles(FEATURES, max(batch, CLASSES)), TILE](
            flat(pooled), weights, dlogits, flat(dpooled), dweights, dbias
        )
        max_pool_backward[grid_of(active), BLOCK_OF_MAPS](active, pooled, dpooled, dactive)
        relu_backward[lines(sums.size), LINE](sums.ravel(), dactive.ravel(), dsums.ravel())
        conv2d_backward[kernels.size, 64](x[step], kernels, dsums, dx, dkernels, dkernel_bias)
        sgd_step[lines(learning.size), LINE](learning, gradient, rate)
    forward(learning, test_x, test_values)
    count_right[lines(HELD_BACK), LINE](test_values[3], test_classes, counts[1:])

    mean_losses = cuda.device_array(steps, np.float32)
    mean_of_rows[lines(steps), LINE](each_loss, mean_losses)
    mean_losses.copy_to_host(losses)
    counts.copy_to_host(right)
    learning.copy_to_host(network)
    filters[:] = layers(network)[0][:, 0]
    if not np.isfinite(losses).all():
        step = np.argmin(np.isfinite(losses)) + 1
        raise ValueError(
            f"training has diverged: in step {step} of {steps} the loss is no number any more."
            f" A RATE of {RATE:g} is too large, try a tenth of it."
        )


def forward(network, x, values):
    """From pictures to logits; what the layers make stays for the way back."""
    kernels, kernel_bias, weights, bias = layers(network)
    sums, active, pooled, logits = values
    conv2d[grid_of(sums), BLOCK_OF_MAPS](x, kernels, kernel_bias, sums)
    relu[lines(sums.size), LINE](sums.ravel(), active.ravel())
    max_pool[grid_of(pooled), BLOCK_OF_MAPS](active, pooled)
    dense[tiles(CLASSES, len(x)), TILE](flat(pooled), weights, bias, logits)


def layers(network):
    """Weights and biases of both layers: views of one array, on the host or on the device."""
    first = FILTERS * WINDOW * WINDOW
    second = first + FILTERS
    third = second + CLASSES * FEATURES
    kernels = network[:first].reshape(FILTERS, 1, WINDOW, WINDOW)
    weights = network[second:third].reshape(CLASSES, FEATURES)
    return kernels, network[first:second], weights, network[third:]


def buffers(batch):
    """Room for what each layer makes of a batch, or for the gradients of that."""
    maps = (cuda.device_array((batch, FILTERS, MAPS, MAPS), np.float32) for _ in range(2))
    pooled = cuda.device_array((batch, FILTERS, MAPS // 2, MAPS // 2), np.float32)
    return *maps, pooled, on_device(batch, CLASSES)


def on_device(rows, columns):
    return cuda.device_array((rows, columns), np.float32)


def flat(maps):
    """The maps of each picture as one row."""
    return maps.reshape(maps.shape[0], FEATURES)


def grid_of(maps):
    """The grid of BLOCK_OF_MAPS-sized blocks that covers the maps of a batch."""
    batch, filters, rows, columns = maps.shape
    threads = (columns, rows, batch * filters)
    return tuple(-(-n // side) for n, side in zip(threads, BLOCK_OF_MAPS, strict=True))


def tiles(columns, rows):
    """The grid of TILE-sized blocks that covers a matrix."""
    return -(-columns // TILE[0]), -(-rows // TILE[1])


def lines(n):
    """The number of LINE-sized blocks that covers n elements."""
    return -(-n // LINE)


def inputs(pictures, batch, steps, seed):
    rng = np.random.default_rng(seed)
    drawn, labels = draw(pictures, rng)
    held_back, their_labels = draw(HELD_BACK, rng)
    needed = batch * steps
    rounds = [rng.permutation(pictures) for _ in range(-(-needed // pictures))]
    order = np.concatenate(rounds)[:needed].reshape(steps, batch)  # all pictures, again and again
    parts = (
        0.5 * rng.standard_normal(FILTERS * WINDOW * WINDOW),
        np.zeros(FILTERS),
        rng.standard_normal(CLASSES * FEATURES) / np.sqrt(FEATURES),
        np.zeros(CLASSES),
    )
    return {
        "batches": drawn[order],
        "labels": labels[order],
        "held_back": held_back,
        "their_labels": their_labels,
        "network": np.concatenate(parts).astype(np.float32),
        "filters": np.zeros((FILTERS, WINDOW, WINDOW), np.float32),
        "losses": np.zeros(steps, np.float32),
        "right": np.zeros(2, np.int32),  # of those held back, before and after
    }


def draw(count, rng):
    """Pictures [number, row, column], about as dark as light, and which of the classes each is."""
    labels = (np.arange(count) % CLASSES).astype(np.int32)
    v, u = np.mgrid[:SIDE, :SIDE]
    y, x = rng.integers(1, SIDE - 1, (2, count, 1, 1))
    level, upright = v == y, u == x
    drawn = np.choose(labels[:, None, None], [level, upright, level | upright]) - 0.2
    noise = NOISE * rng.standard_normal(drawn.shape)
    return (drawn + noise).astype(np.float32), labels


def numpy_twin(batches, labels, held_back, their_labels, network, filters, losses, right):
    right[0] = (values_of(network, held_back)[-1].argmax(axis=1) == their_labels).sum()
    gradient = np.zeros_like(network)
    dkernels, dkernel_bias, dweights, dbias = layers(gradient)
    for step, (x, label) in enumerate(zip(batches, labels, strict=True)):
        windows, sums, active, pooled, logits = values_of(network, x)
        losses[step], dlogits = loss_and_gradient(logits, label)
        dweights[:], dbias[:] = dlogits.T @ flat(pooled), dlogits.sum(axis=0)
        dpooled = (dlogits @ layers(network)[2]).reshape(pooled.shape)
        dsums = unpooled(dpooled) * (active == unpooled(pooled)) * (sums > 0)
        dkernels[:, 0] = np.einsum("bfhw,bhwij->fij", dsums, windows)
        dkernel_bias[:] = dsums.sum(axis=(0, 2, 3))
        network -= np.float32(RATE / label.size) * gradient
    right[1] = (values_of(network, held_back)[-1].argmax(axis=1) == their_labels).sum()
    filters[:] = layers(network)[0][:, 0]


def values_of(network, x):
    """The windows that the filters look at, and what each layer makes of them."""
    kernels, kernel_bias, weights, bias = layers(network)
    windows = np.lib.stride_tricks.sliding_window_view(x, (WINDOW, WINDOW), axis=(1, 2))
    sums = np.einsum("bhwij,fij->bfhw", windows, kernels[:, 0]) + kernel_bias[:, None, None]
    active = np.maximum(sums, 0)
    half = MAPS // 2
    pooled = active.reshape(len(x), FILTERS, half, 2, half, 2).max(axis=(3, 5))
    return windows, sums, active, pooled, flat(pooled) @ weights.T + bias


def loss_and_gradient(logits, labels):
    """The mean loss, and the gradient of the sum."""
    samples = np.arange(labels.size)
    shifted = logits - logits.max(axis=1, keepdims=True)
    e = np.exp(shifted)
    total = e.sum(axis=1)
    dlogits = e / total[:, None]
    dlogits[samples, labels] -= 1
    return (np.log(total) - shifted[samples, labels]).mean(), dlogits


def unpooled(maps):
    """Each element four times, as the 2 x 2 that it was pooled from."""
    return maps.repeat(2, axis=2).repeat(2, axis=3)


def look(batches, labels, held_back, their_labels, network, filters, losses, right):
    """What the network would say by now: gpuviz asks after launches that changed it."""
    with np.errstate(over="ignore", invalid="ignore"):  # where training diverges
        logits = values_of(network, held_back)[-1]
        loss, _ = loss_and_gradient(logits, their_labels)
    return {
        "filters": layers(network)[0][:, 0],
        "loss": loss,
        "recognised": (logits.argmax(axis=1) == their_labels).sum(),
    }


if __name__ == "__main__":
    arguments = inputs(6, 4, 2, seed=0)
    expected = {name: value.copy() for name, value in arguments.items()}
    numpy_twin(**expected)
    pipeline(**arguments)
    for name in OUTPUTS:
        assert np.allclose(arguments[name], expected[name], atol=TOLERANCE), f"{name} is wrong"
    print("train_cnn is right")
