"""N-body, tiled: what all stars pull at each of them, with tiles of stars in shared memory.

**What happens.** A thread has one star, its *body*, and adds up how each other one accelerates it:
`m * d / (|d|^2 + e^2)^(3/2)`, Newton's law with `d` the way to the other body and `m` its mass. It
needs all bodies, and so does every other thread. So the block loads 64 bodies into shared memory,
one for each thread, meets, adds up these 64, meets again, and loads the next 64.

**Why tiles.** Without them each thread would read every body from global memory: 256 bodies for
256 threads, 65536 times 16 bytes. With tiles a block reads each body once: 4 blocks read 256
bodies each, 1024. A body in shared memory serves 64 threads. That is the *reuse* of *Matmul,
tiled*.

**Why there is no bank conflict.** All lanes read the same body of the tile at the same time: one
place that is handed to all of them, a *broadcast*. Each number of a body has an array of its own,
so that neighbouring threads write to neighbouring banks, too.

**Why the e.** A body pulls at itself as well: with `d = 0` that would be 0 / 0. And two bodies
that come very near would fly apart with an enormous acceleration. The *softening* `e` prevents
both: it makes the pull of a body on itself 0, and so no thread needs an `if`. Here it is 0.1.

**Why this is what a GPU is for.** Each pair costs about 20 operations, and n bodies make n * n
pairs. For 256 bodies, 16 bytes each, that is 320 operations for a byte that has to be read:
computing limits this kernel and not the memory. For many more bodies one does not take all pairs:
trees (Barnes-Hut) and multipoles need far fewer.

**What to try.** Set the size to 250: what do the last threads load, and why does it not matter?
Set the block to 32 and count the loads of global memory. Step through the inner loop: which
operation is the dearest? L. Nyland, M. Harris and J. Prins, *Fast N-Body Simulation with CUDA*,
*GPU Gems 3*, chapter 31, have built it in this way.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 256}
BLOCK = (64,)
MAX_BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("ax", "ay", "az")
FLOPS = "20 * n * n"
BYTES = "28 * n"
TOLERANCE = 1e-4  # sums of many numbers of both signs, in single precision

TILE = 256
ZERO = np.float32(0)
ONE = np.float32(1)
SOFTENING = np.float32(0.01)  # e squared


@cuda.jit
def nbody_tiled(x, y, z, mass, ax, ay, az):
    tile_x = cuda.shared.array(TILE, np.float32)
    tile_y = cuda.shared.array(TILE, np.float32)
    tile_z = cuda.shared.array(TILE, np.float32)
    tile_mass = cuda.shared.array(TILE, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    own_x = x[i] if i < x.size else ZERO
    own_y = y[i] if i < x.size else ZERO
    own_z = z[i] if i < x.size else ZERO
    sum_x = ZERO
    sum_y = ZERO
    sum_z = ZERO
    for first in range(0, x.size, cuda.blockDim.x):
        k = first + t
        tile_x[t] = x[k] if k < x.size else ZERO
        tile_y[t] = y[k] if k < x.size else ZERO
        tile_z[t] = z[k] if k < x.size else ZERO
        tile_mass[t] = mass[k] if k < x.size else ZERO  # nobody pulls there
        cuda.syncthreads()  # the tile is there
        for j in range(cuda.blockDim.x):
            dx = tile_x[j] - own_x
            dy = tile_y[j] - own_y
            dz = tile_z[j] - own_z
            inverse = ONE / math.sqrt(dx * dx + dy * dy + dz * dz + SOFTENING)
            pull = tile_mass[j] * inverse * inverse * inverse
            sum_x += pull * dx
            sum_y += pull * dy
            sum_z += pull * dz
        cuda.syncthreads()  # all are done with the tile
    if i < x.size:
        ax[i] = sum_x
        ay[i] = sum_y
        az[i] = sum_z


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    places = {name: rng.standard_normal(n, dtype=np.float32) for name in ("x", "y", "z")}
    mass = (rng.random(n, dtype=np.float32) + np.float32(0.5)) / np.float32(n)
    return {
        **places,
        "mass": mass,
        "ax": np.zeros(n, np.float32),
        "ay": np.zeros(n, np.float32),
        "az": np.zeros(n, np.float32),
    }


def numpy_twin(x, y, z, mass, ax, ay, az):
    for i in range(x.size):
        dx, dy, dz = x - x[i], y - y[i], z - z[i]
        pull = mass / (dx * dx + dy * dy + dz * dz + SOFTENING) ** 1.5
        ax[i], ay[i], az[i] = (pull * dx).sum(), (pull * dy).sum(), (pull * dz).sum()


@njit
def one_body(i, x, y, z, mass, ax, ay, az):
    sum_x = sum_y = sum_z = ZERO
    for j in range(x.size):
        dx, dy, dz = x[j] - x[i], y[j] - y[i], z[j] - z[i]
        inverse = ONE / np.float32(math.sqrt(dx * dx + dy * dy + dz * dz + SOFTENING))
        pull = mass[j] * inverse * inverse * inverse
        sum_x += pull * dx
        sum_y += pull * dy
        sum_z += pull * dz
    ax[i], ay[i], az[i] = sum_x, sum_y, sum_z


@njit
def one_thread(x, y, z, mass, ax, ay, az):
    for i in range(x.size):
        one_body(i, x, y, z, mass, ax, ay, az)


@njit(parallel=True)
def all_threads(x, y, z, mass, ax, ay, az):
    for i in prange(x.size):
        one_body(i, x, y, z, mass, ax, ay, az)


if __name__ == "__main__":
    arguments = inputs(60, seed=0)
    expected = {name: value.copy() for name, value in arguments.items()}
    numpy_twin(**expected)
    nbody_tiled[2, 32](*arguments.values())
    assert all(np.allclose(arguments[name], expected[name], atol=1e-4) for name in OUTPUTS)
    print("nbody_tiled is right")
