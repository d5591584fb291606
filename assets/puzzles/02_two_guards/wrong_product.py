@cuda.jit
def two_guards(x, y):
    col, row = cuda.grid(2)
    if row * x.shape[1] + col < x.size:
        y[row, col] = 2 * x[row, col]
