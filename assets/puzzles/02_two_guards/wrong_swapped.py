@cuda.jit
def two_guards(x, y):
    col, row = cuda.grid(2)
    if col < x.shape[0] and row < x.shape[1]:
        y[row, col] = 2 * x[row, col]
