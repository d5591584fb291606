"""A 3D box blur: each thread reads its 6 neighbours; the border is copied."""

import numpy as np
from numba import cuda


@cuda.jit
def blur(v, out):
    x, y, z = cuda.grid(3)
    nx, ny, nz = v.shape
    if x >= nx or y >= ny or z >= nz:
        return
    if x == 0 or y == 0 or z == 0 or x == nx - 1 or y == ny - 1 or z == nz - 1:
        out[x, y, z] = v[x, y, z]
        return
    total = v[x, y, z]
    total += v[x - 1, y, z] + v[x + 1, y, z]
    total += v[x, y - 1, z] + v[x, y + 1, z]
    total += v[x, y, z - 1] + v[x, y, z + 1]
    out[x, y, z] = total / 7


v = np.random.default_rng(0).random((9, 10, 11))
out = np.zeros_like(v)
blur[(3, 3, 3), (4, 4, 4)](v, out)
want = v.copy()
inner = v[1:-1, 1:-1, 1:-1] + v[:-2, 1:-1, 1:-1] + v[2:, 1:-1, 1:-1]
inner += v[1:-1, :-2, 1:-1] + v[1:-1, 2:, 1:-1] + v[1:-1, 1:-1, :-2] + v[1:-1, 1:-1, 2:]
want[1:-1, 1:-1, 1:-1] = inner / 7
assert np.allclose(out, want)
