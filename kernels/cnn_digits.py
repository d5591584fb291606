"""Digits, recognised: a convolutional network of 12 launches tells which digit a picture shows.

**What happens.** A picture of 28 x 28 pixels goes through three layers of convolution. Each
filter looks at windows of 3 x 3 pixels and answers with a map of where it finds its pattern: 32
maps of 26 x 26, then 64 of 11 x 11, then 64 of 3 x 3. A ReLU sets negative answers to 0, and
pooling keeps the largest of each 2 x 2. The last maps, 576 numbers, go through two dense layers;
the softmax makes ten probabilities of the ten sums. Draw a digit, press Run, and watch what each
filter answers.

**Why it is a train of launches.** A layer needs all of the layer before it, and a launch begins
when the one before has ended: that is a barrier across the whole grid. (Inside of a kernel only
cooperative launches have one.) Between the launches the maps stay in device memory. Only the
picture and the weights go in, only what is looked at comes out.

**Why a GPU likes it.** 5 588 480 operations for one picture, nearly all of them products of the
convolutions, and nearly all of them at once: the second layer alone has 7744 threads that each
sum 288 products. It is 80 percent of the work, see its share of the time.

**Why one picture is not enough.** The third layer has maps of 3 x 3, so 9 of the 64 threads of
its blocks have work. The dense layers have 64 and 10 sums: less than a GPU has cores. And the
weights, 373 288 bytes, are copied for a single picture of 3136. A program that recognises many
digits copies the weights once, and gives the network many pictures at a time.

**Where the weights come from.** tools/training/train_digits.py trained them on digits drawn from
strokes, written in several ways, thick and thin, straight and slanted. No person's handwriting
was among them: what you draw is new to the network. It also saw empty pictures and single dots,
with the answer "each digit equally likely": so an empty picture gets about 10 percent for each.

**What to try.** Draw a 7 with a bar and one without. Draw a 4 slowly into a 9. Draw a digit small
and in a corner. Set the batch to 64: which launches take longer, and which do not? In a copy of
the file copy no maps back, and see what they cost. Choose blocks of 3 x 3 x 16 for the third
layer.
"""

import numpy as np
from conv2d import conv2d
from dense import dense
from max_pool import max_pool
from numba import cuda, njit, prange
from relu import relu
from softmax import softmax

SIZES = {"batch": 1}
OUTPUTS = ("maps1", "maps2", "maps3", "probabilities")
FLOPS = "5588480 * batch"  # two for each product of the convolutions and the dense layers
BYTES = "373288 + 122984 * batch"  # the weights; pictures, maps and probabilities
SHOW = {
    "image": "draw",
    "maps1": "pictures",
    "maps2": "pictures",
    "maps3": "pictures",
    "probabilities": "bars",
}
TOLERANCE = 1e-4  # sums of 576 products, in another order than NumPy's

BLOCK_OF_MAPS = (8, 8, 4)  # columns, rows, maps
FOLDER = __file__.replace("\\", "/").rpartition("/")[0] + "/data/"
SHAPES = {  # w1 to w3: filters, channels, 3, 3; w4 and w5: neurons, features
    "w1": (32, 1, 3, 3),
    "b1": (32,),
    "w2": (64, 32, 3, 3),
    "b2": (64,),
    "w3": (64, 64, 3, 3),
    "b3": (64,),
    "w4": (64, 576),
    "b4": (64,),
    "w5": (10, 64),
    "b5": (10,),
}


def pipeline(image, w1, b1, w2, b2, w3, b3, w4, b4, w5, b5, maps1, maps2, maps3, probabilities):
    batch = image.shape[0]
    x = cuda.to_device(image).reshape(batch, 1, 28, 28)
    first = convolution_layer(x, w1, b1)
    second = convolution_layer(pooling(first), w2, b2)
    third = convolution_layer(pooling(second), w3, b3)
    hidden = dense_layer(third.reshape(batch, w4.shape[1]), w4, b4)
    activate(hidden)
    sums = dense_layer(hidden, w5, b5)
    answer = cuda.device_array(sums.shape, np.float32)
    softmax[batch, 32](sums, answer)
    answer.copy_to_host(probabilities)
    first.copy_to_host(maps1)  # the maps come back only to be looked at
    second.copy_to_host(maps2)
    third.copy_to_host(maps3)


