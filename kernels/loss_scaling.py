"""Loss scaling: gradients stored in 16 bits, multiplied by a factor first, so that none gets lost.

**What happens.** Gradients are small numbers, many of them smaller than any float16: between 0 and
6e-8 there is none. One thread takes one gradient, multiplies it by `scale`, and stores the product
as a float16 in `stored`. What has become 0 by that is counted in `lost`, and what has become
infinite, in `too_large`. `restored` is what the optimiser gets: read back as a float32 and divided
by the same factor.

**Why it works.** A float16 has 11 bits for its digits from 6e-5 on (below that fewer and fewer),
but few for how large it is: from 6e-8 to 65504. Multiplying by a factor moves all gradients up to
where float16 is at home, and changes none of their digits if the factor is a power of 2.

**Why the loss is multiplied.** Each gradient is the loss times something. So it is enough to
multiply one number, the loss, and every gradient of the network comes out larger by the same
factor. That is why it is called *loss scaling*.

**Why not as large as possible.** Above 65504 a float16 is infinite, and one infinite gradient
spoils its weight for ever. Frameworks look for it: they leave out the step, halve the factor and
go on; if all goes well for a while, they double it.

**Why the counts are atomic.** Many threads may lose their gradient at the same moment, and all of
them count in the same place: `cuda.atomic.add` lets none of these additions get lost as well.

**What to try.** With a scale of 1 nearly a third of the gradients is lost. Set the scale to 1024,
then to 65536. Set it to 1048576: now the largest are infinite. Choose a thread and compare its
`gradient` with what it stored.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 256, "scale": 1}
THREADS = ("n",)
OUTPUTS = ("stored", "restored", "lost", "too_large")
FLOPS = "2 * n"
BYTES = "10 * n + 8"
TOLERANCE = 1e-5

LARGEST = np.float32(65504)  # of a float16


@cuda.jit
def loss_scaling(gradients, scale, stored, restored, lost, too_large):
    i = cuda.grid(1)
    if i < gradients.size:
        gradient = gradients[i]
        half = np.float16(gradient * scale)
        number = np.float32(half)
        stored[i] = half
        restored[i] = number / scale
        if number == 0:
            cuda.atomic.add(lost, 0, 1)
        if abs(number) > LARGEST:
            cuda.atomic.add(too_large, 0, 1)


def inputs(n, scale, seed):
    rng = np.random.default_rng(seed)
    size = 10 ** rng.uniform(-11, -1, n)  # as many between 1e-11 and 1e-10 as between 0.01 and 0.1
    return {
        "gradients": (size * rng.choice([-1, 1], n)).astype(np.float32),
        "scale": np.float32(scale),
        "stored": np.zeros(n, np.float16),
        "restored": np.zeros(n, np.float32),
        "lost": np.zeros(1, np.int32),
        "too_large": np.zeros(1, np.int32),
    }


def numpy_twin(gradients, scale, stored, restored, lost, too_large):
    halves = rounded(gradients, scale)
    stored[:] = halves
    restored[:] = halves.astype(np.float32) / scale
    lost[0] = (halves == 0).sum()
    too_large[0] = np.isinf(halves).sum()


def rounded(gradients, scale):
    with np.errstate(over="ignore"):
        return (gradients * scale).astype(np.float16)


@njit
def restore(halves, scale, restored):
    lost = too_large = 0
    for i in range(halves.size):
        restored[i] = halves[i] / scale
        lost += halves[i] == 0
        too_large += abs(halves[i]) > LARGEST
    return lost, too_large


@njit(parallel=True)
def restore_by_all(halves, scale, restored):
    lost = too_large = 0
    for i in prange(halves.size):
        restored[i] = halves[i] / scale
        lost += halves[i] == 0
        too_large += abs(halves[i]) > LARGEST
    return lost, too_large


def one_thread(gradients, scale, stored, restored, lost, too_large):
    stored[:] = rounded(gradients, scale)  # NumPy does it: Numba knows no float16 on a CPU
    lost[0], too_large[0] = restore(stored.astype(np.float32), scale, restored)


def all_threads(gradients, scale, stored, restored, lost, too_large):
    stored[:] = rounded(gradients, scale)
    lost[0], too_large[0] = restore_by_all(stored.astype(np.float32), scale, restored)


if __name__ == "__main__":
    given = inputs(100, 1024, seed=0)
    expected = {name: value.copy() for name, value in given.items()}
    numpy_twin(*expected.values())
    gradients, scale, stored, restored, lost, too_large = given.values()
    d_gradients = cuda.to_device(gradients)
    d_stored, d_restored = cuda.device_array_like(stored), cuda.device_array_like(restored)
    d_lost, d_too_large = cuda.to_device(lost), cuda.to_device(too_large)  # counted up from zero
    loss_scaling[1, 128](d_gradients, scale, d_stored, d_restored, d_lost, d_too_large)
    d_stored.copy_to_host(stored)
    d_restored.copy_to_host(restored)
    d_lost.copy_to_host(lost)
    d_too_large.copy_to_host(too_large)
    for name in OUTPUTS:
        assert np.array_equal(given[name], expected[name]), f"{name} is wrong"
    print("loss_scaling is right")
