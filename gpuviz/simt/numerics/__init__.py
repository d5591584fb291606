"""Functions of numbers that NumPy does not have as a GPU computes them."""
