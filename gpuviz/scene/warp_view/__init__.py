"""One warp: its active lanes through time, and what its lanes exchange."""
