"""Arrays as kernels see them, and where they lie."""
