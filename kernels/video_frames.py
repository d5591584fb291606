"""Video frames: each frame of a stream is made smaller, normalised and searched for edges in time.

**What happens.** A camera delivers frames. Each one is copied to the GPU and goes through four
launches: half its height and width, from bytes to numbers around 0, a convolution with Sobel's
two filters, which find where brightness changes to the right and downwards, and the strength of
the edge from both. The edges are copied back. A network that finds people in a video begins like
this.

**Why there is a deadline.** 60 frames a second leave 16.7 ms for each. What is too late is of no
use: the next frame is there already. What counts is not how many frames a second come out, but
how long each one takes, with its copies. The first frame also waits for the filters to be copied.

**Why two streams.** What is asked of one *stream* happens in order, and two streams do not wait
for each other. Frames take turns: while the kernels of one frame run, the next one is copied in.
Each stream has device memory of its own, or the second frame would be written over the first.
Host memory has to be *pinned* for that: the GPU fetches it by itself while the host goes on.

**Why a smaller frame goes further.** Only the first launch sees all pixels. Half the height and
width leave a quarter of them for all that follows. A frame comes in as bytes, three for each pixel:
as float32 four times as many bytes would have to be copied.

**What to try.** Look at the timeline: which part of a frame's time are copies? In a copy of the
file set STREAMS to 1 and compare the whole. Double height and width: does a frame take four times
as long? A picture of 1080 x 1920 has 168.75 times the pixels of ours: would it meet the deadline?
In another copy do not pin `first`: its copy then keeps the host waiting, and with it the second
frame.
"""

import math

import numpy as np
from conv2d import all_threads as convolve_on_all_threads
from conv2d import conv2d
from conv2d import numpy_twin as convolve_in_numpy
from conv2d import one_thread as convolve_on_one_thread
from normalize_image import all_threads as normalize_on_all_threads
from normalize_image import normalize_image
from normalize_image import numpy_twin as normalize_in_numpy
from normalize_image import one_thread as normalize_on_one_thread
from numba import cuda, njit, prange
from resize_bilinear import all_threads as resize_on_all_threads
from resize_bilinear import numpy_twin as resize_in_numpy
from resize_bilinear import one_thread as resize_on_one_thread
from resize_bilinear import resize_bilinear

SIZES = {"frames": 6, "height": 96, "width": 128}
FRAMES = "frames"
DEADLINE_MS = 16.7  # 60 frames a second
OUTPUTS = ("first", "edges")
FLOPS = "frames * (119 * (height // 2 - 2) * (width // 2 - 2) + 9 * (height // 2) * (width // 2))"
BYTES = (
    "frames * (3 * height * width + 4 * (height // 2 - 2) * (width // 2 - 2))"
    " + 3 * (height // 2) * (width // 2) + 248"
)
SHOW = {"frames": "film", "first": "picture", "edges": "film"}
TOLERANCE = 1e-4

STREAMS = 2
BLOCK_OF_PIXELS = (32, 8)


@cuda.jit
def edge_strength(gradients, edges):
    col, row = cuda.grid(2)
    if row < edges.shape[0] and col < edges.shape[1]:
        right, down = gradients[0, 0, row, col], gradients[0, 1, row, col]
        edges[row, col] = math.sqrt(right * right + down * down)


def pipeline(frames, mean, scale, filters, bias, first, edges):
    normal = cuda.to_device(mean), cuda.to_device(scale)
    weights = cuda.to_device(filters), cuda.to_device(bias)
    lanes = [lane(frames, first, edges) for _ in range(STREAMS)]
    with cuda.pinned(frames), cuda.pinned(edges), cuda.pinned(first):
        for number in range(len(frames)):
            stream, pixels, small, numbers, gradients, found = lanes[number % STREAMS]
            pixels.copy_to_device(frames[number], stream=stream)
            over_all = grid_of(small.shape)
            resize_bilinear[over_all, BLOCK_OF_PIXELS, stream](pixels, small)
            normalize_image[over_all, BLOCK_OF_PIXELS, stream](small, *normal, numbers[0])
            inside = grid_of(found.shape)
            convolution = conv2d[(*inside, 2), BLOCK_OF_PIXELS, stream]
            convolution(numbers, *weights, gradients)
            edge_strength[inside, BLOCK_OF_PIXELS, stream](gradients, found)
            found.copy_to_host(edges[number], stream=stream)
            if number == 0:
                small.copy_to_host(first, stream=stream)
        cuda.synchronize()


