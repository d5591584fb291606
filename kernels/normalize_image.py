"""Normalise: from the bytes of a camera to the numbers that a network was trained with.

**What happens.** A picture comes as three bytes for each pixel: red, green, blue. A network wants
float32 numbers around 0. So every byte becomes (byte / 255 - mean) * scale, with a mean and a
scale for each colour. They are those of the pictures it was trained with. One thread takes one
pixel, all three colours of it.

**Why the order changes.** In the picture the colours of a pixel lie together: red, green, blue,
red, green, blue. In `y` each colour has a picture, or *plane*, of its own. Our *Convolution* runs
over one plane after the other, and wants neighbours of the same colour beside each other. PyTorch
takes this order (CHW) unless told otherwise. Tensor cores multiply convolutions as matrices, and
are fed faster when the colours of a pixel lie together (HWC, *channels last*).

**Why the writes are good.** Neighbouring lanes write neighbouring numbers of a plane: 128 bytes,
4 sectors, all needed.

**Why the reads are fair.** For each colour the lanes read every third byte of 96. The three
sectors that these bytes fill are asked for three times, once for each colour. After the first time
they are in the cache. `mean` and `scale` are the same for all lanes: one sector each.

**Why it is slow all the same.** For three operations 5 bytes move: one in, four out. There is a
good reason to do it on the GPU all the same: the bytes that are copied there are a quarter of what
the finished numbers would be.

**What to try.** Set the block to 8 x 32 and watch the load of `pixels`: a warp covers four short
rows, which lie in up to 8 sectors, not 3. Set it to 1 x 256: now a warp needs 32. In a copy write
`y[row, col, channel]`: what becomes of the store?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"height": 48, "width": 64}
BLOCK = (32, 8)
THREADS = ("width", "height")
OUTPUTS = ("y",)
FLOPS = "9 * height * width"
BYTES = "15 * height * width + 24"
SHOW = {"pixels": "picture", "y": "pictures"}
TOLERANCE = 1e-5

BYTE = np.float32(1 / 255)


@cuda.jit
def normalize_image(pixels, mean, scale, y):
    col, row = cuda.grid(2)
    if row < pixels.shape[0] and col < pixels.shape[1]:
        for channel in range(3):
            value = pixels[row, col, channel] * BYTE
            y[channel, row, col] = (value - mean[channel]) * scale[channel]


def inputs(height, width, seed):
    rng = np.random.default_rng(seed)
    pixels = landscape(height, width, rng)
    mean = np.array([0.485, 0.456, 0.406], np.float32)  # of the photographs of ImageNet
    scale = 1 / np.array([0.229, 0.224, 0.225], np.float32)
    return {
        "pixels": pixels,
        "mean": mean,
        "scale": scale,
        "y": np.zeros((3, height, width), np.float32),
    }


def landscape(height, width, rng):
    """The sun in the sky above green hills, elsewhere for each seed."""
    v, u = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j, 0:1][:2]
    sun_u, sun_v, phase = rng.uniform((0.2, 0.2, 0), (0.8, 0.35, 6))
    picture = (1 - v) * (60, 120, 220) + v * (230, 220, 200)
    sun = np.hypot(4 / 3 * (u - sun_u), v - sun_v) < 0.13
    picture = np.where(sun, (255, 210, 40), picture)
    hills = v > 0.65 + 0.12 * np.sin(7 * u + phase)
    return np.where(hills, (1.2 - v) * (110, 230, 70), picture).astype(np.uint8)


def numpy_twin(pixels, mean, scale, y):
    y[:] = ((pixels * BYTE - mean) * scale).transpose(2, 0, 1)


@njit
def one_thread(pixels, mean, scale, y):
    for channel in range(3):
        for row in range(pixels.shape[0]):
            for col in range(pixels.shape[1]):
                value = pixels[row, col, channel] * BYTE
                y[channel, row, col] = (value - mean[channel]) * scale[channel]


@njit(parallel=True)
def all_threads(pixels, mean, scale, y):
    for row in prange(pixels.shape[0]):
        for channel in range(3):
            for col in range(pixels.shape[1]):
                value = pixels[row, col, channel] * BYTE
                y[channel, row, col] = (value - mean[channel]) * scale[channel]


if __name__ == "__main__":
    pixels, mean, scale, y = inputs(20, 50, seed=0).values()
    d_pixels, d_mean, d_scale = cuda.to_device(pixels), cuda.to_device(mean), cuda.to_device(scale)
    d_y = cuda.device_array_like(y)
    normalize_image[(2, 3), (32, 8)](d_pixels, d_mean, d_scale, d_y)
    d_y.copy_to_host(y)
    expected = (pixels / 255 - mean) * scale
    assert np.allclose(y, expected.transpose(2, 0, 1), atol=1e-5), "normalize_image is wrong"
    print("normalize_image is right")
