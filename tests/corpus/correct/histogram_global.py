"""A histogram with one atomic addition for each element, in a grid-stride loop."""

import numpy as np
from numba import cuda


@cuda.jit
def histogram(x, xmin, xmax, out):
    nbins = out.shape[0]
    width = (xmax - xmin) / nbins
    for i in range(cuda.grid(1), x.shape[0], cuda.gridsize(1)):
        bin_number = np.int32((x[i] - xmin) / width)
        if bin_number >= 0 and bin_number < nbins:
            cuda.atomic.add(out, bin_number, 1)


x = np.random.default_rng(15).normal(size=2000).astype(np.float32)
out = np.zeros(10, np.int32)
histogram[8, 64](x, np.float32(-4.0), np.float32(4.0), out)
assert np.abs(out - np.histogram(x, bins=10, range=(-4, 4))[0]).max() <= 1
assert out.sum() == ((x >= -4) & (x < 4)).sum()
