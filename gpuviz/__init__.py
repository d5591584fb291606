"""Shows what a GPU does with a kernel: every block, warp, lane and memory access of it."""

__version__ = "0.1.0"
