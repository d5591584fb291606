"""A radix-2 FFT of 64 complex numbers in shared memory."""

import math

import numpy as np
from numba import complex128, cuda

N = 64
BITS = 6


@cuda.jit
def fft(x):
    s = cuda.shared.array(N, complex128)
    t = cuda.threadIdx.x
    for k in range(t, N, N // 2):
        r = 0
        for b in range(BITS):
            r |= ((k >> b) & 1) << (BITS - 1 - b)
        s[r] = x[k]
    cuda.syncthreads()
    half = 1
    while half < N:
        pos = t % half
        base = (t // half) * 2 * half + pos
        angle = -math.pi * pos / half
        w = complex(math.cos(angle), math.sin(angle))
        u = s[base]
        v = w * s[base + half]
        s[base] = u + v
        s[base + half] = u - v
        cuda.syncthreads()
        half *= 2
    for k in range(t, N, N // 2):
        x[k] = s[k]


rng = np.random.default_rng(7)
x = rng.random(N) + 1j * rng.random(N)
want = np.fft.fft(x)
fft[1, N // 2](x)
assert np.allclose(x, want)
