"""Particles, SoA: each particle moves on, and each of its numbers lies in an array of its own.

**What happens.** The same step as in *Particles, AoS*: `x = x + dt * vx`, and so for y and z, one
thread for each particle. But all x lie beside each other, and all y, and so on: six arrays. That
is a *structure of arrays*, SoA. Mass and charge are two more arrays, and this kernel does not even
get them.

**Why it is fast.** The lanes of a warp read `x[i]` with 32 indices that follow each other: 128
bytes, 4 sectors, all of which is used. That is a *coalesced* access. The 6 reads and 3 writes of a
warp touch 36 sectors. With the array of structures they are 288.

**Why the difference is smaller in the device memory.** There each sector has to move once. For
1024 particles *Particles, AoS* moves 32768 bytes one way, and this kernel 24576: a quarter less,
the mass and the charge. If a kernel needed `x` alone, the structures would cost eight times as
much: whoever wants 4 bytes of each 32 gets all 32.

**Why both exist.** One particle after the other, as on a core of a CPU, is served better by
structures: all numbers of one particle with a single cache line. There is a compromise as well:
tiles of 32 particles, each tile a structure of arrays (AoSoA). And a `float4`, four numbers in one
access of 16 bytes, makes structures of four as good as arrays.

**What to try.** Look at the panel Memory beside that of *Particles, AoS*, with Compare switched
on. Which of both is nearer to its bound in the roofline? In a copy let the velocities be one array
with three columns: which accesses are bad now? *Programming Massively Parallel Processors* (Hwu,
Kirk, El Hajj) speaks of layouts in its chapter on sparse matrices, too.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1024}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("x", "y", "z")
FLOPS = "6 * n"
BYTES = "36 * n"
TOLERANCE = 1e-5


@cuda.jit
def particles_soa(x, y, z, vx, vy, vz, dt):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += dt * vx[i]
        y[i] += dt * vy[i]
        z[i] += dt * vz[i]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    numbers = {name: rng.random(n, dtype=np.float32) for name in ("x", "y", "z", "vx", "vy", "vz")}
    return {**numbers, "dt": np.float32(0.01)}


def numpy_twin(x, y, z, vx, vy, vz, dt):
    x += dt * vx
    y += dt * vy
    z += dt * vz


@njit
def one_thread(x, y, z, vx, vy, vz, dt):
    for i in range(x.size):
        x[i] += dt * vx[i]
        y[i] += dt * vy[i]
        z[i] += dt * vz[i]


@njit(parallel=True)
def all_threads(x, y, z, vx, vy, vz, dt):
    for i in prange(x.size):
        x[i] += dt * vx[i]
        y[i] += dt * vy[i]
        z[i] += dt * vz[i]


if __name__ == "__main__":
    arguments = inputs(1000, seed=0)
    expected = {name: value.copy() for name, value in arguments.items()}
    numpy_twin(**expected)
    particles_soa[4, 256](*arguments.values())
    assert all(np.allclose(arguments[name], expected[name]) for name in OUTPUTS), "it is wrong"
    print("particles_soa is right")
