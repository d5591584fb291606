"""Tickets from a counter that nobody has set to zero."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "uninitialized",
        "space": "global",
        "array": "ticket",
        "index": (0,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
    }
]


@cuda.jit
def draw(ticket, out):
    out[cuda.grid(1)] = cuda.atomic.add(ticket, 0, 1)  # <- here


draw[1, 32](cuda.device_array(1, np.int32), np.zeros(32, np.int32))
