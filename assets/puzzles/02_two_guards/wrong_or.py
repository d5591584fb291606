@cuda.jit
def two_guards(x, y):
    col, row = cuda.grid(2)
    if row < x.shape[0] or col < x.shape[1]:
        y[row, col] = 2 * x[row, col]
