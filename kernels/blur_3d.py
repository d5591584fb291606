"""Blur, 3-D: each voxel of a volume becomes the mean of the 27 around it.

**What happens.** A volume, such as a scan of a body, is a stack of pictures, and its elements are
called *voxels*. The grid has three dimensions, too: `cuda.grid(3)` gives a thread its x, y and z.
We call them column, row and layer. The thread adds up the 3 x 3 x 3 voxels around its own and
writes a 27th of the sum. The guard has three sides.

**Why the order turns round.** A NumPy array is indexed `[layer, row, column]`: the last index runs
fastest in memory. CUDA counts x, y, z, and x runs fastest. So x belongs to the *last* index, y to
the one before it, z to the first. Who writes `layer, row, col = cuda.grid(3)` gets the same
numbers, and pays for it in sectors.

**Why indices are clamped.** At the border some neighbours do not exist. Here the nearest voxel
stands in for them: `min(max(row + j, 0), rows - 1)`. Without this, Python's rule would apply, in
which -1 is the last element, and the left edge would mix with the right.

**Why it is slow all the same.** Each voxel is read 27 times, by 27 threads. Neighbours lie beside
each other, so the cache serves most of these reads, but all 27 requests take their turn, for one
number. A blur of 3 x 3 x 3 can also be done as three blurs of 3 in a row, one along each axis:
that makes 9 reads, not 27.

**What to try.** Set the block to 32 x 1 x 8: nothing changes. Set it to 1 x 8 x 32: the same
voxels, and more than seven times the sectors. How large may the sides of a cube be, when a block
has at most 1024 threads? Ask for a block of 1 x 1 x 65 and read the answer.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"layers": 16, "rows": 24, "columns": 32}
BLOCK = (32, 4, 2)
THREADS = ("columns", "rows", "layers")
OUTPUTS = ("y",)
FLOPS = "27 * layers * rows * columns"
BYTES = "8 * layers * rows * columns"
SHOW = {"x": "pictures", "y": "pictures"}
TOLERANCE = 1e-5

ZERO = np.float32(0)
SHARE = np.float32(1 / 27)


@cuda.jit
def blur_3d(x, y):
    col, row, layer = cuda.grid(3)
    layers, rows, columns = x.shape
    if layer < layers and row < rows and col < columns:
        total = ZERO
        for i in range(-1, 2):
            from_layer = min(max(layer + i, 0), layers - 1)
            for j in range(-1, 2):
                from_row = min(max(row + j, 0), rows - 1)
                for k in range(-1, 2):
                    total += x[from_layer, from_row, min(max(col + k, 0), columns - 1)]
        y[layer, row, col] = total * SHARE


def inputs(layers, rows, columns, seed):
    rng = np.random.default_rng(seed)
    x = hollow_ball((layers, rows, columns), rng)
    return {"x": x, "y": np.zeros((layers, rows, columns), np.float32)}


def hollow_ball(shape, rng):
    """A shell with a kernel in it, cut into layers; the kernel lies elsewhere for each seed."""
    w, v, u = (np.linspace(-1, 1, n) for n in shape)
    w, v, u = w[:, np.newaxis, np.newaxis], v[:, np.newaxis], u
    shell = np.abs(np.sqrt(u * u + v * v + w * w) - 0.8) < 0.12
    right, down, deep = rng.uniform(-0.35, 0.35, 3)
    kernel = (u - right) ** 2 + (v - down) ** 2 + (w - deep) ** 2 < 0.09
    return (shell + 0.6 * kernel).astype(np.float32)


def numpy_twin(x, y):
    padded = np.pad(x, 1, mode="edge")
    layers, rows, columns = x.shape
    y[:] = 0
    for i, j, k in np.ndindex(3, 3, 3):
        y += padded[i : i + layers, j : j + rows, k : k + columns]
    y *= SHARE


@njit
def blur_row(x, y, layer, row):
    layers, rows, columns = x.shape
    line = y[layer, row]
    line[:] = 0
    for i in range(-1, 2):
        from_layer = min(max(layer + i, 0), layers - 1)
        for j in range(-1, 2):
            source = x[from_layer, min(max(row + j, 0), rows - 1)]
            line[0] += source[0] + source[0] + source[min(1, columns - 1)]
            for col in range(1, columns - 1):  # the inside of a row needs no clamping
                line[col] += source[col - 1] + source[col] + source[col + 1]
            if columns > 1:
                line[-1] += source[-2] + source[-1] + source[-1]
    for col in range(columns):
        line[col] *= SHARE


@njit
def one_thread(x, y):
    for layer in range(x.shape[0]):
        for row in range(x.shape[1]):
            blur_row(x, y, layer, row)


@njit(parallel=True)
def all_threads(x, y):
    for index in prange(x.shape[0] * x.shape[1]):  # over the rows of all layers
        blur_row(x, y, index // x.shape[1], index % x.shape[1])


if __name__ == "__main__":
    x, y = inputs(5, 7, 20, seed=0).values()
    expected = np.zeros_like(y)
    numpy_twin(x, expected)
    d_x = cuda.to_device(x)
    d_y = cuda.device_array_like(y)
    blur_3d[(1, 2, 3), (32, 4, 2)](d_x, d_y)
    d_y.copy_to_host(y)
    assert np.allclose(y, expected, atol=1e-5), "blur_3d is wrong"
    print("blur_3d is right")
