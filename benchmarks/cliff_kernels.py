"""Kernels whose patterns an emulator may crawl at; emulator_cliffs.py measures them.

Most of them do little with memory, so that what is measured is the pattern: lanes that leave a loop
at very different times, threads that work alone, calls, barriers, atomics on few places.
"""

from __future__ import annotations

import numba
from numba import cuda

TILE = 256  # threads of a block that sorts, or sums, in shared memory


@cuda.jit
def vector_add(a, b, c):
    """What all others are measured against."""
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]


@cuda.jit
def mandelbrot(turns, limit):
    """Turns until a point escapes: a few at the border, all of them inside."""
    x, y = cuda.grid(2)
    if x < turns.shape[1] and y < turns.shape[0]:
        real = -2.0 + 3.0 * x / turns.shape[1]
        imaginary = -1.5 + 3.0 * y / turns.shape[0]
        a = 0.0
        b = 0.0
        count = 0
        while a * a + b * b < 4.0 and count < limit:
            a, b = a * a - b * b + real, 2.0 * a * b + imaginary
            count += 1
        turns[y, x] = count


@cuda.jit
def collatz(steps):
    """Steps from i + 1 down to 1."""
    i = cuda.grid(1)
    if i < steps.size:
        n = i + 1
        count = 0
        while n != 1:
            if n % 2 == 0:  # noqa: SIM108, two statements are the pattern
                n = n // 2
            else:
                n = 3 * n + 1
            count += 1
        steps[i] = count


@cuda.jit
def binary_search(ordered, wanted, found):
    """The first element that is not below what is wanted."""
    i = cuda.grid(1)
    if i < wanted.size:
        low = 0
        high = ordered.size
        while low < high:
            middle = (low + high) // 2
            if ordered[middle] < wanted[i]:
                low = middle + 1
            else:
                high = middle
        found[i] = low


@cuda.jit
def n_body(x, y, force):
    """Each body sums what all others do to it."""
    i = cuda.grid(1)
    if i < x.size:
        total = 0.0
        for j in range(x.size):
            dx = x[j] - x[i]
            dy = y[j] - y[i]
            total += dx / (dx * dx + dy * dy + 0.01)
        force[i] = total


@cuda.jit
def many_barriers(data, rounds):
    """The threads of a block pass on their values, again and again."""
    tile = cuda.shared.array(TILE, numba.float32)
    i = cuda.threadIdx.x
    tile[i] = data[cuda.grid(1)]
    cuda.syncthreads()
    for _ in range(rounds):
        value = tile[(i + 1) % TILE]
        cuda.syncthreads()
        tile[i] = value
        cuda.syncthreads()
    data[cuda.grid(1)] = tile[i]


@cuda.jit(device=True)
def scrambled(state):
    """A device function of a few statements."""
    state ^= state << 13
    state ^= state >> 7
    return state ^ (state << 17)


@cuda.jit
def calls_in_a_loop(states, rounds):
    """A device function called again and again."""
    i = cuda.grid(1)
    if i < states.size:
        state = states[i]
        for _ in range(rounds):
            state = scrambled(state)
        states[i] = state


@cuda.jit(device=True)
def fibonacci(n):
    """A function that calls itself twice."""
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


@cuda.jit
def recursion(numbers):
    """Each thread recurses as deep as it has to."""
    i = cuda.grid(1)
    if i < numbers.size:
        numbers[i] = fibonacci(i % 10)


@cuda.jit
def few_bins(values, bins):
    """A histogram that all threads fill at few places."""
    i = cuda.grid(1)
    for k in range(i, values.size, cuda.gridsize(1)):
        cuda.atomic.add(bins, values[k] % bins.size, 1)


@cuda.jit
def bitonic_sort(data):
    """A sorting network in shared memory."""
    tile = cuda.shared.array(TILE, numba.float32)
    i = cuda.threadIdx.x
    tile[i] = data[cuda.grid(1)]
    cuda.syncthreads()
    size = 2
    while size <= TILE:
        stride = size // 2
        while stride > 0:
            other = i ^ stride
            if other > i:
                ascending = (i & size) == 0
                one = tile[i]
                two = tile[other]
                if (one > two) == ascending:
                    tile[i] = two
                    tile[other] = one
            cuda.syncthreads()
            stride //= 2
        size *= 2
    data[cuda.grid(1)] = tile[i]


@cuda.jit
def one_thread(data, total):
    """One thread of a large grid does all the work."""
    if cuda.grid(1) == 0:
        result = 0.0
        for k in range(data.size):
            result += data[k]
        total[0] = result


@cuda.jit
def one_thread_a_block(data, totals, count):
    """The first thread of each block sums what the others have fetched."""
    tile = cuda.shared.array(TILE, numba.float32)
    i = cuda.threadIdx.x
    tile[i] = data[cuda.grid(1)]
    cuda.syncthreads()
    if i == 0:
        result = 0.0
        for k in range(count):
            result += tile[k]
        totals[cuda.blockIdx.x] = result


@cuda.jit
def one_lane_longer(turns, limit):
    """One thread in a thousand goes round for long, all others leave at once."""
    i = cuda.grid(1)
    if i < turns.size:
        last = limit if i % 1000 == 7 else 4
        count = 0
        while count < last:
            count += 1
        turns[i] = count


@cuda.jit
def matrix_add(a, b, c):
    """Very many threads, each with little to do."""
    x, y = cuda.grid(2)
    if x < c.shape[1] and y < c.shape[0]:
        c[y, x] = a[y, x] + b[y, x]


@cuda.jit
def tiny(data):
    """Nearly nothing: what its launch costs is measured."""
    i = cuda.grid(1)
    if i < data.size:
        data[i] += 1


@cuda.jit
def some_of(data, out):
    """Reads as many elements as it has threads, of however large an array."""
    i = cuda.grid(1)
    out[i] = data[i]
