"""Breadth-first search: how many steps is each vertex away? One launch for each step.

**What happens.** A *graph* has *vertices* and edges between them. Here a vertex is a field of a
town: it is joined to its free neighbours, and three stations are joined to 40 fields each, far and
near. Walls have no edge. The vertices that were reached last are the *frontier*. `expand` gives
each of them a thread, and the thread looks at all neighbours. Whoever was not seen before gets the
next *level*, and a place in the next frontier. When a launch finds nobody any more, it is over.

**Why there are atomic operations.** Two vertices of the frontier may have the same neighbour.
`cuda.atomic.cas` (compare and swap) looks whether its level is still -1 and writes the new one, as
a single step; it returns what was there, and only one thread gets the -1. That one takes the next
place in the next frontier with `cuda.atomic.add`. Without the first a vertex would come into the
frontier twice, without the second two would take the same place.

**Why the host waits.** How large the next frontier is, the GPU alone knows. So after each launch
the host copies one number back, waits for it, and launches as many threads. For a short frontier
that costs more than the search itself. A kernel that looks at *all* vertices in each launch and
asks which have the last level needs no frontier, but reads everything every time.

**Why lanes wait.** A field has up to 4 neighbours, a station more than 40. While its lane goes
through them, the other 31 wait: divergence that comes from the data, as in *SpMV, a row per
thread*. The graph is stored in the same way, too: `row_starts` and `neighbours` are a matrix in CSR
whose values are all 1.

**Why it is hard to make fast.** One neighbour is one read from anywhere and hardly any work. What
counts is how many neighbours are looked at, so good programs turn round (*direction-optimizing*,
Beamer, 2012): when the frontier is large, each vertex that is not yet seen looks for one of its
neighbours in it, and stops at the first.

**What to try.** Play the film: the wave goes out from the upper left, then jumps. Set `stations` to
1: how many launches are there now? Look for the launch with the worst efficiency of its warps.
"""

import numpy as np
from numba import cuda

SIZES = {"height": 24, "width": 32, "stations": 3}
OUTPUTS = ("levels", "wave")
SHOW = {"wave": "picture"}

UNSEEN = np.int32(-1)
LINES_OF_A_STATION = 40
WALLS = 0.25  # their share of the fields
LINE = 128


@cuda.jit
def expand(row_starts, neighbours, frontier, count, level, levels, following, found):
    """The neighbours of the frontier that nobody has seen get `level`, and are the next one."""
    i = cuda.grid(1)
    if i < count:
        vertex = frontier[i]
        for k in range(row_starts[vertex], row_starts[vertex + 1]):
            neighbour = neighbours[k]
            if cuda.atomic.cas(levels, neighbour, UNSEEN, level) == UNSEEN:
                place = cuda.atomic.add(found, 0, 1)
                following[place] = neighbour


def pipeline(row_starts, neighbours, start, levels, wave):
    seen = cuda.to_device(levels)
    row_starts, neighbours = cuda.to_device(row_starts), cuda.to_device(neighbours)
    first = np.full(levels.size, start, np.int32)
    frontier = cuda.to_device(first)
    following = cuda.device_array_like(frontier)
    counts = cuda.to_device(np.zeros(levels.size + 1, np.int32))  # of each level

    count, level = 1, 0
    while count > 0:
        level += 1
        found = counts[level : level + 1]
        expand[-(-count // LINE), LINE](
            row_starts, neighbours, frontier, count, np.int32(level), seen.ravel(), following, found
        )
        count = int(found.copy_to_host()[0])
        frontier, following = following, frontier  # two arrays take turns
    seen.copy_to_host(levels)
    wave[:] = brightness(levels)


def brightness(levels):
    """Of each field, the brighter the nearer it is; black where nobody has been."""
    return np.where(levels < 0, 0, 8 / (8 + levels)).astype(np.float32)


def inputs(height, width, stations, seed):
    rng = np.random.default_rng(seed)
    free = rng.random((height, width)) >= WALLS
    free[0, 0] = True
    number = np.arange(height * width).reshape(height, width)
    right = free[:, :-1] & free[:, 1:]
    down = free[:-1] & free[1:]
    edges = [
        np.stack([number[:, :-1][right], number[:, 1:][right]], axis=1),
        np.stack([number[:-1][down], number[1:][down]], axis=1),
    ]
    fields, start = number[free], 0
    for station in rng.choice(fields, min(stations, fields.size), replace=False):
        ends = rng.choice(fields, LINES_OF_A_STATION)
        edges.append(np.stack([np.full_like(ends, station), ends], axis=1))
    both = np.concatenate([*edges, *(pair[:, ::-1] for pair in edges)])
    both = both[np.lexsort((both[:, 1], both[:, 0]))]
    levels = np.full((height, width), UNSEEN)
    levels.ravel()[start] = 0
    return {
        "row_starts": np.searchsorted(both[:, 0], np.arange(number.size + 1)).astype(np.int32),
        "neighbours": both[:, 1].astype(np.int32),
        "start": np.int32(start),
        "levels": levels,
        "wave": np.zeros((height, width), np.float32),
    }


def numpy_twin(row_starts, neighbours, start, levels, wave):
    found, level = levels.ravel(), 0
    vertices = np.repeat(np.arange(found.size), np.diff(row_starts))  # of each edge
    reached = [start]
    while len(reached):
        ends = neighbours[found[vertices] == level]
        reached = ends[found[ends] == UNSEEN]
        level += 1
        found[reached] = level
    wave[:] = brightness(levels)


def look(row_starts, neighbours, start, levels, wave):
    """How far the wave has come by now: gpuviz asks after launches that changed it."""
    return {"wave": brightness(levels)}


if __name__ == "__main__":
    arguments = inputs(8, 10, 1, seed=0)
    expected = {name: value.copy() for name, value in arguments.items()}
    numpy_twin(**expected)
    pipeline(**arguments)
    assert np.array_equal(arguments["levels"], expected["levels"]), "bfs is wrong"
    print("bfs is right")
