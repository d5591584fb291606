"""Statements of a kernel: each becomes a node that runs for its active lanes."""
