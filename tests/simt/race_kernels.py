"""Kernels with one race each, and what is true of it in lockstep."""

from __future__ import annotations

from typing import NamedTuple

Loops = list[tuple[int, int]]  # line of the loop and turn


class Case(NamedTuple):
    """A kernel, and what is true of its race in lockstep."""

    kernel: str
    line: int
    other_line: int
    turns: Loops
    other_turns: Loops
    barrier: tuple[int, int, int | None] | None  # after, before, loop
    advice: str


CASES = {
    "a loop without its second barrier": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for k in range(3):
        s[t] = k
        cuda.syncthreads()
        x[cuda.grid(1)] += s[63 - t]
""",
        5,
        7,
        [(4, 2)],
        [(4, 1)],
        (7, 5, 4),
        "behind line 7, before the next turn of the loop of line 4 writes in line 5",
    ),
    "a barrier at the head of a loop": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for k in range(3):
        cuda.syncthreads()
        s[t] = k
        x[cuda.grid(1)] += s[63 - t]
""",
        6,
        7,
        [(4, 1)],
        [(4, 1)],
        (6, 7, None),
        "Put cuda.syncthreads() between them, where",
    ),
    "nested loops": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for row in range(2):
        for k in range(3):
            s[(t + k) % 64] = k
            cuda.syncthreads()
        for k in range(3):
            if k > 0:
                x[cuda.grid(1)] += s[63 - t]
""",
        6,
        10,
        [(4, 2), (5, 1)],
        [(4, 1), (8, 3)],
        (10, 6, 4),
        "behind the loop of lines 8 to 10, before the next turn of the loop of line 4 writes in"
        " line 6",
    ),
    "a while loop with the barrier at its tail": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = t
    cuda.syncthreads()
    d = 1
    while d < 64:
        v = s[(t + d) % 64]
        s[t] += v
        d *= 2
        cuda.syncthreads()
    x[cuda.grid(1)] = s[t]
""",
        9,
        8,
        [(7, 6)],
        [(7, 6)],
        (8, 9, None),
        "Put cuda.syncthreads() between them, where",
    ),
    "the barrier stands in a device function": Case(
        """
@cuda.jit(device=True)
def meet():
    cuda.syncthreads()

def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    k = 0
    while k < 3:
        s[t] = k
        meet()
        x[cuda.grid(1)] += s[63 - t]
        k += 1
""",
        10,
        12,
        [(9, 2)],
        [(9, 1)],
        (12, 10, 9),
        "behind line 12, before the next turn of the loop of line 9 writes in line 10",
    ),
    "the accesses stand in device functions": Case(
        """
@cuda.jit(device=True)
def fill(s, t, k):
    for i in range(t, 64, 64):
        s[i] = k

@cuda.jit(device=True)
def use(s, t):
    total = 0
    for i in range(64):
        total += s[i]
    return total

def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for k in range(3):
        fill(s, t, k)
        cuda.syncthreads()
        x[cuda.grid(1)] += use(s, t)
""",
        4,
        10,
        [(16, 2), (3, 1)],
        [(16, 1), (9, 1)],
        (19, 4, 16),
        "behind the call in line 19, before the next turn of the loop of line 16 writes in line 4",
    ),
    "two turns apart": Case(
        """
def kernel(x):
    s = cuda.shared.array(2, np.int64)
    t = cuda.threadIdx.x
    for k in range(4):
        if t == k // 2 * 32:
            s[k % 2] = k
    x[cuda.grid(1)] = t
""",
        6,
        6,
        [(4, 1)],
        [(4, 3)],
        (6, 6, 4),
        "behind the if of lines 5 to 6, before a later turn of the loop of line 4 writes in line 6",
    ),
    "two buffers and a wrong modulus": Case(
        """
def kernel(x):
    s = cuda.shared.array((2, 64), np.int64)
    t = cuda.threadIdx.x
    s[0, t] = t
    for k in range(4):
        cuda.syncthreads()
        s[(k + 2) % 2, t] = s[k % 2, (t + 1) % 64]
    x[cuda.grid(1)] = t
""",
        7,
        7,
        [(5, 1)],
        [(5, 1)],
        None,
        "read into a variable, put cuda.syncthreads() behind that",
    ),
    "two loops, one after the other": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for k in range(2):
        s[t] = k
    for k in range(2):
        x[cuda.grid(1)] += s[63 - t]
