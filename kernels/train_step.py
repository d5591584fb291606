"""Train step: forward, loss, backward, update, each of them launches on arrays that stay put.

**What happens.** Points lie in the plane on three spiral arms, and a network with two layers learns
which arm a point belongs to. One step of training is 11 launches. *Forward*: `dense`, `relu` and
`dense` turn all points into three numbers each. *Loss*: `cross_entropy` says how wrong they are,
and in which direction. *Backward*: `matmul_backward`, `relu_backward` and `matmul_backward` ask
each layer, the last one first, how much each of its numbers had to do with that. *Update*:
`sgd_step` moves every array of weights and biases a little against its gradient. Then all begins
again.

**Why nothing is copied in between.** Points and weights go to the GPU once, before the first step.
Every launch finds its arrays where the launch before it has left them. Only the curve of the loss,
the weights and the picture come back, at the end. In a framework this is what `.to("cuda")` is for:
to copy the weights there and back in each step would take longer than the step. A large data set
does not lie on the GPU as these points do: each step copies its own *mini-batch* there, best while
the step before still computes.

**Why the backward pass is twice the work.** A layer's forward pass is one matrix product. Its
backward pass is two: one for the gradient of its weights, one for the gradient of what came in. So
a training step is about three times the work of an answer of the network. (In the first layer the
second product is not needed, because points cannot be trained. It is computed all the same.)

**Why so small a network needs no GPU.** 8 steps are 88 of the 93 launches, and none of them has
more than 1536 threads with work. A launch takes some millionths of a second before its first thread
runs, and here that is about half of the kernels' time (modelled for a T4). With a thousand times as
many weights it would hardly be seen.

**What to try.** Take 8 steps, then 60: the loss falls to 0.29, then to 0.16, and the borders in the
picture bend around the arms. Copy this file and set `RATE` to 2: the first step goes too far, and
the loss rises from 1.9 to 3.6 before it falls. Take both `relu` and `relu_backward` out: two layers
without a bend between them can do no more than one, and the borders become straight lines.
"""

import math

import numpy as np
from cross_entropy import cross_entropy
from dense import dense
from matmul_backward import matmul_backward
from numba import cuda
from relu import relu
from sgd_step import sgd_step

SIZES = {"samples": 48, "hidden": 32, "steps": 8}
OUTPUTS = ("weights1", "bias1", "weights2", "bias2", "losses", "picture")
SHOW = {"losses": "curve", "picture": "picture"}
TOLERANCE = 1e-4  # each step goes on with the rounding of the steps before it
FLOPS = "steps * samples * hidden * 30"  # 2 for each of 5 weights a unit, forward, twice backward

CLASSES = 3
RATE = 0.5  # how far a step goes against the gradient
TURN = 3  # how far an arm winds, in radians
SIDE = 40  # of the picture, in pixels
REACH = 1.25  # the picture shows the plane from -REACH to REACH
COLOURS = np.array([[0.0, 0.45, 0.70], [0.90, 0.62, 0.0], [0.0, 0.62, 0.45]], np.float32)
TILE = (16, 16)
LINE = 128


@cuda.jit
def relu_backward(x, dy, dx):
    """The gradient passes where x was above zero, and nowhere else."""
    i = cuda.grid(1)
    if i < dx.size:
        dx[i] = dy[i] if x[i] > 0 else np.float32(0)


@cuda.jit
def mean_of_rows(values, means):
    row = cuda.grid(1)
    if row < means.size:
        total = np.float32(0)
        for i in range(values.shape[1]):
            total += values[row, i]
        means[row] = total / np.float32(values.shape[1])


@cuda.jit(device=True, inline="always")
def probability(logits, row, k):
    """Softmax: exp(logit) of class k, as a share of the sum over all classes."""
    total = np.float32(0)
    for other in range(logits.shape[1]):
        total += math.exp(logits[row, other] - logits[row, k])
    return np.float32(1) / total


