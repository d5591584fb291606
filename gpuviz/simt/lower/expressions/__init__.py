"""Expressions of a kernel: each becomes a function of a frame and its active lanes."""
