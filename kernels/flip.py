"""Flip: a picture is mirrored from left to right, and memory hardly notices.

**What happens.** Each thread takes one pixel of the new picture, and fetches it from the same row
of the old one, counted from the other end: `source[row, width - 1 - col]`. It is the cheapest way
to more training pictures: a mirrored cat is a cat. (A mirrored 3 is not a 3. One has to know one's
data.)

**Why backwards is not slow.** The lanes of a warp read 32 neighbouring pixels, from right to left.
A warp does not walk along them: the hardware looks at all 32 addresses at once and asks for the
sectors that they lie in. 128 bytes are 4 sectors in either direction. What counts is *which*
sectors are touched, never in which order.

**Why the width matters more.** A row of 96 numbers is 12 whole sectors, and every warp begins at
the start of one. With a width of 100 every second row begins in the middle of a sector, and 128
bytes that begin there touch 5. So do the mirrored pieces of the other rows.

**Why not in place.** Two threads would have to swap their pixels, and each of them could find the
other one's already overwritten. With a second picture nobody gets into anybody's way.

**What to try.** Set the width to 100 and compare the sectors. In a copy mirror from top to bottom:
which index has to change, and do the sectors? In another write `source[col, row]` and read what
becomes of the loads: turning a picture by a right angle is another matter than mirroring it.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"height": 48, "width": 96}
BLOCK = (32, 8)
THREADS = ("width", "height")
OUTPUTS = ("target",)
FLOPS = "0"
BYTES = "8 * height * width"
SHOW = {"source": "picture", "target": "picture"}
TOLERANCE = 1e-6


@cuda.jit
def flip(source, target):
    col, row = cuda.grid(2)
    if row < target.shape[0] and col < target.shape[1]:
        target[row, col] = source[row, target.shape[1] - 1 - col]


def inputs(height, width, seed):
    rng = np.random.default_rng(seed)
    return {
        "source": letters(height, width, rng),
        "target": np.zeros((height, width), np.float32),
    }


def letters(height, width, rng):
    """The letters G, P and U on a ground that gets brighter, a little apart for each seed."""
    drawn = [
        [".####", "#....", "#..##", "#...#", ".####"],
        ["####.", "#...#", "####.", "#....", "#...."],
        ["#...#", "#...#", "#...#", "#...#", ".###."],
    ]
    board = np.zeros((7, 22))
    for number, letter in enumerate(drawn):
        left = 1 + 7 * number + rng.integers(0, 2)
        board[1:6, left : left + 5] = [[mark == "#" for mark in line] for line in letter]
    rows = np.arange(height) * 7 // height
    columns = np.arange(width) * 22 // width
    ground = np.linspace(0.0, rng.uniform(0.2, 0.5), width)
    return np.where(board[np.ix_(rows, columns)] > 0, 1.0, ground).astype(np.float32)


def numpy_twin(source, target):
    target[:] = source[:, ::-1]


@njit
def one_thread(source, target):
    height, width = target.shape
    for row in range(height):
        for col in range(width):
            target[row, col] = source[row, width - 1 - col]


@njit(parallel=True)
def all_threads(source, target):
    height, width = target.shape
    for row in prange(height):
        for col in range(width):
            target[row, col] = source[row, width - 1 - col]


if __name__ == "__main__":
    source, target = inputs(20, 50, seed=0).values()
    d_source = cuda.to_device(source)
    d_target = cuda.device_array_like(target)
    flip[(2, 3), (32, 8)](d_source, d_target)
    d_target.copy_to_host(target)
    assert np.array_equal(target, source[:, ::-1]), "flip is wrong"
    print("flip is right")
