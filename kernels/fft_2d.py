"""FFT in two dimensions: which waves is a picture made of? First along the rows, then the columns.

**What happens.** Each picture is a sum of waves, and the *Fourier transform* says how strong each
of them is. It can be done along one direction after the other: `fft_rows` has a block for each row,
`fft_columns` one for each column, and `magnitude` makes a picture of what comes out, with the slow
waves in the middle. A wave is a complex number: `real` and `imaginary` hold its two parts.

**Why it is called fast.** To compare n numbers with n waves takes n² products. But the transform of
a row is made of those of its even and its odd places, half as long, and these again of shorter
ones. After log2(n) steps all is done: for n = 64 it is 6 steps of 32 *butterflies* in place of 4096
products. This is the *radix-2* transform of Cooley and Tukey (1965).

**Why the order is turned round.** Even places first, of these again the even ones, and so on: what
stands at place 001 in binary has to begin at place 100. So each number is written to shared memory
at its place with the bits reversed, and then each step joins neighbouring runs: two numbers that
are 1, 2, 4, 8 places apart. Between two steps all threads meet at a barrier.

**Why columns are another matter.** A row lies side by side in memory, and a block reads it in full
sectors. The numbers of a column are a whole row apart: of each sector of 32 bytes a block uses 4,
and reading `real` takes 4096 sectors in place of 512. Libraries transpose in between, or take
several columns at a time, as in *Transpose, tiled*.

**Why banks get in the way.** With the bits reversed, neighbouring threads write to places that are
n/2, n/4, .. apart, and in the first steps threads read in strides of a power of two: both meet in
the same banks of shared memory, 4096 times in each of the two launches. Padding helps here, too.

**What to try.** The picture has two sets of stripes: find their points in the spectrum, each of
them twice, on opposite sides of the middle. Compare the sectors of `fft_rows` and `fft_columns`,
and look for the shared accesses with the most wavefronts. Sizes are filled up with zeros to a power
of two.
"""

import math

import numpy as np
from numba import cuda

SIZES = {"height": 64, "width": 64}
OUTPUTS = ("real", "imaginary", "spectrum")
SHOW = {"picture": "picture", "spectrum": "picture"}
TOLERANCE = 1e-3  # of sums of thousands of numbers

LARGEST = 1024  # numbers of a row or column
THREADS_OF_A_LINE = 32
TILE = (16, 16)
MINUS_TWO_PI = np.float32(-2 * math.pi)


@cuda.jit(device=True, inline="always")
def bits_reversed(i, n):
    """The bits of a place among n, a power of two, in the opposite order."""
    turned = 0
    left = n
    while left > 1:
        turned = 2 * turned + i % 2
        i //= 2
        left //= 2
    return turned


@cuda.jit(device=True, inline="always")
def butterflies(re, im, n):
    """The steps of a transform in shared memory, whose places have their bits reversed."""
    run = 2
    while run <= n:
        cuda.syncthreads()  # until the step before is done
        half = run // 2
        for pair in range(cuda.threadIdx.x, n // 2, cuda.blockDim.x):
            k = pair % half
            i = pair // half * run + k
            j = i + half
            angle = MINUS_TWO_PI * np.float32(k) / np.float32(run)
            c = math.cos(angle)
            s = math.sin(angle)
            turned_re = re[j] * c - im[j] * s
            turned_im = re[j] * s + im[j] * c
            re[j] = re[i] - turned_re
            im[j] = im[i] - turned_im
            re[i] += turned_re
            im[i] += turned_im
        run *= 2
    cuda.syncthreads()


@cuda.jit
def fft_rows(real, imaginary):
    re = cuda.shared.array(LARGEST, np.float32)
    im = cuda.shared.array(LARGEST, np.float32)
    row = cuda.blockIdx.x
    n = real.shape[1]
    for i in range(cuda.threadIdx.x, n, cuda.blockDim.x):
        place = bits_reversed(i, n)
        re[place] = real[row, i]
        im[place] = imaginary[row, i]
    butterflies(re, im, n)
    for i in range(cuda.threadIdx.x, n, cuda.blockDim.x):
        real[row, i] = re[i]
        imaginary[row, i] = im[i]


@cuda.jit
def fft_columns(real, imaginary):
    re = cuda.shared.array(LARGEST, np.float32)
    im = cuda.shared.array(LARGEST, np.float32)
    column = cuda.blockIdx.x
    n = real.shape[0]
    for i in range(cuda.threadIdx.x, n, cuda.blockDim.x):
        place = bits_reversed(i, n)
        re[place] = real[i, column]
        im[place] = imaginary[i, column]
    butterflies(re, im, n)
    for i in range(cuda.threadIdx.x, n, cuda.blockDim.x):
        real[i, column] = re[i]
        imaginary[i, column] = im[i]


@cuda.jit
def magnitude(real, imaginary, spectrum):
    """How strong each wave is, from 0 to 1 in logarithms; the constant one in the middle."""
    column, row = cuda.grid(2)
    height, width = spectrum.shape
    if row < height and column < width:
        a = real[row, column]
        b = imaginary[row, column]
        strength = math.log(np.float32(1) + math.sqrt(a * a + b * b))
        most = math.log(np.float32(1 + height * width))
        spectrum[(row + height // 2) % height, (column + width // 2) % width] = strength / most


def pipeline(picture, real, imaginary, spectrum):
    height, width = real.shape
    padded = np.zeros(real.shape, np.float32)
    padded[: picture.shape[0], : picture.shape[1]] = picture
    re, im = cuda.to_device(padded), cuda.to_device(np.zeros_like(padded))
    found = cuda.device_array_like(padded)
    fft_rows[height, THREADS_OF_A_LINE](re, im)
    fft_columns[width, THREADS_OF_A_LINE](re, im)
    magnitude[(-(-width // TILE[0]), -(-height // TILE[1])), TILE](re, im, found)
    re.copy_to_host(real)
    im.copy_to_host(imaginary)
    found.copy_to_host(spectrum)


def inputs(height, width, seed):
    if max(height, width) > LARGEST:
        raise ValueError(f"height and width are {LARGEST} at most: a row has to fit in a block")
    rng = np.random.default_rng(seed)
    row, column = np.mgrid[:height, :width]
    picture = np.full((height, width), 0.5)
    for _ in range(2):  # stripes
        u, v = rng.uniform(-0.3, 0.3, 2)
        picture += 0.2 * np.cos(2 * math.pi * (u * row + v * column))
    whole = (power_of_two(height), power_of_two(width))
    return {
        "picture": np.clip(picture, 0, 1).astype(np.float32),
        "real": np.zeros(whole, np.float32),
        "imaginary": np.zeros(whole, np.float32),
        "spectrum": np.zeros(whole, np.float32),
    }


def power_of_two(n):
    """The smallest one that is not below n."""
    return 1 << (n - 1).bit_length()


def numpy_twin(picture, real, imaginary, spectrum):
    waves = np.fft.fft2(picture, real.shape)
    real[:], imaginary[:] = waves.real, waves.imag
    strength = np.log1p(np.abs(waves)) / math.log(1 + real.size)
    spectrum[:] = np.roll(strength, (real.shape[0] // 2, real.shape[1] // 2), axis=(0, 1))


if __name__ == "__main__":
    arguments = inputs(6, 16, seed=0)
    expected = {name: value.copy() for name, value in arguments.items()}
    numpy_twin(**expected)
    pipeline(**arguments)
    for name in OUTPUTS:
        assert np.allclose(arguments[name], expected[name], atol=1e-4), f"{name} is wrong"
    print("fft_2d is right")
