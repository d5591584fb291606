"""BFS, broken: one step of a breadth-first search, and a frontier in which vertices are missing.

**What happens.** This is a step of *Breadth-first search*. Each vertex of the frontier has a
thread, which looks at all its neighbours. Whoever was not seen before gets the next level, and a
place in the next frontier: `found[0]` says how many are in it already. The levels are right. But
`found` comes out too small, and a search that went on from here would leave parts of the graph out.

**Why half of it is right.** `cuda.atomic.cas` looks whether a level is still -1 and writes the new
one, as a single step. So each vertex is found by one thread alone, and nobody gets a wrong level.

**Why the other half is not.** A place is read, used, and only then is the number raised. Two
threads that find two different vertices at the same time read the same number. One of the two
vertices is written over, and both raise the number to the same value: it is 1 more, and not 2.

**Where to look.** Stop a warp at the line that writes into `following`. How many lanes write to the
same place?

**What to try.** Set `vertices` to 8: then a single vertex is in the frontier, and nothing is lost.
The repair is one line in place of two: which function gives the old number and raises it, as a
single step? The order of the next frontier then hangs on luck. Does that matter?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"vertices": 500, "edges": 4}
BLOCK = (32,)
THREADS = ("(vertices + 7) // 8",)
OUTPUTS = ("levels", "found")
FLOPS = "0"  # it counts in whole numbers
BYTES = "4 * vertices * edges + 16 * vertices + 4 * ((vertices + 7) // 8) + 8"

UNSEEN = np.int32(-1)
EVERY = 8  # vertex is in the frontier


@cuda.jit
def broken_bfs(row_starts, neighbours, frontier, level, levels, following, found):
    i = cuda.grid(1)
    if i < frontier.size:
        vertex = frontier[i]
        for k in range(row_starts[vertex], row_starts[vertex + 1]):
            neighbour = neighbours[k]
            if cuda.atomic.cas(levels, neighbour, UNSEEN, level) == UNSEEN:
                place = found[0]
                found[0] = place + 1
                following[place] = neighbour


def inputs(vertices, edges, seed):
    rng = np.random.default_rng(seed)
    frontier = np.arange(0, vertices, EVERY, dtype=np.int32)
    levels = np.full(vertices, UNSEEN)
    levels[frontier] = 0
    return {
        "row_starts": np.arange(0, (vertices + 1) * edges, edges, dtype=np.int32),
        "neighbours": rng.integers(0, vertices, vertices * edges).astype(np.int32),
        "frontier": frontier,
        "level": np.int32(1),
        "levels": levels,
        "following": np.zeros(vertices, np.int32),
        "found": np.zeros(1, np.int32),
    }


def numpy_twin(row_starts, neighbours, frontier, level, levels, following, found):
    vertices = np.repeat(np.arange(levels.size), np.diff(row_starts))  # of each edge
    reached = neighbours[np.isin(vertices, frontier)]
    new = np.unique(reached[levels[reached] == UNSEEN])
    levels[new] = level
    following[: new.size] = new
    found[0] = new.size


@njit
def one_thread(row_starts, neighbours, frontier, level, levels, following, found):
    found[0] = 0
    for vertex in frontier:
        for k in range(row_starts[vertex], row_starts[vertex + 1]):
            if levels[neighbours[k]] == UNSEEN:
                levels[neighbours[k]] = level
                following[found[0]] = neighbours[k]
                found[0] += 1


@njit(parallel=True)
def all_threads(row_starts, neighbours, frontier, level, levels, following, found):
    reached = np.zeros(levels.size, np.bool_)
    for i in prange(frontier.size):
        for k in range(row_starts[frontier[i]], row_starts[frontier[i] + 1]):
            reached[neighbours[k]] = True  # whoever writes, it is the same
    found[0] = 0
    for vertex in range(levels.size):
        if reached[vertex] and levels[vertex] == UNSEEN:
            levels[vertex] = level
            following[found[0]] = vertex
            found[0] += 1


if __name__ == "__main__":
    arguments = inputs(500, 4, seed=0)
    expected = {name: value.copy() for name, value in arguments.items()}
    numpy_twin(**expected)
    broken_bfs[2, 32](*arguments.values())
    right = np.array_equal(arguments["found"], expected["found"])
    print("right this time" if right else "wrong")