def lane(frames, first, edges):
    """A stream, and device memory for one frame on its way."""
    height, width = first.shape[:2]
    return (
        cuda.stream(),
        cuda.device_array(frames.shape[1:], np.uint8),
        cuda.device_array(first.shape, np.uint8),
        cuda.device_array((1, 3, height, width), np.float32),
        cuda.device_array((1, 2, height - 2, width - 2), np.float32),
        cuda.device_array(edges.shape[1:], np.float32),
    )


def grid_of(shape):
    height, width = shape[:2]
    return (width + 31) // 32, (height + 7) // 8


def inputs(frames, height, width, seed):
    if min(height, width) < 6:
        raise ValueError(
            "frames have to be 6 x 6 pixels or more: half of that is one window of 3 x 3"
        )
    small = (height // 2, width // 2)
    return {
        "frames": moving_ball(frames, height, width, np.random.default_rng(seed)),
        "mean": np.full(3, 0.5, np.float32),
        "scale": np.full(3, 2, np.float32),
        "filters": sobel_filters(),
        "bias": np.zeros(2, np.float32),
        "first": np.zeros((*small, 3), np.uint8),
        "edges": np.zeros((frames, small[0] - 2, small[1] - 2), np.float32),
    }


def moving_ball(frames, height, width, rng):
    """A bright ball flies over a dark field with a fence."""
    row, column = np.mgrid[:height, :width]
    field = np.stack([30 + 0 * row, 60 + 60 * row // height, 90 - 60 * row // height], axis=2)
    field[(column % 24 < 3) & (row > height // 2)] = (150, 110, 70)
    video = np.repeat(field[np.newaxis].astype(np.uint8), frames, axis=0)
    start, jump = rng.uniform(0.1, 0.25), rng.uniform(0.2, 0.4)
    for number, share in enumerate(np.linspace(0, 1, frames)):
        x = (start + 0.65 * share) * width
        y = (0.7 - 4 * jump * share * (1 - share)) * height
        video[number, np.hypot(column - x, row - y) < 0.13 * height] = (250, 220, 60)
    return video


def sobel_filters():
    """Two filters [2, 3, 3, 3]: to the right and downwards, over all colours."""
    right = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]], np.float32) / np.float32(12)
    return np.stack([np.stack([right] * 3), np.stack([right.T] * 3)])


def numpy_twin(frames, mean, scale, filters, bias, first, edges):
    steps = (resize_in_numpy, normalize_in_numpy, convolve_in_numpy, strength_in_numpy)
    frame_by_frame(steps, frames, (mean, scale), (filters, bias), first, edges)


def one_thread(frames, mean, scale, filters, bias, first, edges):
    convolve, strength = convolve_on_one_thread, strength_on_one_thread
    steps = (resize_on_one_thread, normalize_on_one_thread, convolve, strength)
    frame_by_frame(steps, frames, (mean, scale), (filters, bias), first, edges)


def all_threads(frames, mean, scale, filters, bias, first, edges):
    convolve, strength = convolve_on_all_threads, strength_on_all_threads
    steps = (resize_on_all_threads, normalize_on_all_threads, convolve, strength)
    frame_by_frame(steps, frames, (mean, scale), (filters, bias), first, edges)


def frame_by_frame(steps, frames, normal, weights, first, edges):
    resize, normalize, convolve, strength = steps
    small = first.copy()
    numbers = np.empty((1, 3, *first.shape[:2]), np.float32)
    gradients = np.empty((1, 2, *edges.shape[1:]), np.float32)
    for number, frame in enumerate(frames):
        resize(frame, small)
        normalize(small, *normal, numbers[0])
        convolve(numbers, *weights, gradients)
        strength(gradients, edges[number])
        if number == 0:
            first[:] = small


def strength_in_numpy(gradients, edges):
    np.hypot(gradients[0, 0], gradients[0, 1], out=edges)


@njit
def strength_on_one_thread(gradients, edges):
    for row in range(edges.shape[0]):
        for col in range(edges.shape[1]):
            right, down = gradients[0, 0, row, col], gradients[0, 1, row, col]
            edges[row, col] = math.sqrt(right * right + down * down)


@njit(parallel=True)
def strength_on_all_threads(gradients, edges):
    for row in prange(edges.shape[0]):
        for col in range(edges.shape[1]):
            right, down = gradients[0, 0, row, col], gradients[0, 1, row, col]
            edges[row, col] = math.sqrt(right * right + down * down)


if __name__ == "__main__":
    arguments = inputs(2, 20, 26, seed=0)
    expected = {name: array.copy() for name, array in arguments.items()}
    pipeline(*arguments.values())
    numpy_twin(*expected.values())
    assert np.array_equal(arguments["first"], expected["first"]), "the first frame is wrong"
    assert np.allclose(arguments["edges"], expected["edges"], atol=1e-4), "edges are wrong"
    print("video_frames is right")
