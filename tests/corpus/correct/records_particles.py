"""Particles as records: fields read and written by name."""

import numpy as np
from numba import cuda

particle = np.dtype([("x", np.float32), ("v", np.float32), ("hits", np.int32)])


@cuda.jit
def move(particles, dt):
    i = cuda.grid(1)
    if i < particles.size:
        particles[i].x += particles[i].v * dt
        if particles[i].x > 1:
            particles[i].x = 2 - particles[i].x
            particles[i].v = -particles[i].v
            particles[i].hits += 1


p = np.zeros(50, particle)
p["x"] = np.linspace(0, 1, 50)
p["v"] = 0.5
before = p.copy()
move[2, 32](p, np.float32(0.5))
moved = before["x"] + np.float32(0.25)
assert np.array_equal(p["hits"], (moved > 1).astype(np.int32))
assert np.allclose(p["x"], np.where(moved > 1, 2 - moved, moved))