@cuda.jit
def paint(logits, x, labels, pixels, colours, picture):
    """Each pixel in the pale colour of what the network says there, the points on top of it."""
    column, row = cuda.grid(2)
    if row < picture.shape[0] and column < picture.shape[1]:
        pixel = row * picture.shape[1] + column
        for channel in range(3):
            picture[row, column, channel] = np.float32(0.6)
        for k in range(colours.shape[0]):
            share = np.float32(0.4) * probability(logits, pixel, k)
            for channel in range(3):
                picture[row, column, channel] += share * colours[k, channel]
        for sample in range(labels.size):
            dx = pixels[pixel, 0] - x[sample, 0]
            dy = pixels[pixel, 1] - x[sample, 1]
            covered = np.float32(1.5) - np.float32(25) * math.sqrt(dx * dx + dy * dy)
            if covered > 0:
                covered = min(covered, np.float32(1))
                for channel in range(3):
                    colour = covered * colours[labels[sample], channel]
                    below = (np.float32(1) - covered) * picture[row, column, channel]
                    picture[row, column, channel] = below + colour


def pipeline(x, labels, weights1, bias1, weights2, bias2, losses, picture):
    samples, hidden, steps = x.shape[0], bias1.size, losses.size
    points, classes = cuda.to_device(x), cuda.to_device(labels)
    w1, b1 = cuda.to_device(weights1), cuda.to_device(bias1)
    w2, b2 = cuda.to_device(weights2), cuda.to_device(bias2)
    dw1, db1 = cuda.device_array_like(w1), cuda.device_array_like(b1)
    dw2, db2 = cuda.device_array_like(w2), cuda.device_array_like(b2)
    sums, active, dsums, dactive = (on_device(samples, hidden) for _ in range(4))
    logits, dlogits = on_device(samples, CLASSES), on_device(samples, CLASSES)
    dpoints, each_loss = on_device(samples, 2), on_device(steps, samples)
    rate = np.float32(RATE / samples)  # the gradients are sums over the samples

    for step in range(steps):
        dense[tiles(hidden, samples), TILE](points, w1, b1, sums)  # forward
        relu[lines(sums.size), LINE](sums.ravel(), active.ravel())
        dense[tiles(CLASSES, samples), TILE](active, w2, b2, logits)
        cross_entropy[lines(samples), LINE](logits, classes, each_loss[step], dlogits)  # loss
        matmul_backward[tiles(hidden, max(samples, CLASSES)), TILE](  # backward
            active, w2, dlogits, dactive, dw2, db2
        )
        relu_backward[lines(sums.size), LINE](sums.ravel(), dactive.ravel(), dsums.ravel())
        matmul_backward[tiles(2, max(samples, hidden)), TILE](points, w1, dsums, dpoints, dw1, db1)
        for weights, gradient in ((w1, dw1), (b1, db1), (w2, dw2), (b2, db2)):  # update
            sgd_step[lines(weights.size), LINE](weights.ravel(), gradient.ravel(), rate)

    mean_losses = cuda.device_array(steps, np.float32)
    mean_of_rows[lines(steps), LINE](each_loss, mean_losses)
    draw(points, classes, (w1, b1, w2, b2), picture)
    mean_losses.copy_to_host(losses)
    for trained, host in ((w1, weights1), (b1, bias1), (w2, weights2), (b2, bias2)):
        trained.copy_to_host(host)


def draw(points, classes, network, picture):
    """Asks the trained network for every pixel of the plane."""
    w1, b1, w2, b2 = network
    pixels = cuda.to_device(pixel_middles())
    sums = on_device(SIDE * SIDE, b1.size)
    logits = on_device(SIDE * SIDE, CLASSES)
    painted = cuda.device_array((SIDE, SIDE, 3), np.float32)
    dense[tiles(b1.size, SIDE * SIDE), TILE](pixels, w1, b1, sums)
    relu[lines(sums.size), LINE](sums.ravel(), sums.ravel())
    dense[tiles(CLASSES, SIDE * SIDE), TILE](sums, w2, b2, logits)
    colours = cuda.to_device(COLOURS)
    paint[tiles(SIDE, SIDE), TILE](logits, points, classes, pixels, colours, painted)
    painted.copy_to_host(picture)


def on_device(rows, columns):
    return cuda.device_array((rows, columns), np.float32)


