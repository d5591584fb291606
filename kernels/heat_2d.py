"""Heat, 2D: a hot plate cools down, step by step of time, with tiles and a halo.

**What happens.** A plate of 48 x 64 places has two hot spots, and its edge is held at 0. In each
step every place comes nearer to its four neighbours:
`u + r * (left + right + above + below - 4 * u)`. A step is one launch. It reads one array and
writes another, and the next step takes them the other way round. All places of a step come from
the step before it: this is the iteration of *Jacobi*.

**Why two arrays.** Threads run in no particular order. Were the new temperatures written into the
same array, some threads would read new ones and some old ones: that is a race, as *Game of life,
broken* shows. With two arrays nobody writes what somebody reads.

**Why each step is a launch of its own.** A place on the edge of a block needs neighbours that
other blocks compute, and a barrier reaches only the threads of one block. The end of a launch is
the barrier for all of them. The temperatures stay on the device meanwhile: one copy there, one
back.

**Why a tile with a halo.** Each temperature is wanted by five threads. A block of 16 x 16 loads
its part of the plate once into shared memory, with one row or column more on each side, the
*halo*. The corners of the halo are not loaded: nobody needs them. That makes 320 loads for a block
within the plate, in the place of 1280.

**Why r is 0.2.** In two dimensions a place gives to four neighbours, so `r` may be at most 1 / 4.
With more the temperatures overshoot and grow without end. A finer grid of places needs smaller
steps of time: half the distance, a quarter of the step, and four times the places, sixteen times
the work.

**What to try.** Play the film of `u`. Set `steps` to 100: when have the two spots become one? Open
a launch in the panel Pipeline and choose a thread at the edge of a block: which elements of `tile`
does it load? In a copy set `R` to 0.3 and look at the film again.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"rows": 48, "columns": 64, "steps": 16}
OUTPUTS = ("u",)
FLOPS = "6 * rows * columns * steps"
BYTES = "8 * rows * columns"
SHOW = {"u": "picture"}
TOLERANCE = 1e-5

SIDE = 16
TILE = (SIDE, SIDE)  # threads of a block
WITH_HALO = SIDE + 2
ZERO = np.float32(0)
FOUR = np.float32(4)
R = np.float32(0.2)


@cuda.jit
def heat_step(old, new):
    tile = cuda.shared.array((WITH_HALO, WITH_HALO), np.float32)
    col, row = cuda.grid(2)
    rows, columns = old.shape
    tx = cuda.threadIdx.x + 1
    ty = cuda.threadIdx.y + 1
    if row < rows and col < columns:
        tile[ty, tx] = old[row, col]
        if tx == 1:
            tile[ty, 0] = old[row, col - 1] if col > 0 else ZERO
        if tx == SIDE or col == columns - 1:
            tile[ty, tx + 1] = old[row, col + 1] if col + 1 < columns else ZERO
        if ty == 1:
            tile[0, tx] = old[row - 1, col] if row > 0 else ZERO
        if ty == SIDE or row == rows - 1:
            tile[ty + 1, tx] = old[row + 1, col] if row + 1 < rows else ZERO
    cuda.syncthreads()
    if row < rows and col < columns:
        sides = tile[ty, tx - 1] + tile[ty, tx + 1] + tile[ty - 1, tx] + tile[ty + 1, tx]
        new[row, col] = tile[ty, tx] + R * (sides - FOUR * tile[ty, tx])


def pipeline(u, steps):
    rows, columns = u.shape
    grid = -(-columns // SIDE), -(-rows // SIDE)
    old = cuda.to_device(u)
    new = cuda.device_array_like(old)
    for _ in range(steps):
        heat_step[grid, TILE](old, new)
        old, new = new, old
    old.copy_to_host(u)


def inputs(rows, columns, steps, seed):
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:rows, :columns].astype(np.float32)
    u = rng.random((rows, columns), dtype=np.float32) * np.float32(0.1)
    u[np.hypot(y - rows * 0.35, x - columns * 0.3) < rows * 0.2] = 1
    u[np.hypot(y - rows * 0.65, x - columns * 0.7) < rows * 0.15] = 0.8
    return {"u": u, "steps": np.int32(steps)}


def numpy_twin(u, steps):
    wide = np.zeros((u.shape[0] + 2, u.shape[1] + 2), u.dtype)
    for _ in range(steps):
        wide[1:-1, 1:-1] = u
        sides = wide[1:-1, :-2] + wide[1:-1, 2:] + wide[:-2, 1:-1] + wide[2:, 1:-1]
        u += R * (sides - FOUR * u)


@njit
def next_row(old, new, row):
    rows, columns = old.shape
    for col in range(columns):
        sides = old[row, col - 1] if col > 0 else ZERO
        sides += old[row, col + 1] if col + 1 < columns else ZERO
        sides += old[row - 1, col] if row > 0 else ZERO
        sides += old[row + 1, col] if row + 1 < rows else ZERO
        new[row, col] = old[row, col] + R * (sides - FOUR * old[row, col])


@njit
def one_thread(u, steps):
    old, new = u.copy(), u.copy()
    for _ in range(steps):
        for row in range(u.shape[0]):
            next_row(old, new, row)
        old, new = new, old
    u[:] = old


@njit(parallel=True)
def all_threads(u, steps):
    old, new = u.copy(), u.copy()
    for step in range(steps):
        if step % 2 == 0:
            for row in prange(u.shape[0]):
                next_row(old, new, row)
        else:
            for row in prange(u.shape[0]):
                next_row(new, old, row)
    u[:] = old if steps % 2 == 0 else new


if __name__ == "__main__":
    u, steps = inputs(20, 18, 3, seed=0).values()
    expected = u.copy()
    numpy_twin(expected, steps)
    pipeline(u, steps)
    assert np.allclose(u, expected, atol=1e-5), "heat_2d is wrong"
    print("heat_2d is right")
