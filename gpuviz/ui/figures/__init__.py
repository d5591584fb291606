"""Where a figure comes from, and what would be with other registers, shared memory or blocks."""
