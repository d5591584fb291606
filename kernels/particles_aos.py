"""Particles, AoS: each particle moves on, and all that is known of it lies side by side.

**What happens.** A particle has a place and a velocity, each with three numbers, besides a mass
and a charge. In a step of time it moves on: `x = x + dt * vx`, and so for y and z. One thread
moves one particle. The 8 numbers of a particle lie beside each other, and behind them come those
of the next one. That is an *array of structures*, AoS. Here it is a matrix with a row for each
particle.

**Why it is slow.** The lanes of a warp read `x` of 32 particles at once. These lie 32 bytes apart:
in 32 different sectors. A warp's access to 128 bytes that it needs moves 32 sectors, 1024 bytes.
All of the 6 reads and 3 writes do so: 288 sectors a warp. *Particles, SoA* needs 4 sectors each
time, 36.

**Why it is not eight times as slow.** The other numbers of a sector are wanted, too, a few lines
later, and often they still lie in the L1 cache then. What has to come from the device memory is
each sector once: mass and charge come along and nobody asks for them, so 32 bytes are read for 24.
Worse is what the L1 cache has to do: 32 sectors in one access instead of 4.

**Why one writes it so all the same.** One particle is one thing: on a CPU, whose core takes one
particle after another, the 8 numbers come with half a cache line, and all is well. On a GPU 32
lanes take 32 particles at once, so the numbers that they read together shall lie together.

**What to try.** Look at the panel Memory: how many sectors does each access touch? Then choose
*Particles, SoA*, which computes the same to the bit. In a copy give a thread two rows of the warp,
or let the block load its rows through shared memory: what helps? *CUDA C++ Best Practices Guide*,
"Coalesced Access to Global Memory".
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1024}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("particles",)
FLOPS = "6 * n"
BYTES = "64 * n"
TOLERANCE = 1e-5

X, Y, Z, VX, VY, VZ = 0, 1, 2, 3, 4, 5  # columns; mass and charge stand in 6 and 7


@cuda.jit
def particles_aos(particles, dt):
    i = cuda.grid(1)
    if i < particles.shape[0]:
        particles[i, X] += dt * particles[i, VX]
        particles[i, Y] += dt * particles[i, VY]
        particles[i, Z] += dt * particles[i, VZ]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"particles": rng.random((n, 8), dtype=np.float32), "dt": np.float32(0.01)}


def numpy_twin(particles, dt):
    particles[:, X : Z + 1] += dt * particles[:, VX : VZ + 1]


@njit
def one_thread(particles, dt):
    for i in range(particles.shape[0]):
        particles[i, X] += dt * particles[i, VX]
        particles[i, Y] += dt * particles[i, VY]
        particles[i, Z] += dt * particles[i, VZ]


@njit(parallel=True)
def all_threads(particles, dt):
    for i in prange(particles.shape[0]):
        particles[i, X] += dt * particles[i, VX]
        particles[i, Y] += dt * particles[i, VY]
        particles[i, Z] += dt * particles[i, VZ]


if __name__ == "__main__":
    particles, dt = inputs(1000, seed=0).values()
    expected = particles.copy()
    numpy_twin(expected, dt)
    particles_aos[4, 256](particles, dt)
    assert np.allclose(particles, expected), "particles_aos is wrong"
    print("particles_aos is right")
