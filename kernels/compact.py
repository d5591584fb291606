"""Compact: keep the elements that pass a test, close the gaps, and keep their order.

**What happens.** Some elements of x are above zero. They shall stand one after another in `kept`.
First each thread tests its element and writes 1 or 0. Then an exclusive scan of these ones and
zeros tells for each element how many before it are kept. That is its place, and the sum of all is
`count`. At last each element that is kept goes to its place: this is called *scatter*.

**Why a scan.** No thread can know where its element goes without knowing how many before it stay.
A loop on one CPU core counts on as it goes. The scan answers this question for all elements at
once, and *Scan, Blelloch* does it with two additions for each element.

**Why not an atomic counter.** `place = cuda.atomic.add(count, 0, 1)` gives each element a place of
its own, too, in a single launch. But who comes first gets the first place: the order differs from
run to run. Often that is no matter; for a list of events, for sorting or for a result that shall
be the same each time it is. (A counter for each warp instead of each element is quick as well:
ballots count the lanes that keep something.)

**Why not in place.** `x[place] = x[i]` looks as if it saved an array. But some thread may not have
read its element yet when another one writes there: see *Compact, broken*.

**What it is good for.** Particles that have left, rays that have hit nothing, the next layer of a
breadth-first search, rows of a table that a query asks for: what needs no more work is taken out,
so that warps are full again.

**What to try.** Look at the curves: the hills of x stand side by side in `kept`, in the same
order, and behind them nothing. Open the launch of `scatter` and choose an element of `kept`: which
thread wrote it? Which of the five launches takes longest?
"""

import numpy as np
from numba import cuda, njit
from scan_blelloch import exclusive_scan

SIZES = {"n": 1000}
OUTPUTS = ("kept", "count")
FLOPS = "0"
BYTES = "8 * n + 4"
SHOW = {"x": "curve", "kept": "curve"}

LINE = 256
ZERO = np.float32(0)


@cuda.jit
def mark(x, keep):
    i = cuda.grid(1)
    if i < x.size:
        keep[i] = 1 if x[i] > ZERO else 0


@cuda.jit
def scatter(x, keep, places, kept):
    i = cuda.grid(1)
    if i < x.size and keep[i] == 1:
        kept[places[i]] = x[i]


def pipeline(x, kept, count):
    x_on_device = cuda.to_device(x)
    kept_on_device = cuda.to_device(kept)
    count_on_device = cuda.device_array_like(count)
    keep = cuda.device_array(x.size, np.int32)
    places = cuda.device_array(x.size, np.int32)
    blocks = -(-x.size // LINE)
    mark[blocks, LINE](x_on_device, keep)
    exclusive_scan(keep, places, count_on_device)
    scatter[blocks, LINE](x_on_device, keep, places, kept_on_device)
    kept_on_device.copy_to_host(kept)
    count_on_device.copy_to_host(count)


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    waves = np.sin(np.arange(n) * (6 * np.pi / n))
    x = waves + 0.1 * rng.standard_normal(n)
    return {
        "x": x.astype(np.float32),
        "kept": np.zeros(n, np.float32),
        "count": np.zeros(1, np.int32),
    }


def numpy_twin(x, kept, count):
    chosen = x[x > 0]
    kept[: chosen.size] = chosen
    count[0] = chosen.size


@njit
def one_thread(x, kept, count):
    place = 0
    for i in range(x.size):
        if x[i] > ZERO:
            kept[place] = x[i]
            place += 1
    count[0] = place


if __name__ == "__main__":
    x, kept, count = inputs(600, seed=0).values()
    pipeline(x, kept, count)
    assert np.array_equal(kept[: count[0]], x[x > 0]), "compact is wrong"
    print("compact is right")
