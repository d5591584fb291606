"""Time steps in a stream with the arrays kept on the device, the result copied at the end."""

import numpy as np
from numba import cuda


@cuda.jit
def step(u, v, r):
    i = cuda.grid(1)
    if 0 < i < u.size - 1:
        v[i] = u[i] + r * (u[i - 1] - 2 * u[i] + u[i + 1])


stream = cuda.stream()
u = np.zeros(100, np.float32)
u[50] = 1
want = u.astype(np.float64)
with stream.auto_synchronize():
    a = cuda.to_device(u, stream=stream)
    b = cuda.to_device(u, stream=stream)
    for _ in range(10):
        step[4, 32, stream](a, b, np.float32(0.25))
        a, b = b, a
    result = a.copy_to_host(stream=stream)
for _ in range(10):
    want[1:-1] = want[1:-1] + 0.25 * (want[:-2] - 2 * want[1:-1] + want[2:])
assert np.allclose(result, want, atol=1e-6)