def tiles(columns, rows):
    """The grid of TILE-sized blocks that covers a matrix."""
    return -(-columns // TILE[0]), -(-rows // TILE[1])


def lines(n):
    """The number of LINE-sized blocks that covers n elements."""
    return -(-n // LINE)


def pixel_middles():
    """Where the middle of each pixel lies in the plane; y points up."""
    across = (np.arange(SIDE, dtype=np.float32) + np.float32(0.5)) / np.float32(SIDE / 2 / REACH)
    across -= np.float32(REACH)
    x, y = np.meshgrid(across, -across)
    return np.stack([x.ravel(), y.ravel()], axis=1)


def inputs(samples, hidden, steps, seed):
    rng = np.random.default_rng(seed)
    labels = (np.arange(samples) % CLASSES).astype(np.int32)
    radius = 0.15 + 0.85 * rng.random(samples)
    angle = labels * 2 * math.pi / CLASSES + TURN * radius + 0.08 * rng.standard_normal(samples)
    x = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).astype(np.float32)
    w1 = np.float32(1.5) * rng.standard_normal((hidden, 2), dtype=np.float32)
    b1 = np.float32(0.7) * rng.standard_normal(hidden, dtype=np.float32)
    w2 = rng.standard_normal((CLASSES, hidden), dtype=np.float32) / np.float32(math.sqrt(hidden))
    return {
        "x": x,
        "labels": labels,
        "weights1": w1,
        "bias1": b1,
        "weights2": w2,
        "bias2": np.zeros(CLASSES, np.float32),
        "losses": np.zeros(steps, np.float32),
        "picture": np.zeros((SIDE, SIDE, 3), np.float32),
    }


def numpy_twin(x, labels, weights1, bias1, weights2, bias2, losses, picture):
    samples, rate = np.arange(labels.size), np.float32(RATE / labels.size)
    for step in range(losses.size):
        sums = x @ weights1.T + bias1
        active = np.maximum(sums, 0)
        dlogits = probabilities_of(active @ weights2.T + bias2)
        losses[step] = -np.log(dlogits[samples, labels]).mean()
        dlogits[samples, labels] -= 1
        dsums = (dlogits @ weights2) * (sums > 0)
        weights2 -= rate * (dlogits.T @ active)
        bias2 -= rate * dlogits.sum(axis=0)
        weights1 -= rate * (dsums.T @ x)
        bias1 -= rate * dsums.sum(axis=0)

    picture[:] = painted_picture(x, labels, weights1, bias1, weights2, bias2)


def look(x, labels, weights1, bias1, weights2, bias2, losses, picture):
    """What the network would say by now: gpuviz asks after launches that changed it."""
    says = probabilities_of(np.maximum(x @ weights1.T + bias1, 0) @ weights2.T + bias2)
    right = says[np.arange(labels.size), labels]
    painted = painted_picture(x, labels, weights1, bias1, weights2, bias2)
    return {"picture": painted, "loss": -np.log(right).mean()}


def painted_picture(x, labels, weights1, bias1, weights2, bias2):
    pixels = pixel_middles()
    probabilities = probabilities_of(
        np.maximum(pixels @ weights1.T + bias1, 0) @ weights2.T + bias2
    )
    painted = np.float32(0.4) * (probabilities @ COLOURS) + np.float32(0.6)
    for point, label in zip(x, labels, strict=True):
        distance = np.sqrt(((pixels - point) ** 2).sum(axis=1, keepdims=True))
        covered = np.clip(np.float32(1.5) - 25 * distance, 0, 1)
        painted = (1 - covered) * painted + covered * COLOURS[label]
    return painted.reshape(SIDE, SIDE, 3)


def probabilities_of(logits):
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


if __name__ == "__main__":
    arguments = inputs(12, 5, 2, seed=0)
    expected = {name: value.copy() for name, value in arguments.items()}
    numpy_twin(**expected)
    pipeline(**arguments)
    for name in OUTPUTS:
        assert np.allclose(arguments[name], expected[name], atol=1e-4), f"{name} is wrong"
    print("train_step is right")
