"""Loops in which one thread alone works, as machine code."""