""",
        5,
        7,
        [(4, 2)],
        [(6, 1)],
        (5, 6, None),
        "between the loop of lines 4 to 5 and the loop of lines 6 to 7",
    ),
    "turns that end early": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for k in range(9):
        if k % 2 == 0:
            continue
        if k > 5:
            break
        s[t] = k
        cuda.syncthreads()
        x[cuda.grid(1)] += s[63 - t]
""",
        9,
        11,
        [(4, 4)],
        [(4, 2)],
        (11, 9, 4),
        "behind line 11, before a later turn of the loop of line 4 writes in line 9",
    ),
    "straight on": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = t
    x[cuda.grid(1)] = s[63 - t]
""",
        4,
        5,
        [],
        [],
        (4, 5, None),
        "Put cuda.syncthreads() between them, where",
    ),
    "the two sides of an if": Case(
        """
def kernel(x):
    s = cuda.shared.array(1, np.int64)
    t = cuda.threadIdx.x
    if t == 0:
        s[0] = 5
    else:
        x[cuda.grid(1)] = s[0]
""",
        5,
        7,
        [],
        [],
        None,
        "No barrier fits between the two sides of an if",
    ),
    "a condition and what it decides": Case(
        """
def kernel(x):
    s = cuda.shared.array(1, np.int64)
    t = cuda.threadIdx.x
    if t == 0:
        s[0] = 0
    cuda.syncthreads()
    if s[0] == 0:
        if t == 63:
            s[0] = 1
""",
        9,
        7,
        [],
        [],
        None,
        "No barrier fits between a condition and what it decides",
    ),
    "an element that all count in": Case(
        """
def kernel(x):
    x[0] += 1
""",
        2,
        2,
        [],
        [],
        None,
        "cuda.syncthreads() reaches no other block: use an atomic operation",
    ),
    "lanes of one warp": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for k in range(2):
        s[t] = k
        cuda.syncwarp()
        x[cuda.grid(1)] += s[t ^ 1]
""",
        5,
        7,
        [(4, 2)],
        [(4, 1)],
        (7, 5, 4),
        "or cuda.syncwarp() if only threads of one warp share an element",
    ),
    "lanes that write in one statement": Case(
        """
def kernel(x):
    s = cuda.shared.array(1, np.int64)
    s[0] = cuda.threadIdx.x
    cuda.syncthreads()
    x[cuda.grid(1)] = s[0]
""",
        3,
        3,
        [],
        [],
        None,
        "Several threads change one element in one statement",
    ),
    "an atomic and a plain read": Case(
        """
def kernel(x):
    s = cuda.shared.array(1, np.int64)
    t = cuda.threadIdx.x
    if t == 0:
        s[0] = 0
    cuda.syncthreads()
    for k in range(2):
        cuda.atomic.add(s, 0, 1)
        cuda.syncthreads()
        x[cuda.grid(1)] += s[0]
""",
        8,
        10,
        [(7, 2)],
        [(7, 1)],
        (10, 8, 7),
        "behind line 10, before the next turn of the loop of line 7 changes the element in line 8",
    ),
    "blocks, which no barrier orders": Case(
        """
def kernel(x):
    for k in range(2):
        if cuda.threadIdx.x == 0:
            x[0] = k
""",
        4,
        4,
        [(2, 1)],
        [(2, 1)],
        None,
        "Several threads change one element in one statement",
    ),
    "neighbours, also those in other blocks": Case(
        """
def kernel(x):
    i = cuda.grid(1)
    for k in range(2):
        v = x[(i + 127) % 128]
        x[i] = v
""",
        5,
        4,
        [(3, 1)],
        [(3, 1)],
        None,
        "Threads of other blocks race in these lines too, and no barrier reaches across blocks",
    ),
}