def convolution_layer(x, weights, bias):
    filters, _, height, width = weights.shape
    shape = (x.shape[0], filters, x.shape[2] - height + 1, x.shape[3] - width + 1)
    y = cuda.device_array(shape, np.float32)
    weights, bias = cuda.to_device(weights), cuda.to_device(bias)
    conv2d[grid_of(shape), BLOCK_OF_MAPS](x, weights, bias, y)
    activate(y)
    return y


def pooling(x):
    shape = (x.shape[0], x.shape[1], x.shape[2] // 2, x.shape[3] // 2)
    y = cuda.device_array(shape, np.float32)
    max_pool[grid_of(shape), BLOCK_OF_MAPS](x, y)
    return y


def dense_layer(x, weights, bias):
    batch, neurons = x.shape[0], weights.shape[0]
    y = cuda.device_array((batch, neurons), np.float32)
    grid = ((neurons + 31) // 32, (batch + 7) // 8)
    dense[grid, (32, 8)](x, cuda.to_device(weights), cuda.to_device(bias), y)
    return y


def activate(x):
    flat = x.reshape(x.size)
    relu[(x.size + 255) // 256, 256](flat, flat)


def grid_of(shape):
    batch, maps, rows, columns = shape
    threads = (columns, rows, batch * maps)
    return tuple((n + side - 1) // side for n, side in zip(threads, BLOCK_OF_MAPS, strict=True))


def inputs(batch, seed):
    rng = np.random.default_rng(seed)
    with np.load(FOLDER + "digits.npz") as data:
        pictures = data["pictures"]
    image = pictures[rng.integers(0, len(pictures), batch)].astype(np.float32) / np.float32(255)
    outputs = {
        "maps1": np.zeros((batch, 32, 26, 26), np.float32),
        "maps2": np.zeros((batch, 64, 11, 11), np.float32),
        "maps3": np.zeros((batch, 64, 3, 3), np.float32),
        "probabilities": np.zeros((batch, 10), np.float32),
    }
    return {"image": image, **trained_weights(FOLDER + "cnn_digits.npz"), **outputs}


def trained_weights(path):
    try:
        with np.load(path) as data:
            weights = {name: data[name].astype(np.float32) for name in SHAPES}
    except FileNotFoundError:
        raise FileNotFoundError(
            f"the weights of the network are missing, there is no file {path}: copy it there from"
            " where gpuviz comes from, or train them with tools/training/train_digits.py"
        ) from None
    except Exception as error:
        raise ValueError(f"the weights in {path} cannot be read: {error}") from None
    for name, shape in SHAPES.items():
        if weights[name].shape != shape:
            raise ValueError(
                f"{name} in {path} has the shape {weights[name].shape}, and the network needs"
                f" {shape}: train the weights again with tools/training/train_digits.py"
            )
    return weights


def numpy_twin(image, w1, b1, w2, b2, w3, b3, w4, b4, w5, b5, maps1, maps2, maps3, probabilities):
    maps1[:] = rectified(convolved(image[:, None], w1, b1))
    maps2[:] = rectified(convolved(pooled(maps1), w2, b2))
    maps3[:] = rectified(convolved(pooled(maps2), w3, b3))
    hidden = rectified(maps3.reshape(len(maps3), -1) @ w4.T + b4)
    sums = hidden @ w5.T + b5
    exponentials = np.exp(sums - sums.max(axis=1, keepdims=True))
    probabilities[:] = exponentials / exponentials.sum(axis=1, keepdims=True)


def unfolded(x):
    """Every window of 3 x 3 as a column: a convolution becomes a matrix product."""
    batch, channels, height, width = x.shape
    windows = np.empty((channels, 3, 3, batch, height - 2, width - 2), x.dtype)
    for row in range(3):
        for column in range(3):
            part = x[:, :, row : row + height - 2, column : column + width - 2]
            windows[:, row, column] = part.swapaxes(0, 1)
    return windows.reshape(channels * 9, -1)


def convolved(x, weights, bias):
    batch, _, height, width = x.shape
    sums = weights.reshape(len(weights), -1) @ unfolded(x) + bias[:, None]
    return sums.reshape(len(weights), batch, height - 2, width - 2).swapaxes(0, 1)


def pooled(x):
    rows, columns = x.shape[2] // 2 * 2, x.shape[3] // 2 * 2
    upper = np.maximum(x[:, :, 0:rows:2, 0:columns:2], x[:, :, 0:rows:2, 1:columns:2])
    lower = np.maximum(x[:, :, 1:rows:2, 0:columns:2], x[:, :, 1:rows:2, 1:columns:2])
    return np.maximum(upper, lower)


def rectified(x):
    return np.maximum(x, np.float32(0))


def convolution_loops(x, weights, bias, y):
    """With the ReLU in the same loops, as one would write it on a CPU."""
    batch, filters, height, width = y.shape
    for index in prange(batch * filters):  # over all maps: good for a batch of 1, too
        sample, one = index // filters, index % filters
        for row in range(height):
            sums = np.full(width, bias[one])
            for channel in range(x.shape[1]):
                for i in range(9):
                    weight = weights[one, channel, i // 3, i % 3]
                    for column in range(width):
                        sums[column] += weight * x[sample, channel, row + i // 3, column + i % 3]
            for column in range(width):
                y[sample, one, row, column] = max(sums[column], np.float32(0))


def pooling_loops(x, y):
    batch, maps, height, width = y.shape
    for index in prange(batch * maps):
        sample, one = index // maps, index % maps
        for row in range(height):
            for column in range(width):
                i, j = 2 * row, 2 * column
                upper = max(x[sample, one, i, j], x[sample, one, i, j + 1])
                lower = max(x[sample, one, i + 1, j], x[sample, one, i + 1, j + 1])
                y[sample, one, row, column] = max(upper, lower)


def dense_loops(x, weights, bias, y):
    neurons = weights.shape[0]
    for index in prange(x.shape[0] * neurons):
        sample, neuron = index // neurons, index % neurons
        total = bias[neuron]
        for i in range(x.shape[1]):
            total += weights[neuron, i] * x[sample, i]
        y[sample, neuron] = total


LOOPS = (convolution_loops, pooling_loops, dense_loops)
ON_ONE_THREAD = [njit(fastmath={"reassoc"})(loop) for loop in LOOPS]
ON_ALL_THREADS = [njit(parallel=True, fastmath={"reassoc"})(loop) for loop in LOOPS]


def one_thread(image, w1, b1, w2, b2, w3, b3, w4, b4, w5, b5, maps1, maps2, maps3, probabilities):
    weights = (w1, b1, w2, b2, w3, b3, w4, b4, w5, b5)
    in_loops(ON_ONE_THREAD, image, weights, (maps1, maps2, maps3), probabilities)


def all_threads(image, w1, b1, w2, b2, w3, b3, w4, b4, w5, b5, maps1, maps2, maps3, probabilities):
    weights = (w1, b1, w2, b2, w3, b3, w4, b4, w5, b5)
    in_loops(ON_ALL_THREADS, image, weights, (maps1, maps2, maps3), probabilities)


def in_loops(loops, image, weights, maps, probabilities):
    convolution, pool, dense_sums = loops
    w1, b1, w2, b2, w3, b3, w4, b4, w5, b5 = weights
    batch = len(image)
    smaller1 = np.empty((batch, 32, 13, 13), np.float32)
    smaller2 = np.empty((batch, 64, 5, 5), np.float32)
    hidden = np.empty((batch, 64), np.float32)
    convolution(image.reshape(batch, 1, 28, 28), w1, b1, maps[0])
    pool(maps[0], smaller1)
    convolution(smaller1, w2, b2, maps[1])
    pool(maps[1], smaller2)
    convolution(smaller2, w3, b3, maps[2])
    dense_sums(maps[2].reshape(batch, 576), w4, b4, hidden)
    dense_sums(np.maximum(hidden, np.float32(0)), w5, b5, probabilities)
    np.exp(probabilities - probabilities.max(axis=1, keepdims=True), out=probabilities)
    probabilities /= probabilities.sum(axis=1, keepdims=True)


def narrowed(arguments):
    """The same network with two filters in each layer: Numba's simulator has less to do."""
    parts = {"w1": np.s_[:2], "b1": np.s_[:2], "b2": np.s_[:2], "b3": np.s_[:2]}
    parts |= {"w2": np.s_[:2, :2], "w3": np.s_[:2, :2], "w4": np.s_[:, :18]}
    parts |= {"maps1": np.s_[:, :2], "maps2": np.s_[:, :2], "maps3": np.s_[:, :2]}
    return {
        name: np.ascontiguousarray(array[parts.get(name, np.s_[:])])
        for name, array in arguments.items()
    }


if __name__ == "__main__":
    arguments = narrowed(inputs(1, seed=0))
    expected = {name: array.copy() for name, array in arguments.items()}
    pipeline(*arguments.values())
    numpy_twin(*expected.values())
    for name in OUTPUTS:
        assert np.allclose(arguments[name], expected[name], atol=1e-4), f"{name} is wrong"
    print("cnn_digits is right")
