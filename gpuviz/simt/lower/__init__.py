"""From the syntax tree of a kernel to closures that run it for a cohort, with Numba's types."""
