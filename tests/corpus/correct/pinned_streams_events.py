"""Pinned host arrays, a stream, and two events around the launch."""

import numpy as np
from numba import cuda


@cuda.jit
def square(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= x[i]


stream = cuda.stream()
host = cuda.pinned_array(100, dtype=np.float32)
host[:] = np.arange(100)
begin, end = cuda.event(), cuda.event()
device = cuda.to_device(host, stream=stream)
begin.record(stream)
square[2, 64, stream](device)
end.record(stream)
device.copy_to_host(host, stream=stream)
stream.synchronize()
assert cuda.event_elapsed_time(begin, end) >= 0
assert np.array_equal(host, np.arange(100, dtype=np.float32) ** 2)
