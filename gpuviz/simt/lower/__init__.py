"""From the syntax tree of a kernel to closures that run it in lockstep, with Numba's types."""
